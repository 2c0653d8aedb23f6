package io.abcast.dissemination.forest.node;

import java.util.Arrays;

/**
 * Divides the frames of one source among its overlays, in the shares of the plan, by deficit counters. For each frame,
 * every overlay gets a credit in bytes: its planned share of the frame's bytes. The overlay with the most credit
 * carries the frame. Each overlay therefore carries at most one frame more than its planned share. (Instead of deficit
 * counters, Tan 2019, section 6.3.2, uses quotas floor(r / R) x w for an overlay's rate r and the total rate R. Such a
 * quota is always 0 or w.)
 */
final class OverlayShares implements OverlayChoice {
    private final int self;

    /** In bytes/s; all 0 without a plan. */
    private double[] planned = new double[ForestSettings.ID_MAX + 1];

    private final double[] credit = new double[ForestSettings.ID_MAX + 1];
    private long usedBefore;

    OverlayShares(int self) {
        this.self = self;
    }

    @Override
    public void plan(double[] rates) {
        planned = rates == null ? new double[ForestSettings.ID_MAX + 1] : rates;
        Arrays.fill(credit, 0);
    }

    @Override
    public long planned() {
        long all = 0;
        for (int j = 0; j < planned.length; j++) if (planned[j] > 0) all |= 1L << j;
        return all;
    }

    double share(int overlay) {
        double total = 0;
        for (double each : planned) total += each;
        if (total == 0) return overlay == self ? 1 : 0;
        return planned[overlay] / total;
    }

    /**
     * The overlays in {@code usable} also carry the planned shares of all other overlays, in proportion to their own
     * shares.
     */
    @Override
    public int choose(int bytes, long present, long usable) {
        double absent = 0;
        double total = 0;
        long used = 0;
        for (int j = 0; j < planned.length; j++) {
            if (planned[j] == 0 || j == self) continue;
            if (((present >>> j) & 1) == 0) absent += planned[j];
            else if (((usable >>> j) & 1) != 0) {
                total += planned[j];
                used |= 1L << j;
            }
        }
        double direct = planned[self] + absent;
        if (direct > 0) used |= 1L << self;
        total += direct;
        if (total == 0) return self;
        // Restart all credits at 0, because an overlay that was unusable would later carry more
        // than its planned share.
        if (used != usedBefore) Arrays.fill(credit, 0);
        usedBefore = used;
        int best = self;
        double most = Double.NEGATIVE_INFINITY;
        for (int j = 0; j < planned.length; j++) {
            if (((used >>> j) & 1) == 0) continue;
            credit[j] += (j == self ? direct : planned[j]) / total * bytes;
            if (credit[j] > most) {
                most = credit[j];
                best = j;
            }
        }
        credit[best] -= bytes;
        return best;
    }
}
