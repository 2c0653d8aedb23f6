package io.abcast.bulk;

import java.net.InetSocketAddress;

/**
 * A carrier for the small messages of a {@link BulkTransfer} that also knows the members. Blocks use connections of
 * their own, or the courier as well. All calls come from one thread. Messages to one member keep their order while it
 * is reachable.
 */
public interface Courier {
    /** Receives the events of a courier; any thread. */
    interface Sink {
        /** @param message owned by the sink */
        void onMessage(int from, byte[] message);

        /** Reports the members that can be reached through the courier, this member included. */
        void onMembers(int[] ids);

        /** Delivers a piece of a block. */
        void onPiece(int from, byte[] piece);

        /**
         * Reports the address at which a member takes blocks; port 0 when the courier carries them. Reported again when
         * the member has restarted.
         */
        void onAddress(int id, InetSocketAddress address);
    }

    /** Whether the courier carries blocks too, in pieces of up to about 1,300 bytes. */
    boolean carriesBlocks();

    /** @param own address at which this member takes blocks; the courier announces it to the other members */
    void start(Sink sink, InetSocketAddress own);

    /** Sends a small message. The message may be lost when the member is not reachable. */
    void send(int to, byte[] message);

    /** Sends a piece of a block. The piece may be lost. */
    void sendPiece(int to, byte[] piece);

    /** Stops the courier; no event follows. */
    void stop();
}
