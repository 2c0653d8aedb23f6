package io.abcast.papers.wan;

/**
 * Overlays that carry the payloads of all sites, with a plan that does not change during a run. The plan of Tan 2019
 * does not change during a run, because the inputs of its controller are constant.
 *
 * @param rates total rate R'_i of each source i, in any unit
 * @param r rate r_ij that source i sends over relay j, in row i and column j, in the unit of {@code rates}
 * @param isQuota whether a source draws a random overlay that has enough quota left, as in section 6.3.2 of Tan 2019;
 *     if false, deficit counters choose the overlay
 */
public record WideOverlays(double[] rates, double[][] r, boolean isQuota) {}
