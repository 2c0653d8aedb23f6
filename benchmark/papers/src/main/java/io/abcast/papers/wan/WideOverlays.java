package io.abcast.papers.wan;

/**
 * Overlays that carry the payloads, with a plan that does not change during a run. Tan 2019 also gives the controller
 * constant inputs.
 *
 * @param rates rate R'_i of each source i
 * @param r rate r_ij that source i sends over relay j, in row i and column j
 * @param isQuota whether a source draws a random overlay that has enough quota, as in section 6.3.2; otherwise deficit
 *     counters choose the overlay
 */
public record WideOverlays(double[] rates, double[][] r, boolean isQuota) {}
