package io.abcast.log;

import io.abcast.kernel.Membership;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A storage without threads, for simulations. The owner of this object executes, step by step, the work that threads do
 * in a storage of {@link Storages#open}. Thus simulations run the production storage in virtual time, and can insert
 * other events between a write and its sync.
 *
 * <p>{@link #write} and {@link #sync} are the steps of the log, which alternate. {@link Beside} reports all other
 * tasks, and {@link #run} executes them. A storage in memory has no log steps.
 *
 * <p><b>Thread rule:</b> one thread uses this object and its storage.
 */
public final class StorageSteps {
    /** The kinds of work that a storage does besides writing the log. */
    public enum Side {
        /** Writing of snapshots. */
        SNAPSHOTS,
        /** Reads of the log and of snapshots. */
        READS,
        /** Preparation of spare segments. */
        SPARES
    }

    /** Receives reports of work besides writing the log. */
    public interface Beside {
        /**
         * Reports that one more task of a kind waits. The owner must then call {@link StorageSteps#run}, but not from
         * inside this call.
         */
        void offered(Side side);
    }

    /** Maximum number of tasks of one kind. As in {@link SideThread}, one task runs and one task waits. */
    private static final int WAITING_MAX = 2;

    private final Map<Side, Pieces> pieces = new EnumMap<>(Side.class);
    private final Steps steps = new Steps();
    private final Storage storage;

    /** Creates a storage in files. */
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

    /** Creates a storage in memory. */
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
     * Writes all operations that were handed over, and gives the answers that need no sync. {@link #sync} must follow.
     *
     * @return false if no operation waited. The log then writes a sync mark, which shows that all of the log is synced
     */
    public boolean write() {
        try {
            return steps.write();
        } catch (IOException | RuntimeException e) {
            steps.writer.fail(e);
            return true;
        }
    }

    /** Makes the operations of the last {@link #write} durable, and reports that they are durable. */
    public void sync() {
        if (steps.writer.hasFailed()) return;
        try {
            steps.writer.sync();
        } catch (IOException | RuntimeException e) {
            steps.writer.fail(e);
        }
    }

    /** The number of log operations that all calls of {@link #write} have carried out. */
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

    /** Runs the writer in steps: a step either writes or syncs a group. */
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

        /** @return whether any batch waited and was written */
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

    /** Keeps tasks until {@link #runFirst} executes them. */
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
