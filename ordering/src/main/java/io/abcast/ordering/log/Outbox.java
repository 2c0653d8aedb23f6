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
 * At most one write of the member's state is in progress at a time. The outbox also delivers the messages that a member
 * sends to itself.
 */
public final class Outbox {
    /**
     * Maximum number of messages that wait until this member's disk has written state and votes. Beyond {@code
     * HELD_MAX}, the outbox drops further messages to other members, as a network may do; members repeat all messages.
     */
    static final int HELD_MAX = 1 << 16;

    /**
     * Maximum number of messages other than votes (ballots, reports and signed claims) that this member has sent to
     * itself and that wait for the disk.
     */
    private static final int STATES_MAX = 64;

    /**
     * An outgoing message that waits for {@code stamp} durable state changes and {@code position} durable operations of
     * the log.
     */
    private record Held(long stamp, long position, int to, Message message) {}

    private final ArrayDeque<Message> toSelf = new ArrayDeque<>();

    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private final int id;
    private final Effects effects;
    private final Journal journal;
    private final Supplier<byte[]> state;
    private final Function<Message, Hold> holds;
    private final Waits waits;
    private long era;

    private long changes;

    private long writing;
    private long durable;
    private long versions;

    private long pledges;

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
     * Sets the era (founding number) of all later frames; the outbox sends no frame while the era is 0, because the
     * member belongs to no ensemble.
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
     * Whether the outbox already holds an equal message of this member to itself; the search starts at the newest
     * message, because repetitions follow each other closely.
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

    /** Begins a write of this member's state if the state has changed. */
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
     * Whether at least {@code each} messages per other member wait for the disk; for fewer, a pledge (announcement of
     * messages) is not worthwhile.
     */
    private boolean held(int each) {
        return waits.others() > 0 && held.size() >= each * waits.others();
    }
}
