package io.abcast.papers.wan;

import io.abcast.dissemination.forest.node.OverlayChoice;
import io.abcast.sim.Rng;

/**
 * The data plane of Tan 2019, section 6.3.2: each overlay has a quota of bytes out of {@link #WINDOW_BYTES}, in
 * proportion to its rate. A random overlay that has enough quota left sends the next frame. If no overlay has enough,
 * all overlays get their whole quotas again.
 *
 * <p>The formula that the thesis prints, floor(r / R) x w, always gives 0 or w. So this class rounds the product in
 * place of the ratio: floor(r / R x w).
 */
final class QuotaChoice implements OverlayChoice {
    /** Length of a window in bytes. Section 6.3.2: "w is set to 200KB to achieve the best performance". */
    static final int WINDOW_BYTES = 200 << 10;

    private final int self;
    private final Rng random;

    /** Quota of each overlay out of a whole window, in bytes; empty while there is no plan. */
    private long[] quota = new long[0];

    private long[] left = new long[0];

    QuotaChoice(int self, Rng random) {
        this.self = self;
        this.random = random;
    }

    @Override
    public void plan(double[] rates) {
        double total = 0;
        for (int j = 0; rates != null && j < rates.length; j++) total += rates[j];
        quota = new long[total == 0 ? 0 : rates.length];
        for (int j = 0; j < quota.length; j++)
            quota[j] = (long) Math.floor(rates[j] / total * WINDOW_BYTES);
        left = quota.clone();
    }

    @Override
    public long planned() {
        long all = 0;
        for (int j = 0; j < quota.length; j++) if (quota[j] > 0) all |= 1L << j;
        return all;
    }

    @Override
    public int choose(int bytes, long present, long usable) {
        long allowed = (present & usable) | (1L << self);
        int choice = pick(bytes, allowed);
        if (choice < 0) {
            left = quota.clone();
            choice = pick(bytes, allowed);
        }
        if (choice < 0) return self;
        left[choice] -= bytes;
        return choice;
    }

    /** A random allowed overlay that has enough quota left; -1 if no overlay has enough. */
    private int pick(int bytes, long allowed) {
        int choices = 0;
        int choice = -1;
        for (int j = 0; j < left.length; j++) {
            if (left[j] < bytes || ((allowed >>> j) & 1) == 0) continue;
            choices++;
            if (random.below(choices) == 0) choice = j;
        }
        return choice;
    }
}
