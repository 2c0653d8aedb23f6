package io.abcast.log;

import io.abcast.kernel.Membership;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A storage without threads, for simulations. The owner executes, step by step, the work that threads do in a storage
 * of {@link Storages#open}.
 *
 * <p>The log has two steps, {@link #write} and {@link #sync}, which alternate. {@link Beside} receives reports of all
 * tasks except writing the log; {@link #run} executes such tasks. A storage in memory has no steps of the log.
 *
 * <p><b>Thread rule:</b> one thread uses a {@code StorageSteps} object and its storage.
 */
public final class StorageSteps {
    /** The kinds of tasks that a storage has besides writing the log. */
    public enum Side {
        /** Tasks that write snapshots to files. */
        SNAPSHOTS,
        /** Tasks that read the log and snapshots. */
        READS,
        /** Preparation of spare segments: files filled with zeros for later use by the log. */
        SPARES
    }

    /** Receives reports of tasks other than writing the log. */
    public interface Beside {
        /**
         * Reports that one more task of the kind {@code side} waits. The owner must later call {@link
         * StorageSteps#run}, but not from inside this method.
         */
        void offered(Side side);
    }

    private static final int WAITING_MAX = 2;

    private final Map<Side, Pieces> pieces = new EnumMap<>(Side.class);
    private final Steps steps = new Steps();
    private final Storage storage;

    /** Creates a storage in files whose owner executes its steps. */
    public StorageSteps(
            Directory dir,
            int serverId,
            Membership members,
            StorageLimits limits,
            Consumer<String> notes,
            Beside beside) {
        fill(beside);
        storage =
                new FileStorage(
                        dir,
                        serverId,
                        members,
                        limits,
                        notes,
                        new StorageWork(
                                pieces.get(Side.SNAPSHOTS),
                                pieces.get(Side.SPARES),
                                pieces.get(Side.READS),
                                steps));
    }

    /** Creates a storage in memory whose owner executes its steps. */
    public StorageSteps(Consumer<String> notes, Beside beside) {
        fill(beside);
        storage = new MemoryStorage(pieces.get(Side.SNAPSHOTS), notes);
    }

    private void fill(Beside beside) {
        for (Side side : Side.values()) pieces.put(side, new Pieces(() -> beside.offered(side)));
    }

    public Storage storage() {
        return storage;
    }

    /** Whether the log has operations that were handed over and wait to be written. */
    public boolean waits() {
        return steps.writer != null && steps.waits();
    }

    /**
     * Writes all operations that were handed over, and answers the operations that need no sync. The owner must call
     * {@link #sync} after each {@code write}.
     *
     * @return false if no operation waited, so that the log has only written a sync mark
     */
    public boolean write() {
        try {
            return steps.write();
        } catch (IOException | RuntimeException e) {
            steps.writer.fail(e);
            return true;
        }
    }

    /**
     * Makes the operations of the last {@link #write} durable, and reports their durability to the storage's caller.
     */
    public void sync() {
        if (steps.writer.hasFailed()) return;
        try {
            steps.writer.sync();
        } catch (IOException | RuntimeException e) {
            steps.writer.fail(e);
        }
    }

    /** Returns the number of log operations that all calls of {@link #write} have carried out. */
    public long written() {
        return steps.writer == null ? 0 : steps.writer.position();
    }

    /** Executes the oldest waiting task of kind {@code side}, if there is one. */
    public void run(Side side) {
        pieces.get(side).runFirst();
    }

    /** Whether a task of kind {@code side} waits. */
    public boolean waits(Side side) {
        return !pieces.get(side).waiting.isEmpty();
    }

    static final class Steps implements StorageWork.Writers, StorageWork.Writing {
        LogWriter writer;
        HandOver handOver;

        @Override
        public StorageWork.Writing begin(LogWriter newWriter, HandOver newHandOver) {
            writer = newWriter;
            handOver = newHandOver;
            return this;
        }

        boolean waits() {
            return handOver.waits() && !writer.hasFailed();
        }

        boolean write() throws IOException {
            if (writer.hasFailed()) return false;
            HandOver.Batch first = handOver.poll();
            if (first == null) writer.idle();
            else writer.write(first);
            return first != null;
        }

        @Override
        public void awaitEnd() {
            try {
                while (write()) writer.sync();
            } catch (IOException | RuntimeException e) {
                writer.fail(e);
            }
            writer.close(!writer.hasFailed());
        }
    }

    static final class Pieces implements SideWork {
        final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
        boolean shut;
        private final Runnable offered;

        Pieces(Runnable offered) {
            this.offered = offered;
        }

        @Override
        public boolean offer(Runnable task) {
            if (shut || waiting.size() >= WAITING_MAX) return false;
            waiting.add(task);
            offered.run();
            return true;
        }

        void runFirst() {
            Runnable task = waiting.poll();
            if (task != null) task.run();
        }

        @Override
        public void shutDown() {
            shut = true;
        }

        @Override
        public void awaitEnd() {
            while (!waiting.isEmpty()) runFirst();
        }
    }
}
