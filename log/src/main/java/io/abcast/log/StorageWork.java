package io.abcast.log;

import java.util.function.Consumer;

/**
 * Runs a storage's tasks beside its caller: on threads, unless the caller provides its own way.
 *
 * @param snapshots writes snapshots
 * @param spares prepares segments
 * @param reads reads the log and snapshots; takes each task that is offered before {@link SideWork#shutDown}, one at a
 *     time
 * @param writers runs a writer that has just been created
 */
record StorageWork(SideWork snapshots, SideWork spares, SideWork reads, Writers writers) {
    /** Runs writers. */
    interface Writers {
        /**
         * Starts to run the writer with what is handed over: {@link LogWriter#write}, {@link LogWriter#sync}, {@link
         * LogWriter#idle}, and once {@link LogWriter#close}, after the end of the hand-over or a failure.
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
