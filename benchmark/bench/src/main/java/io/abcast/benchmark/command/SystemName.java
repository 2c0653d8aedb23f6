package io.abcast.benchmark.command;

import io.abcast.benchmark.compare.AbcastContestant;
import io.abcast.load.Experiment;
import io.abcast.load.contest.MeasuredSystem;
import io.abcast.load.contest.PeerLibraries;
import io.abcast.server.ProtocolNames;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * One measured system in the list of the option {@code --systems}.
 *
 * @param protocol abcast's protocol in JGroups stack files; empty for systems other than abcast
 */
record SystemName(MeasuredSystem system, String protocol) {
    static List<SystemName> parse(CommandLine command, PeerLibraries peers, List<String> names) {
        List<SystemName> systems = new ArrayList<>();
        for (String name : names) {
            SystemName system = parse(command, peers, name.strip());
            if (systems.contains(system))
                throw new ParameterException(
                        command, "--systems: expected every system once, got " + name + " twice");
            systems.add(system);
        }
        return systems;
    }

    private static SystemName parse(CommandLine command, PeerLibraries peers, String name) {
        int colon = name.indexOf(':');
        String plain = colon < 0 ? name : name.substring(0, colon);
        MeasuredSystem system = peers.find(plain);
        if (system == null || (colon >= 0 && !plain.equals(AbcastContestant.NAME)))
            throw new ParameterException(
                    command, "--systems: expected " + expected(peers) + ", got " + name);
        if (!plain.equals(AbcastContestant.NAME)) return new SystemName(system, "");
        return new SystemName(
                system, colon < 0 ? ProtocolNames.DEFAULT : name.substring(colon + 1));
    }

    private static String expected(PeerLibraries peers) {
        return peers.names().stream()
                .map(name -> name.equals(AbcastContestant.NAME) ? "abcast:PROTOCOL" : name)
                .collect(Collectors.joining(", "));
    }

    boolean isAbcast() {
        return system.contestant().equals(AbcastContestant.class.getName());
    }

    /** Empty if the system does not use abcast. */
    String runs() {
        return protocol.isEmpty() ? system.protocol() : protocol;
    }

    boolean runs(Experiment experiment) {
        return experiment.system().equals(system.name()) && experiment.protocol().equals(protocol);
    }

    String label() {
        return protocol.isEmpty() ? system.name() : system.name() + ":" + protocol;
    }

    boolean hasPartitions() {
        boolean isOther = !protocol.isEmpty() && !protocol.equals(ProtocolNames.CAMU);
        return !isOther && system.partitions() != MeasuredSystem.Partitions.NONE;
    }
}
