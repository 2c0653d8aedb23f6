package io.abcast.uplinks;

import io.abcast.command.process.Directories;
import io.abcast.lab.CannotException;
import io.abcast.lab.Lab;
import io.abcast.lab.LabSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs a contest, with a new lab for each run. If a system fails, the outcome has the reason and the comparison
 * continues. {@link #close} may be called from any thread and ends the present run.
 */
final class UplinkComparison implements AutoCloseable {
    private static final String CONGESTION = "cubic";

    private final ForestContest contest;
    private final Path logs;
    private final Path memory = Lab.memory("uplinks");
    private Lab lab;
    private boolean closed;

    /** @param logs directory of the hosts' output, one sub-directory per run */
    UplinkComparison(ForestContest contest, Path logs) {
        this.contest = contest;
        this.logs = logs;
    }

    /**
     * Removes the remains of earlier processes and tests whether this machine can have a lab.
     *
     * @throws CannotException if this machine cannot have a lab; the message has the reason
     */
    void check() throws CannotException, IOException {
        Lab.sweep();
        Lab.check(CONGESTION, logs);
        Files.createDirectories(memory);
    }

    List<UplinkOutcome> run(Consumer<UplinkOutcome> listener)
            throws IOException, CannotException, InterruptedException {
        List<UplinkOutcome> outcomes = new ArrayList<>();
        for (ForestContest.Turn turn : contest.turns()) {
            UplinkOutcome outcome;
            try {
                outcome = new UplinkOutcome(turn, one(turn), null);
            } catch (IOException e) {
                if (isClosed()) throw e;
                outcome = new UplinkOutcome(turn, null, e.getMessage());
            }
            outcomes.add(outcome);
            listener.accept(outcome);
        }
        return outcomes;
    }

    private UplinkMeasurement one(ForestContest.Turn turn)
            throws IOException, CannotException, InterruptedException {
        String name = "run-" + turn.position();
        Path directory = Files.createDirectories(memory.resolve(name));
        Path out = Files.createDirectories(logs.resolve(name));
        LabSpec spec =
                new LabSpec(
                        Lab.prefix() + "-" + turn.position(),
                        whole(contest.up()),
                        whole(contest.down()),
                        CONGESTION);
        double total = SustainableLoad.total(turn.load(), contest.up(), contest.down());
        Lab present = begin(spec, out);
        try {
            return new UplinkRun(contest, turn, present, directory).run(total);
        } finally {
            present.close();
            Directories.delete(directory);
        }
    }

    private static List<Long> whole(double[] rates) {
        return Arrays.stream(rates).mapToObj(Math::round).toList();
    }

    private synchronized Lab begin(LabSpec spec, Path out) throws CannotException, IOException {
        if (closed) throw new IOException("interrupted");
        lab = new Lab(spec, out);
        return lab;
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public void close() throws IOException {
        Lab present;
        synchronized (this) {
            closed = true;
            present = lab;
        }
        if (present != null) present.close();
        Directories.delete(memory);
    }
}
