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
 * The services of a node that do not depend on the kind of order: identity, time, random numbers, outgoing messages,
 * the journal, counters and reports.
 *
 * <p>Thread rule: the thread rule of {@link io.abcast.kernel.Node} holds for {@code Desk}.
 */
public class Desk implements PeerServices {
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
     * @param dice source of all random choices of the node.
     * @param holds returns the limits within which the transport may hold a message
     * @param state returns the state that the node must persist, as it is at the time of the call
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

    /** Returns a random number from 0 to {@code bound - 1}. */
    public final long random(long bound) {
        return Long.remainderUnsigned(randomBits(), bound);
    }

    /** Returns 64 random bits of the node's random source. */
    public final long randomBits() {
        return dice.next();
    }

    @Override
    public final void send(int to, Message message) {
        if (to != id) sent++;
        out.send(to, message);
    }

    /** Sends {@code message} once the present state of this member and all its recorded votes are durable. */
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

    /** Stops this member for {@code reason}. After {@code halt}, the member receives no further event. */
    public final void halt(String reason) {
        effects.halt(reason);
    }

    /** Begins a batch of events of the node. All events of the batch count as events at time {@code now}. */
    public final void beginBatch(long now) {
        nowNanos = now;
    }

    /** Requests a call of {@link io.abcast.kernel.Node#onTimer} after {@code LogConfig.tickNanos}. */
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

    final void received() {
        received++;
    }

    /** Counts a received message that has no effect. */
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

    /** Number of refused messages by sender, see {@link Refusals#bySender}. */
    public final Map<Integer, Long> messagesRefused() {
        return refusals.bySender();
    }

    /**
     * Passes the lengths and bounds of the node's shared queues to the visitor {@code to}, see {@link
     * io.abcast.kernel.Probe#visitQueues}.
     *
     * @param pledgesMax maximum number of open pledges (announcements of messages) of one kind
     */
    public final void visitQueues(QueueVisitor to, long pledgesMax) {
        out.visitQueues(to);
        waits.visitQueues(to, pledgesMax);
    }
}
