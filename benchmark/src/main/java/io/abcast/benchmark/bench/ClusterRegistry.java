package io.abcast.benchmark.bench;

import io.abcast.benchmark.cluster.Cluster;

/** The cluster that runs at present, so that a signal can end it. Safe from any thread. */
public final class ClusterRegistry {
    private Cluster present;
    private boolean ended;

    /** @throws IllegalStateException if everything is being ended already */
    synchronized Cluster opened(Cluster cluster) {
        if (ended) {
            cluster.close();
            throw new IllegalStateException("interrupted");
        }
        present = cluster;
        return cluster;
    }

    /** Ends the present cluster and lets no other begin. */
    public synchronized void end() {
        ended = true;
        if (present != null) present.close();
    }
}
