package io.abcast.ordering.log;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Message;
import io.abcast.kernel.QueueVisitor;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Holds each outgoing message until the state and the votes that the message announces are durable, and then sends it.
 * At most one write of the member's state is in progress at a time. The member writes all state changes that occur
 * during a write together in one write after it. The outbox also delivers the messages that a member sends to itself.
 */
public final class Outbox {
    /**
     * Maximum number of messages that wait until this member's disk has written state and votes. Without the bound
     * {@code HELD_MAX}, repeated messages would accumulate without limit while the disk is slow. When {@code HELD_MAX}
     * messages wait, the outbox drops further messages to other members, as a network may do; members repeat all
     * messages. The outbox never drops a message of this member to itself, unless it already holds an equal message.
     * Messages of a member to itself are few: most announce a vote, each vote is a log operation, and the storage
     * bounds the log operations in progress.
     */
    static final int HELD_MAX = 1 << 16;

    /**
     * Maximum number of messages other than votes that this member has sent to itself and that wait for the disk. Apart
     * from votes, the messages of a member to itself are ballots, reports and signed claims.
     */
    private static final int STATES_MAX = 64;

    /**
     * An outgoing message that waits until this member's disk has written the state and the votes.
     *
     * @param stamp number of state changes that must be durable before the outbox sends the message.
     * @param position number of operations of the log that must be durable before the outbox sends the message
     */
    private record Held(long stamp, long position, int to, Message message) {}

    /**
     * Messages that this member has sent to itself and has not handled yet; empty at the end of each batch of events.
     */
    private final ArrayDeque<Message> toSelf = new ArrayDeque<>();

    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private final int id;
    private final Effects effects;
    private final Journal journal;
    private final Supplier<byte[]> state;
    private final Function<Message, Hold> holds;
    private final Waits waits;
    private long era;

    /**
     * Number of changes of this member's state since its start. The next field counts the changes in the state that was
     * last handed to the storage, and the field after it counts the durable changes.
     */
    private long changes;

    private long writing;
    private long durable;
    private long versions;

    /** Number of the last pledge (announcement of messages) that the outbox has begun for {@link Wait#DISK}. */
    private long pledges;

    /** Whether the outbox has an open pledge (announcement of messages) with number {@link #pledges}. */
    private boolean pledged;

    /**
     * @param holds returns the limits within which the transport may hold a message; not used for messages of the
     *     founding
     * @param state returns the member's state that must become durable
     */
    public Outbox(
            int id,
            Effects effects,
            Journal journal,
            Function<Message, Hold> holds,
            Waits waits,
            Supplier<byte[]> state) {
        this.id = id;
        this.effects = effects;
        this.journal = journal;
        this.holds = holds;
        this.waits = waits;
        this.state = state;
    }

    /**
     * Sets the era (founding number) of all frames that the outbox sends after this call. The era (founding number) is
     * 0 while the member belongs to no ensemble; meanwhile the outbox sends no frame.
     */
    public void era(long now) {
        era = now;
    }

    /** Drops the unsent messages that belong to another ensemble. */
    public void renew() {
        toSelf.clear();
        held.removeIf(message -> !(message.message() instanceof LogMessage.Standing));
        if (pledged) waits.giveUp(Wait.DISK, pledges);
        pledged = false;
    }

    public void send(int to, Message message) {
        if (to == id) toSelf.addLast(message);
        else if (era != 0)
            effects.send(to, new LogMessage.Framed(era, message), holds.apply(message));
    }

    /** Sends a message that is not in a frame with an era (founding number). */
    void sendBare(int to, LogMessage.Standing message) {
        if (to != id) effects.send(to, message);
    }

    public void sendDurably(int to, Message message) {
        boolean first = held.isEmpty() && isDurable() && journal.isDurable(journal.votes());
        if (first) leave(to, message);
        else if (held.size() < HELD_MAX || (to == id && !holdsForSelf(message)))
            held.addLast(new Held(changes, journal.votes(), to, message));
    }

    /**
     * Whether the outbox already holds an equal message of this member to itself. The search for an equal message
     * starts at the newest message, because repetitions of a message usually follow each other closely.
     */
    private boolean holdsForSelf(Message message) {
        Iterator<Held> newestFirst = held.descendingIterator();
        while (newestFirst.hasNext()) {
            Held before = newestFirst.next();
            if (before.to() == id && before.message().equals(message)) return true;
        }
        return false;
    }

    private boolean isReleased(Held message) {
        return message.stamp() <= durable && journal.isDurable(message.position());
    }

    private void leave(int to, Message message) {
        if (message instanceof LogMessage.Standing s) sendBare(to, s);
        else send(to, message);
    }

    /** Removes and returns the next message of this member to itself; {@code null} if no message is left. */
    public Message pollSelf() {
        return toSelf.pollFirst();
    }

    public boolean hasSelf() {
        return !toSelf.isEmpty();
    }

    public void changed() {
        changes++;
    }

    /**
     * Passes the lengths and bounds of the outbox's queues to the visitor {@code to}, see {@link LogNode#visitQueues}.
     */
    public void visitQueues(QueueVisitor to) {
        long bound = HELD_MAX + journal.notDurable() + STATES_MAX;
        to.queue("messages that wait for the disk", held.size(), bound);
        to.queue("messages to itself", toSelf.size(), 0);
    }

    /** Whether the durable state contains all changes of this member's state. */
    public boolean isDurable() {
        return durable == changes;
    }

    /**
     * Begins a write of this member's state if the state has changed. The node calls {@code flush} at the end of each
     * batch of events.
     */
    public void flush(long nowNanos) {
        if (writing == durable && changes != durable) {
            writing = changes;
            versions++;
            effects.persist(state.get());
        }
        if (!pledged && held(1)) pledge(nowNanos);
    }

    private void pledge(long nowNanos) {
        pledged = true;
        waits.begin(Wait.DISK, ++pledges, nowNanos);
    }

    /**
     * Records that the writes of this member's state up to write number {@code version} are durable, and sends the
     * messages that waited for them.
     *
     * @return whether the last state that was handed to the storage is durable now
     */
    public boolean onPersisted(long version, long nowNanos) {
        if (version < versions) return false;
        durable = writing;
        release(nowNanos);
        return true;
    }

    /** Sends the held messages that waited for log operations which are durable now. */
    public void onSynced(long nowNanos) {
        release(nowNanos);
    }

    private void release(long nowNanos) {
        if (held.isEmpty() || !isReleased(held.peekFirst())) return;
        if (pledged) waits.end(Wait.DISK, pledges, nowNanos);
        pledged = false;
        // State changes that occurred during the finished write are in the next write, so some held
        // messages must wait for the next write.
        if (held(2) && !isReleased(held.peekLast())) pledge(nowNanos);
        while (!held.isEmpty() && isReleased(held.peekFirst())) {
            Held next = held.removeFirst();
            leave(next.to(), next.message());
        }
    }

    /**
     * Whether, on average, at least {@code each} messages to each other member wait for the disk. For fewer messages, a
     * pledge (an announcement of the messages to the transport) is not worthwhile.
     */
    private boolean held(int each) {
        return waits.others() > 0 && held.size() >= each * waits.others();
    }
}
