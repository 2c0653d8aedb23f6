package io.abcast.bulk;

import io.abcast.bulk.port.PortFigures;
import io.abcast.bulk.port.SelectorLoop;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import java.io.IOException;

/**
 * The links of a member, which carry small messages and blocks to the other members and back. All calls and events
 * happen on the thread of one {@link SelectorLoop}; only {@link #sentBytes} and {@link #receivedBytes} may be called
 * from any thread.
 *
 * <p>Messages to a member keep their order while the member stays reachable. Messages and blocks may be lost when the
 * member becomes unreachable.
 */
public interface BlockLinks {
    /** Receives the events of the links. No event is delivered while a method of {@link BlockLinks} runs. */
    interface Events {
        /**
         * Reports the members that are now reachable, this member included, in ascending order. A member that restarts
         * is first reported as unreachable.
         */
        void onReachable(int[] members);

        /** @param message the bytes of a small message; the receiver of the event may keep and change the array */
        void onMessage(int from, byte[] message);

        /**
         * Returns the maximum size of a block of a transfer together with its coding coefficients, in bytes.
         *
         * @return the size; 0 if this member takes part in no transfer with the number {@code run}, whose blocks are
         *     then dropped
         */
        int rowBytesMax(int run);

        /** Reports that the first bytes of a block have arrived. */
        void onReceiving(int from, int run, long number);

        /**
         * Reports that only few bytes of a block remain to be received. The receiver can then agree with the sender on
         * the next block.
         */
        void onNearlyReceived(int from, int run, long number);

        /** Reports a block that has arrived completely. */
        void onBlock(int from, int run, Block block);

        /** Reports that only few bytes of a block remain to be sent. */
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

    /** Sends a small message. If too many messages wait for the same receiver, the newest messages are dropped. */
    void send(int to, byte[] message);

    /**
     * Sends a block after the blocks passed earlier, as fast as the rate and the receiver allow.
     *
     * @param run number of the transfer to which the block belongs
     */
    void transfer(int to, int run, Block block);

    /** Number of bytes passed to the network so far: blocks, messages and headers. */
    long sentBytes();

    /** Number of bytes received from the network so far. */
    long receivedBytes();

    /**
     * Figures of the port that accepts connections for blocks. All figures are 0 if there is no such port. May be
     * called from any thread.
     */
    PortFigures portFigures();

    /**
     * Closes all connections when the waiting messages have been passed to the network, or after a time limit.
     *
     * @param then action that runs when the connections are closed
     */
    void close(Runnable then);
}
