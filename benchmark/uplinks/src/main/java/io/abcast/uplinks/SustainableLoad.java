package io.abcast.uplinks;

import io.abcast.dissemination.forest.SustainableRates;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Computes the loads that FOREST can carry over links of given rates. A forest is a set of multicast trees, one or more
 * for each sending host.
 */
final class SustainableLoad {
    static final double PAYLOAD_SHARE = 0.956;

    private SustainableLoad() {}

    /**
     * In bit/s.
     *
     * @param up rate of each host's uplink in bit/s
     * @param down rate of each host's downlink in bit/s
     */
    static double total(OfferedLoad load, double[] up, double[] down) {
        double most = Arrays.stream(up).sum();
        return most * SustainableRates.largestFactor(net(up), net(down), load.rates(most));
    }

    /**
     * In bit/s.
     *
     * @param offered offered load of each host in bit/s
     * @param absent number of a host that does not run; -1 if all hosts run
     */
    static double planned(double[] offered, double[] up, double[] down, int absent) {
        double[] rates =
                SustainableRates.of(
                        net(without(up, absent)),
                        net(without(down, absent)),
                        without(offered, absent));
        return Arrays.stream(rates).sum();
    }

    private static double[] without(double[] of, int absent) {
        return IntStream.range(0, of.length)
                .filter(i -> i != absent)
                .mapToDouble(i -> of[i])
                .toArray();
    }

    private static double[] net(double[] rates) {
        return Arrays.stream(rates).map(rate -> rate * PAYLOAD_SHARE).toArray();
    }
}
