package io.abcast.cast.lab;

import io.abcast.command.process.Directories;
import io.abcast.lab.CannotException;
import io.abcast.lab.Lab;
import io.abcast.lab.LabSeries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Runs the plan of a comparison of casts, with a new lab (emulated network) for each run. If a system cannot run, or
 * fails, its outcome contains the reason and the comparison continues.
 */
public final class CastComparison implements AutoCloseable {
    private static final double FLOOR_SECONDS = 4;

    /** More threads that check received files would take too much processor time from the transfers. */
    private static final int DIGEST_THREADS = 2;

    /** Receives the progress of a comparison of casts. */
    public interface Listener {
        void phase(CastPlan.Turn turn, String what);

        /** Called about once a second after the start of a file transfer. */
        void second(CastPlan.Turn turn, CastMeasurement.Point point, int complete, int receivers);

        void finished(CastOutcome outcome);
    }

    private final CastPlan plan;
    private final LabSeries labs;
    private final ExecutorService digests =
            Executors.newFixedThreadPool(
                    DIGEST_THREADS,
                    task -> {
                        Thread thread = new Thread(task, "digest");
                        thread.setDaemon(true);
                        return thread;
                    });

    /**
     * @param labs the labs (emulated networks) of the runs; the creator of this object has checked the labs, and closes
     *     them
     */
    public CastComparison(CastPlan plan, LabSeries labs) {
        this.plan = plan;
        this.labs = labs;
    }

    /**
     * Payload rate of one TCP stream between two hosts of a lab (emulated network), divided by the rate of the cable.
     */
    public double floor() throws CannotException, IOException, InterruptedException {
        Path directory = Files.createDirectories(labs.memory().resolve("floor"));
        Lab two = labs.even("floor", 2, plan.bitsPerSecond());
        try {
            long bytes = (long) (FLOOR_SECONDS * plan.bitsPerSecond() / 8);
            TestFile file = TestFile.write(directory.resolve("source.bin"), bytes, plan.seed());
            return Floor.measure(two, directory, file);
        } finally {
            two.close();
            Directories.delete(directory);
        }
    }

    public List<CastOutcome> run(Listener listener) throws IOException, InterruptedException {
        List<CastOutcome> outcomes = new ArrayList<>();
        TestFile file = null;
        for (CastPlan.Turn turn : plan.turns()) {
            CastOutcome outcome;
            try {
                turn.system().contestant().check();
                if (file == null) {
                    listener.phase(turn, "writing the file");
                    file =
                            TestFile.write(
                                    labs.memory().resolve("source.bin"), plan.bytes(), plan.seed());
                }
                String name = "run-" + turn.position();
                Path directory = labs.memory().resolve(name);
                outcome =
                        CastOutcome.measured(
                                turn, one(plan, turn, file, name, of(turn, listener), directory));
            } catch (CannotException e) {
                outcome = CastOutcome.cannot(turn, e.getMessage());
            } catch (IOException e) {
                if (labs.isClosed()) throw e;
                outcome = CastOutcome.failed(turn, e.getMessage());
            }
            outcomes.add(outcome);
            listener.finished(outcome);
        }
        return outcomes;
    }

    private CastMeasurement one(
            CastPlan of,
            CastPlan.Turn turn,
            TestFile file,
            String name,
            CastRun.Listener listener,
            Path directory)
            throws CannotException, IOException, InterruptedException {
        listener.phase("making the network");
        Lab present = labs.even(name, of.hosts(), of.bitsPerSecond());
        try {
            return new CastRun(of, turn, file, digests, listener)
                    .run(turn.system().contestant(), present, directory);
        } finally {
            present.close();
            Directories.delete(directory);
        }
    }

    private static CastRun.Listener of(CastPlan.Turn turn, Listener listener) {
        return new CastRun.Listener() {
            @Override
            public void phase(String what) {
                listener.phase(turn, what);
            }

            @Override
            public void second(CastMeasurement.Point point, int complete, int receivers) {
                listener.second(turn, point, complete, receivers);
            }
        };
    }

    /** Ends the threads that check the received files. */
    @Override
    public void close() {
        digests.shutdownNow();
    }
}
