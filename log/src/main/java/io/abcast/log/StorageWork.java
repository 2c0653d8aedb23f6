package io.abcast.log;

import java.util.function.Consumer;

/**
 * Runs the tasks of a storage that its caller does not wait for. The tasks run on threads, unless the creator of the
 * storage passes other ways to run them.
 *
 * @param snapshots writes snapshots
 * @param spares prepares segments
 * @param reads reads the log and snapshots. Accepts each task that is offered before {@link SideWork#shutDown}; at most
 *     one task is offered at a time
 * @param writers runs a writer that has just been created
 */
record StorageWork(SideWork snapshots, SideWork spares, SideWork reads, Writers writers) {
    /** Runs writers. */
    interface Writers {
        /**
         * Starts to run the writer with the batches of {@code handOver}, by {@link LogWriter#write}, {@link
         * LogWriter#sync} and {@link LogWriter#idle}. When the hand-over has ended or the writer has failed, {@link
         * LogWriter#close} is called once.
         */
        Writing begin(LogWriter writer, HandOver handOver);
    }

    /** A running writer. */
    interface Writing {
        /** Waits until the writer is closed. */
        void awaitEnd();
    }

    /** Runs the tasks on four threads. */
    static StorageWork inThreads(int serverId, Consumer<String> notes) {
        return new StorageWork(
                SideThread.forSnapshots(serverId, notes),
                new SideThread("abcast-spare-" + serverId, "a segment to be prepared", notes),
                new SideThread("abcast-read-" + serverId, "a read of the log", notes),
                (writer, handOver) -> new LogThread(serverId, writer, handOver));
    }
}
