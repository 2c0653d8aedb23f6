package io.abcast.uplinks;

import java.util.ArrayList;
import java.util.List;

/**
 * The systems and cases of one {@code compare-forest}.
 *
 * @param up rate of each host's uplink in bit/s
 * @param down rate of each host's downlink in bit/s
 * @param loads divisions of the load among the hosts
 * @param offered offered loads, as multiples of the largest sustainable total
 * @param payloadBytes size of a request or multicast
 * @param runs number of runs of each system and case
 * @param warmSeconds time before the measured time, for each run
 * @param seconds measured time; a disturbance begins after a third of it
 */
record ForestContest(
        List<UplinkSystem> systems,
        double[] up,
        double[] down,
        List<OfferedLoad> loads,
        List<Double> offered,
        int payloadBytes,
        List<UplinkDisturbance> disturbances,
        int runs,
        int warmSeconds,
        int seconds) {

    /**
     * One run.
     *
     * @param run number of the run in its case, from 1
     * @param position number of the run among all runs, from 1
     */
    record Turn(
            UplinkSystem system,
            OfferedLoad load,
            double offered,
            UplinkDisturbance disturbance,
            int run,
            int position) {}

    int hosts() {
        return up.length;
    }

    /** All runs, in the order in which they are executed. The systems alternate. */
    List<Turn> turns() {
        List<Turn> turns = new ArrayList<>();
        for (int run = 1; run <= runs; run++)
            for (OfferedLoad load : loads)
                for (double each : offered)
                    for (UplinkDisturbance disturbance : disturbances)
                        for (UplinkSystem system : systems)
                            turns.add(
                                    new Turn(
                                            system,
                                            load,
                                            each,
                                            disturbance,
                                            run,
                                            turns.size() + 1));
        return turns;
    }

    /** The second of the measured time in which the disturbance begins. */
    int eventSecond() {
        return seconds / 3;
    }
}
