package io.abcast.search;

import io.abcast.log.Durability;
import io.abcast.ordering.Ordering;
import io.abcast.sim.Fault;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import io.abcast.sim.Subject;
import io.abcast.sim.check.Checkers;
import io.abcast.sim.check.Violation;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;

/**
 * Simulates random runs of one protocol; public methods have only types of the JDK, for code outside the simulator's
 * class loader.
 */
public final class SeedSearch implements LongFunction<String[]> {
    private final LongFunction<String[]> search;

    /**
     * @param liars number of members that lie (send false messages)
     * @param durability memory, file or fsync; with the word {@code drawn}, each seed draws the durability
     * @param faults kinds of faults of the runs, in the form that {@link Fault#parse} accepts
     * @param by names of the checkers whose violations count, separated by commas; empty if all violations count
     * @throws IllegalArgumentException if there is no protocol, durability or fault with the given name
     */
    public SeedSearch(
            String protocol,
            Integer nodes,
            Integer liars,
            String durability,
            String faults,
            String by) {
        List<String> only = by.isEmpty() ? List.of() : Arrays.asList(by.split(",", -1));
        search =
                CamuSearch.isName(protocol)
                        ? new CamuSearch(protocol, nodes, durability(durability), faults, only)
                        : ofOneEnsemble(protocol, nodes, liars, durability, faults, only);
    }

    private static LongFunction<String[]> ofOneEnsemble(
            String protocol,
            int nodes,
            int liars,
            String durability,
            String faults,
            List<String> by) {
        FuzzSettings settings =
                FuzzSettings.of(subject(protocol), nodes)
                        .with(durability(durability))
                        .with(Fault.parse(faults));
        if (liars > 0) settings = settings.withLiars(liars);
        // If only interfering requests have one order, only the protocol's own checkers, which know
        // the keys of requests, can check this order.
        boolean alone =
                by.size() == 1
                        && !by.get(0).equals(Checkers.PROGRESS)
                        && Checkers.names().contains(by.get(0));
        FuzzCampaign campaign = new FuzzCampaign(alone ? settings.watchedBy(by.get(0)) : settings);
        return seed -> run(campaign, by, seed);
    }

    private static Subject subject(String protocol) {
        if (EpaxosFamily.has(protocol)) return EpaxosFamily.of(protocol);
        return Ordering.names().contains(protocol)
                ? new OrderingFamily(protocol)
                : new ZabFamily(protocol);
    }

    private static Durability durability(String name) {
        return name.equals("drawn") ? null : Durability.valueOf(name.toUpperCase(Locale.ROOT));
    }

    private static String[] run(FuzzCampaign campaign, List<String> by, long seed) {
        FuzzResult result = campaign.run(seed);
        for (Violation violation : result.violations())
            if (by.isEmpty() || by.contains(violation.invariant()))
                return new String[] {
                    violation.invariant(), "seed " + result.seed() + "\n" + result.report()
                };
        return new String[0];
    }

    /**
     * @return the violated invariant and a readable report; empty if the run of the seed has no violation that counts
     */
    @Override
    public String[] apply(long seed) {
        return search.apply(seed);
    }
}
