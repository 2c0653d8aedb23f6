package io.abcast.benchmark.mutants;

import io.abcast.kernel.log.Durability;
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
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * A fuzz campaign: seeds from the first on, with all checkers, or with one.
 *
 * @param durability {@code null}: drawn for each seed
 * @param by the only violations that count, any if empty
 * @param secondsMax of processor time, a safety net; the bound is the number of seeds
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
                "seconds");
        String protocol = options.text("protocol", mutated);
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
                + (by.size() == 1 ? " by=" + by.get(0) : "")
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
        String family = Ordering.names().contains(protocol) ? "OrderingFamily" : "ZabFamily";
        Subject subject = PatchedProtocol.subject(loader, family, protocol);
        FuzzSettings settings = FuzzSettings.of(subject, nodes).with(durability).with(faults);
        if (liars > 0) settings = settings.withLiars(liars);
        boolean alone = by.size() == 1 && !by.get(0).equals(Checkers.PROGRESS);
        FuzzCampaign campaign = new FuzzCampaign(alone ? settings.watchedBy(by.get(0)) : settings);
        long until = Check.cpuNanos() + secondsMax * 1_000_000_000L;
        for (long done = 0; done < amountMax; done++) {
            if (Check.cpuNanos() > until || Thread.currentThread().isInterrupted())
                return new Outcome(
                        "", done, "", "stopped after " + secondsMax + " s of processor time");
            FuzzResult result = campaign.run(first + done);
            for (Violation violation : result.violations())
                if (by.isEmpty() || by.contains(violation.invariant()))
                    return new Outcome(
                            violation.invariant(),
                            done + 1,
                            "seed " + result.seed() + "\n" + result.report(),
                            "");
            progress.accept(done + 1);
        }
        return new Outcome("", amountMax, "", "");
    }
}
