package io.abcast.search.mutants;

import io.abcast.log.Durability;
import io.abcast.ordering.Ordering;
import io.abcast.search.CamuFamily;
import io.abcast.search.CamuSearch;
import io.abcast.sim.Fault;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;

/**
 * A check that runs a fuzz campaign on a mutant: consecutive seeds, with all checkers or only some checkers.
 *
 * @param durability durability of the members in the runs; {@code null} if each seed draws the durability
 * @param by names of the checkers whose violations count; empty if all violations count
 * @param secondsMax limit on CPU time in seconds, as a safety net behind the number of seeds
 */
record FuzzCheck(
        String protocol,
        int nodes,
        int liars,
        Durability durability,
        Set<Fault> faults,
        List<String> by,
        int first,
        int seedsMax,
        int secondsMax)
        implements Check {
    private static final int SEEDS = 1_000;
    private static final int SECONDS = 120;

    static FuzzCheck of(String mutated, Options options) {
        options.only(
                "protocol",
                "nodes",
                "liars",
                "durability",
                "faults",
                "by",
                "first",
                "seeds",
                "seconds",
                "partitions",
                "mode",
                "log");
        String protocol = options.text("protocol", mutated);
        if (protocol.equals(CamuFamily.NAME))
            protocol =
                    CamuSearch.name(
                            options.number("partitions", 2),
                            options.text("mode", "serializable"),
                            options.text("log", "ZAB"));
        String durability = options.text("durability", "fsync");
        String by = options.text("by", "");
        try {
            return new FuzzCheck(
                    protocol,
                    options.number("nodes", protocol.equals(Ordering.FBP) ? 7 : 3),
                    options.number("liars", 0),
                    durability.equals("drawn")
                            ? null
                            : Durability.valueOf(durability.toUpperCase(Locale.ROOT)),
                    Fault.parse(options.text("faults", "all")),
                    by.isEmpty() ? List.of() : Arrays.asList(by.split(",", -1)),
                    options.number("first", 1),
                    options.number("seeds", SEEDS),
                    options.number("seconds", SECONDS));
        } catch (IllegalArgumentException e) {
            throw new MutantException(options.line() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String key() {
        return "fuzz protocol="
                + protocol
                + " nodes="
                + nodes
                + (liars == 0 ? "" : " liars=" + liars)
                + " durability="
                + (durability == null ? "drawn" : durability.name().toLowerCase(Locale.ROOT))
                + " faults="
                + Fault.format(faults)
                + (by.isEmpty() ? "" : " by=" + String.join(",", by))
                + (first == 1 ? "" : " first=" + first);
    }

    @Override
    public String unit() {
        return "seeds";
    }

    @Override
    public long amountMax() {
        return seedsMax;
    }

    @Override
    public Outcome run(ClassLoader loader, long amountMax, LongConsumer progress) {
        LongFunction<String[]> search =
                PatchedProtocol.search(
                        loader,
                        protocol,
                        nodes,
                        liars,
                        durability == null ? "drawn" : durability.name().toLowerCase(Locale.ROOT),
                        Fault.format(faults),
                        String.join(",", by));
        long until = Check.cpuNanos() + secondsMax * 1_000_000_000L;
        for (long done = 0; done < amountMax; done++) {
            if (Check.cpuNanos() > until || Thread.currentThread().isInterrupted())
                return new Outcome(
                        "", done, "", "stopped after " + secondsMax + " s of processor time");
            String[] found = search.apply(first + done);
            if (found.length > 0) return new Outcome(found[0], done + 1, found[1], "");
            progress.accept(done + 1);
        }
        return new Outcome("", amountMax, "", "");
    }
}
