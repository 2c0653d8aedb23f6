package io.abcast.server;

import io.abcast.client.wire.MembersReply;
import io.abcast.client.wire.MembersRequest;
import io.abcast.client.wire.MultiPut;
import io.abcast.client.wire.StatusFields;
import io.abcast.server.figures.MemberFigures;

/**
 * The member of the ensemble as the client port uses it. Any thread may call the methods of a replica, and no method
 * blocks. The replica completes each request once, on any thread, by {@link ClientRequest#done} or
 * {@link ClientRequest#failed}.
 */
interface Replica {
    int id();

    /** The reason why the member orders no requests now; empty while the member orders requests. */
    String reason();

    /** Whether the member orders requests now. */
    boolean active();

    /** Whether clients may read the member's local state, because the member has been active at least once. */
    boolean readable();

    /** Number of partitions of the store's keys; 0 if the replica accepts no {@link MultiPut}. */
    default int partitions() {
        return 0;
    }

    /** Whether the replica orders requests with the operation {@code APPENDS}. */
    default boolean appends() {
        return false;
    }

    /**
     * Whether {@link #get} can read the key {@code key} at this replica. If the replica does not hold the key, {@link
     * #linearize} stores the value in the request ({@link ClientRequest#gotItem}).
     */
    default boolean holds(byte[] key) {
        return true;
    }

    /** Makes an empty batch for commands that one caller submits together. */
    Batch newBatch();

    /**
     * A batch of commands that one caller submits together. Only one thread at a time may use a batch, which is empty
     * after each {@link #submit}.
     */
    interface Batch {
        /** Adds a valid command to the batch. The replica completes {@code request} when it has applied the command. */
        void add(byte[] command, ClientRequest request);

        /** Submits the commands of the batch to the ordering protocol. */
        void submit();
    }

    /**
     * Completes {@code request} as soon as {@link #get} is linearizable: it then sees every write of the key that any
     * member had answered before this call.
     */
    void linearize(byte[] key, ClientRequest request);

    /** Returns the local value of a key; {@code null} if the key does not exist. */
    Item get(byte[] key);

    /**
     * Passes the position and the digest of the store's state to {@code reader}, between two deliveries. If the
     * position is not available, the replica completes {@code refused} with an error.
     */
    void position(PositionReader reader, ClientRequest refused);

    /** Receives the position, in the total order, of the store's state. */
    interface PositionReader {
        void read(KeyValueStore.Position position);
    }

    /** Returns the status of the replica for operators. */
    StatusFields status();

    /**
     * Makes the membership change that {@code asked} requests, if any, and passes the members to {@code reader}. If the
     * change or the list of members is not possible, the replica completes {@code refused} with an error.
     */
    void members(MembersRequest asked, MembersReader reader, ClientRequest refused);

    /** Receives the members of the ensemble, on any thread. */
    interface MembersReader {
        void read(MembersReply members);
    }

    /**
     * Returns the figures (counters and latencies) of the replica. Only one thread at a time may call {@code figures},
     * because the call takes and resets the histogram of the present interval.
     */
    MemberFigures figures();
}
