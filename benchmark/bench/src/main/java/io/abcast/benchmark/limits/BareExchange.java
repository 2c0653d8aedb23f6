package io.abcast.benchmark.limits;

import io.abcast.command.process.JvmCommand;
import io.abcast.command.process.Reports;
import io.abcast.testkit.Hosts;
import io.abcast.testkit.LocalEnsemble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Measures a plain exchange of messages and acks over a JGroups stack without an ordering protocol. The sender and each
 * receiver run in separate JVMs and communicate over the loopback interface.
 */
final class BareExchange implements AutoCloseable {
    /**
     * Each phase is {@code MESSAGES:PAYLOADS}: messages in flight, and payloads per message; 64 payloads are a typical
     * batch of ZAB under load.
     */
    static final List<String> PHASES = List.of("1:1", "250:1", "16:64");

    private static final long STOP_SECONDS = 5;

    private final List<Process> processes = new ArrayList<>();

    List<BareResult> run(
            Path config,
            int nodes,
            int payloadBytes,
            double warmup,
            double seconds,
            List<String> jvmFlags,
            Path directory)
            throws IOException {
        Files.createDirectories(directory);
        Hosts hosts = LocalEnsemble.loopback(nodes);
        StringBuilder all = new StringBuilder();
        for (int id = 1; id <= nodes; id++)
            all.append(id == 1 ? "" : ",").append("127.0.0.1[" + hosts.groupPort(id) + "]");
        List<String> last = List.of();
        for (int id = 1; id <= nodes; id++) {
            List<String> arguments =
                    new ArrayList<>(
                            List.of(
                                    config.toString(),
                                    Integer.toString(hosts.groupPort(id)),
                                    all.toString(),
                                    Integer.toString(nodes),
                                    Integer.toString(payloadBytes),
                                    Double.toString(warmup),
                                    Double.toString(seconds)));
            if (id < nodes) start(id, jvmFlags, arguments, directory);
            else last = arguments;
        }
        List<BareResult> results = new ArrayList<>();
        try (Reports reports = new Reports()) {
            last.add(reports.argument());
            last.addAll(PHASES);
            Process sender = start(nodes, jvmFlags, last, directory);
            for (String line; (line = reports.next(sender)) != null; )
                results.add(BareResult.decode(line));
        }
        if (results.size() != PHASES.size())
            throw new IOException(
                    "the bare stack's sender ended early; its log is in " + directory);
        return results;
    }

    private synchronized Process start(
            int id, List<String> jvmFlags, List<String> arguments, Path directory)
            throws IOException {
        Path log = directory.resolve("bare-" + id + ".log");
        List<String> command =
                JvmCommand.of(
                        jvmFlags, BareMember.class.getName(), arguments.toArray(String[]::new));
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        processes.add(process);
        return process;
    }

    /** A second call has no effect; any thread may call this method. */
    @Override
    public synchronized void close() {
        for (Process process : processes) process.destroy();
        for (Process process : processes) {
            try {
                if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) process.destroyForcibly();
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
