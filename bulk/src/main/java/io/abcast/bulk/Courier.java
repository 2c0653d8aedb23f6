package io.abcast.bulk;

import java.net.InetSocketAddress;

/**
 * Another transport, such as a JGroups channel, that carries the small messages of a {@link BulkTransfer} and reports
 * the reachable members. Blocks use separate TCP connections, unless the courier also carries blocks. All calls of a
 * courier's methods come from one thread. A courier delivers the messages to one member in the order of their sending
 * while the member is reachable.
 */
public interface Courier {
    /** Receives the events of a courier. Any thread may call the methods of a {@code Sink}. */
    interface Sink {
        /** @param message the bytes of a received small message; the sink may keep and change the array */
        void onMessage(int from, byte[] message);

        /** Reports the members that can be reached through the courier, this member included. */
        void onMembers(int[] ids);

        /** Delivers a piece of a block that another member has sent. */
        void onPiece(int from, byte[] piece);

        /**
         * Reports the address at which a member receives blocks; the port is 0 if the courier carries blocks. The
         * courier reports the address again when a member has restarted.
         */
        void onAddress(int id, InetSocketAddress address);
    }

    /** Whether the courier also carries blocks, in pieces of up to about 1,300 bytes. */
    boolean carriesBlocks();

    /**
     * @param own address at which this member receives blocks, which the courier announces to the other members
     */
    void start(Sink sink, InetSocketAddress own);

    /** Sends a small message to another member. If the destination is not reachable, the message may be lost. */
    void send(int to, byte[] message);

    /** Sends a piece of a block to another member; the piece may be lost. */
    void sendPiece(int to, byte[] piece);

    /** Stops the courier, which then reports no event. */
    void stop();
}
