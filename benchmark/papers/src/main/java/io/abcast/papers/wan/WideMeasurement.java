package io.abcast.papers.wan;

/**
 * Figures of one run, measured after the run's warm-up.
 *
 * @param offeredMbit payload rate of the requests that clients sent, in Mbit/s.
 * @param committedMbit payload rate of the requests that were committed, in Mbit/s.
 * @param deliveredMbit payload rate of the requests that took effect at a site, as a mean over the sites, in Mbit/s.
 * @param commitMillis mean time from a request until its commit is durable at the site of the request, over all
 *     committed requests, in ms.
 * @param executionMillis mean time from a request until it took effect at the site of the request, over all executed
 *     requests, in ms.
 * @param refusedShare fraction of the requests that a site refused because of full queues, 0 to 1.
 * @param uplinkUse fraction of the measured time for which the busiest uplink was busy, 0 to 1.
 */
public record WideMeasurement(
        double offeredMbit,
        double committedMbit,
        double deliveredMbit,
        double commitMillis,
        double executionMillis,
        double refusedShare,
        double uplinkUse) {}
