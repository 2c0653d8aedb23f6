package io.abcast.bulk;

import java.net.InetSocketAddress;

/**
 * Another way for the small messages of a {@link BulkTransfer}, which knows the members too; blocks go over connections of their own, or with
 * the courier as well. All calls come from one thread. Messages to one member keep their order while it is reachable.
 */
public interface Courier {
    /** What a courier brings; from any thread. */
    interface Sink {
        /** @param message not used by the courier any more */
        void onMessage(int from, byte[] message);

        /** Who can be reached through the courier, this member included. */
        void onMembers(int[] ids);

        /** A piece of a block. */
        void onPiece(int from, byte[] piece);

        /** Where a member takes blocks, port 0 when the courier brings them; said again when it has started anew. */
        void onAddress(int id, InetSocketAddress address);
    }

    /** Whether blocks go with it too, in pieces of up to some 1,300 bytes. */
    boolean carriesBlocks();

    /** @param own where this member takes blocks: the others are to be told */
    void start(Sink sink, InetSocketAddress own);

    /** Sends a small message; it may be lost when the member is not reachable. */
    void send(int to, byte[] message);

    /** Sends a piece of a block, which may be lost. */
    void sendPiece(int to, byte[] piece);

    /** Nothing is brought any more. */
    void stop();
}
