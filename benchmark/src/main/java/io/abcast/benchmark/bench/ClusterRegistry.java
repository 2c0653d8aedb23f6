package io.abcast.benchmark.bench;

import io.abcast.benchmark.cluster.Cluster;

/** The processes that run at present, so that a signal can end them. Safe from any thread. */
public final class ClusterRegistry {
    private Runnable close = () -> {};
    private boolean ended;

    /** @throws IllegalStateException if everything is being ended already */
    public Cluster opened(Cluster cluster) {
        opened(cluster::close);
        return cluster;
    }

    /**
     * They take the place of those before.
     *
     * @param closing ends them
     * @throws IllegalStateException if everything is being ended already; they are ended as well
     */
    public synchronized void opened(Runnable closing) {
        if (ended) {
            closing.run();
            throw new IllegalStateException("interrupted");
        }
        close = closing;
    }

    /** Ends the present ones and lets no other begin. */
    public synchronized void end() {
        ended = true;
        close.run();
    }
}
