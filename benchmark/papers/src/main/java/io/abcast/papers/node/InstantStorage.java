package io.abcast.papers.node;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Node;
import io.abcast.kernel.SnapshotId;
import java.util.function.Consumer;

/**
 * A simulated storage of a node that stores nothing and takes no time. The storage passes each answer to the node as a
 * separate batch of events. During the batch with an answer, the node may request further operations.
 */
public final class InstantStorage {
    /** Runs one event of the node as a batch. */
    public interface Batches {
        void batch(Consumer<Node> event);
    }

    private long position;
    private long synced;
    private long version;
    private long persisted;

    /** {@code null} if the node waits for no snapshot. */
    private SnapshotId taken;

    /**
     * Records that the node has requested a log operation, so that the next call of {@link #answer} answers the
     * request.
     */
    public void logged() {
        position++;
    }

    /**
     * Records that the node has requested a write of its small state (such as its vote), so that the next call of
     * {@link #answer} answers the request.
     */
    public void persisted() {
        version++;
    }

    public void takeSnapshot(long zxid) {
        taken = new SnapshotId(zxid, 0, 0);
    }

    /** Passes the answers to all recorded requests to the node. */
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
