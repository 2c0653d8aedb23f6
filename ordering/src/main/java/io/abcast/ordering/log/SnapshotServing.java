package io.abcast.ordering.log;

import io.abcast.kernel.Effects;
import io.abcast.kernel.SnapshotId;
import io.abcast.ordering.log.LogMessage.Chunk;
import io.abcast.ordering.log.LogMessage.Fetch;
import io.abcast.ordering.log.LogMessage.Offer;
import io.abcast.ordering.log.Snapshots.Own;

/**
 * Offers snapshots of this member to members that are behind, and sends the chunks that they fetch. For each member, at
 * most one chunk is being read.
 */
public final class SnapshotServing {
    /**
     * Maximum number of offers to one member within one retry interval. An honest member asks once per retry interval.
     */
    private static final int OFFERS_MAX = 2;

    private final PeerServices peer;
    private final Effects effects;
    private final Snapshots snapshots;
    private final boolean servesAll;
    private final Allowance offers;

    /** For each member, by rank: the snapshot chunk that is being read; {@code null} if no chunk is being read. */
    private final Fetch[] fetches;

    /** @param witnesses number of members with equal answers that are believed; 1 if no member may lie */
    public SnapshotServing(PeerServices peer, Effects effects, Snapshots snapshots, int witnesses) {
        this.peer = peer;
        this.effects = effects;
        this.snapshots = snapshots;
        servesAll = witnesses == 1;
        offers = new Allowance(peer, OFFERS_MAX);
        fetches = new Fetch[peer.members().size()];
    }

    /** Counts one more offer to a member. Returns false if the member may get no more offers now. */
    public boolean mayOffer(int to) {
        return offers.take(to);
    }

    /**
     * Offers a snapshot to a member.
     *
     * @param proof proves the snapshot where members may lie; otherwise empty
     */
    public void offer(int to, Own own, byte[] proof) {
        peer.send(to, new Offer(own.id(), own.note(), own.content(), proof));
    }

    public void onFetch(int from, Fetch m) {
        int rank = peer.members().rank(from);
        boolean inside = m.offset() >= 0 && m.offset() <= m.snapshot().bytes();
        if (!inside || !(servesAll || snapshots.holds(m.snapshot()))) {
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
        if (bytes == null) snapshots.onLost(snapshot);
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
