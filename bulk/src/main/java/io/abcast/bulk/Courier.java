package io.abcast.bulk;

import java.net.InetSocketAddress;

/**
 * Carries the small messages of a {@link BulkTransfer}, and knows the members. Blocks use connections of their own, or
 * the courier carries blocks, too. One thread makes all calls. Messages to one member keep their order while the member
 * is reachable.
 */
public interface Courier {
    /** Receives the events of a courier. May be called from any thread. */
    interface Sink {
        /** @param message the bytes of a small message; the sink may keep and change the array */
        void onMessage(int from, byte[] message);

        /** Reports the members that can be reached through the courier, this member included. */
        void onMembers(int[] ids);

        /** Delivers a piece of a block. */
        void onPiece(int from, byte[] piece);

        /**
         * Reports the address at which a member receives blocks; the port is 0 if the courier carries blocks. Called
         * again when the member has restarted.
         */
        void onAddress(int id, InetSocketAddress address);
    }

    /** Whether the courier carries blocks too, in pieces of up to about 1,300 bytes. */
    boolean carriesBlocks();

    /**
     * @param own address at which this member receives blocks; the courier announces the address to the other members
     */
    void start(Sink sink, InetSocketAddress own);

    /** Sends a small message. The message may be lost when the member is not reachable. */
    void send(int to, byte[] message);

    /** Sends a piece of a block. The piece may be lost. */
    void sendPiece(int to, byte[] piece);

    /** Stops the courier. No event follows. */
    void stop();
}
