package io.abcast.papers.camu;

import io.abcast.papers.camu.arena.SiteDelays;
import java.util.Locale;

/**
 * One experiment of the evaluation of Vandevoorde 2018 (chapter 5).
 *
 * @param isWide whether the partitions are at the six sites of the WAN; if false, all partitions are in one LAN
 * @param roundNanos minimum time in ns between two rounds of a partition; each round takes one operation
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

    /** In the returned experiment, CAMU has no links, which is its default, and all other systems have static links. */
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
