package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.kernel.Digest;

/**
 * Effects of a {@link ForestNode}, carried out by its driver. The driver calls the node back only after the call that
 * caused the effect has returned.
 */
public interface ForestEffects {
    /** Sends a small message at once, ahead of all frames. The message may be lost. */
    void send(int to, ForestMessage message);

    /**
     * Puts a frame on the link to a member. The frame may be lost. The driver calls {@link ForestNode#onTransmitted}
     * when the frame has been sent or cannot be sent.
     */
    void transmit(int to, Frame frame);

    /** Delivers a payload of another member whose digest has been checked. Payloads come in any order. */
    void deliver(int source, Digest digest, byte[] payload);

    /** Reports that {@link ForestNode#spread} accepts payloads again. */
    void room();

    /** Requests a call of {@link ForestNode#onTimer} after the delay. A later call replaces an earlier one. */
    void setTimer(long delayNanos);
}
