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
 * The start of a member: its persisted state, its newest snapshot and the entries of its log are restored in this
 * order, and at last the recorded votes. Detects that the log lacks entries or votes.
 */
public final class Loading {
    /** Bytes of the log per read. */
    private static final int READ_BYTES = 1 << 20;

    /** The order that is restored. */
    public interface Target {
        /** Reads the order's part of the persisted state. */
        void restore(WireReader in);

        /**
         * Restores the newest snapshot.
         *
         * @throws MalformedFrameException if the note of a snapshot is malformed
         */
        void recover(Recovered recovered);

        /** The last entry that was restored. */
        long zxid();

        /** Zxid of an entry that was durable when the persisted state was written. */
        long durableZxid();

        /** Whether an entry may follow the last one that was restored. */
        boolean isNext(Entry entry);

        /** Restores an entry of the log. */
        void replay(Entry entry);

        /** Describes the last restored entry in an error. */
        String last();

        /**
         * Restores the votes, and begins to order. The whole log has been replayed.
         *
         * @param cut whether the log lacks entries or votes; then the storage counts as a new one
         * @param stamp {@link Founding#stamp} of the storage that has recorded the votes
         * @throws MalformedFrameException if a vote is malformed
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

    /** The votes from {@link #onStart}; empty after the log is loaded. */
    private List<VoteRecord> votes = List.of();

    private boolean repaired;

    /** @param protocol name of the protocol, for errors */
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

    /** Whether the log has not been read completely. Until then votes may be missing. */
    public boolean isActive() {
        return active;
    }

    /** Writes the begin of the persisted state, which the order's part follows. */
    public WireWriter writeHead() {
        WireWriter to = head.write(new WireWriter(256));
        ensemble.write(to);
        return to;
    }

    /** Handles {@link io.abcast.kernel.Node#onStart}. */
    public void onStart(Recovered recovered) {
        byte[] state = recovered.persisted();
        if (state != null && !restore(state)) return;
        try {
            target.recover(recovered);
        } catch (MalformedFrameException e) {
            effects.halt("invalid snapshot in the data directory: " + e.getMessage());
            return;
        }
        // Without a durable state, the votes in the log were never announced, so they are dropped.
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

    /** Handles {@link io.abcast.kernel.Node#onLogRead} while this loading {@link #isActive}. */
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
