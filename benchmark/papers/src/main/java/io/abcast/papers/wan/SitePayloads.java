package io.abcast.papers.wan;

import io.abcast.dissemination.forest.node.ForestMessage;
import io.abcast.kernel.Dissemination;

/** Carries the payloads of one site, while the site's EPaxos node sends only messages about payloads. */
interface SitePayloads {
    void start();

    /** The service through which the EPaxos node of this site sends and receives payloads. */
    Dissemination dissemination();

    void received(int from, ForestMessage message);

    /** Called when the last bit of a frame to a destination site has left this site. */
    void transmitted(int to);

    /** Passes the payloads that have arrived since the last event to the EPaxos node of this site. */
    void handOver();

    /** Number of bytes of this site's payloads that wait for the link to a destination. */
    long waitingBytes(int to);
}
