package io.abcast.papers.wan;

/**
 * Overlays that carry the payloads, with a plan that does not change: Tan 2019 gives the controller constants as well.
 *
 * @param rates R'_i of each site
 * @param r r_ij: row i, column j
 * @param isQuota whether a source picks a random overlay with quota, as in section 6.3.2; otherwise by deficit counters
 */
public record WideOverlays(double[] rates, double[][] r, boolean isQuota) {}
