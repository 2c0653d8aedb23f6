package io.abcast.benchmark.cli;

import io.abcast.load.contest.KnownSystem;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * One of {@code --systems}.
 *
 * @param protocol of abcast; empty for other systems
 */
record SystemName(KnownSystem system, String protocol) {
    /** @throws ParameterException if a name is unknown or comes twice */
    static List<SystemName> parse(CommandLine command, List<String> names) {
        List<SystemName> systems = new ArrayList<>();
        for (String name : names) {
            SystemName system = parse(command, name.strip());
            if (systems.contains(system))
                throw new ParameterException(
                        command, "--systems: expected every system once, got " + name + " twice");
            systems.add(system);
        }
        return systems;
    }

    private static SystemName parse(CommandLine command, String name) {
        int colon = name.indexOf(':');
        KnownSystem system = KnownSystem.of(colon < 0 ? name : name.substring(0, colon));
        if (system == KnownSystem.ABCAST)
            return new SystemName(
                    system, colon < 0 ? ProtocolNames.DEFAULT : name.substring(colon + 1));
        if (system == null || colon >= 0)
            throw new ParameterException(
                    command, "--systems: expected " + KnownSystem.names() + ", got " + name);
        return new SystemName(system, "");
    }
}
