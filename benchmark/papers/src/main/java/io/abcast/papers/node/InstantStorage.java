package io.abcast.papers.node;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Node;
import io.abcast.kernel.SnapshotId;
import java.util.function.Consumer;

/** A storage that keeps nothing and takes no time. Each answer is a batch of its own, and may cause further requests. */
public final class InstantStorage {
    /** Runs an event of the node as a batch. */
    public interface Batches {
        void batch(Consumer<Node> event);
    }

    private long position;
    private long synced;
    private long version;
    private long persisted;

    /** The answer to the node's request for a snapshot; {@code null} if no answer is due. */
    private SnapshotId taken;

    /** Records an operation of the log. */
    public void logged() {
        position++;
    }

    /** Records a write of the node's small state. */
    public void persisted() {
        version++;
    }

    public void takeSnapshot(long zxid) {
        taken = new SnapshotId(zxid, 0, 0);
    }

    /** Passes all answers to the node. */
    public void answer(Batches batches) {
        while (position > synced || version > persisted || taken != null) {
            if (version > persisted) {
                persisted = version;
                batches.batch(node -> node.onPersisted(persisted));
            }
            if (position > synced) {
                synced = position;
                batches.batch(node -> node.onSynced(synced));
            }
            if (taken != null) {
                SnapshotId snapshot = taken;
                taken = null;
                batches.batch(node -> node.onSnapshotTaken(snapshot, Digest.of(new byte[0])));
            }
        }
    }
}
