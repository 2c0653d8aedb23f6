package io.abcast.ordering.log;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.ordering.log.LogMessage.Entries;
import io.abcast.ordering.log.LogMessage.Fetch;
import io.abcast.ordering.log.LogMessage.Learn;
import io.abcast.ordering.log.LogMessage.Offer;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Sends entries and snapshots of this member to members that are behind. For each member, at most one read of the log
 * and one read of a snapshot are in progress. A further question of the member is refused while a read for it is in
 * progress.
 */
final class Serving {
    /**
     * Maximum number of offers to one member within one retry interval. An honest member asks once per retry interval.
     */
    private static final int OFFERS_MAX = 2;

    private record Reader(int from, long slot, long zxid) {}

    private final Ports ports;
    private final Effects effects;
    private final Applier applier;
    private final Consensus consensus;
    private final Allowance offers;

    /** Reads of the log that are in progress, in the order in which their answers arrive; at most one per member. */
    private final ArrayDeque<Reader> readers = new ArrayDeque<>();

    /** For each member, by rank: whether a read of the log is in progress for the member. */
    private final boolean[] reading;

    private final ChunkServing chunks;

    Serving(Ports ports, Effects effects, Applier applier, Consensus consensus) {
        this.ports = ports;
        this.effects = effects;
        this.applier = applier;
        this.consensus = consensus;
        offers = new Allowance(ports, OFFERS_MAX);
        reading = new boolean[ports.members().size()];
        chunks =
                new ChunkServing(
                        ports,
                        effects,
                        id -> consensus.witnesses() == 1 || applier.snapshots().holds(id));
    }

    /** See {@link LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("reads of the log", readers.size(), reading.length);
    }

    void onLearn(int from, Learn m) {
        if (m.slot() >= applier.order().slot() || applier.installing()) return;
        int rank = ports.members().rank(from);
        if (m.zxid() < applier.snapshots().logAfter()) {
            if (offers.take(from)) offer(from, m.slot());
            else ports.refuse(from, m, Refusals.Reason.BOUND);
        } else if (m.zxid() == applier.order().zxid() && !applier.order().isInside()) {
            ports.send(from, new Entries(m.slot(), m.zxid(), applier.order().slot(), List.of()));
        } else if (reading[rank]) {
            ports.refuse(from, m, Refusals.Reason.BOUND);
        } else {
            reading[rank] = true;
            readers.addLast(new Reader(from, m.slot(), m.zxid()));
            effects.readLog(m.zxid(), ports.config().chunkBytes());
        }
    }

    private void offer(int from, long afterSlot) {
        Snapshots.Own own = applier.snapshots().offered();
        if (own == null || own.slot() <= afterSlot) return;
        byte[] proof = consensus.proof(own.slot());
        if (proof != null) ports.send(from, new Offer(own.id(), own.note(), own.content(), proof));
    }

    void onLogRead(long afterZxid, List<Entry> entries) {
        Reader reader = readers.pollFirst();
        if (reader == null) return;
        reading[ports.members().rank(reader.from())] = false;
        if (reader.zxid() != afterZxid) return;
        if (entries.isEmpty()) {
            if (afterZxid < applier.snapshots().logAfter()) offer(reader.from(), reader.slot());
            return;
        }
        long last = entries.get(entries.size() - 1).zxid();
        if (!Zxid.follows(afterZxid, entries.get(0).zxid())) return;
        // The answer can also cover empty slots after its last entry, but only if the whole log was
        // read and the last
        // entry of the log ends a slot.
        boolean all = last == applier.order().zxid() && !applier.order().isInside();
        long through = all ? applier.order().slot() : 0;
        ports.send(reader.from(), new Entries(reader.slot(), afterZxid, through, entries));
    }

    void onFetch(int from, Fetch m) {
        chunks.onFetch(from, m);
    }

    void onSnapshotRead(SnapshotId snapshot, long at, byte[] bytes) {
        if (bytes == null) applier.snapshots().onLost(snapshot);
        chunks.onSnapshotRead(snapshot, at, bytes);
    }
}
