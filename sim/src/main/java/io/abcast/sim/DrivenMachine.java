package io.abcast.sim;

import io.abcast.driver.Application;
import io.abcast.kernel.Entry;
import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;

/**
 * The {@link Machine} of a process as its driver sees it. The class checks that the driver passes on exactly the
 * entries that the node delivers.
 */
final class DrivenMachine implements Application {
    private final Cluster cluster;
    private final SimulatedProcess life;

    /** The entry that the node is delivering at present; {@code null} otherwise. */
    private Entry delivering;

    private boolean applied;

    /** Whether the next snapshot has a digest. */
    private boolean digested;

    DrivenMachine(Cluster cluster, SimulatedProcess life) {
        this.cluster = cluster;
        this.life = life;
    }

    /** Delivers an entry. If the entry is a request, the driver must pass it on. */
    void deliver(Entry entry, Runnable driver) {
        delivering = entry;
        applied = false;
        driver.run();
        if (applied == entry.isMembership())
            cluster.breach(life.rank(), "the driver has handed on: " + applied + ": " + entry);
        delivering = null;
    }

    /** Takes a snapshot for the node. */
    void snapshot(boolean withDigest) {
        digested = withDigest;
    }

    @Override
    public Object deliver(long zxid, int origin, byte[] payload) {
        applied = !applied && zxid == delivering.zxid() && payload == delivering.payload();
        return null;
    }

    /** Writes the state. Equal states have equal bytes if the snapshot has a digest or if the cluster requires it. */
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
