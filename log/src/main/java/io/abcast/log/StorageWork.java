package io.abcast.log;

import java.util.function.Consumer;

/**
 * Runs the tasks of a storage for which the storage's caller does not wait.
 *
 * @param reads runs the tasks that read the log and snapshots; must accept each task that is offered before {@link
 *     SideWork#shutDown}
 * @param writers starts to run the log writer once the storage has created the writer
 */
record StorageWork(SideWork snapshots, SideWork spares, SideWork reads, Writers writers) {
    interface Writers {
        /**
         * Starts to run the writer with the batches of {@code handOver}. When the queue of batches has ended or the
         * writer has failed, the implementation must call {@link LogWriter#close} once.
         */
        Writing begin(LogWriter writer, HandOver handOver);
    }

    interface Writing {
        void awaitEnd();
    }

    static StorageWork inThreads(int serverId, Consumer<String> notes) {
        return new StorageWork(
                SideThread.forSnapshots(serverId, notes),
                new SideThread("abcast-spare-" + serverId, "a segment to be prepared", notes),
                new SideThread("abcast-read-" + serverId, "a read of the log", notes),
                (writer, handOver) -> new LogThread(serverId, writer, handOver));
    }
}
