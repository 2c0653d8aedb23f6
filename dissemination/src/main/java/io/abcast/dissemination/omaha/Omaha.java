package io.abcast.dissemination.omaha;

import io.abcast.kernel.Hold;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.DoubleSupplier;
import java.util.function.ToIntFunction;

/**
 * Merges messages to the same destination (Mahamdi et al., 2023, Algorithm 1). If an application of this node has
 * pledged (announced) to send a message to a destination soon, Omaha holds other messages to this destination.
 *
 * <p><b>Guarantees:</b> Omaha sends the messages for one destination in the order in which applications sent them, each
 * exactly once. No message waits longer than its {@link Hold#timeoutNanos()}, provided that {@link #onTime} is called
 * when {@link #nextDeadlineNanos} is due. Wrong or missing pledges affect only latency and the number of network
 * messages, never the safety of applications.
 *
 * <p><b>Thread rule:</b> only one thread at a time may call the methods. All {@code nowNanos} arguments must come from
 * one monotonic clock.
 *
 * @param <D> type of destinations; used as a key of a hash table
 * @param <M> type of messages
 */
public final class Omaha<D, M> {
    private final OmahaSettings settings;
    private final ToIntFunction<M> bytesOf;
    private final Outlet<D, M> outlet;
    private final DoubleSupplier random;
    private final OmahaFigures figures = new OmahaFigures();
    private final Map<D, Lane<D, M>> lanes = new LinkedHashMap<>();

    /** The open pledges of all applications, ordered by the ends of their lifetimes. */
    private final TreeSet<PledgeHandle> open = new TreeSet<>();

    /**
     * Used only with {@link Aggregation#ALGORITHM_1}, in which the paper (Mahamdi et al., 2023) names it curPledges.
     */
    private final Map<Long, PledgeHandle> pledgeOf = new LinkedHashMap<>();

    /**
     * Corrects the durations that owners state for their pledges; {@code null} if Omaha uses the stated durations
     * unchanged.
     */
    private final PledgeTimes times;

    private long pledgeNumber;
    private boolean stopped;

    /** Time in ns before which no deadline can pass; may be earlier than the first actual deadline. */
    private long soonestNanos = Lane.NEVER;

    /**
     * Creates the layer that holds and merges messages.
     *
     * @param bytesOf function that returns the size of a message in bytes
     * @param outlet sends the messages that leave Omaha to the network.
     * @param random supplies random numbers in [0, 1), which decide whether a message may be held
     */
    public Omaha(
            OmahaSettings settings,
            ToIntFunction<M> bytesOf,
            Outlet<D, M> outlet,
            DoubleSupplier random) {
        this.settings = settings;
        this.bytesOf = bytesOf;
        this.outlet = outlet;
        this.random = random;
        boolean learns = settings.learnsTimes() && settings.aggregation() == Aggregation.PLEDGES;
        times = learns ? new PledgeTimes() : null;
    }

    public OmahaFigures figures() {
        return figures;
    }

    public OmahaSettings settings() {
        return settings;
    }

    /**
     * Sends a message of an application to one destination, at once or after a hold. Algorithm 1 of the paper names
     * this method {@code send}.
     *
     * @param app number of the sending application
     */
    public void send(D to, M message, Hold hold, long app, long nowNanos) {
        Lane<D, M> lane = lane(to);
        int bytes = bytesOf.applyAsInt(message);
        figures.applicationMessages++;
        figures.applicationBytes += bytes;
        if (!lane.isEmpty() && lane.bytes() + bytes > bytesMax()) {
            figures.flushesByBytes++;
            flush(lane, nowNanos);
        }
        lane.add(message, bytes, nowNanos);
        figures.heldNow++;
        figures.bytesNow += bytes;
        if (bytes <= bytesMax() && holds(lane, hold, app, nowNanos)) {
            figures.heldMessages++;
            leaveBy(lane, plus(nowNanos, timeout(hold)));
        } else {
            flush(lane, nowNanos);
        }
    }

    /**
     * Begins a pledge of an application to send a message to each destination in {@code to}. Algorithm 1 of the paper
     * names this method {@code beginPledge}.
     *
     * @param expectedNanos expected time in ns until the announced sends; 0 if unknown. A message waits for the pledge
     *     only if the hold limits of the message allow the expected time
     * @return the handle for {@link #close}; the application closes the pledge when it sends the announced messages or
     *     knows that it will not send them
     */
    public PledgeHandle beginPledge(
            long app, Collection<? extends D> to, long expectedNanos, long nowNanos) {
        boolean letter = settings.aggregation() == Aggregation.ALGORITHM_1;
        long lastsNanos = expectedNanos;
        if (times != null) lastsNanos = times.expectedNanos(app, expectedNanos);
        List<Lane<D, M>> named = new ArrayList<>(to.size());
        for (D destination : to) named.add(lane(destination));
        boolean expected = lastsNanos > 0 && !letter;
        long life = settings.pledgeTimeoutNanos();
        // Only a duration that the owner has stated shortens the lifetime of the new pledge. A
        // learned duration may be too short for the new pledge.
        if (expected && expectedNanos > 0)
            life = Math.min(life, times(lastsNanos, OmahaSettings.LIFE_PER_EXPECTED));
        PledgeHandle pledge =
                new PledgeHandle(
                        this,
                        ++pledgeNumber,
                        app,
                        expectedNanos,
                        nowNanos,
                        expected ? plus(nowNanos, lastsNanos) : Long.MIN_VALUE,
                        letter ? Lane.NEVER : plus(nowNanos, life),
                        named);
        figures.pledges++;
        if (letter) {
            PledgeHandle previous = pledgeOf.put(app, pledge);
            if (previous != null && previous.open()) {
                figures.overwritten++;
                end(previous, PledgeHandle.End.OTHERS, nowNanos);
            }
        }
        if (stopped) {
            pledge.ended(PledgeHandle.End.OTHERS);
            return pledge;
        }
        open.add(pledge);
        figures.pledgesOpen++;
        for (Lane<?, ?> lane : pledge.lanes()) lane.pledged(pledge);
        soonestNanos = Math.min(soonestNanos, pledge.expiresNanos());
        return pledge;
    }

    /**
     * Ends a pledge. A second call of {@code close} for one pledge has no effect. With {@link Aggregation#ALGORITHM_1},
     * the application's newest pledge ends, even if {@code pledge} is an older one. With every other {@link
     * Aggregation}, closing a pledge that has already ended has no effect.
     */
    public void close(PledgeHandle pledge, long nowNanos) {
        if (!pledge.close() || !pledge.isOf(this)) return;
        if (!pledge.open() && pledge.hasOutlived()) figures.closedLate++;
        boolean letter = settings.aggregation() == Aggregation.ALGORITHM_1;
        PledgeHandle ends = letter ? pledgeOf.remove(pledge.app()) : pledge;
        if (ends != null && ends.open()) end(ends, PledgeHandle.End.OWNER, nowNanos);
    }

    /** Ends all pledges of an application that has failed or left. */
    public void abort(long app, long nowNanos) {
        for (PledgeHandle pledge : List.copyOf(open)) {
            if (pledge.app() != app) continue;
            pledgeOf.remove(app, pledge);
            figures.endedByOthers++;
            end(pledge, PledgeHandle.End.OTHERS, nowNanos);
        }
    }

    /**
     * Reports a change of the group's membership.
     *
     * @param members all destinations that are members of the group now
     */
    public void onView(Collection<? extends D> members, long nowNanos) {
        flushAll(nowNanos);
        List<Lane<D, M>> gone = new ArrayList<>();
        for (Lane<D, M> lane : lanes.values()) if (!members.contains(lane.to())) gone.add(lane);
        for (PledgeHandle pledge : List.copyOf(open)) {
            for (Lane<D, M> lane : gone) if (pledge.lanes().remove(lane)) lane.unpledged(pledge);
            if (!pledge.lanes().isEmpty()) continue;
            pledgeOf.remove(pledge.app(), pledge);
            figures.endedByOthers++;
            end(pledge, PledgeHandle.End.OTHERS, nowNanos);
        }
        for (Lane<D, M> lane : gone) lanes.remove(lane.to());
    }

    /**
     * Time in ns by which the driver must call {@link #onTime} next; {@link Long#MAX_VALUE} if no message waits and no
     * pledge is open.
     */
    public long nextDeadlineNanos() {
        return soonestNanos;
    }

    /**
     * Time in ns by which all messages that wait now will have been sent; {@link Long#MIN_VALUE} if no message waits.
     */
    public long lastDeadlineNanos() {
        long last = Long.MIN_VALUE;
        for (Lane<D, M> lane : lanes.values())
            if (!lane.isEmpty()) last = Math.max(last, lane.deadlineNanos());
        return last;
    }

    /** Sends the held messages whose deadline has passed, and ends the pledges whose lifetime is over. */
    public void onTime(long nowNanos) {
        if (nowNanos < soonestNanos) return;
        while (!open.isEmpty() && open.first().expiresNanos() <= nowNanos) {
            PledgeHandle pledge = open.first();
            figures.expired++;
            end(pledge, PledgeHandle.End.LIFE, nowNanos);
        }
        soonestNanos = open.isEmpty() ? Lane.NEVER : open.first().expiresNanos();
        for (Lane<D, M> lane : lanes.values()) {
            if (lane.deadlineNanos() <= nowNanos) {
                figures.flushesByDeadline++;
                flush(lane, nowNanos);
            }
            soonestNanos = Math.min(soonestNanos, lane.deadlineNanos());
        }
    }

    /** Sends all messages that wait for the destination {@code to}. */
    public void flush(D to, long nowNanos) {
        Lane<D, M> lane = lanes.get(to);
        if (lane != null) flush(lane, nowNanos);
    }

    /** Sends all waiting messages of all destinations. */
    public void flushAll(long nowNanos) {
        for (Lane<D, M> lane : lanes.values()) flush(lane, nowNanos);
    }

    /** Sends all waiting messages and ends all pledges. */
    public void stop(long nowNanos) {
        stopped = true;
        flushAll(nowNanos);
        for (PledgeHandle pledge : List.copyOf(open)) {
            figures.endedByOthers++;
            end(pledge, PledgeHandle.End.OTHERS, nowNanos);
        }
        pledgeOf.clear();
    }

    private boolean holds(Lane<D, M> lane, Hold hold, long app, long nowNanos) {
        if (stopped) return false;
        return switch (settings.aggregation()) {
            case NONE -> false;
            case TIME -> settings.periodNanos() > 0;
            case ALGORITHM_1 ->
                    lane.hasPledgeOfOtherUntil(app, Lane.NEVER)
                            && random.getAsDouble() < hold.probability();
            case PLEDGES ->
                    !hold.never()
                            && isExpected(lane, app, plus(nowNanos, timeout(hold)))
                            && random.getAsDouble() < hold.probability();
        };
    }

    private boolean isExpected(Lane<D, M> lane, long app, long untilNanos) {
        return settings.ownPledgesCount()
                ? lane.hasPledgeUntil(untilNanos)
                : lane.hasPledgeOfOtherUntil(app, untilNanos);
    }

    private long timeout(Hold hold) {
        return settings.aggregation() == Aggregation.TIME
                ? settings.periodNanos()
                : Math.min(hold.timeoutNanos(), settings.holdMaxNanos());
    }

    private void end(PledgeHandle pledge, PledgeHandle.End by, long nowNanos) {
        pledge.ended(by);
        // Pledges that a view change, an abort or a stop has ended give no information about
        // durations.
        if (times != null && by != PledgeHandle.End.OTHERS)
            times.lasted(pledge.app(), pledge.statedNanos(), nowNanos - pledge.sinceNanos());
        open.remove(pledge);
        figures.pledgesOpen--;
        for (Lane<?, ?> lane : pledge.lanes()) {
            lane.unpledged(pledge);
            release(lane, nowNanos);
        }
        pledge.lanes().clear();
    }

    private void release(Lane<?, ?> lane, long nowNanos) {
        if (settings.aggregation() != Aggregation.PLEDGES || lane.isEmpty() || lane.hasPledge())
            return;
        leaveBy(lane, plus(nowNanos, settings.graceNanos()));
    }

    private void leaveBy(Lane<?, ?> lane, long nanos) {
        lane.leaveBy(nanos);
        soonestNanos = Math.min(soonestNanos, lane.deadlineNanos());
    }

    private void flush(Lane<D, M> lane, long nowNanos) {
        if (lane.isEmpty()) return;
        figures.heldNow -= lane.size();
        figures.bytesNow -= lane.bytes();
        figures.networkMessages++;
        outlet.transmit(lane.to(), lane.takeAll(nowNanos, figures));
    }

    private Lane<D, M> lane(D to) {
        return lanes.computeIfAbsent(to, Lane::new);
    }

    private static long times(long nanos, int factor) {
        return nanos > Lane.NEVER / factor ? Lane.NEVER : nanos * factor;
    }

    private long bytesMax() {
        return settings.bytesMax();
    }

    private static long plus(long nanos, long more) {
        return nanos > Lane.NEVER - more ? Lane.NEVER : nanos + more;
    }
}
