package io.abcast.papers.camu;

import io.abcast.papers.camu.arena.MachineFactory;
import io.abcast.papers.camu.arena.OperationMeter;
import io.abcast.papers.camu.arena.PartitionArena;
import io.abcast.papers.camu.arena.PartitionMachine;
import io.abcast.papers.camu.arena.SiteDelays;
import io.abcast.papers.camu.arena.SwitchedMachine;
import io.abcast.papers.camu.thesis.ThesisOptions;
import io.abcast.sim.Rng;

/**
 * Runs one experiment of Vandevoorde 2018 once, in virtual time.
 *
 * @param seconds length of the load of the run, in seconds of virtual time.
 * @param messageNanos time in ns for which each sent and each received message occupies the thread of a partition.
 * @param isLmecAfterDecided order of two steps in a round of CaMu, see {@link ThesisOptions}.
 * @param decidesAtOnce see {@link ThesisOptions}.
 */
record CamuRun(
        double seconds, long messageNanos, boolean isLmecAfterDecided, boolean decidesAtOnce) {
    private static final int WARM_UP_ROUNDS = 20;

    /** Maximum virtual duration of a run, as a multiple of the length of its load; a longer run fails. */
    private static final int LIMIT_FACTOR = 20;

    private static final long FORCED_NANOS = 200_000_000;

    private static final long FORCED_BACK_NANOS = 1_000_000_000;

    OperationFigures measure(CamuExperiment experiment, long seed) {
        SiteDelays delays = experiment.delays();
        int[][] partners = PartnerClusters.of(delays);
        int partitions = delays.partitions();
        // Vandevoorde 2018, section 5.3: with a uniform distribution, all links use Periodic
        // Broadcast.
        int[][] periodic =
                experiment.plan() == LinkPlan.OFF || experiment.plan() == LinkPlan.AUTO
                        ? new int[partitions][0]
                        : experiment.skew() == PartnerSkew.UNIFORM
                                ? PartnerClusters.all(partitions)
                                : partners;
        Rng random = new Rng(seed);
        long endNanos = (long) (seconds * 1e9);
        CamuLoadSource source =
                new CamuLoadSource(
                        experiment.load(),
                        experiment.skew(),
                        partners,
                        endNanos,
                        random.nextLong());
        long warmUpNanos = Math.min(WARM_UP_ROUNDS * experiment.roundNanos(), endNanos / 2);
        OperationMeter meter = new OperationMeter(warmUpNanos, experiment.load().kinds().size());
        PartitionMachine[] machines = new PartitionMachine[partitions];
        ThesisOptions options =
                ThesisOptions.closed(experiment.roundNanos())
                        .withLmecAfterDecided(isLmecAfterDecided)
                        .decidingAtOnce(decidesAtOnce)
                        .adapting(experiment.plan() == LinkPlan.SHARE, random.nextLong());
        MachineFactory factory = experiment.row().factory(periodic, options);
        PartitionArena arena =
                new PartitionArena(
                        delays,
                        messageNanos,
                        source,
                        meter,
                        (self, context) -> machines[self] = factory.create(self, context));
        if (experiment.plan() == LinkPlan.AUTO)
            for (PartitionMachine each : machines) ((CamuMachine) each).steerItself();
        // Partitions start at random times within one message delay, like processes that a barrier
        // has just released.
        for (int i = 0; i < partitions; i++) arena.start(i, random.between(0, GridSites.LAN_NANOS));
        if (experiment.plan() == LinkPlan.FORCED)
            force(arena, machines, periodic, endNanos, random);
        if (!arena.runToEnd(endNanos, LIMIT_FACTOR * endNanos))
            throw new IllegalStateException(
                    experiment + ": " + meter.unfinished() + " operations did not finish");
        return OperationFigures.of(
                meter, partitions * (endNanos - warmUpNanos) / 1e9, switches(machines));
    }

    private static void force(
            PartitionArena arena,
            PartitionMachine[] machines,
            int[][] periodic,
            long endNanos,
            Rng random) {
        for (long at = FORCED_NANOS; at + FORCED_BACK_NANOS < endNanos; at += FORCED_NANOS) {
            int one = random.below(machines.length);
            int other = periodic[one][random.below(periodic[one].length)];
            arena.at(at, () -> requestSwitch(machines, one, other, false));
            arena.at(at + FORCED_BACK_NANOS, () -> requestSwitch(machines, one, other, true));
        }
    }

    /**
     * CAMU has one link for each direction between two partitions; Vandevoorde 2018 has one link for both directions.
     */
    private static void requestSwitch(
            PartitionMachine[] machines, int one, int other, boolean toPeriodic) {
        ((SwitchedMachine) machines[one]).requestSwitch(other, toPeriodic);
        if (machines[other] instanceof CamuMachine machine) machine.requestSwitch(one, toPeriodic);
    }

    private static long switches(PartitionMachine[] machines) {
        long sum = 0;
        for (PartitionMachine each : machines)
            if (each instanceof SwitchedMachine machine) sum += machine.switches();
        return sum;
    }
}
