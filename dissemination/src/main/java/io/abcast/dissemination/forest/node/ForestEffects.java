package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.kernel.Digest;

/**
 * The effects of a {@link ForestNode}, which its driver carries out. The driver calls the node only after the call that
 * caused the effect has returned.
 */
public interface ForestEffects {
    /** Sends a small message, which the network may lose, to a member at once, ahead of all waiting frames. */
    void send(int to, ForestMessage message);

    /**
     * Puts a frame on the link to a member; the link may lose the frame. The driver calls {@link
     * ForestNode#onTransmitted} when it has sent the frame or cannot send the frame.
     */
    void transmit(int to, Frame frame);

    /**
     * Delivers to the application a payload of another member that matches its digest. The node delivers payloads in
     * any order.
     */
    void deliver(int source, Digest digest, byte[] payload);

    /** Reports to the application that {@link ForestNode#spread} accepts payloads again. */
    void room();

    /**
     * Requests a call of {@link ForestNode#onTimer} after {@code delayNanos} ns. Each call of {@code setTimer} replaces
     * the node's earlier request for a timer.
     */
    void setTimer(long delayNanos);
}
