package io.abcast.jgroups.forest;

import io.abcast.dissemination.forest.ForestPlanner;
import io.abcast.dissemination.forest.node.ForestController;
import io.abcast.dissemination.forest.node.ForestFigures;
import io.abcast.dissemination.forest.node.ForestMessage.PlanMessage;
import io.abcast.dissemination.forest.node.ForestNode;
import java.util.concurrent.atomic.LongAdder;

/**
 * The figures of a {@link ForestDriver}, which runs {@code FOREST} at one member. The driver's thread publishes the
 * figures; any thread may read them.
 */
public final class ForestCounters {
    private static final long RATE_NANOS = 500_000_000;

    final LongAdder delivered = new LongAdder();
    final LongAdder dropped = new LongAdder();
    final LongAdder malformed = new LongAdder();
    final LongAdder strange = new LongAdder();
    final LongAdder defects = new LongAdder();

    private volatile ForestSnapshot last = ForestSnapshot.NONE;
    private long ratesNanos = System.nanoTime();
    private long offered;
    private long out;
    private long in;
    private double rateOffered;
    private double rateOut;
    private double rateIn;

    ForestCounters() {}

    /** Returns the figures that the driver of {@code FOREST} published last, at most a few milliseconds ago. */
    public ForestSnapshot last() {
        return last;
    }

    /** Returns the number of multicasts of other members that this member delivered to the protocols above. */
    public long delivered() {
        return delivered.sum();
    }

    /**
     * Returns the number of multicasts of this member that the driver dropped because too many bytes waited for the
     * FOREST node.
     */
    public long dropped() {
        return dropped.sum();
    }

    /** Returns the number of malformed messages that the driver of FOREST dropped. */
    public long malformed() {
        return malformed.sum();
    }

    /** Returns the number of unexpected exceptions in the driver of FOREST, after which the driver continued. */
    public long defects() {
        return defects.sum();
    }

    /**
     * Returns the number of messages that the driver dropped because the messages concern members that are not in the
     * view.
     */
    public long strange() {
        return strange.sum();
    }

    void publish(
            ForestNode node,
            ForestController controller,
            ForestPlanner planner,
            int linked,
            long nowNanos) {
        ForestFigures f = node.figures();
        measure(f, nowNanos);
        PlanMessage plan = node.plan();
        last =
                new ForestSnapshot(
                        linked,
                        f.bytesDirect(),
                        f.bytesToRelays(),
                        f.bytesForwarded(),
                        f.bytesResent(),
                        f.bytesFetched(),
                        f.lateFrames(),
                        f.relayDrops(),
                        f.framesDamaged(),
                        f.suspensions(),
                        Long.bitCount(node.suspended()),
                        node.ownBytes(),
                        plan == null ? 0 : plan.epoch(),
                        plan == null ? 0 : plan.number(),
                        plan == null ? 0 : node.planAgeNanos(nowNanos) / 1_000_000,
                        controller.plansMade(),
                        f.plansRefused(),
                        planner.fallbacks(),
                        rateOffered,
                        rateOut,
                        rateIn,
                        controller.isPlanner() ? controller.uplink(ForestRoster.SELF) : 0);
    }

    private void measure(ForestFigures figures, long nowNanos) {
        long nanos = nowNanos - ratesNanos;
        if (nanos < RATE_NANOS) return;
        double perSecond = 1e9 / nanos;
        rateOffered = (figures.bytesOffered() - offered) * perSecond;
        rateOut = (figures.bytesOut() - out) * perSecond;
        rateIn = (figures.bytesIn() - in) * perSecond;
        offered = figures.bytesOffered();
        out = figures.bytesOut();
        in = figures.bytesIn();
        ratesNanos = nowNanos;
    }
}
