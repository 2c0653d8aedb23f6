package io.abcast.load.contest;

import java.io.IOException;

/** One server of a contestant. Used by one thread at a time; calls may block for a moment. */
public interface ContestantServer extends AutoCloseable {
    /**
     * Summary of a server's state. All servers have equal summaries once they have applied the same writes.
     *
     * @param applied number of applied writes, which may include writes of the system itself
     * @param digest digest of all keys and values
     * @param keys number of keys
     */
    record State(long applied, long digest, long keys) {}

    /** Whether the server accepts requests now. */
    boolean ready() throws Exception;

    /** Whether the server is the leader, as far as it knows. */
    boolean leads() throws Exception;

    State state() throws Exception;

    /** The value of a key in this server's state; {@code null}: the key was never written. */
    byte[] read(int key) throws Exception;

    /**
     * Number of syncs to disk so far, if the server is a process outside this JVM. Negative if the server runs in this
     * JVM, whose syncs the harness counts.
     */
    default long syncs() throws Exception {
        return -1;
    }

    /**
     * Connects clients inside this JVM to the API of the system.
     *
     * @throws UnsupportedOperationException if the system has no API for clients; {@link Contestant#cannot} reports
     *     this case
     */
    Attachment attach() throws Exception;

    @Override
    void close() throws IOException;
}
