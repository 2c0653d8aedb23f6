package io.abcast.load.contest;

import io.abcast.command.process.JvmCommand;
import io.abcast.command.process.PortBlock;
import io.abcast.command.process.Reports;
import io.abcast.load.Experiment;
import io.abcast.load.Second;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Handle of a {@link RunHost} process, which runs the servers of a system and their clients for one or several turns of
 * a comparison.
 */
final class RunProcess implements AutoCloseable {
    private static final String LOAD_HEAP = "-Xmx1g";

    private final ComparisonPlan comparison;
    private final RunPlace place;
    private final ComparisonPlan.Listener listener;
    private final Experiment experiment;
    private final MeasuredSystem system;

    private ComparisonPlan.Turn turn;

    private Process process;

    private Reports reports;
    private Path directory;
    private Path memory;

    /**
     * Does not start the process.
     *
     * @param experiment the experiment that has the most clients in the turns of this process
     */
    RunProcess(
            ComparisonPlan comparison,
            Experiment experiment,
            RunPlace place,
            ComparisonPlan.Listener listener) {
        this.comparison = comparison;
        this.experiment = experiment;
        this.place = place;
        this.listener = listener;
        system = comparison.peers().system(experiment.system());
    }

    /**
     * @param next turn of the comparison to run, with the same experiments as the first turn
     * @return one outcome for each experiment of the turn, in the order of the experiments
     */
    List<Outcome> run(ComparisonPlan.Turn next) throws IOException, InterruptedException {
        turn = next;
        String missing = missing();
        if (missing != null) return cannot(missing);
        if (process == null) start();
        try {
            process.getOutputStream().write("run\n".getBytes(StandardCharsets.US_ASCII));
            process.getOutputStream().flush();
        } catch (IOException e) {
            // Ignored: the {@link RunHost} process has ended, and its earlier lines contain the
            // reason.
        }
        return follow();
    }

    private void start() throws IOException, InterruptedException {
        String name = "run-" + turn.position();
        directory = place.directory().resolve(name);
        memory = place.memory() == null ? null : place.memory().resolve(name);
        Files.createDirectories(directory);
        if (memory != null) Files.createDirectories(memory);
        reports = new Reports();
        try {
            List<String> command = command();
            command.add(reports.argument());
            process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(log().toFile())
                            .start();
            place.registry().started(process);
        } finally {
            if (process == null) reports.close();
        }
    }

    private Path log() {
        return directory.resolve("clients.log");
    }

    @Override
    public void close() throws IOException {
        if (process == null) return;
        place.registry().ended(process);
        process = null;
        reports.close();
        RunPlace.clear(directory, memory);
    }

    /** Null if the system can run on this host. */
    private String missing() throws IOException {
        String missing = comparison.peers().missing(system);
        if (missing != null) return missing;
        if (place.memory() == null
                && experiment.durability().equals("memory")
                && !system.memoryLog())
            return "its log is always in files, and this host has no file system in memory (/dev/shm)";
        return null;
    }

    private List<String> command() throws IOException {
        List<String> flags = new ArrayList<>(system.jvmFlags());
        flags.addAll(comparison.peers().flags(system));
        flags.addAll(newerJdk());
        List<String> serverFlags = new ArrayList<>(flags);
        serverFlags.addAll(comparison.serverFlags());
        Path config =
                comparison
                        .configs()
                        .get(
                                system.protocol().isEmpty()
                                        ? experiment.protocol()
                                        : system.protocol());
        Site site =
                new Site(
                        experiment,
                        system.contestant(),
                        directory.toAbsolutePath(),
                        memory == null ? null : memory.toAbsolutePath(),
                        PortBlock.find(Site.offsets(comparison.serverCount(experiment))),
                        config,
                        comparison.partitionsOf(experiment));
        RunSpec spec =
                new RunSpec(
                        site,
                        turn.experiments().stream().map(e -> e.load().clients()).toList(),
                        comparison.warmupSeconds(),
                        comparison.warmupMaxSeconds(),
                        comparison.durationSeconds(),
                        serverFlags,
                        comparison.loadThreads());
        List<String> command = new ArrayList<>(place.isolation().prefix());
        command.add(JvmCommand.java());
        command.add(LOAD_HEAP);
        command.addAll(flags);
        String classPath = comparison.peers().classPath(system);
        command.addAll(List.of("-cp", classPath, RunHost.class.getName(), spec.encode()));
        return command;
    }

    private static List<String> newerJdk() {
        if (Runtime.version().feature() < 24) return List.of();
        return List.of(
                "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
    }

    private List<Outcome> cannot(String why) {
        return turn.experiments().stream()
                .map(e -> new Outcome(e, turn.run(), List.of(), null, why, null))
                .toList();
    }

    private List<Outcome> follow() throws IOException {
        List<List<Second>> series = new ArrayList<>();
        List<Measurement> measured = new ArrayList<>();
        String failure = "the process of the clients ended; log " + log();
        boolean goesOn = false;
        while (!goesOn) {
            String line = reports.next(process);
            if (line == null) break;
            int blank = line.indexOf(' ');
            String what = line.substring(0, Math.max(0, blank));
            String text = line.substring(blank + 1);
            switch (what) {
                case RunHost.PHASE -> listener.phase(turn, text);
                case RunHost.CLIENTS -> series.add(new ArrayList<>());
                case RunHost.SECOND -> {
                    String[] words = text.split(" ", -1);
                    boolean warmup = Boolean.parseBoolean(words[0]);
                    Second second = RunHost.second(words);
                    if (!warmup) series.get(series.size() - 1).add(second);
                    listener.second(turn, warmup, second);
                }
                case RunHost.CANNOT -> {
                    close();
                    return cannot(text);
                }
                case RunHost.FAILED -> failure = text;
                case RunHost.MEASURED -> goesOn = true;
                case RunHost.RESULT -> measured.add(Measurement.decode(text));
                default -> throw new IOException("expected a line of a run, got " + line);
            }
        }
        if (!goesOn) close();
        if (place.registry().over()) throw new IllegalStateException("interrupted");
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < turn.experiments().size(); i++) {
            boolean there = i < measured.size();
            outcomes.add(
                    new Outcome(
                            turn.experiments().get(i),
                            turn.run(),
                            i < series.size() ? series.get(i) : List.of(),
                            there ? measured.get(i) : null,
                            null,
                            there ? null : failure));
        }
        return outcomes;
    }
}
