package io.abcast.papers.camu;

import io.abcast.papers.camu.arena.SiteDelays;
import io.abcast.papers.result.PaperCell;
import io.abcast.papers.result.PaperResult;
import io.abcast.papers.result.PrintedTable;
import java.util.ArrayList;
import java.util.List;

/** The servers of the testbed Grid5000 that the model simulates (Vandevoorde 2018, section 5.2, Tables 5.2 and 5.3). */
final class GridSites {
    /**
     * Vandevoorde 2018 prints round trips of "200ns for Ethernet and 35ms for the InfiniBand"; the model reads
     * Ethernet's 200 as microseconds.
     */
    static final long LAN_NANOS = 100_000;

    static final int LAN_SERVERS = 100;

    /** Vandevoorde 2018, sections 5.4 and 5.4.2: "a 45 nodes clusters spanning 6 locations". */
    static final int WAN_SERVERS = 45;

    private static final PrintedTable SERVERS = PrintedTable.load(GridSites.class, "table-5.2");
    private static final PrintedTable ROUND_TRIPS = PrintedTable.load(GridSites.class, "table-5.3");

    private GridSites() {}

    static SiteDelays lan(int partitions) {
        return SiteDelays.one(partitions, LAN_NANOS);
    }

    /**
     * Vandevoorde 2018 prints round trips from Lille only. If two sites have the round trips A and B from Lille, their
     * own round trip is between |A - B| and A + B (triangle inequality). The model uses the middle of this range, which
     * is max(A, B).
     */
    static SiteDelays wan() {
        List<String> sites = List.copyOf(ROUND_TRIPS.rows().keySet());
        long[][] nanos = new long[sites.size()][sites.size()];
        List<Integer> siteOf = new ArrayList<>();
        for (int i = 0; i < sites.size(); i++) {
            for (int server = 0; server < servers(sites.get(i)); server++) siteOf.add(i);
            for (int j = 0; j < sites.size(); j++)
                nanos[i][j] =
                        i == j
                                ? LAN_NANOS
                                : Math.round(roundTripMillis(sites.get(i), sites.get(j)) * 5e5);
        }
        return new SiteDelays(sites, siteOf.stream().mapToInt(each -> each).toArray(), nanos);
    }

    private static double fromLille(String site) {
        return ROUND_TRIPS.at(site, "Lille");
    }

    private static double roundTripMillis(String one, String other) {
        return Math.max(fromLille(one), fromLille(other));
    }

    /**
     * Table 5.2 of Vandevoorde 2018 lists 55 servers in the WAN, but the text says 45: the model takes 8 of 10 per
     * site, and all 5 of Nantes.
     */
    private static int servers(String site) {
        int printed =
                SERVERS.rows().keySet().stream()
                        .filter(cluster -> cluster.endsWith("(" + site + ")"))
                        .mapToInt(cluster -> count(SERVERS.at(cluster, "WAN")))
                        .sum();
        return printed > 5 ? 8 : printed;
    }

    private static int count(double servers) {
        return Double.isNaN(servers) ? 0 : (int) servers;
    }

    /** Table 5.2 of Vandevoorde 2018. */
    static PaperResult servers() {
        List<PaperCell> cells = new ArrayList<>();
        for (String cluster : SERVERS.rows().keySet()) {
            double lan = SERVERS.at(cluster, "LAN");
            if (!Double.isNaN(lan))
                cells.add(new PaperCell(cluster, "LAN", "servers", LAN_SERVERS, lan));
            double wan = SERVERS.at(cluster, "WAN");
            if (Double.isNaN(wan)) continue;
            String site = cluster.substring(cluster.indexOf('(') + 1, cluster.length() - 1);
            cells.add(new PaperCell(cluster, "WAN", "servers", servers(site), wan));
        }
        return new PaperResult(
                "table 5.2",
                "servers of the model",
                cells,
                List.of(),
                List.of(
                        "The text has 45 servers in the WAN, and the table 55. The model has 45: 8 of each site with"
                                + " 10, and 5 in Nantes."));
    }

    /** Table 5.3 of Vandevoorde 2018: the round trips from Lille, and the modelled round trips between the sites. */
    static PaperResult roundTrips() {
        List<PaperCell> cells = new ArrayList<>();
        List<String> sites = List.copyOf(ROUND_TRIPS.rows().keySet());
        for (String site : sites)
            cells.add(
                    new PaperCell(
                            site, "Lille", "round trip ms", fromLille(site), fromLille(site)));
        SiteDelays model = wan();
        for (int i = 0; i < sites.size(); i++)
            for (int j = 0; j < sites.size(); j++)
                cells.add(
                        new PaperCell(
                                sites.get(i),
                                sites.get(j),
                                "round trip ms",
                                2e-6 * model.oneWayNanos()[i][j]));
        return new PaperResult(
                "table 5.3",
                "round trips of the model",
                cells,
                List.of(),
                List.of(
                        "The thesis prints round trips from Lille only. Between two other sites the model has the"
                                + " larger of their round trips from Lille.",
                        "Within a site, and in the LAN, a round trip takes 0.2 ms. The thesis prints \"200ns for"
                                + " Ethernet and 35ms for the InfiniBand\"."));
    }
}
