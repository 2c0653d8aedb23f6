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
 * Sends messages only after the state and the votes that they announce are durable. At most one state is being written
 * at a time. Changes during a write are written together afterwards. Also delivers the messages of a member to itself.
 */
public final class Outbox {
    /**
     * Maximum number of messages that wait for the disk. While the disk is slow, repeated messages would collect
     * without limit if there were no bound. At the bound, messages to other members are dropped. Dropping them is safe,
     * because a network may drop messages as well, and all messages are repeated. A message of this member to itself is
     * always held, unless an equal message is held already. The number of such messages is small: each vote is a log
     * operation, and the storage bounds these operations.
     */
    static final int HELD_MAX = 1 << 16;

    /**
     * Maximum number of waiting messages of a member to itself, except votes. These messages are ballots, reports and
     * claims.
     */
    private static final int STATES_MAX = 64;

    /**
     * A message that waits for the disk.
     *
     * @param stamp number of changes of the state that must be durable before the message is sent
     * @param position number of log operations that must be durable before the message is sent
     */
    private record Held(long stamp, long position, int to, Message message) {}

    /** Messages that this member has sent to itself. The queue is empty after each batch. */
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
     * Three counts of changes of the state: all changes, the changes in the state that is being written, and the
     * durable changes.
     */
    private long changes;

    private long writing;
    private long durable;
    private long versions;

    /** Number of the last pledge for {@link Wait#DISK}. */
    private long pledges;

    /** Whether the last pledge is open. */
    private boolean pledged;

    /**
     * @param holds returns the hold limits of a message; not used for messages of the founding
     * @param state the state to make durable
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

    /** Sets the era of all further frames. While the era is unknown, it is 0 and no frame is sent. */
    public void era(long now) {
        era = now;
    }

    /** Drops unsent messages of another ensemble. */
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

    /** Sends a message in a frame without an era. */
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
     * Whether an equal message to this member is held already. The search starts at the newest message, because
     * repetitions of a message usually follow each other closely.
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

    /** Removes the next message to this member; {@code null} if no message is left. */
    public Message pollSelf() {
        return toSelf.pollFirst();
    }

    public boolean hasSelf() {
        return !toSelf.isEmpty();
    }

    public void changed() {
        changes++;
    }

    /** See {@link LogNode#visitQueues}. */
    public void visitQueues(QueueVisitor to) {
        long bound = HELD_MAX + journal.notDurable() + STATES_MAX;
        to.queue("messages that wait for the disk", held.size(), bound);
        to.queue("messages to itself", toSelf.size(), 0);
    }

    /** Whether the state is durable with all its changes. */
    public boolean isDurable() {
        return durable == changes;
    }

    /** Writes the state if it has changed. Called at the end of a batch. */
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
     * Handles the end of a write of the state.
     *
     * @return whether the state that was being written is durable now
     */
    public boolean onPersisted(long version, long nowNanos) {
        if (version < versions) return false;
        durable = writing;
        release(nowNanos);
        return true;
    }

    /** Reports that more of the log is durable. */
    public void onSynced(long nowNanos) {
        release(nowNanos);
    }

    private void release(long nowNanos) {
        if (held.isEmpty() || !isReleased(held.peekFirst())) return;
        if (pledged) waits.end(Wait.DISK, pledges, nowNanos);
        pledged = false;
        // Changes that were made during the write are written next, and some messages may wait for
        // that write.
        if (held(2) && !isReleased(held.peekLast())) pledge(nowNanos);
        while (!held.isEmpty() && isReleased(held.peekFirst())) {
            Held next = held.removeFirst();
            leave(next.to(), next.message());
        }
    }

    /**
     * Whether on average at least {@code each} messages wait for each other member. If fewer messages wait, a pledge is
     * not worthwhile.
     */
    private boolean held(int each) {
        return waits.others() > 0 && held.size() >= each * waits.others();
    }
}
