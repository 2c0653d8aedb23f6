package io.abcast.ordering.log;

import io.abcast.kernel.Effects;
import io.abcast.kernel.SnapshotId;
import io.abcast.ordering.log.LogMessage.Chunk;
import io.abcast.ordering.log.LogMessage.Fetch;
import io.abcast.ordering.log.LogMessage.Offer;
import io.abcast.ordering.log.Snapshots.Own;

/**
 * Offers snapshots of this member to members that lack decisions, and sends the chunks that these members request. For
 * each other member, this member reads at most one chunk of a snapshot at a time.
 */
public final class SnapshotServing {
    private static final int OFFERS_MAX = 2;

    private final PeerServices peer;
    private final Effects effects;
    private final Snapshots snapshots;
    private final boolean servesAll;
    private final Allowance offers;

    /**
     * For each member, by rank: the chunk of a snapshot that is being read for the member; {@code null} if no chunk is
     * being read.
     */
    private final Fetch[] fetches;

    /**
     * @param witnesses number of members that must give equal answers before a member believes the answers; 1 if no
     *     member may lie
     */
    public SnapshotServing(PeerServices peer, Effects effects, Snapshots snapshots, int witnesses) {
        this.peer = peer;
        this.effects = effects;
        this.snapshots = snapshots;
        servesAll = witnesses == 1;
        offers = new Allowance(peer, OFFERS_MAX);
        fetches = new Fetch[peer.members().size()];
    }

    /**
     * Counts one more snapshot offer to member {@code to}. Returns false if member {@code to} may get no more snapshot
     * offers in the present retry interval.
     */
    public boolean mayOffer(int to) {
        return offers.take(to);
    }

    /**
     * Offers the snapshot {@code own} of this member to member {@code to}.
     *
     * @param proof the proof that enough members hold the snapshot, if members may lie; otherwise empty
     */
    public void offer(int to, Own own, byte[] proof) {
        peer.send(to, new Offer(own.id(), own.note(), own.content(), proof));
    }

    public void onFetch(int from, Fetch m) {
        int rank = peer.members().rank(from);
        boolean inside = m.offset() >= 0 && m.offset() <= m.snapshot().bytes();
        if (!inside || !(servesAll || snapshots.holds(m.snapshot()))) {
            // An honest member may ask for a snapshot that this member has deleted after it offered
            // the snapshot.
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

    /**
     * Sends the chunk that the storage has read to the member that has requested it, see {@link
     * io.abcast.kernel.Node#onSnapshotRead}.
     */
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
