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
     * The work of one attempt of a transaction at this partition. {@link #execute} is never called for an aborted
     * attempt of a transaction.
     */
    interface Piece {
        /** Adds the keys of this partition that the work needs to a request for locks. */
        void lock(LockQueues.Request locks);

        /**
         * Reads the values that the other participants need. Called while the attempt (run of the transaction) holds
         * its locks.
         */
        byte[] read();

        /**
         * Executes the work, which may change the state. Called while the attempt (run of the transaction) holds its
         * locks.
         *
         * @param values result of {@link #read} at each participant; empty for a transaction of one partition
         * @return the result for the caller
         */
        byte[] execute(List<byte[]> values);
    }

    /**
     * Creates the work of an attempt at this partition.
     *
     * @param id id of the attempt to run the transaction, the same at all participants
     * @param bytes array that contains the work from index {@code offset} on
     */
    Piece piece(CommitId id, byte[] bytes, int offset);

    /** Freezes the state of the partition, as {@link io.abcast.jgroups.PartitionReceiver#snapshot} does. */
    Storage.SnapshotWriter snapshot();

    /** @param content the bytes of a snapshot; {@code null} for the empty state */
    void restore(InputStream content) throws IOException;
}
