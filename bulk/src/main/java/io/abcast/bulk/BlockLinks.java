package io.abcast.bulk;

import io.abcast.bulk.port.PortFigures;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import java.io.IOException;

/**
 * How small messages and blocks get to the other members. All of it, calls and events alike, happens on the thread of one
 * {@link SelectorLoop}; only {@link #sentBytes} and {@link #receivedBytes} may be read by any.
 *
 * <p>Messages to one member keep their order while it stays reachable; anything may be lost when it does not.
 */
public interface BlockLinks {
    /** What happens on the links. No event comes from within a call of {@link BlockLinks}. */
    interface Events {
        /** Who can be reached now, this member included, ascending. Who was restarted was away in between. */
        void onReachable(int[] members);

        /** @param message not used by the links any more */
        void onMessage(int from, byte[] message);

        /**
         * Bytes of the longest row that a block of a transfer has.
         *
         * @return 0 if this member takes part in no transfer of that run: its blocks are dropped
         */
        int rowBytesMax(int run);

        /** The first bytes of a block are here. */
        void onReceiving(int from, int run, long number);

        /** Little of a block is still to come: its sender needs no room soon. */
        void onNearlyReceived(int from, int run, long number);

        /** A block is here. */
        void onBlock(int from, int run, Block block);

        /** Little of a block is still to be sent. */
        void onNearlyTransferred(int to, long number);

        /**
         * A block has left, or cannot. Once for each {@link BlockLinks#transfer}.
         *
         * @param arrives while its receiver stays reachable
         */
        void onTransferred(int to, long number, boolean arrives);
    }

    /** @throws IOException when this member's address cannot be used */
    void start(Events events) throws IOException;

    /** Sends a small message; of too many that wait the newest are lost. */
    void send(int to, byte[] message);

    /**
     * Sends a block after those before it, as fast as the rate and the receiver allow.
     *
     * @param run of the transfer that it belongs to
     */
    void transfer(int to, int run, Block block);

    /** Bytes handed to the network, with all that is not blocks. */
    long sentBytes();

    /** Bytes taken from the network. */
    long receivedBytes();

    /** Figures of the port that takes blocks; zeros without such a port. Any thread. */
    PortFigures portFigures();

    /**
     * Lets go of all connections, once what was sent has been handed to the network or has had its time.
     *
     * @param then runs after that
     */
    void close(Runnable then);
}
