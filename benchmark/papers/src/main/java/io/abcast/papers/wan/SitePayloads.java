package io.abcast.papers.wan;

import io.abcast.dissemination.forest.node.ForestMessage;
import io.abcast.kernel.Dissemination;

/** Carries the payloads of one site, while the site's EPaxos node sends only messages about payloads. */
interface SitePayloads {
    void start();

    Dissemination dissemination();

    void received(int from, ForestMessage message);

    void transmitted(int to);

    /** Passes the payloads that have arrived since the last event to the EPaxos node of this site. */
    void handOver();

    long waitingBytes(int to);
}
