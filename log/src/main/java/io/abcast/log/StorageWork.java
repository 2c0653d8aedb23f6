package io.abcast.log;

import java.util.function.Consumer;

/**
 * Runs what a storage does beside its caller: in threads, unless a caller brings its own.
 *
 * @param snapshots writes snapshots
 * @param spares prepares segments
 * @param reads reads the log and snapshots; takes each piece that is offered before {@link SideWork#shutDown}, one at a time
 * @param writers begins to run a writer, which has just been made
 */
record StorageWork(SideWork snapshots, SideWork spares, SideWork reads, Writers writers) {
    /** Begins to run writers. */
    interface Writers {
        /**
         * From now on the writer is called with what is handed over: {@link LogWriter#write}, {@link LogWriter#sync}, {@link
         * LogWriter#idle}, and once {@link LogWriter#close}, after the end of the hand-over or a failure.
         */
        Writing begin(LogWriter writer, HandOver handOver);
    }

    /** A writer that is run. */
    interface Writing {
        /** Waits until the writer is closed. */
        void awaitEnd();
    }

    /** In four threads. */
    static StorageWork inThreads(int serverId, Consumer<String> notes) {
        return new StorageWork(
                SideThread.forSnapshots(serverId, notes),
                new SideThread("abcast-spare-" + serverId, "a segment to be prepared", notes),
                new SideThread("abcast-read-" + serverId, "a read of the log", notes),
                (writer, handOver) -> new LogThread(serverId, writer, handOver));
    }
}
