package io.abcast.bulk;

import io.abcast.bulk.port.PortFigures;
import io.abcast.bulk.port.SelectorLoop;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import java.io.IOException;

/**
 * The links of a member, over which it exchanges small messages and blocks with the other members. All calls of the
 * links of a member, and all events of the links, happen on the thread of one {@link SelectorLoop}. Only
 * {@link #sentBytes} and {@link #receivedBytes} may be called from any thread.
 *
 * <p>Small messages to a member arrive in the order in which they were sent, while the member stays reachable. Small
 * messages and blocks may be lost when their receiver becomes unreachable.
 */
public interface BlockLinks {
    /**
     * Receives the events of the links of one member. The links deliver no event while a method of {@link BlockLinks}
     * runs.
     */
    interface Events {
        /**
         * Reports the members that are now reachable, this member included, in ascending order. The links first report
         * a member that restarts as unreachable.
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
         * @return the size of a block; 0 if this member takes part in no transfer with the number {@code run}, and the
         *     links must drop the transfer's blocks
         */
        int rowBytesMax(int run);

        /** Reports that the first bytes of a block have arrived. */
        void onReceiving(int from, int run, long number);

        /**
         * Reports that only few bytes of a block remain to be received. When only few bytes remain, the receiver can
         * agree with the sender on the next block.
         */
        void onNearlyReceived(int from, int run, long number);

        /** Reports a block that has arrived completely. */
        void onBlock(int from, int run, Block block);

        /** Reports that only few bytes of a block remain to be sent. */
        void onNearlyTransferred(int to, long number);

        /**
         * Reports that a block has been sent or cannot be sent. The links report the end of each call of
         * {@link BlockLinks#transfer} exactly once.
         *
         * @param arrives whether the block will arrive if the block's receiver stays reachable
         */
        void onTransferred(int to, long number, boolean arrives);
    }

    /** @throws IOException if this member cannot listen on its address */
    void start(Events events) throws IOException;

    /**
     * Sends a small message. If too many small messages wait for one receiver, the links drop the newest of these
     * messages.
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
     * Returns the figures of the port that accepts connections for blocks. All port figures are 0 if this member has no
     * port for blocks. Any thread may call {@code portFigures}.
     */
    PortFigures portFigures();

    /**
     * Closes all connections when the links have passed the waiting messages to the network, or after a time limit.
     *
     * @param then action that runs when all connections are closed
     */
    void close(Runnable then);
}
