package io.abcast.uplinks;

import io.abcast.command.process.Directories;
import io.abcast.lab.CannotException;
import io.abcast.lab.Lab;
import io.abcast.lab.LabSeries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs a {@link ForestContest}, with a new lab (emulated network) for each run. If a system fails in a run, the outcome
 * of the run has the reason and the comparison continues.
 */
final class UplinkComparison {
    static final String CONGESTION = "cubic";

    private final ForestContest contest;
    private final LabSeries labs;
    private final HostCommands commands;

    /**
     * @param labs the labs (emulated networks) of the runs; the creator of this object has checked the labs, and closes
     *     them
     */
    UplinkComparison(ForestContest contest, LabSeries labs, HostCommands commands) {
        this.contest = contest;
        this.labs = labs;
        this.commands = commands;
    }

    List<UplinkOutcome> run(Consumer<UplinkOutcome> listener)
            throws IOException, CannotException, InterruptedException {
        List<UplinkOutcome> outcomes = new ArrayList<>();
        for (ForestContest.Turn turn : contest.turns()) {
            UplinkOutcome outcome;
            try {
                outcome = new UplinkOutcome(turn, one(turn), null);
            } catch (IOException e) {
                if (labs.isClosed()) throw e;
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
        Path directory = Files.createDirectories(labs.memory().resolve(name));
        Lab present = labs.of(name, whole(contest.up()), whole(contest.down()));
        try {
            return new UplinkRun(contest, turn, present, commands, directory).run();
        } finally {
            present.close();
            Directories.delete(directory);
        }
    }

    private static List<Long> whole(double[] rates) {
        return Arrays.stream(rates).mapToObj(Math::round).toList();
    }
}
