package io.abcast.benchmark.command;

import io.abcast.benchmark.bench.PartitionSetup;
import io.abcast.benchmark.bench.Plan;
import io.abcast.benchmark.compare.AbcastContestant;
import io.abcast.command.Usage;
import io.abcast.kernel.Membership;
import io.abcast.load.Experiment;
import io.abcast.load.PartitionLoad;
import io.abcast.load.PartitionServers;
import io.abcast.load.contest.ComparisonPlan;
import io.abcast.server.ProtocolNames;
import io.abcast.testkit.LocalEnsemble;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options of {@code abcast bench} for the partitions of CAMU. */
final class PartitionOptions {
    @Option(
            names = "--partitions",
            paramLabel = "N|MAP",
            description =
                    "Number of partitions, each with --nodes servers, or the partitions with their server ids, such as"
                            + " 'A=1,2,3;B=4,5,6'; with --protocol CAMU. Default: 2.")
    private String partitions;

    @Option(
            names = "--placement",
            paramLabel = "HOW",
            description =
                    "Servers of the partitions. together: all partitions have the same servers. apart: no two"
                            + " partitions share a server. Default: together.")
    private String placement;

    @Option(
            names = "--multi",
            split = ",",
            paramLabel = "PERCENT",
            description =
                    "Percentage of the writes that go to several partitions, one key in each. Default: 0.")
    private List<Integer> multi = List.of();

    @Option(
            names = "--span",
            paramLabel = "N",
            description = "Number of partitions of a write to several partitions. Default: 2.")
    private Integer span;

    @Option(
            names = "--skew",
            paramLabel = "HOW",
            description =
                    "Choice of the further partitions of such a write. uniform: all alike. zipf:S: the partitions that"
                            + " follow the first one, with Zipf's distribution of exponent S. fixed: the partitions"
                            + " that follow."
                            + " Default: uniform.")
    private String skew;

    @Option(
            names = "--hot-keys",
            paramLabel = "K",
            description =
                    "Number of keys of each partition that requests use. With --workload micro: number of hot records"
                            + " of each partition; every transaction uses a hot record. Default: all --keys, or 0 with"
                            + " micro.")
    private Integer hotKeys;

    @Option(
            names = "--load-on",
            split = ",",
            paramLabel = "NAME",
            description = "Partitions to which the requests are limited. Default: all.")
    private List<String> loadOn = List.of();

    @Option(
            names = "--links",
            paramLabel = "LINKS",
            description =
                    "Attribute links of CAMU, such as on, off or A-B. Default: as in the stack file.")
    private String links;

    @Option(
            names = "--consistency",
            paramLabel = "HOW",
            description =
                    "Attribute consistency of CAMU: serializable or strict. Default: as in the stack file.")
    private String consistency;

    @Option(
            names = "--fast",
            paramLabel = "on|off",
            description = "Attribute fast of CAMU. Default: as in the stack file.")
    private String fast;

    Plan applied(Plan plan, CommandLine command) {
        Usage usage = new Usage(command);
        boolean isCamu =
                plan.experiments().stream().anyMatch(e -> e.protocol().equals(ProtocolNames.CAMU));
        if (!isCamu) {
            String given = given();
            if (given != null)
                throw usage.wrong(
                        given,
                        "it with --protocol CAMU only",
                        plan.experiments().get(0).protocol());
            return plan;
        }
        PartitionSetup setup = setup(usage);
        List<Experiment> all = new ArrayList<>();
        for (Experiment experiment : plan.experiments()) {
            int servers = setup.servers(experiment.nodes());
            if (servers > LocalEnsemble.SERVERS_MAX)
                throw usage.wrong(
                        "--partitions",
                        "at most " + LocalEnsemble.SERVERS_MAX + " servers",
                        servers);
            if (experiment.load().conflicts().wanted())
                throw usage.wrong("--conflicts", "none beside CAMU", "it with CAMU");
            for (int percent : multi.isEmpty() ? List.of(0) : multi) {
                boolean hasPartitions = experiment.protocol().equals(ProtocolNames.CAMU);
                // Protocols other than CAMU have no writes to several partitions, so skip all
                // percentages of such writes except 0.
                if (!hasPartitions && percent > 0) continue;
                PartitionLoad load = spread(usage, setup, experiment.nodes(), percent);
                all.add(
                        experiment.loadedWith(
                                experiment
                                        .load()
                                        .withSpread(hasPartitions ? load : PartitionLoad.NONE)));
            }
        }
        return plan.with(all, setup);
    }

    Map<Integer, PartitionServers> servers(
            Usage usage, List<SystemName> systems, List<Integer> nodes) {
        Map<Integer, PartitionServers> maps = new TreeMap<>();
        if (systems.stream().noneMatch(SystemName::hasPartitions)) {
            String given = given();
            if (given != null)
                throw usage.wrong(given, "it beside a system with partitions", "none in --systems");
            return maps;
        }
        PartitionSetup setup = setup(usage);
        for (int n : nodes) {
            int servers = setup.servers(n);
            if (servers > ComparisonPlan.SERVERS_MAX)
                throw usage.wrong(
                        "--partitions",
                        "at most " + ComparisonPlan.SERVERS_MAX + " servers",
                        servers);
            maps.put(n, PartitionServers.parse(setup.map(n)));
        }
        return maps;
    }

    List<Experiment> applied(Usage usage, List<SystemName> systems, List<Experiment> experiments) {
        List<SystemName> with = systems.stream().filter(SystemName::hasPartitions).toList();
        if (with.isEmpty()) return experiments;
        for (SystemName system : systems)
            if (!with.contains(system)
                    && system.system().problem() == null
                    && multi.stream().anyMatch(percent -> percent > 0))
                throw usage.wrong(
                        "--multi", "0 beside a system without partitions", system.label());
        PartitionSetup setup = setup(usage);
        List<Experiment> all = new ArrayList<>();
        for (int percent : multi.isEmpty() ? List.of(0) : multi)
            for (Experiment e : experiments) {
                boolean has = with.stream().anyMatch(system -> system.runs(e));
                PartitionLoad load = spread(usage, setup, e.nodes(), percent);
                all.add(e.loadedWith(e.load().withSpread(has ? load : PartitionLoad.NONE)));
            }
        return all.stream().distinct().toList();
    }

    List<String> serverFlags(Usage usage) {
        List<String> settings = new ArrayList<>(setup(usage).arguments());
        settings.removeIf("--set"::equals);
        if (settings.isEmpty()) return List.of();
        return List.of("-D" + AbcastContestant.SETTINGS + "=" + String.join(";", settings));
    }

    private String given() {
        if (partitions != null) return "--partitions";
        if (placement != null) return "--placement";
        if (!multi.isEmpty()) return "--multi";
        if (span != null) return "--span";
        if (skew != null) return "--skew";
        if (hotKeys != null) return "--hot-keys";
        if (!loadOn.isEmpty()) return "--load-on";
        if (links != null) return "--links";
        if (consistency != null) return "--consistency";
        return fast == null ? null : "--fast";
    }

    String conditions(Plan plan) {
        if (plan.partitions() == null) return "";
        return conditions(
                plan.experiments().stream()
                        .map(e -> plan.partitions().map(e.nodes()))
                        .distinct()
                        .collect(Collectors.joining(" and ")));
    }

    String conditions(Map<Integer, PartitionServers> maps) {
        if (maps.isEmpty()) return "";
        return conditions(
                maps.values().stream()
                        .map(PartitionServers::toString)
                        .collect(Collectors.joining(" and ")));
    }

    String storeConditions(Map<Integer, PartitionServers> maps) {
        return "; partitions %s, links of abcast:CAMU %s, consistency %s, fast %s"
                .formatted(
                        maps.values().stream()
                                .map(PartitionServers::toString)
                                .collect(Collectors.joining(" and ")),
                        links == null ? "auto" : links,
                        consistency == null ? "as in the stack file" : consistency,
                        fast == null ? "as in the stack file" : fast);
    }

    private String conditions(String map) {
        return "; partitions %s, span %d, skew %s, links %s, consistency %s, fast %s"
                .formatted(
                        map,
                        span == null ? 2 : span,
                        skew == null ? "uniform" : skew,
                        links == null ? "as in the stack file" : links,
                        consistency == null ? "as in the stack file" : consistency,
                        fast == null ? "as in the stack file" : fast);
    }

    PartitionSetup setup(Usage usage) {
        String how =
                placement == null
                        ? "together"
                        : usage.oneOf("--placement", placement, List.of("together", "apart"));
        List<String> arguments = new ArrayList<>();
        if (links != null) arguments.addAll(List.of("--set", "CAMU.links=" + links));
        if (consistency != null)
            arguments.addAll(
                    List.of(
                            "--set",
                            "CAMU.consistency="
                                    + usage.oneOf(
                                            "--consistency",
                                            consistency,
                                            List.of("serializable", "strict"))));
        if (fast != null) {
            boolean on = usage.oneOf("--fast", fast, List.of("on", "off")).equals("on");
            arguments.addAll(List.of("--set", "CAMU.fast=" + on));
        }
        String text = partitions == null ? "2" : partitions;
        boolean isNumber = text.matches("\\d{1,6}");
        int count = isNumber ? Integer.parseInt(text) : 0;
        if (isNumber && (count < 1 || count > PartitionLoad.PARTITIONS_MAX))
            throw usage.wrong(
                    "--partitions", "1.." + PartitionLoad.PARTITIONS_MAX + ", or a map", text);
        if (!isNumber && placement != null)
            throw usage.wrong("--placement", "none beside a map in --partitions", placement);
        if (!isNumber) check(usage, text);
        return new PartitionSetup(isNumber ? "" : text, count, how.equals("apart"), arguments);
    }

    private static void check(Usage usage, String map) {
        TreeSet<String> names = new TreeSet<>();
        TreeSet<Integer> ids = new TreeSet<>();
        for (String part : map.split(";", -1)) {
            String[] sides = part.split("=", 2);
            try {
                if (sides.length < 2 || !names.add(sides[0].strip()))
                    throw new IllegalArgumentException(part);
                for (int id : Membership.parse(sides[1]).voterIds()) ids.add(id);
            } catch (IllegalArgumentException e) {
                throw usage.wrong("--partitions", "a number or a map such as A=1,2,3;B=4,5,6", map);
            }
        }
        if (ids.last() != ids.size())
            throw usage.wrong("--partitions", "servers 1.." + ids.last() + " without gaps", map);
    }

    private PartitionLoad spread(Usage usage, PartitionSetup setup, int nodes, int percent) {
        List<List<Integer>> byPartition = setup.byPartition(nodes);
        int count = byPartition.size();
        int wide = span == null ? 2 : span;
        if (count == 1 && percent > 0)
            throw usage.wrong("--multi", "0 with one partition", percent);
        if ((span != null && (wide < 2 || wide > count)) || (percent > 0 && wide > count))
            throw usage.wrong(
                    "--span",
                    (count == 2 ? "2" : "2.." + count) + ", at most the number of --partitions",
                    wide);
        if (hotKeys != null && hotKeys < 1) throw usage.wrong("--hot-keys", "at least 1", hotKeys);
        List<Integer> homes = new ArrayList<>();
        List<String> names = setup.names(nodes);
        for (String name : loadOn) {
            int home = names.indexOf(name.strip());
            if (home < 0) throw usage.wrong("--load-on", "partitions of " + names, name);
            homes.add(home);
        }
        Collections.sort(homes);
        try {
            return new PartitionLoad(
                    count, percent, wide, skew(usage), homes, hotKeys == null ? 0 : hotKeys);
        } catch (IllegalArgumentException e) {
            throw usage.wrong("--multi", "0..100", percent);
        }
    }

    private double skew(Usage usage) {
        if (skew == null || skew.equals("uniform")) return PartitionLoad.UNIFORM;
        if (skew.equals("fixed")) return PartitionLoad.FIXED;
        if (skew.matches("zipf:\\d{1,2}(\\.\\d{1,3})?"))
            return Double.parseDouble(skew.substring("zipf:".length()));
        throw usage.wrong("--skew", "uniform, fixed, or zipf:S such as zipf:2", skew);
    }
}
