package io.abcast.jgroups.blocks;

import io.abcast.jgroups.Receiver;
import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;

/**
 * A deterministic application whose commands and queries are bytes, replicated by {@link ReplicatedStateMachine}.
 *
 * <p><b>Thread rule:</b> all methods are called by one thread, one at a time, and must not block; no locks are needed.
 *
 * <p><b>Failure:</b> an exception from {@link #apply}, {@link #snapshot} or {@link #restore} stops the member; one from
 * {@link #read} fails that read only.
 */
public interface StateMachine {
    /** Executes a command; the result goes to the caller that submitted it. Same state and command, same effect. */
    byte[] apply(long zxid, byte[] command);

    /** Answers a query; changes nothing. */
    byte[] read(byte[] query);

    /** See {@link Receiver#snapshot}. */
    Storage.SnapshotWriter snapshot();

    /** See {@link Receiver#restore}. */
    void restore(InputStream content) throws IOException;
}
