package io.abcast.sim;

import io.abcast.kernel.Entry;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.Zxid;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The content of a log at one time, as the {@link Ledger} records it: entries, votes, and the end of the newest
 * snapshot.
 */
final class LogRecord {
    /** A recorded vote in a slot, as the log holds it. */
    record Vote(long slot, long openFrom, byte[] record) {}

    /**
     * The newest record of a slot.
     *
     * @param after zxid of the last entry before the vote
     */
    private record Newest(byte[] bytes, long after) {}

    private final List<Entry> log = new ArrayList<>();

    /** Newest vote records, by slot. */
    private final TreeMap<Long, Newest> votes = new TreeMap<>();

    private long after = Zxid.NONE;
    private long snapshotZxid = Zxid.NONE;

    LogRecord() {}

    /** Creates a log that begins after zxid {@code after}, with a snapshot up to {@code snapshotZxid}. */
    LogRecord(long after, long snapshotZxid) {
        this.after = after;
        this.snapshotZxid = snapshotZxid;
    }

    static LogRecord copyOf(LogRecord other) {
        LogRecord copy = new LogRecord(other.after, other.snapshotZxid);
        copy.log.addAll(other.log);
        copy.votes.putAll(other.votes);
        return copy;
    }

    List<Entry> log() {
        return log;
    }

    /** Zxid after which the log holds all entries. */
    long after() {
        return after;
    }

    long lastZxid() {
        return log.isEmpty() ? after : log.get(log.size() - 1).zxid();
    }

    /** Zxid of the last entry of the newest snapshot. */
    long snapshotZxid() {
        return snapshotZxid;
    }

    /**
     * Whether this log need not hold the entry {@code zxid}: the log begins after the entry, or the newest snapshot
     * contains it.
     */
    boolean covers(long zxid) {
        return zxid <= after || zxid <= snapshotZxid;
    }

    /** The entry with this zxid, or {@code null} if the log does not have it. */
    Entry entry(long zxid) {
        int at = firstAfter(zxid) - 1;
        return at >= 0 && log.get(at).zxid() == zxid ? log.get(at) : null;
    }

    List<Entry> memberships() {
        return log.stream().filter(Entry::isMembership).toList();
    }

    List<VoteRecord> votes() {
        List<VoteRecord> records = new ArrayList<>();
        votes.forEach((slot, vote) -> records.add(new VoteRecord(slot, vote.bytes())));
        return records;
    }

    /** The newest vote record of the slot, or {@code null}. */
    byte[] voteOf(long slot) {
        Newest vote = votes.get(slot);
        return vote == null ? null : vote.bytes();
    }

    /** Zxid of the last entry before the newest vote of the slot. */
    long beforeVote(long slot) {
        return votes.get(slot).after();
    }

    void append(Entry entry) {
        log.add(entry);
    }

    void vote(Vote vote) {
        votes.headMap(vote.openFrom(), false).clear();
        votes.put(vote.slot(), new Newest(vote.record(), lastZxid()));
    }

    void truncate(long lastZxid) {
        int keep = firstAfter(lastZxid);
        if (keep < log.size()) votes.values().removeIf(vote -> vote.after() >= lastZxid);
        log.subList(keep, log.size()).clear();
    }

    /** Replaces the entries by a snapshot up to {@code zxid}. The votes are kept. */
    void install(long zxid) {
        log.clear();
        after = zxid;
        snapshotZxid = zxid;
        votes.replaceAll((slot, vote) -> new Newest(vote.bytes(), zxid));
    }

    void snapshot(long zxid) {
        snapshotZxid = Math.max(snapshotZxid, zxid);
    }

    /** Drops entries up to {@code through}. Entries after the newest snapshot are always kept. */
    void purge(long through) {
        int drop = firstAfter(Math.min(through, snapshotZxid));
        if (drop == 0) return;
        after = log.get(drop - 1).zxid();
        log.subList(0, drop).clear();
    }

    /** Index of the first entry after {@code zxid}. */
    private int firstAfter(long zxid) {
        int low = 0;
        int high = log.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (log.get(middle).zxid() <= zxid) low = middle + 1;
            else high = middle;
        }
        return low;
    }
}
