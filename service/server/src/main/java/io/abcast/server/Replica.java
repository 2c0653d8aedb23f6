package io.abcast.server;

import io.abcast.client.wire.MembersReply;
import io.abcast.client.wire.MembersRequest;
import io.abcast.client.wire.MultiPut;
import io.abcast.client.wire.StatusFields;
import io.abcast.server.figures.MemberFigures;

/**
 * The member of the ensemble, as the client port uses it. Safe from any thread; no method blocks. A request is
 * completed once, on any thread, by {@link ClientRequest#done} or {@link ClientRequest#failed}.
 */
interface Replica {
    int id();

    /** The reason why requests are not ordered now; empty while requests are ordered. */
    String reason();

    /** Whether requests are ordered now. */
    boolean active();

    /** Whether the local state may be read, because the member has been active at least once. */
    boolean readable();

    /** Number of partitions of the keys; 0 if the replica accepts no {@link MultiPut}. */
    default int partitions() {
        return 0;
    }

    /** Whether the replica orders {@code APPENDS}. */
    default boolean appends() {
        return false;
    }

    /**
     * Whether {@link #get} can read the key here. If not, {@link #linearize} gives the value to the request ({@link
     * ClientRequest#gotItem}).
     */
    default boolean holds(byte[] key) {
        return true;
    }

    /** Makes an empty batch for commands that are submitted together. */
    Batch newBatch();

    /** Commands that are submitted together. Used by one thread at a time; empty after each {@link #submit}. */
    interface Batch {
        /** Adds a valid command. {@code request} is completed when the command has been applied at this replica. */
        void add(byte[] command, ClientRequest request);

        /** Submits the added commands for ordering. */
        void submit();
    }

    /**
     * Completes the request when {@link #get} of the key sees all writes of this key that had completed at any member
     * before this call.
     */
    void linearize(byte[] key, ClientRequest request);

    /** The local value of a key; {@code null} if the key does not exist. */
    Item get(byte[] key);

    /**
     * Passes the position of the state to {@code reader}, between two deliveries. If that is not possible, {@code
     * refused} is completed with an error.
     */
    void position(PositionReader reader, ClientRequest refused);

    /** Receives the position of the state. */
    interface PositionReader {
        void read(KeyValueStore.Position position);
    }

    /** The status for operators. */
    StatusFields status();

    /**
     * Makes the requested change, if there is one, and passes the members to {@code reader}. If that is not possible,
     * {@code refused} is completed with an error.
     */
    void members(MembersRequest asked, MembersReader reader, ClientRequest refused);

    /** Receives the members, on any thread. */
    interface MembersReader {
        void read(MembersReply members);
    }

    /**
     * Returns the figures of the replica. Called by one thread at a time, because the call takes and resets the
     * histogram of the present interval.
     */
    MemberFigures figures();
}
