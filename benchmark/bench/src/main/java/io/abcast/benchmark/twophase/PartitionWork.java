package io.abcast.benchmark.twophase;

import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * The state of a partition, and the work that transactions do on it. Deterministic: the results depend on the calls
 * only. One thread calls all methods.
 */
interface PartitionWork {
    /**
     * Adds the keys of this partition that a piece of work needs to a request for locks.
     *
     * @param bytes contains the work from {@code offset} on
     */
    void lock(byte[] bytes, int offset, LockQueues.Request locks);

    /** Reads the values that the other participants need. Called when the locks are held. */
    byte[] read(byte[] bytes, int offset);

    /**
     * Does the work. Called when the locks are held.
     *
     * @param values what {@link #read} gave at each participant; empty for a transaction of one partition
     * @return the result for the caller
     */
    byte[] execute(byte[] bytes, int offset, List<byte[]> values);

    /** Freezes the state, as {@link io.abcast.jgroups.PartitionReceiver#snapshot} does. */
    Storage.SnapshotWriter snapshot();

    /** @param content the bytes of a snapshot; {@code null} for the empty state */
    void restore(InputStream content) throws IOException;
}
