package io.abcast.log;

import java.util.function.Consumer;

/**
 * Runs the tasks of a storage for which the storage's caller does not wait. The tasks run on threads of the storage,
 * unless the creator of the storage passes other ways to run these tasks.
 *
 * @param snapshots runs the tasks that write snapshots
 * @param spares runs the tasks that prepare spare segments
 * @param reads runs the tasks that read the log and snapshots. The {@code SideWork} of {@code reads} accepts each task
 *     that is offered before {@link SideWork#shutDown}; at most one task is offered at a time
 * @param writers starts to run the log writer once the storage has created the writer
 */
record StorageWork(SideWork snapshots, SideWork spares, SideWork reads, Writers writers) {
    /** Starts to run the log writer of a storage. */
    interface Writers {
        /**
         * Starts to run the writer with the batches of {@code handOver}, by {@link LogWriter#write},
         * {@link LogWriter#sync} and {@link LogWriter#idle}. When the queue of batches has ended or the writer has
         * failed, the implementation calls {@link LogWriter#close} once.
         */
        Writing begin(LogWriter writer, HandOver handOver);
    }

    /** A log writer that is running, on a thread or in steps. */
    interface Writing {
        /** Waits until the log writer is closed. */
        void awaitEnd();
    }

    /** Returns a {@code StorageWork} that runs the tasks of a storage on four threads. */
    static StorageWork inThreads(int serverId, Consumer<String> notes) {
        return new StorageWork(
                SideThread.forSnapshots(serverId, notes),
                new SideThread("abcast-spare-" + serverId, "a segment to be prepared", notes),
                new SideThread("abcast-read-" + serverId, "a read of the log", notes),
                (writer, handOver) -> new LogThread(serverId, writer, handOver));
    }
}
