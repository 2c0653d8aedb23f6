package io.abcast.sim;

import io.abcast.log.Durability;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * The faults of the ensemble of one of several groups: those of its disks, clocks, links and processes. A crash of a
 * process is one of its server, and a fault of a link is one between two servers, so these faults also affect the other
 * groups.
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
     * Draws the faults of a run.
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

    /** One line for each fault, in order of time. */
    public List<String> lines() {
        return plan.steps().stream().map(FaultPlan.Step::toString).toList();
    }

    /** Time at which fault number {@code at} of {@link #lines} begins, in virtual nanoseconds. */
    public long atNanos(int at) {
        return plan.steps().get(at).atNanos();
    }

    /**
     * Schedules the faults. Called once.
     *
     * @param kept selects the faults that happen, by their numbers in {@link #lines}
     * @param load submits a request at a member, for faults that need requests in flight
     * @param faultyMax see {@link Subject#faultyMax}
     */
    public void schedule(Cluster ensemble, IntPredicate kept, IntConsumer load, int faultyMax) {
        cluster = ensemble;
        injector = new FaultInjector(ensemble, faults, load, faultyMax);
        List<FaultPlan.Step> steps = plan.steps();
        for (int i = 0; i < steps.size(); i++)
            if (kept.test(i)) injector.schedule(List.of(steps.get(i)));
    }

    /** Cancels all faults that have not begun. */
    public void stop() {
        injector.stop();
    }

    /**
     * Lets the leader crash at its next step that concerns other groups or its callers: at a message to another replica,
     * a delivery, an answer, an entry or a snapshot. Without a leader, the next member with such a step crashes. The
     * server restarts later.
     *
     * @param downNanos time for which the server stays down
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
     * Lets a member crash a few effects from now, and restart later. May be called inside an effect.
     *
     * @param downNanos time for which the server stays down
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

    /** Whether the server may crash now: in a run without logs a quorum of each group must keep its memory. */
    public boolean mayCrash(int id) {
        return injector.mayCrash(id);
    }

    /** Starts the server again after {@code nanos} ns, unless {@link #stop} comes first. */
    public void restartLater(int id, long nanos) {
        injector.restartLater(id, nanos);
    }

    /** Runs the action after {@code nanos} ns, unless {@link #stop} comes first. */
    public void later(long nanos, Runnable action) {
        injector.later(nanos, action);
    }
}
