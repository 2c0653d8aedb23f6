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
     * JVM flag that disables the optimising JIT compiler; the compilers of all hosts' JVMs would use most of the
     * processor time for minutes. Slower code does not change the measured rates, because the links are the bottleneck.
     */
    private static final String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";

    private final Path config;
    private final PeerLibraries peers;

    /**
     * @param config directory of the shipped stack files
     * @param peers libraries of the systems other than abcast
     */
    HostCommands(Path config, PeerLibraries peers) {
        this.config = config;
        this.peers = peers;
    }

    /** Reason why this machine cannot run a compared system; {@code null} if the machine can run it. */
    String missing(UplinkSystem system) {
        if (!system.isPeer()) return null;
        MeasuredSystem peer = peers.system(system.text());
        String problem = peers.missing(peer);
        if (problem == null && peer.traffic().isEmpty())
            problem = "its libraries in " + peer.library() + " are older than this command";
        return problem == null ? null : system.text() + ": " + problem;
    }

    /**
     * The JGroups stack that the hosts of a system read from a file; {@code null} for a peer, whose libraries contain
     * its stack.
     */
    String stack(UplinkSystem system) throws IOException {
        return system.isPeer() ? null : system.stack(config);
    }

    /** Intervals after which JGroups resends unacknowledged messages, in all systems that order requests. */
    ResendIntervals intervals() throws IOException {
        return UplinkSystem.intervals(config);
    }

    /** @param directory directory for the files that the hosts of a run exchange */
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
