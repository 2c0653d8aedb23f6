package io.abcast.cast.lab;

import io.abcast.command.process.Directories;
import io.abcast.lab.CannotException;
import io.abcast.lab.Lab;
import io.abcast.lab.LabSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Runs a plan, with a new lab for each run. If a system cannot run, or fails, the outcome contains the reason and the
 * comparison continues. {@link #close} may be called from any thread and ends the present run.
 */
public final class CastComparison implements AutoCloseable {
    /** Duration in seconds of the stream that measures the throughput of one connection. */
    private static final double FLOOR_SECONDS = 4;

    /**
     * Number of threads that check files while other files still arrive. More threads would take processors from the
     * transfers.
     */
    private static final int DIGEST_THREADS = 2;

    /** Maximum number of attempts to remove a directory in which another thread still works. */
    private static final int TRIES_MAX = 100;

    /** Receives the progress of the comparison. */
    public interface Listener {
        void phase(CastPlan.Turn turn, String what);

        /** Called about once a second after the start. */
        void second(CastPlan.Turn turn, CastMeasurement.Point point, int complete, int receivers);

        void finished(CastOutcome outcome);
    }

    private final CastPlan plan;
    private final Path logs;
    private final Path memory = Lab.memory("files");
    private final ExecutorService digests =
            Executors.newFixedThreadPool(
                    DIGEST_THREADS,
                    task -> {
                        Thread thread = new Thread(task, "digest");
                        thread.setDaemon(true);
                        return thread;
                    });

    private Lab lab;
    private boolean closed;

    /** @param logs directory of the programs' output, one sub-directory per run */
    public CastComparison(CastPlan plan, Path logs) {
        this.plan = plan;
        this.logs = logs;
    }

    /**
     * Removes the remains of earlier processes and tests whether this machine can have a lab.
     *
     * @throws CannotException if this machine cannot have a lab, so that no cell can run; the message has the reason
     */
    public void check() throws CannotException, IOException {
        Lab.sweep();
        Lab.check(plan.congestionControl(), logs);
        Files.createDirectories(memory);
    }

    /**
     * Throughput of one TCP stream between two hosts of a lab: bits of the file per second, divided by the rate of the
     * cable.
     */
    public double floor() throws CannotException, IOException, InterruptedException {
        Path directory = Files.createDirectories(memory.resolve("floor"));
        Path out = Files.createDirectories(logs.resolve("floor"));
        Lab two =
                begin(
                        LabSpec.even(
                                Lab.prefix() + "-floor",
                                2,
                                plan.bitsPerSecond(),
                                plan.congestionControl()),
                        out);
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
                    file = TestFile.write(memory.resolve("source.bin"), plan.bytes(), plan.seed());
                }
                String name = "run-" + turn.position();
                Path directory = memory.resolve(name);
                outcome =
                        CastOutcome.measured(
                                turn, one(plan, turn, file, name, of(turn, listener), directory));
            } catch (CannotException e) {
                outcome = CastOutcome.cannot(turn, e.getMessage());
            } catch (IOException e) {
                if (isClosed()) throw e;
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
        Path out = Files.createDirectories(logs.resolve(name));
        LabSpec spec =
                LabSpec.even(
                        Lab.prefix() + "-" + turn.position(),
                        of.hosts(),
                        of.bitsPerSecond(),
                        of.congestionControl());
        Lab present = begin(spec, out);
        try {
            return new CastRun(of, turn, file, digests, listener)
                    .run(turn.system().contestant(), present, directory);
        } finally {
            present.close();
            Directories.delete(directory);
        }
    }

    private synchronized Lab begin(LabSpec spec, Path out) throws CannotException, IOException {
        if (closed) throw new IOException("interrupted");
        lab = new Lab(spec, out);
        return lab;
    }

    private synchronized boolean isClosed() {
        return closed;
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

    /** Ends the present run and its programs; removes networks and files. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        if (lab != null) lab.close();
        digests.shutdownNow();
        for (int tries = 1; ; tries++) {
            try {
                Directories.delete(memory);
                return;
            } catch (IOException e) {
                // Try again, because an interrupted thread may still remove or create files of the
                // run.
                if (tries == TRIES_MAX) throw e;
            }
        }
    }
}
