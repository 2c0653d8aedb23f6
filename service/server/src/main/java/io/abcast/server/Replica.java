package io.abcast.server;

import io.abcast.client.wire.MembersReply;
import io.abcast.client.wire.MembersRequest;
import io.abcast.client.wire.StatusFields;
import io.abcast.server.figures.MemberFigures;

/**
 * What the client port needs from the member behind it. Safe from any thread; nothing blocks. A request
 * is completed once, on any thread, by {@link ClientRequest#done} or {@link ClientRequest#failed}.
 */
interface Replica {
    int id();

    /** Why requests are not being ordered now; empty while they are. */
    String reason();

    /** Whether requests are being ordered now. */
    boolean active();

    /** Whether the local state may be read: the member has been active at least once. */
    boolean readable();

    /** For commands that are at hand at the same time. */
    Batch newBatch();

    /** Used by one thread at a time; empty after each {@link #submit}. */
    interface Batch {
        /** Adds a valid command; its request is done once it has been applied here. */
        void add(byte[] command, ClientRequest request);

        /** Has what was added ordered. */
        void submit();
    }

    /** Done as soon as {@link #get} sees everything that had completed anywhere before this call. */
    void linearize(ClientRequest request);

    /** The local value of a key, {@code null} if there is none. */
    Item get(byte[] key);

    /** Tells the state's position between two deliveries; {@code refused} fails if it will not. */
    void position(PositionReader reader, ClientRequest refused);

    /** Told the position. */
    interface PositionReader {
        void read(KeyValueStore.Position position);
    }

    /** What operators are told. */
    StatusFields status();

    /**
     * Tells {@code reader} who the members are, after the change asked for if there is one; otherwise {@code refused} is
     * completed.
     */
    void members(MembersRequest asked, MembersReader reader, ClientRequest refused);

    /** Told who the members are, on any thread. */
    interface MembersReader {
        void read(MembersReply members);
    }

    /** Called by one thread at a time: takes the histogram's interval. */
    MemberFigures figures();
}
