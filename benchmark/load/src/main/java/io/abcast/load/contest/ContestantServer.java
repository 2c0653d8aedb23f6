package io.abcast.load.contest;

import java.io.IOException;

/**
 * One server of a measured system. Only one thread at a time calls the methods of a server, which may block briefly.
 */
public interface ContestantServer extends AutoCloseable {
    /**
     * Summary of a server's state at one moment. Two servers have equal summaries if they have applied the same writes.
     *
     * @param applied number of applied writes, which may include writes that the system itself makes
     * @param digest digest of all keys and values of the server
     * @param keys number of keys
     */
    record State(long applied, long digest, long keys) {}

    /** Whether the server accepts requests at present. */
    boolean ready() throws Exception;

    /** Whether the server considers itself the leader. */
    boolean leads() throws Exception;

    State state() throws Exception;

    /** The value of a key in this server's state; {@code null} if the key was never written. */
    byte[] read(int key) throws Exception;

    /**
     * Number of syncs to disk since the server's start; negative if the server runs in this JVM, whose syncs the
     * benchmark itself counts.
     */
    default long syncs() throws Exception {
        return -1;
    }

    /**
     * Connects clients inside this JVM to the API of the measured system.
     *
     * @throws UnsupportedOperationException if the system has no API for clients; {@link Contestant#cannot} reports
     *     this case
     */
    Attachment attach() throws Exception;

    @Override
    void close() throws IOException;
}
