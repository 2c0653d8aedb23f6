package io.abcast.bulk;

import io.abcast.bulk.port.PortFigures;
import io.abcast.bulk.port.SelectorLoop;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import java.io.IOException;

/**
 * The links of a member, over which it exchanges small messages and blocks with the other members. All calls and events
 * happen on the thread of one {@link SelectorLoop}, except that any thread may call {@link #sentBytes} and {@link
 * #receivedBytes}.
 *
 * <p>Small messages to a member arrive in the order in which they were sent, while the member stays reachable. Small
 * messages and blocks may be lost when their receiver becomes unreachable.
 */
public interface BlockLinks {
    /**
     * Receives the events of a member's links. Events are never delivered within a call of a {@link BlockLinks} method.
     */
    interface Events {
        /**
         * Reports the members that are now reachable, this member included, in ascending order. If a member restarts,
         * the links first report a set of reachable members without it.
         */
        void onReachable(int[] members);

        /**
         * @param message the bytes of a received small message; the receiver of the event may keep and change the array
         */
        void onMessage(int from, byte[] message);

        /**
         * Returns the maximum size in bytes of a block of transfer {@code run}, together with the block's coding
         * coefficients.
         *
         * @return the maximum size; 0 if this member does not take part in transfer {@code run}, so that the links drop
         *     its blocks
         */
        int rowBytesMax(int run);

        /** Reports that the first bytes of a block have arrived. */
        void onReceiving(int from, int run, long number);

        /**
         * Reports that only few bytes of a block remain to be received, so that this member can already accept an offer
         * of the next block.
         */
        void onNearlyReceived(int from, int run, long number);

        /** Reports a block that has arrived completely. */
        void onBlock(int from, int run, Block block);

        /**
         * Reports that only few bytes of a block remain to be sent, so that this member can already offer the next
         * block.
         */
        void onNearlyTransferred(int to, long number);

        /**
         * Reports, exactly once for each {@link BlockLinks#transfer}, that a block has been sent or cannot be sent.
         *
         * @param arrives whether the block will arrive if the block's receiver stays reachable
         */
        void onTransferred(int to, long number, boolean arrives);
    }

    /** @throws IOException if this member cannot listen on its address */
    void start(Events events) throws IOException;

    /**
     * Sends a small message. If too many bytes of small messages already wait for the receiver, the links drop the
     * message.
     */
    void send(int to, byte[] message);

    /**
     * Sends a block after the blocks of earlier calls, as fast as the rate limit of the uplink and the receiver allow.
     *
     * @param run number of the transfer to which the block belongs
     */
    void transfer(int to, int run, Block block);

    /**
     * Number of bytes that this member has passed to the network since it was opened: blocks, messages and headers.
     */
    long sentBytes();

    /** Number of bytes that this member has received from the network since it was opened. */
    long receivedBytes();

    /**
     * Returns the figures of the port that accepts connections for blocks. All figures are 0 if this member has no port
     * for blocks. Any thread may call this method.
     */
    PortFigures portFigures();

    /**
     * Closes all connections once all waiting messages have been passed to the network, or after a time limit.
     *
     * @param then action that runs when all connections are closed
     */
    void close(Runnable then);
}
