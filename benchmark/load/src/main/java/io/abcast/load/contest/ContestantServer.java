package io.abcast.load.contest;

import java.io.IOException;

/** One server of a contestant. Used by one thread at a time; calls may block for a moment. */
public interface ContestantServer extends AutoCloseable {
    /**
     * What the servers' states amount to: equal at all of them once they are equally far.
     *
     * @param applied writes applied, at least; whatever the system writes for itself may count too
     * @param digest of all keys and values
     * @param keys how many keys there are
     */
    record State(long applied, long digest, long keys) {}

    /** Whether it takes requests now. */
    boolean ready() throws Exception;

    /** Whether it is the leader, as far as it knows. */
    boolean leads() throws Exception;

    State state() throws Exception;

    /** The value of a key in this server's state; {@code null}: nobody has written it. */
    byte[] read(int key) throws Exception;

    /**
     * What it has synced to disk so far, if it is no part of this JVM; negative: it is, and this JVM's syncs are
     * counted.
     */
    default long syncs() throws Exception {
        return -1;
    }

    /**
     * For clients inside this JVM, on the system's API.
     *
     * @throws UnsupportedOperationException if it has none; {@link Contestant#cannot} said so
     */
    Attachment attach() throws Exception;

    @Override
    void close() throws IOException;
}
