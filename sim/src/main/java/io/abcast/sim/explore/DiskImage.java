package io.abcast.sim.explore;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.Zxid;
import java.util.ArrayList;
import java.util.List;

/**
 * The durable content of a member's storage. A disk image is immutable.
 *
 * @param state state that the node has last persisted; {@code null} if the node has persisted no state
 * @param log entries of the log, which begins after {@link Zxid#NONE}
 * @param votes newest vote of each open slot, in ascending order of the slots
 * @param snapshot newest snapshot of the state machine; {@code null} if there is no snapshot
 */
record DiskImage(byte[] state, List<Entry> log, List<VoteRecord> votes, Snapshot snapshot) {
    static final DiskImage EMPTY = new DiskImage(null, List.of(), List.of(), null);

    /** {@code sequence} is the number ({@link Sequences}) of the history that the snapshot contains. */
    record Snapshot(SnapshotId id, byte[] note, int sequence) {
        void hash(Hash128 out) {
            out.add(id.zxid());
            out.add(id.crc());
            out.add(note);
            out.add(sequence);
        }
    }

    /**
     * A change of a member's log: an entry, a vote, a truncation, or a snapshot that replaces the log.
     *
     * @param openFrom for a vote: lowest slot that was still open; votes in lower slots are no longer needed
     * @param installed the snapshot that replaces the log; {@code null} for any other change of the log
     */
    record LogWrite(
            Entry appended,
            long truncatedAfter,
            VoteRecord vote,
            long openFrom,
            Snapshot installed) {
        static final LogWrite CLEARED = truncated(Zxid.NONE);

        static LogWrite of(Entry appended) {
            return new LogWrite(appended, 0, null, 0, null);
        }

        static LogWrite truncated(long after) {
            return new LogWrite(null, after, null, 0, null);
        }

        static LogWrite of(VoteRecord vote, long openFrom) {
            return new LogWrite(null, 0, vote, openFrom, null);
        }

        static LogWrite of(Snapshot installed) {
            return new LogWrite(null, Zxid.NONE, null, 0, installed);
        }

        void applyTo(List<Entry> log, List<VoteRecord> votes) {
            if (appended != null) log.add(appended);
            else if (vote == null) log.removeIf(entry -> entry.zxid() > truncatedAfter);
            if (vote == null) return;
            votes.removeIf(old -> old.slot() < openFrom || old.slot() == vote.slot());
            int at = 0;
            while (at < votes.size() && votes.get(at).slot() < vote.slot()) at++;
            votes.add(at, vote);
        }

        void hash(Hash128 out) {
            out.add(truncatedAfter);
            if (installed != null) installed.hash(out);
            if (appended != null) hashEntry(appended, out);
            if (vote == null) return;
            out.add(openFrom);
            hashVote(vote, out);
        }

        @Override
        public String toString() {
            if (vote != null) return vote.toString();
            if (installed != null) return "install snapshot " + installed.id();
            return appended != null
                    ? "append " + appended
                    : "truncate after " + Zxid.toString(truncatedAfter);
        }
    }

    Recovered recovered() {
        List<Long> ends = new ArrayList<>();
        List<Entry> memberships = new ArrayList<>();
        long last = snapshot == null ? Zxid.NONE : snapshot.id().zxid();
        for (Entry entry : log) {
            if (last != Zxid.NONE && Zxid.epoch(last) != Zxid.epoch(entry.zxid())) ends.add(last);
            last = entry.zxid();
            if (entry.isMembership()) memberships.add(entry);
        }
        if (last != Zxid.NONE) ends.add(last);
        return new Recovered(
                state,
                snapshot == null ? SnapshotId.EMPTY : snapshot.id(),
                snapshot == null ? new byte[0] : snapshot.note(),
                snapshot == null ? Zxid.NONE : snapshot.id().zxid(),
                last,
                ends.stream().mapToLong(Long::longValue).toArray(),
                memberships,
                null,
                0,
                List.of(),
                false,
                votes);
    }

    static void hashEntry(Entry entry, Hash128 out) {
        out.add(entry.zxid());
        out.add(entry.tag());
        out.add(entry.place());
        out.add(entry.request());
        out.add(entry.payload());
    }

    static void hashVote(VoteRecord vote, Hash128 out) {
        out.add(vote.slot());
        out.add(vote.bytes());
    }

    void hash(Hash128 out) {
        if (state == null) out.add(1);
        else out.add(state);
        out.add(log.size());
        for (Entry entry : log) hashEntry(entry, out);
        out.add(votes.size());
        for (VoteRecord vote : votes) hashVote(vote, out);
        if (snapshot != null) snapshot.hash(out);
    }
}
