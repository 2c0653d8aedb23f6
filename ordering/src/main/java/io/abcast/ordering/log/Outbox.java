package io.abcast.ordering.log;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Message;
import java.util.ArrayDeque;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Sees to "durable before said": holds messages back until the state that they speak of is durable. At most one state is being
 * written at a time; what changes meanwhile is written together next. Messages of a member to itself go round here.
 */
final class Outbox {
    private record Held(long stamp, int to, Message message) {}

    /** A message that a member has sent to itself. */
    private final ArrayDeque<Message> toSelf = new ArrayDeque<>();

    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private final int id;
    private final Effects effects;
    private final Supplier<byte[]> state;
    private final Function<Message, Hold> holds;
    private final Waits waits;
    private long era;

    /** Counts changes: now, in what is being written, and in what is durable. */
    private long changes;

    private long writing;
    private long durable;
    private long versions;

    /**
     * @param holds how messages may be held on their way, but for those of the foundation
     * @param state what is to be durable
     */
    Outbox(
            int id,
            Effects effects,
            Function<Message, Hold> holds,
            Waits waits,
            Supplier<byte[]> state) {
        this.id = id;
        this.effects = effects;
        this.holds = holds;
        this.waits = waits;
        this.state = state;
    }

    /** From now on frames are of this era; 0 before it is known, and then nothing is sent. */
    void era(long now) {
        era = now;
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
        if (durable == changes && message instanceof LogMessage.Standing s) sendBare(to, s);
        else if (durable == changes) send(to, message);
        else held.addLast(new Held(changes, to, message));
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

    boolean isDurable() {
        return durable == changes;
    }

    /** At the end of a batch. */
    void flush(long nowNanos) {
        if (writing != durable || changes == durable) return;
        writing = changes;
        versions++;
        if (held(1)) waits.begin(Wait.DISK, versions, nowNanos);
        effects.persist(state.get());
    }

    void onPersisted(long version, long nowNanos) {
        if (version < versions) return;
        durable = writing;
        waits.end(Wait.DISK, versions, nowNanos);
        // What has come meanwhile is written next: some of what is said now may wait for that.
        if (held(2) && held.peekLast().stamp() > durable)
            waits.begin(Wait.DISK, versions + 1, nowNanos);
        while (!held.isEmpty() && held.peekFirst().stamp() <= durable) {
            Held next = held.removeFirst();
            if (next.message() instanceof LogMessage.Standing s) sendBare(next.to(), s);
            else send(next.to(), next.message());
        }
    }

    /** Whether so many messages for each of the others wait, about: one message to one member is worth no pledge. */
    private boolean held(int each) {
        return waits.others() > 0 && held.size() >= each * waits.others();
    }
}
