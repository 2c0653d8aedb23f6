package io.abcast.sim;

import io.abcast.log.Durability;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * The faults of one group's ensemble in a run with several groups: faults of its disks, clocks, links and processes.
 * Faults of servers and links therefore also affect the other groups of the run.
 */
public final class EnsembleFaults {
    private static final long MILLI = 1_000_000;

    private final FaultPlan plan;
    private final Set<Fault> faults;
    private Cluster cluster;
    private FaultInjector injector;

    private EnsembleFaults(FaultPlan plan, Set<Fault> faults) {
        this.plan = plan;
        this.faults = faults;
    }

    /**
     * Draws the faults of one ensemble for a run.
     *
     * @param nanos length of the part of the run with faults, in virtual nanoseconds
     */
    public static EnsembleFaults draw(
            Rng random, Set<Fault> faults, Durability durability, long nanos) {
        return new EnsembleFaults(FaultPlan.draw(random, faults, durability, nanos), faults);
    }

    /** Draws the length of the part of a run with faults, in virtual nanoseconds. */
    public static long drawLength(Rng random) {
        return FaultPlan.drawLength(random);
    }

    /** Describes the faults of this ensemble in order of time, with one line for each fault. */
    public List<String> lines() {
        return plan.steps().stream().map(FaultPlan.Step::toString).toList();
    }

    /** Virtual time in ns at which the fault with index {@code at} in {@link #lines} begins. */
    public long atNanos(int at) {
        return plan.steps().get(at).atNanos();
    }

    /**
     * Schedules the faults that were drawn for this ensemble. A caller may schedule the faults of an ensemble only
     * once.
     *
     * @param kept selects the faults that happen, by their indices in {@link #lines}.
     * @param load submits a request at a member, for faults that need requests in flight.
     * @param faultyMax maximum number of members that may be faulty at the same time, see {@link Subject#faultyMax}
     */
    public void schedule(Cluster ensemble, IntPredicate kept, IntConsumer load, int faultyMax) {
        cluster = ensemble;
        injector = new FaultInjector(ensemble, faults, load, faultyMax);
        List<FaultPlan.Step> steps = plan.steps();
        for (int i = 0; i < steps.size(); i++)
            if (kept.test(i)) injector.schedule(List.of(steps.get(i)));
    }

    /** Cancels all faults of this ensemble that have not begun yet. */
    public void stop() {
        injector.stop();
    }

    /**
     * Crashes the leader at its next externally visible step: a message to another replica, a delivery, an answer, an
     * appended entry, or a snapshot. Without a leader, the next member with an externally visible step crashes.
     *
     * @param downNanos time in ns for which the crashed server stays down
     */
    public void crashLeaderAtStep(Rng dice, long downNanos) {
        Set<Trace.Effect> step =
                Set.of(
                        dice.pick(
                                Trace.Effect.SEND_TO_GROUP,
                                Trace.Effect.SEND_TO_GROUP,
                                Trace.Effect.DELIVER_TO_GROUP,
                                Trace.Effect.ANSWER,
                                Trace.Effect.APPEND,
                                Trace.Effect.TAKE_SNAPSHOT));
        injector.crashAt(step, cluster.leader(), downNanos, dice);
    }

    /**
     * Crashes the member {@code id} after a few more effects of its node, and restarts the member later.
     *
     * @param downNanos time in ns for which the crashed server stays down
     */
    public void crashSoon(int id, Rng dice, long downNanos) {
        if (!injector.mayCrash(id)) return;
        if (!cluster.needsMemory() && dice.chance(0.5)) cluster.crashAfter(id, dice.below(4));
        else
            injector.later(
                    dice.between(0, 5 * MILLI),
                    () -> {
                        if (injector.mayCrash(id)) cluster.crash(id);
                    });
        injector.restartLater(id, downNanos + 5 * MILLI);
    }

    /** Whether the fault plan may crash the server now. */
    public boolean mayCrash(int id) {
        return injector.mayCrash(id);
    }

    /** Starts the server again after {@code nanos} ns, unless a caller calls {@link #stop} before. */
    public void restartLater(int id, long nanos) {
        injector.restartLater(id, nanos);
    }

    /** Runs {@code action} after {@code nanos} ns of virtual time, unless a caller calls {@link #stop} before. */
    public void later(long nanos, Runnable action) {
        injector.later(nanos, action);
    }
}
