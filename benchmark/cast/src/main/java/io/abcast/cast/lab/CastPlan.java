package io.abcast.cast.lab;

import io.abcast.lab.LabSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * The plan of a comparison of casts, which runs every system under every disturbance several times. Systems run in the
 * order A B C A B C, so that changes of the machine's speed affect all systems alike.
 *
 * @param hosts number of hosts, including the source
 * @param bytes length of the file in bytes
 * @param bitsPerSecond rate of each cable in each direction, in bit/s
 * @param congestionControl congestion control of TCP on the hosts; empty for the default of the machine
 * @param runs number of runs of each system under each disturbance
 * @param limitSeconds time in seconds after which a run has failed; 0 for the default, which is {@link #LIMIT_IDEALS}
 *     times the ideal time plus half a minute
 * @param seed seed of the file's bytes
 */
public record CastPlan(
        List<CastSystem> systems,
        List<LabDisturbance> disturbances,
        int hosts,
        long bytes,
        long bitsPerSecond,
        String congestionControl,
        int runs,
        double limitSeconds,
        long seed) {
    public static final int HOSTS_MAX = LabSpec.HOSTS_MAX;
    private static final double LIMIT_IDEALS = 8;
    private static final double LIMIT_MORE_SECONDS = 30;

    private static final double OVERHEAD_SECONDS = 4;

    /**
     * One run of one compared system under one disturbance.
     *
     * @param run number of the run among the runs with the same system and disturbance, from 1
     * @param position number of the run among all runs of the comparison, from 1
     */
    public record Turn(
            CastSystem system, LabDisturbance disturbance, int run, int position, int of) {}

    /** All runs of the plan, in the order in which the comparison executes them. */
    public List<Turn> turns() {
        List<Turn> turns = new ArrayList<>();
        int total = runs * systems.size() * disturbances.size();
        for (int run = 1; run <= runs; run++)
            for (LabDisturbance disturbance : disturbances)
                for (CastSystem system : systems)
                    turns.add(new Turn(system, disturbance, run, turns.size() + 1, total));
        return turns;
    }

    /** Time in seconds to send the file over a cable without other traffic. */
    public double transferSeconds() {
        return bytes * 8.0 / bitsPerSecond;
    }

    public double idealSeconds(LabDisturbance disturbance) {
        return disturbance.idealSeconds(transferSeconds());
    }

    double limitSeconds(LabDisturbance disturbance) {
        return limitSeconds > 0
                ? limitSeconds
                : LIMIT_IDEALS * idealSeconds(disturbance) + LIMIT_MORE_SECONDS;
    }

    /** Estimated time of one run of the plan, in seconds. */
    public double expectedSeconds(Turn turn) {
        return OVERHEAD_SECONDS + 1.5 * idealSeconds(turn.disturbance());
    }
}
