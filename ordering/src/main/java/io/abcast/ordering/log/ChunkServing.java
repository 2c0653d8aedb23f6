package io.abcast.ordering.log;

import io.abcast.kernel.Effects;
import io.abcast.kernel.SnapshotId;
import io.abcast.ordering.log.LogMessage.Chunk;
import io.abcast.ordering.log.LogMessage.Fetch;
import java.util.function.Predicate;

/** Answers members that fetch a snapshot. For each member, at most one chunk is being read. */
public final class ChunkServing {
    private final PeerServices peer;
    private final Effects effects;
    private final Predicate<SnapshotId> held;

    /** For each member, by rank: the snapshot chunk that is being read; {@code null} if no chunk is being read. */
    private final Fetch[] fetches;

    /** @param held whether this member may serve a snapshot */
    public ChunkServing(PeerServices peer, Effects effects, Predicate<SnapshotId> held) {
        this.peer = peer;
        this.effects = effects;
        this.held = held;
        fetches = new Fetch[peer.members().size()];
    }

    public void onFetch(int from, Fetch m) {
        int rank = peer.members().rank(from);
        boolean inside = m.offset() >= 0 && m.offset() <= m.snapshot().bytes();
        if (!inside || !held.test(m.snapshot())) {
            // An honest member may ask for a snapshot that this member has dropped meanwhile.
            if (!inside) peer.refuse(from, m, Refusals.Reason.CONTENT);
            return;
        }
        if (fetches[rank] != null) {
            peer.refuse(from, m, Refusals.Reason.BOUND);
            return;
        }
        fetches[rank] = m;
        effects.readSnapshot(m.snapshot(), m.offset(), peer.config().chunkBytes());
    }

    /** Handles {@link io.abcast.kernel.Node#onSnapshotRead}. */
    public void onSnapshotRead(SnapshotId snapshot, long at, byte[] bytes) {
        for (int rank = 0; rank < fetches.length; rank++) {
            Fetch fetch = fetches[rank];
            if (fetch == null || !fetch.snapshot().equals(snapshot) || fetch.offset() != at)
                continue;
            fetches[rank] = null;
            if (bytes != null) peer.send(peer.members().id(rank), new Chunk(snapshot, at, bytes));
            return;
        }
    }
}
