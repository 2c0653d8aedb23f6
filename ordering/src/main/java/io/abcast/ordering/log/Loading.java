package io.abcast.ordering.log;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;
import java.util.List;

/**
 * Restores the state of a member's node at the start: first the persisted state, then the newest snapshot, the entries
 * of the log, and the recorded votes. {@code Loading} also detects whether the log lacks entries or votes.
 */
public final class Loading {
    private static final int READ_BYTES = 1 << 20;

    /** The part of a node that holds the order of requests, which {@code Loading} restores. */
    public interface Target {
        /** Restores the order from its part of the node's persisted state. */
        void restore(WireReader in);

        /**
         * Restores the order from the newest snapshot.
         *
         * @throws MalformedFrameException if the note of a snapshot (node data stored with the snapshot) is not an
         *     encoded order
         */
        void recover(Recovered recovered);

        /** Zxid of the last entry that was restored. */
        long zxid();

        /** Zxid of the last entry that was durable when the persisted state was written. */
        long durableZxid();

        /** Whether {@code entry} may follow the last restored entry. */
        boolean isNext(Entry entry);

        /** Applies an entry of the log to the order. */
        void replay(Entry entry);

        /** Describes the last restored entry as text for an error message. */
        String last();

        /**
         * Restores the votes of this member and begins to order requests, after the whole log was replayed.
         *
         * @param cut whether the log lacks entries or votes; if so, the storage counts as a new storage.
         * @param stamp number that identifies the storage and the ensemble for which the votes were recorded, see
         *     {@link Founding#stamp}
         * @throws MalformedFrameException if a record in {@code votes} is not a vote
         */
        void loaded(boolean cut, long stamp, List<VoteRecord> votes);
    }

    private final Desk desk;
    private final Ensemble ensemble;
    private final Effects effects;
    private final StateHead head;
    private final String protocol;
    private final Target target;
    private boolean active = true;

    private List<VoteRecord> votes = List.of();

    private boolean repaired;

    /** @param protocol name of the protocol that the member runs, for error messages */
    public Loading(
            Desk desk,
            Ensemble ensemble,
            Effects effects,
            StateHead head,
            String protocol,
            Target target) {
        this.desk = desk;
        this.ensemble = ensemble;
        this.effects = effects;
        this.head = head;
        this.protocol = protocol;
        this.target = target;
    }

    /** Whether this member is still reading its log, so that it does not know all its earlier votes yet. */
    public boolean isActive() {
        return active;
    }

    /** Writes the first part of the persisted state; the caller then appends the state of the order. */
    public WireWriter writeHead() {
        WireWriter to = head.write(new WireWriter(256));
        ensemble.write(to);
        return to;
    }

    /** Starts to restore the content of the storage, see {@link io.abcast.kernel.Node#onStart}. */
    public void onStart(Recovered recovered) {
        byte[] state = recovered.persisted();
        if (state != null && !restore(state)) return;
        try {
            target.recover(recovered);
        } catch (MalformedFrameException e) {
            effects.halt("invalid snapshot in the data directory: " + e.getMessage());
            return;
        }
        // If the storage holds no persisted state, no other member has received the votes in the
        // log, so the member drops these votes.
        if (state != null) votes = recovered.votes();
        repaired = state != null && recovered.repaired();
        if (state == null) {
            ensemble.founding().begin();
            if (recovered.lastZxid() != Zxid.NONE) ensemble.founding().forgot();
        }
        effects.reconfigured(0, false, desk.members());
        if (target.zxid() == recovered.lastZxid()) loaded();
        else readOn();
    }

    private boolean restore(byte[] state) {
        try {
            WireReader in = new WireReader(state);
            String refusal = head.refusal(in);
            if (!refusal.isEmpty()) {
                effects.halt(refusal);
                return false;
            }
            ensemble.restore(in);
            target.restore(in);
            in.end();
            return true;
        } catch (MalformedFrameException e) {
            effects.halt(
                    "the persisted state is not valid for " + protocol + ": " + e.getMessage());
            return false;
        }
    }

    private void readOn() {
        effects.readLog(target.zxid(), READ_BYTES);
    }

    /**
     * Replays {@code entries}, which the storage has read from the log while {@link #isActive} is true, see {@link
     * io.abcast.kernel.Node#onLogRead}.
     */
    public void onLogRead(long afterZxid, List<Entry> entries) {
        for (Entry entry : entries) {
            if (entry.zxid() <= afterZxid) continue;
            if (!target.isNext(entry)) {
                effects.halt("the log holds " + entry + " after " + target.last());
                return;
            }
            target.replay(entry);
        }
        if (entries.isEmpty()) loaded();
        else readOn();
    }

    private void loaded() {
        active = false;
        long stamp = ensemble.founding().stamp();
        boolean cut = repaired || target.zxid() < target.durableZxid();
        if (cut) {
            effects.report("the log was cut: it may lack votes of this member");
            ensemble.lost(repaired);
        }
        try {
            target.loaded(cut, stamp, votes);
        } catch (MalformedFrameException e) {
            effects.halt("a vote in the log is not valid for " + protocol + ": " + e.getMessage());
            return;
        }
        votes = List.of();
        desk.outbox().changed();
        desk.setTimer();
    }
}
