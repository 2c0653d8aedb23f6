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
 * Sees to "durable before said": holds messages back until the state that they speak of is durable, and the votes in the log. At most
 * one state is being written at a time; what changes meanwhile is written together next. Messages of a member to itself go round here.
 */
final class Outbox {
    /**
     * Messages that wait for the disk. A slow disk, and a sender that repeats itself, could gather any number. Beyond the bound a message to
     * another member is lost, as it may be on its way: all of them are repeated. A message to this member is held, unless an equal one is. Those are
     * few: each vote is a log operation that the storage has room for.
     */
    static final int HELD_MAX = 1 << 16;

    /** Messages of a member to itself, beyond votes, that wait at a time: ballots, reports, claims. */
    private static final int STATES_MAX = 64;

    /**
     * A message that waits.
     *
     * @param stamp the changes of the state that must be durable before
     * @param position the log operations that must be durable before
     */
    private record Held(long stamp, long position, int to, Message message) {}

    /** Messages that this member has sent to itself. Bound: none is left after a batch. */
    private final ArrayDeque<Message> toSelf = new ArrayDeque<>();

    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private final int id;
    private final Effects effects;
    private final Journal journal;
    private final Supplier<byte[]> state;
    private final Function<Message, Hold> holds;
    private final Waits waits;
    private long era;

    /** Counts changes: now, in what is being written, and in what is durable. */
    private long changes;

    private long writing;
    private long durable;
    private long versions;

    /** Numbers the pledges of {@link Wait#DISK}. */
    private long pledges;

    /** Whether the last one is open. */
    private boolean pledged;

    /**
     * @param holds how messages may be held on their way, but for those of the foundation
     * @param state what is to be durable
     */
    Outbox(
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

    /** From now on frames are of this era; 0 before it is known, and then nothing is sent. */
    void era(long now) {
        era = now;
    }

    /** Drops the messages of another ensemble that have not left. */
    void renew() {
        toSelf.clear();
        held.removeIf(message -> !(message.message() instanceof LogMessage.Standing));
        if (pledged) waits.giveUp(Wait.DISK, pledges);
        pledged = false;
    }

    void send(int to, Message message) {
        if (to == id) toSelf.addLast(message);
        else if (era != 0)
            effects.send(to, new LogMessage.Framed(era, message), holds.apply(message));
    }

    /** Without an era. */
    void sendBare(int to, LogMessage.Standing message) {
        if (to != id) effects.send(to, message);
    }

    void sendDurably(int to, Message message) {
        boolean first = held.isEmpty() && isDurable() && journal.isDurable(journal.votes());
        if (first) leave(to, message);
        else if (held.size() < HELD_MAX || (to == id && !holdsForSelf(message)))
            held.addLast(new Held(changes, journal.votes(), to, message));
    }

    /** Repetitions are near to each other. */
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

    /** The next message to itself, or {@code null}. */
    Message pollSelf() {
        return toSelf.pollFirst();
    }

    boolean hasSelf() {
        return !toSelf.isEmpty();
    }

    void changed() {
        changes++;
    }

    /** See {@link LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        long bound = HELD_MAX + journal.notDurable() + STATES_MAX;
        to.queue("messages that wait for the disk", held.size(), bound);
        to.queue("messages to itself", toSelf.size(), 0);
    }

    /** Whether the small state is durable. */
    boolean isDurable() {
        return durable == changes;
    }

    /** At the end of a batch. */
    void flush(long nowNanos) {
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

    /** @return whether the state that was being written is durable now */
    boolean onPersisted(long version, long nowNanos) {
        if (version < versions) return false;
        durable = writing;
        release(nowNanos);
        return true;
    }

    /** More of the log is durable. */
    void onSynced(long nowNanos) {
        release(nowNanos);
    }

    private void release(long nowNanos) {
        if (held.isEmpty() || !isReleased(held.peekFirst())) return;
        if (pledged) waits.end(Wait.DISK, pledges, nowNanos);
        pledged = false;
        // What has come meanwhile is written next: some of what is said now may wait for that.
        if (held(2) && !isReleased(held.peekLast())) pledge(nowNanos);
        while (!held.isEmpty() && isReleased(held.peekFirst())) {
            Held next = held.removeFirst();
            leave(next.to(), next.message());
        }
    }

    /** Whether so many messages for each of the others wait, about: one message to one member is worth no pledge. */
    private boolean held(int each) {
        return waits.others() > 0 && held.size() >= each * waits.others();
    }
}
