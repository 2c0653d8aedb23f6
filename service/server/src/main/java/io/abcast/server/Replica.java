package io.abcast.server;

import io.abcast.client.wire.MembersReply;
import io.abcast.client.wire.MembersRequest;
import io.abcast.client.wire.MultiPut;
import io.abcast.client.wire.StatusFields;
import io.abcast.server.figures.MemberFigures;

/**
 * The member of the ensemble as the client port uses it. Any thread may call the methods of a replica, and no method
 * blocks. The replica completes each request once, on any thread, by {@link ClientRequest#done} or {@link
 * ClientRequest#failed}.
 */
interface Replica {
    int id();

    /** The reason why the member orders no requests now; empty while it orders requests. */
    String reason();

    boolean active();

    /** Whether clients may read the member's local state, because the member has been active at least once. */
    boolean readable();

    /** Number of partitions of the store's keys; 0 if the replica accepts no {@link MultiPut}. */
    default int partitions() {
        return 0;
    }

    default boolean appends() {
        return false;
    }

    /**
     * Whether {@link #get} can read the key at this replica; if false, {@link #linearize} stores the value in the
     * request ({@link ClientRequest#gotItem}).
     */
    default boolean holds(byte[] key) {
        return true;
    }

    Batch newBatch();

    /**
     * Commands that one caller submits together. Only one thread at a time may use a batch, which is empty after each
     * {@link #submit}.
     */
    interface Batch {
        void add(byte[] command, ClientRequest request);

        void submit();
    }

    /**
     * Completes {@code request} as soon as {@link #get} is linearizable: it then sees every write of the key that any
     * member had answered before this call.
     */
    void linearize(byte[] key, ClientRequest request);

    Item get(byte[] key);

    /**
     * Passes the position and the digest of the store's state to {@code reader}, or completes {@code refused} with an
     * error.
     */
    void position(PositionReader reader, ClientRequest refused);

    interface PositionReader {
        void read(KeyValueStore.Position position);
    }

    StatusFields status();

    /**
     * Makes the requested membership change, if any, and passes the members to {@code reader}, or completes {@code
     * refused} with an error.
     */
    void members(MembersRequest asked, MembersReader reader, ClientRequest refused);

    interface MembersReader {
        void read(MembersReply members);
    }

    /**
     * Returns the figures of the replica. Only one thread at a time may call this method, because it resets the present
     * interval's histogram.
     */
    MemberFigures figures();
}
