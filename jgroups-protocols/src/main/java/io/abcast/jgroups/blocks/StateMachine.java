package io.abcast.jgroups.blocks;

import io.abcast.jgroups.Receiver;
import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;

/**
 * A deterministic application whose commands and queries are bytes, replicated by {@link ReplicatedStateMachine}.
 *
 * <p><b>Thread rule:</b> one thread calls all methods, one at a time, so no locks are needed. The methods must not
 * block.
 *
 * <p><b>Failure:</b> an exception from {@link #apply}, {@link #snapshot} or {@link #restore} stops the member; an
 * exception from {@link #read} fails only that read.
 */
public interface StateMachine {
    /**
     * Executes a command. The result goes to the caller that submitted the command. The effect must depend only on the
     * state and the command.
     */
    byte[] apply(long zxid, byte[] command);

    /** Answers a query without changing the state. */
    byte[] read(byte[] query);

    /** See {@link Receiver#snapshot}. */
    Storage.SnapshotWriter snapshot();

    /** See {@link Receiver#restore}. */
    void restore(InputStream content) throws IOException;
}
