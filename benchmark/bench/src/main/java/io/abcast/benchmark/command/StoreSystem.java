package io.abcast.benchmark.command;

import io.abcast.benchmark.compare.AbcastContestant;
import io.abcast.benchmark.twophase.TwoPhaseSite;
import io.abcast.load.Experiment;
import io.abcast.load.PartitionServers;
import io.abcast.load.contest.ComparisonPlan;
import io.abcast.server.ProtocolNames;
import io.abcast.workloads.process.StoreBench;
import io.abcast.workloads.process.StoreServeCommand;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A system of {@code compare} that runs the transactional store.
 *
 * @param name one of the constants of this record
 */
record StoreSystem(String name, PartitionServers servers) {
    static final String CAMU = "abcast:CAMU";
    static final String WITHOUT_LINKS = AbcastContestant.WITHOUT_LINKS;
    static final String WITH_LINKS = AbcastContestant.WITH_LINKS;
    static final String ONE_GROUP = AbcastContestant.ONE_GROUP;
    static final String TWO_PHASE = "2pc";

    private static final String LINKS = "abcast.links";

    interface Arguments {
        List<String> of(Experiment experiment, int partitions, int groups);
    }

    private boolean isOneGroup() {
        return name.equals(ONE_GROUP);
    }

    /**
     * The system {@code one-zab} has one partition with all rows, and as many servers as the first partition of the
     * load.
     */
    private PartitionServers groups() {
        if (!isOneGroup()) return servers;
        String ids =
                IntStream.rangeClosed(1, servers.ids().get(0).size())
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(","));
        return PartitionServers.parse(servers.names().get(0) + "=" + ids);
    }

    private Map<String, String> properties(Map<String, String> given) {
        return switch (name) {
            case CAMU -> with(given, given.getOrDefault(LINKS, "auto"));
            case WITHOUT_LINKS -> with(given, "off");
            case WITH_LINKS -> with(given, "on");
            // Two-phase commit uses CAMU's logs only for transactions of one partition, so links
            // are off.
            default -> Map.of(LINKS, "off");
        };
    }

    private static Map<String, String> with(Map<String, String> given, String links) {
        Map<String, String> all = new TreeMap<>(given);
        all.put(LINKS, links);
        return all;
    }

    StoreBench.Settings settings(
            ComparisonPlan plan,
            Experiment load,
            Arguments arguments,
            Map<String, String> given,
            int workers,
            int run,
            Path directory) {
        PartitionServers groups = groups();
        Path config = plan.configs().get(ProtocolNames.CAMU);
        return new StoreBench.Settings(
                name.equals(TWO_PHASE) ? TwoPhaseSite.class : StoreServeCommand.class,
                groups.toString(),
                groups.names(),
                groups.ids(),
                arguments.of(load, servers.names().size(), groups.names().size()),
                workers,
                load.load().clients(),
                load.load().seed() + 1000L * run,
                plan.warmupSeconds(),
                plan.durationSeconds(),
                load.durability(),
                config == null ? ProtocolNames.shippedConfig(ProtocolNames.CAMU) : config,
                properties(given),
                plan.serverFlags(),
                directory,
                null);
    }
}
