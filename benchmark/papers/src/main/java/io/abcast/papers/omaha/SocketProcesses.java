package io.abcast.papers.omaha;

import io.abcast.command.figures.LoopbackCounters;
import io.abcast.command.process.Directories;
import io.abcast.command.process.JvmCommand;
import io.abcast.command.process.Reports;
import io.abcast.command.process.Sleep;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The processes of an experiment on sockets; each process runs the same number of nodes. Only one thread uses this
 * object, but any thread may call {@link #close}.
 */
final class SocketProcesses implements AutoCloseable {
    private static final long LEAD_NANOS = 200_000_000L;

    private static final long STOP_SECONDS = 5;

    /** Number of nodes that must have decided before an instance counts as decided: a majority. */
    private static final int QUORUM = AggregationArena.NODES / 2 + 1;

    private static final class Host {
        final Process process;
        final Reports answers;
        final Writer in;

        Host(Process process, Reports answers) {
            this.process = process;
            this.answers = answers;
            in = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        }

        void tell(String line) throws IOException {
            in.write(line + "\n");
            in.flush();
        }

        List<String> answer() throws IOException {
            List<String> lines = new ArrayList<>();
            for (String line; (line = answers.next(process)) != null; ) {
                if (line.equals(SocketHost.OK)) return lines;
                if (line.startsWith(SocketHost.FAILED)) throw new IOException(line);
                lines.add(line);
            }
            throw new IOException("a process of the experiment has ended");
        }
    }

    private final List<Host> hosts = new ArrayList<>();

    /** @param processes number of processes, which must divide {@link AggregationArena#NODES} */
    SocketProcesses(int processes) throws IOException {
        int each = AggregationArena.NODES / processes;
        for (int i = 0; i < processes; i++) {
            Reports answers = new Reports();
            List<String> command =
                    JvmCommand.of(
                            List.of("-Xmx512m"),
                            SocketHost.class.getName(),
                            Integer.toString(i * each),
                            Integer.toString(each),
                            answers.argument());
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
            builder.redirectError(ProcessBuilder.Redirect.INHERIT);
            hosts.add(new Host(builder.start(), answers));
        }
    }

    SocketOutcome run(SocketTrial trial, int dropped, int instances, long seed)
            throws IOException, InterruptedException {
        Path meeting = Files.createTempDirectory("abcast-omaha");
        try {
            String group = "omaha-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
            // Connect the processes one after the other, so that the JGroups view lists the nodes
            // in the order of their numbers.
            for (Host host : hosts) {
                host.tell("open %d %s %s %s".formatted(seed, group, meeting, words(trial)));
                host.answer();
            }
            all("form");
            SocketLoad load = SocketLoad.drawn(instances, seed);
            long start = System.nanoTime() + LEAD_NANOS;
            for (Host host : hosts) host.tell("run " + instances + " " + start);
            Sleep.until(start + load.beginNanos()[dropped]);
            LoopbackCounters before = LoopbackCounters.read();
            Sleep.until(start + load.endNanos());
            LoopbackCounters counts = LoopbackCounters.read().since(before);
            double[] millis = latencies(dropped, instances);
            all("close");
            return SocketOutcome.of(counts, instances - dropped, millis);
        } finally {
            Directories.delete(meeting);
        }
    }

    private static String words(SocketTrial trial) {
        return String.join(" ", trial.encode());
    }

    private void all(String line) throws IOException {
        for (Host host : hosts) host.tell(line);
        for (Host host : hosts) host.answer();
    }

    private double[] latencies(int dropped, int instances) throws IOException {
        long[] begun = new long[instances];
        long[][] decided = new long[instances][0];
        for (Host host : hosts)
            for (String line : host.answer()) {
                String[] words = line.split(" ");
                int number = Integer.parseInt(words[1]);
                long nanos = Long.parseLong(words[2]);
                if (words[0].equals("begun")) begun[number] = nanos;
                else {
                    long[] more = Arrays.copyOf(decided[number], decided[number].length + 1);
                    more[more.length - 1] = nanos;
                    decided[number] = more;
                }
            }
        double[] millis = new double[instances - dropped];
        for (int number = dropped; number < instances; number++) {
            if (begun[number] == 0 || decided[number].length < QUORUM)
                throw new IOException(
                        "instance %d: %d nodes have decided, expected %d"
                                .formatted(number, decided[number].length, QUORUM));
            Arrays.sort(decided[number]);
            millis[number - dropped] = (decided[number][QUORUM - 1] - begun[number]) / 1e6;
        }
        return millis;
    }

    @Override
    public void close() {
        for (Host host : hosts) host.process.destroy();
        for (Host host : hosts) {
            try {
                if (!host.process.waitFor(STOP_SECONDS, TimeUnit.SECONDS))
                    host.process.destroyForcibly();
            } catch (InterruptedException e) {
                host.process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
            try {
                host.answers.close();
            } catch (IOException e) {
                System.err.println("closing the answers of a process: " + e);
            }
        }
    }
}
