package io.abcast.ordering.log;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.SplitMix64;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The services of a node for its parts that do not depend on the order: identity, time, random numbers, outgoing
 * messages, the journal, counters and reports. Each kind of node extends the desk with the services of its order.
 *
 * <p>Thread rule: as {@link io.abcast.kernel.Node}.
 */
public class Desk implements PeerServices {
    /** The only timer of a node. */
    private static final int TICK = 0;

    private final int id;
    private final Membership members;
    private final LogConfig config;
    private final SplitMix64 dice;
    private final Effects effects;
    private final Refusals refusals;
    private final Waits waits;
    private final Journal journal;
    private final Outbox out;

    private long nowNanos;
    private long sent;
    private long received;
    private long dropped;

    /**
     * @param dice all random choices of the node
     * @param holds returns how long a message may be held
     * @param state the persisted state of the node, as it is now
     */
    protected Desk(
            int id,
            Membership members,
            LogConfig config,
            SplitMix64 dice,
            Effects effects,
            Function<Message, Hold> holds,
            Supplier<byte[]> state) {
        this.id = id;
        this.members = members;
        this.config = config;
        this.dice = dice;
        this.effects = effects;
        refusals = new Refusals(members, effects::report);
        waits = new Waits(effects, id, members);
        journal = new Journal(effects);
        out = new Outbox(id, effects, journal, holds, waits, state);
    }

    @Override
    public final int id() {
        return id;
    }

    @Override
    public final Membership members() {
        return members;
    }

    @Override
    public final LogConfig config() {
        return config;
    }

    @Override
    public final long nowNanos() {
        return nowNanos;
    }

    /** A random number in [0, bound). */
    public final long random(long bound) {
        return Long.remainderUnsigned(randomBits(), bound);
    }

    /** 64 random bits. */
    public final long randomBits() {
        return dice.next();
    }

    @Override
    public final void send(int to, Message message) {
        if (to != id) sent++;
        out.send(to, message);
    }

    /** Sends a message once the present state and all recorded votes are durable. */
    public final void sendDurably(int to, Message message) {
        if (to != id) sent++;
        out.sendDurably(to, message);
    }

    @Override
    public final void report(String line) {
        effects.report(line);
    }

    @Override
    public final void refuse(int from, Object message, Refusals.Reason reason) {
        dropped++;
        refusals.count(from, message.getClass().getSimpleName(), reason, nowNanos);
    }

    /** Stops this member for {@code reason}. The member receives no further event. */
    public final void halt(String reason) {
        effects.halt(reason);
    }

    // ------------------------------------------------------------------ for the node

    /** Begins a batch of events, all of which occur at {@code now}. */
    public final void beginBatch(long now) {
        nowNanos = now;
    }

    /** Requests the next call of {@link io.abcast.kernel.Node#onTimer}. */
    public final void setTimer() {
        effects.setTimer(TICK, config.tickNanos());
    }

    public final Outbox outbox() {
        return out;
    }

    public final Journal journal() {
        return journal;
    }

    final Waits waits() {
        return waits;
    }

    /** Counts an arrived message. */
    final void received() {
        received++;
    }

    /** Counts a message without effect. */
    public final void drop() {
        dropped++;
    }

    public final long messagesSent() {
        return sent;
    }

    public final long messagesReceived() {
        return received;
    }

    public final long messagesDropped() {
        return dropped;
    }

    /** See {@link Refusals#bySender}. */
    public final Map<Integer, Long> messagesRefused() {
        return refusals.bySender();
    }

    /**
     * See {@link io.abcast.kernel.Probe#visitQueues}.
     *
     * @param pledgesMax maximum number of open pledges of one kind
     */
    public final void visitQueues(QueueVisitor to, long pledgesMax) {
        out.visitQueues(to);
        waits.visitQueues(to, pledgesMax);
    }
}
