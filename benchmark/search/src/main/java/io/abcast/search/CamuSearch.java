package io.abcast.search;

import io.abcast.log.Durability;
import io.abcast.sim.Fault;
import io.abcast.sim.check.Checkers;
import io.abcast.sim.check.Violation;
import io.abcast.sim.groups.GroupFuzzCampaign;
import io.abcast.sim.groups.GroupFuzzResult;
import io.abcast.sim.groups.GroupFuzzSettings;
import java.util.List;
import java.util.function.LongFunction;

/** Simulates random runs of CaMu with several partitions, each drawn from one seed. */
public final class CamuSearch implements LongFunction<String[]> {
    private final GroupFuzzCampaign campaign;
    private final List<String> by;

    CamuSearch(String name, int nodes, Durability durability, String faults, List<String> by) {
        this.by = by;
        String[] parts = name.split(" ", -1);
        if (!isName(name) || parts.length != 4)
            throw new IllegalArgumentException("expected CAMU PARTITIONS MODE LOG, got " + name);
        String mode = parts[2];
        CamuFamily family =
                CamuFamily.of(parts[3], nodes, mode.startsWith("strict"), mode.endsWith("fast"));
        GroupFuzzSettings settings =
                GroupFuzzSettings.of(family, Integer.parseInt(parts[1]), nodes)
                        .with(Fault.parse(faults))
                        .with(durability);
        // A run ends at its first violation, so if only one checker counts, run it alone: another
        // checker could end the run earlier.
        List<String> checkers =
                by.stream().filter(each -> !each.equals(Checkers.PROGRESS)).toList();
        campaign =
                new GroupFuzzCampaign(
                        checkers.size() == 1 ? settings.watchedBy(checkers.get(0)) : settings);
    }

    /**
     * Returns the name of the protocol variant in a search with several partitions.
     *
     * @param mode mode of CaMu: serializable, strict, fast or strict-fast
     */
    public static String name(int partitions, String mode, String log) {
        return CamuFamily.NAME + " " + partitions + " " + mode + " " + log;
    }

    static boolean isName(String protocol) {
        return protocol.startsWith(CamuFamily.NAME + " ");
    }

    @Override
    public String[] apply(long seed) {
        GroupFuzzResult result = campaign.run(seed);
        for (Violation violation : result.violations())
            if (by.isEmpty() || by.contains(violation.invariant()))
                return new String[] {
                    violation.invariant(), "seed " + result.seed() + "\n" + result.report()
                };
        return new String[0];
    }
}
