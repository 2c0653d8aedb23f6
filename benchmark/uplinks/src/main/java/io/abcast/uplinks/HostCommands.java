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

/** Command lines and stacks of the hosts. A peer runs the same program with the class path of its own libraries. */
final class HostCommands {
    private static final int HEAP_MEGABYTES = 512;

    /**
     * Without this flag, the optimising compilers of several JVMs take most of the processor time for minutes. The
     * links are the bottleneck in these runs, so slower code does not change the result.
     */
    private static final String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";

    private final Path config;
    private final PeerLibraries peers;

    /**
     * @param config directory of the shipped stacks
     * @param peers libraries of the peers
     */
    HostCommands(Path config, PeerLibraries peers) {
        this.config = config;
        this.peers = peers;
    }

    /** Reason why this machine cannot run a system; {@code null} if it can. */
    String missing(UplinkSystem system) {
        if (!system.isPeer()) return null;
        MeasuredSystem peer = peers.system(system.text());
        String problem = peers.missing(peer);
        if (problem == null && peer.traffic().isEmpty())
            problem = "its libraries in " + peer.library() + " are older than this command";
        return problem == null ? null : system.text() + ": " + problem;
    }

    /** The stack that the hosts of a system read from a file; {@code null} for a peer. */
    String stack(UplinkSystem system) throws IOException {
        return system.isPeer() ? null : system.stack(config);
    }

    /** Intervals after which the systems that order requests send unacknowledged messages again. */
    ResendIntervals intervals() throws IOException {
        return UplinkSystem.intervals(config);
    }

    /** @param directory the directory for the files that the hosts exchange */
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
