package io.abcast.ordering.log;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Zxid;
import io.abcast.ordering.log.LogMessage.Entries;
import io.abcast.ordering.log.LogMessage.Learn;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Sends entries and snapshots of this member to members that lack decisions. For each other member, this member has at
 * most one read of its log and one read of a snapshot in progress, and refuses further requests of the other member
 * meanwhile.
 */
final class Serving {
    private record Reader(int from, long slot, long zxid) {}

    private final Ports ports;
    private final Effects effects;
    private final Applier applier;
    private final Consensus consensus;

    /**
     * Reads of this member's log that are in progress for other members, in the order in which the storage completes
     * them; at most one read per member.
     */
    private final ArrayDeque<Reader> readers = new ArrayDeque<>();

    private final boolean[] reading;

    private final SnapshotServing snapshots;

    Serving(Ports ports, Effects effects, Applier applier, Consensus consensus) {
        this.ports = ports;
        this.effects = effects;
        this.applier = applier;
        this.consensus = consensus;
        reading = new boolean[ports.members().size()];
        snapshots = new SnapshotServing(ports, effects, applier.snapshots(), consensus.witnesses());
    }

    SnapshotServing snapshots() {
        return snapshots;
    }

    void visitQueues(QueueVisitor to) {
        to.queue("reads of the log", readers.size(), reading.length);
    }

    void onLearn(int from, Learn m) {
        if (m.slot() >= applier.order().slot() || applier.installing()) return;
        int rank = ports.members().rank(from);
        if (m.zxid() < applier.snapshots().logAfter()) {
            if (snapshots.mayOffer(from)) offer(from, m.slot());
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
        if (proof != null) snapshots.offer(from, own, proof);
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
        // If the storage has read the log to its end and the last entry ends a slot, the answer
        // also covers the empty slots after the last entry.
        boolean all = last == applier.order().zxid() && !applier.order().isInside();
        long through = all ? applier.order().slot() : 0;
        ports.send(reader.from(), new Entries(reader.slot(), afterZxid, through, entries));
    }
}
