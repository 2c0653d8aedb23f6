package io.abcast.benchmark.twophase;

import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * The state of a partition, and the work that transactions do on this state. An implementation must be deterministic:
 * its results depend only on the calls. All methods of a partition's work are called on one thread.
 */
interface PartitionWork {
    /**
     * The work of one attempt of a transaction at this partition; {@link #execute} is never called for an aborted
     * attempt.
     */
    interface Piece {
        void lock(LockQueues.Request locks);

        byte[] read();

        /**
         * Executes the work, while the attempt (run of the transaction) holds its locks.
         *
         * @param values result of {@link #read} at each participant; empty for a transaction of one partition
         */
        byte[] execute(List<byte[]> values);
    }

    /**
     * @param id id of the attempt to run the transaction, the same at all participants
     * @param bytes array that contains the work from index {@code offset} on
     */
    Piece piece(CommitId id, byte[] bytes, int offset);

    Storage.SnapshotWriter snapshot();

    /** @param content the bytes of a snapshot; {@code null} for the empty state */
    void restore(InputStream content) throws IOException;
}
