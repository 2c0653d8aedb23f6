package io.abcast.jgroups.blocks;

import io.abcast.jgroups.Receiver;
import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;

/**
 * A deterministic application, replicated by {@link ReplicatedStateMachine}, whose commands and queries are bytes.
 *
 * <p><b>Thread rule:</b> the event loop of the member calls all methods, one after the other. The methods of a state
 * machine must not block the event loop.
 *
 * <p><b>Failure:</b> an exception from {@link #apply}, {@link #snapshot} or {@link #restore} stops the member. An
 * exception from {@link #read} fails only the query.
 */
public interface StateMachine {
    /**
     * Executes a command on the state machine. The effect of a command must depend only on the state of the machine and
     * on the command.
     */
    byte[] apply(long zxid, byte[] command);

    /** Answers a query without changing the state of the machine. */
    byte[] read(byte[] query);

    /** Freezes the present state of the machine for a snapshot; see {@link Receiver#snapshot}. */
    Storage.SnapshotWriter snapshot();

    /** Replaces the whole state of the machine by a snapshot; see {@link Receiver#restore}. */
    void restore(InputStream content) throws IOException;
}
