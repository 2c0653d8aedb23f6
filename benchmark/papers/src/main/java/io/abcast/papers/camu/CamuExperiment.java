package io.abcast.papers.camu;

import io.abcast.papers.camu.arena.SiteDelays;
import java.util.Locale;

/**
 * One point of the thesis's evaluation (chapter 5).
 *
 * @param isWide whether the partitions are at the six sites of the WAN; otherwise in one LAN
 * @param roundNanos least time between two rounds of a partition, each of which takes one operation
 */
record CamuExperiment(
        MulticastRow row,
        CamuLoad load,
        PartnerSkew skew,
        boolean isWide,
        int partitions,
        long roundNanos,
        LinkPlan plan) {
    SiteDelays delays() {
        return isWide ? GridSites.wan() : GridSites.lan(partitions);
    }

    /** Another row. CAMU has no links, which is its default; the other rows have static ones. */
    CamuExperiment with(MulticastRow other) {
        LinkPlan its = other == MulticastRow.CAMU ? LinkPlan.OFF : LinkPlan.STATIC;
        return new CamuExperiment(other, load, skew, isWide, partitions, roundNanos, its);
    }

    CamuExperiment with(PartnerSkew other) {
        return new CamuExperiment(row, load, other, isWide, partitions, roundNanos, plan);
    }

    CamuExperiment with(LinkPlan other) {
        return new CamuExperiment(row, load, skew, isWide, partitions, roundNanos, other);
    }

    CamuExperiment withRound(long nanos) {
        return new CamuExperiment(row, load, skew, isWide, partitions, nanos, plan);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s, %s, %s, %d partitions in the %s, rounds of %.0f ms, links %s",
                row,
                load,
                skew,
                partitions,
                isWide ? "WAN" : "LAN",
                roundNanos / 1e6,
                plan);
    }
}
