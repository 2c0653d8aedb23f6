package io.abcast.ordering.camu;

import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.Node;

/**
 * Takes the snapshots that the log node requests. If results of deliveries are missing, a snapshot waits until the
 * state machine has returned them; at most one snapshot waits.
 */
final class LogSnapshots {
    private final Node log;
    private final GroupEffects effects;

    /** {@code null} if no snapshot waits for results. */
    private PendingSnapshot waiting;

    LogSnapshots(Node log, GroupEffects effects) {
        this.log = log;
        this.effects = effects;
    }

    void take(PartitionState state, long zxid, byte[] note, boolean digested) {
        if (state.unanswered() == 0) {
            effects.takeSnapshot(zxid, note, digested, state.encode());
            return;
        }
        assert waiting == null : "snapshots " + waiting.zxid() + " and " + zxid;
        waiting = state.beginSnapshot(zxid, note, digested);
        effects.freeze();
    }

    void onResult(long seq, byte[] result) {
        if (waiting == null || !waiting.onResult(seq, result)) return;
        PendingSnapshot taken = waiting;
        waiting = null;
        effects.takeSnapshot(taken.zxid(), taken.note(), taken.digested(), taken.state());
    }

    /**
     * The log node still waits for an answer about the dropped snapshot, and requests no other snapshot before it has
     * an answer.
     */
    void drop() {
        if (waiting == null) return;
        waiting = null;
        log.onSnapshotTaken(null, null);
    }
}
