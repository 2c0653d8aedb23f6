package io.abcast.papers.wan;

import io.abcast.dissemination.forest.node.ForestMessage;
import io.abcast.kernel.Dissemination;

/** Carries the payloads of one site apart from the messages of its node. */
interface SitePayloads {
    void start();

    /** The service that the node of EPaxos uses. */
    Dissemination dissemination();

    void received(int from, ForestMessage message);

    /** The last bit of a frame has left. */
    void transmitted(int to);

    /** Hands over what has arrived since the last event. */
    void handOver();

    /** Bytes of own payloads that wait for a destination. */
    long waitingBytes(int to);
}
