package io.abcast.papers.wan;

import io.abcast.dissemination.forest.node.ForestMessage;
import io.abcast.kernel.Dissemination;

/** Carries the payloads of one site apart from the messages of its node. */
interface SitePayloads {
    void start();

    /** The service through which the node of EPaxos sends and receives payloads. */
    Dissemination dissemination();

    void received(int from, ForestMessage message);

    /** The last bit of a frame has left. */
    void transmitted(int to);

    /** Hands the payloads that have arrived since the last event to the node. */
    void handOver();

    /** Bytes of this site's payloads that wait for the link to a destination. */
    long waitingBytes(int to);
}
