package io.abcast.papers.wan;

import io.abcast.dissemination.forest.node.OverlayChoice;
import io.abcast.sim.Rng;

/**
 * The data plane of Tan 2019, section 6.3.2, which chooses an overlay for each frame. Each frame goes over a random
 * overlay with enough remaining quota. Tan 2019 prints floor(r / R) x w as quota of an overlay with rate r of a total
 * rate R, which is always 0 or the window w. This class uses floor(r / R x w) instead.
 */
final class QuotaChoice implements OverlayChoice {
    /** Tan 2019, section 6.3.2: "w is set to 200KB to achieve the best performance". */
    static final int WINDOW_BYTES = 200 << 10;

    private final int self;
    private final Rng random;

    /** In bytes per overlay and window; empty if the source has no plan. */
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

    /** Returns -1 if no allowed overlay has enough quota. */
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
