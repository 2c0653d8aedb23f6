package io.abcast.papers.camu.arena;

import java.util.List;

/**
 * The sites of the partitions, and the delay of a message between each two sites.
 *
 * @param sites name of each site
 * @param siteOf index of the site of each partition in {@code sites}
 * @param oneWayNanos delay in ns of a message in one direction, indexed by the sites of sender and receiver; the
 *     diagonal has the delays within a site
 */
public record SiteDelays(List<String> sites, int[] siteOf, long[][] oneWayNanos) {
    public SiteDelays {
        if (oneWayNanos.length != sites.size())
            throw new IllegalArgumentException(
                    "delays: expected " + sites.size() + " rows, got " + oneWayNanos.length);
        for (int site : siteOf)
            if (site < 0 || site >= sites.size())
                throw new IllegalArgumentException(
                        "site: expected 0 to " + (sites.size() - 1) + ", got " + site);
    }

    /** Makes a single site with all partitions, in which all messages have the same delay. */
    public static SiteDelays one(int partitions, long oneWayNanos) {
        return new SiteDelays(List.of("LAN"), new int[partitions], new long[][] {{oneWayNanos}});
    }

    /** Makes delays of messages between partitions that each have a site of their own. */
    public static SiteDelays each(long[][] oneWayNanos) {
        int[] siteOf = new int[oneWayNanos.length];
        String[] names = new String[siteOf.length];
        for (int i = 0; i < siteOf.length; i++) {
            siteOf[i] = i;
            names[i] = "site " + i;
        }
        return new SiteDelays(List.of(names), siteOf, oneWayNanos);
    }

    public int partitions() {
        return siteOf.length;
    }

    public long nanos(int from, int to) {
        return oneWayNanos[siteOf[from]][siteOf[to]];
    }
}
