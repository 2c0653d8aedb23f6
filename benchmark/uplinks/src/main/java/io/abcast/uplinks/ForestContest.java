package io.abcast.uplinks;

import java.util.ArrayList;
import java.util.List;

/**
 * The systems that one run of {@code compare-forest} compares, and the cases in which it compares them.
 *
 * @param up rate of each host's uplink in bit/s
 * @param down rate of each host's downlink in bit/s
 * @param loads divisions of the offered load among the hosts, one for each case
 * @param offered offered total loads, as multiples of the largest total that FOREST can sustain
 * @param payloadBytes size of the payload of a request or multicast in bytes
 * @param runs number of runs of each system and case
 * @param warmSeconds time of each run before its measured time, in seconds
 * @param seconds length of the measured time in seconds; a disturbance begins after a third of the measured time
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

    /** The systems alternate from run to run, so that changes of the machine's speed affect all systems alike. */
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

    int eventSecond() {
        return seconds / 3;
    }
}
