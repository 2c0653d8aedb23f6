package io.abcast.sim;

import io.abcast.driver.Application;
import io.abcast.kernel.Entry;
import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;

/**
 * Connects the driver of a process with the simulated state machine {@link Machine}. The class checks that the driver
 * passes exactly the entries that the node delivers to the state machine.
 */
final class DrivenMachine implements Application {
    private final Cluster cluster;
    private final SimulatedProcess life;

    /** {@code null} if the node delivers no entry now. */
    private Entry delivering;

    private boolean applied;

    private boolean digested;

    DrivenMachine(Cluster cluster, SimulatedProcess life) {
        this.cluster = cluster;
        this.life = life;
    }

    void deliver(Entry entry, Runnable driver) {
        delivering = entry;
        applied = false;
        driver.run();
        if (applied == entry.isMembership())
            cluster.breach(life.rank(), "the driver has handed on: " + applied + ": " + entry);
        delivering = null;
    }

    void snapshot(boolean withDigest) {
        digested = withDigest;
    }

    @Override
    public Object deliver(long zxid, int origin, byte[] payload) {
        applied = !applied && zxid == delivering.zxid() && payload == delivering.payload();
        return null;
    }

    /**
     * Equal states of the machine have equal snapshot bytes if the snapshot has a digest or if the cluster requires
     * equal snapshots.
     */
    @Override
    public Storage.SnapshotWriter freeze() {
        Machine machine = life.replica().machine();
        byte[] content =
                digested || cluster.equalSnapshots()
                        ? machine.snapshot(0, cluster.snapshotPadding(machine.lastZxid()))
                        : machine.snapshot(life.rank(), cluster.snapshotPadding());
        return out -> out.write(content);
    }

    @Override
    public void restore(InputStream content) throws IOException {
        if (!life.replica().machine().restore(content == null ? null : content.readAllBytes()))
            cluster.breach(life.rank(), "restored a state that no state machine has written");
        cluster.history().restored(life.rank(), life.replica().machine().state());
    }
}
