package io.abcast.papers.wan;

/**
 * Figures of one run, for the time after the warm-up.
 *
 * @param offeredMbit payload of the clients' requests, in Mbit/s.
 * @param committedMbit payload of the requests that were committed, in Mbit/s.
 * @param deliveredMbit payload of the requests that took effect at a site, mean over the sites, in Mbit/s.
 * @param commitMillis mean over all committed requests of the time from the request until its commit is durable at its
 *     site, in ms.
 * @param executionMillis mean over all executed requests of the time from the request until it took effect at its site,
 *     in ms.
 * @param refusedShare share of the requests that were refused because of full queues.
 * @param uplinkUse share of the time for which the busiest uplink was busy.
 */
public record WideMeasurement(
        double offeredMbit,
        double committedMbit,
        double deliveredMbit,
        double commitMillis,
        double executionMillis,
        double refusedShare,
        double uplinkUse) {}
