package io.abcast.bulk;

import io.abcast.bulk.port.PortFigures;
import io.abcast.bulk.port.SelectorLoop;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import java.io.IOException;

/**
 * Links that carry small messages and blocks to the other members. All calls and events happen on the thread of one
 * {@link SelectorLoop}; only {@link #sentBytes} and {@link #receivedBytes} may be called from any thread.
 *
 * <p>Messages to a member keep their order while the member stays reachable. Messages and blocks may be lost when the
 * member becomes unreachable.
 */
public interface BlockLinks {
    /** Events of the links. No event is delivered during a call of a method of {@link BlockLinks}. */
    interface Events {
        /**
         * Reports the members that are now reachable, this member included, in ascending order. When a member restarts,
         * it is first reported as unreachable.
         */
        void onReachable(int[] members);

        /** @param message bytes that the receiver of the event owns */
        void onMessage(int from, byte[] message);

        /**
         * Size of the longest row in a block of a transfer, in bytes.
         *
         * @return 0 if this member takes part in no transfer with the number {@code run}; the blocks of such a transfer
         *     are dropped
         */
        int rowBytesMax(int run);

        /** Reports that the first bytes of a block have arrived. */
        void onReceiving(int from, int run, long number);

        /** Reports that few bytes of a block remain to be received, so its sender will soon need no more room. */
        void onNearlyReceived(int from, int run, long number);

        /** Reports a block that has arrived completely. */
        void onBlock(int from, int run, Block block);

        /** Reports that few bytes of a block remain to be sent. */
        void onNearlyTransferred(int to, long number);

        /**
         * Reports that a block has been sent, or cannot be sent. Called once for each {@link BlockLinks#transfer}.
         *
         * @param arrives whether the block will arrive if its receiver stays reachable
         */
        void onTransferred(int to, long number, boolean arrives);
    }

    /** @throws IOException if this member's address cannot be used */
    void start(Events events) throws IOException;

    /** Sends a small message. If too many messages wait, the newest are dropped. */
    void send(int to, byte[] message);

    /**
     * Sends a block after earlier blocks, as fast as the rate and the receiver allow.
     *
     * @param run run of the transfer that the block belongs to
     */
    void transfer(int to, int run, Block block);

    /** Number of bytes passed to the network: blocks, messages and headers. */
    long sentBytes();

    /** Number of bytes received from the network. */
    long receivedBytes();

    /**
     * Figures of the port that accepts connections for blocks; zeros without such a port. May be called from any
     * thread.
     */
    PortFigures portFigures();

    /**
     * Closes all connections once the sent messages have been passed to the network, or a time limit is over.
     *
     * @param then action that runs when the connections are closed
     */
    void close(Runnable then);
}
