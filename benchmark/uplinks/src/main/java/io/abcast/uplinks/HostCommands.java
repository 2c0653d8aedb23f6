package io.abcast.uplinks;

import io.abcast.command.process.JvmCommand;
import io.abcast.load.contest.MeasuredSystem;
import io.abcast.load.contest.PeerLibraries;
import io.abcast.load.hosts.HostPlan;
import io.abcast.load.hosts.HostProgram;
import io.abcast.load.hosts.ResendIntervals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the command lines and the stacks of the programs on the hosts. Hosts of a peer (a system other than abcast) run
 * the same program, but with the class path of the peer's libraries.
 */
final class HostCommands {
    private static final int HEAP_MEGABYTES = 512;

    /**
     * Disables the optimising JIT compiler, because the compilers of all hosts' JVMs would use most of the processor
     * time for minutes.
     */
    private static final String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";

    private final Path config;
    private final PeerLibraries peers;

    HostCommands(Path config, PeerLibraries peers) {
        this.config = config;
        this.peers = peers;
    }

    String missing(UplinkSystem system) {
        if (!system.isPeer()) return null;
        MeasuredSystem peer = peers.system(system.text());
        String problem = peers.missing(peer);
        if (problem == null && peer.traffic().isEmpty())
            problem = "its libraries in " + peer.library() + " are older than this command";
        return problem == null ? null : system.text() + ": " + problem;
    }

    /** Returns {@code null} for a peer (a system other than abcast), whose libraries contain its stack. */
    String stack(UplinkSystem system) throws IOException {
        return system.isPeer() ? null : system.stack(config);
    }

    ResendIntervals intervals() throws IOException {
        return UplinkSystem.intervals(config);
    }

    List<String> of(UplinkSystem system, HostPlan plan, Path directory) {
        List<String> flags =
                new ArrayList<>(List.of(QUICK_COMPILER, "-Djava.net.preferIPv4Stack=true"));
        String classPath = JvmCommand.classPath();
        String source = ShippedMember.class.getName();
        if (system.isPeer()) {
            MeasuredSystem peer = peers.system(system.text());
            flags.addAll(peer.jvmFlags());
            classPath = peers.classPath(peer);
            source = peer.traffic();
        }
        List<String> arguments = new ArrayList<>(List.of(directory.toString(), source));
        arguments.addAll(plan.arguments());
        return JvmCommand.small(
                HEAP_MEGABYTES,
                classPath,
                flags,
                HostProgram.class.getName(),
                arguments.toArray(String[]::new));
    }
}
