package io.abcast.papers.forest;

import java.util.ArrayList;
import java.util.List;

/**
 * The hose model of Tan 2019, section 3.4: each site has one uplink and one downlink, and the core network between the
 * links is unlimited. Concurrent flows share a link by max-min fairness.
 */
final class HoseModel {
    record Flow(int from, int to) {}

    private HoseModel() {}

    static double[] fairRates(double[] uplink, double[] downlink, List<Flow> flows) {
        double[] up = uplink.clone();
        double[] down = downlink.clone();
        double[] rates = new double[flows.size()];
        List<Integer> growing = new ArrayList<>();
        for (int k = 0; k < rates.length; k++) growing.add(k);
        while (!growing.isEmpty()) {
            int[] sending = new int[up.length];
            int[] receiving = new int[down.length];
            for (int k : growing) {
                sending[flows.get(k).from]++;
                receiving[flows.get(k).to]++;
            }
            double step = Double.POSITIVE_INFINITY;
            for (int i = 0; i < up.length; i++) {
                if (sending[i] > 0) step = Math.min(step, up[i] / sending[i]);
                if (receiving[i] > 0) step = Math.min(step, down[i] / receiving[i]);
            }
            // Collect the links whose capacity this step of progressive filling exhausts; the rates
            // of the flows over these links are final.
            boolean[] upFull = new boolean[up.length];
            boolean[] downFull = new boolean[down.length];
            for (int i = 0; i < up.length; i++) {
                upFull[i] = sending[i] > 0 && up[i] / sending[i] == step;
                downFull[i] = receiving[i] > 0 && down[i] / receiving[i] == step;
                up[i] = Math.max(0, up[i] - step * sending[i]);
                down[i] = Math.max(0, down[i] - step * receiving[i]);
            }
            for (int k : growing) rates[k] += step;
            growing.removeIf(k -> upFull[flows.get(k).from] || downFull[flows.get(k).to]);
        }
        return rates;
    }
}
