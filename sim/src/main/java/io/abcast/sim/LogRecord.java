package io.abcast.sim;

import io.abcast.kernel.Entry;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.Zxid;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The content of a server's log at one time, as the {@link Ledger} records it: entries, votes, and the zxid at which
 * the newest snapshot ends.
 */
final class LogRecord {
    record Vote(long slot, long openFrom, byte[] record) {}

    /** {@code after} is the zxid (log position) of the last entry in the log before the vote. */
    private record Newest(byte[] bytes, long after) {}

    private final List<Entry> log = new ArrayList<>();

    private final TreeMap<Long, Newest> votes = new TreeMap<>();

    private long after = Zxid.NONE;
    private long snapshotZxid = Zxid.NONE;

    LogRecord() {}

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

    /** Zxid (log position) after which the log begins. */
    long after() {
        return after;
    }

    long lastZxid() {
        return log.isEmpty() ? after : log.get(log.size() - 1).zxid();
    }

    long snapshotZxid() {
        return snapshotZxid;
    }

    /** An entry may be missing if the log begins after the entry, or if the newest snapshot contains the entry. */
    boolean covers(long zxid) {
        return zxid <= after || zxid <= snapshotZxid;
    }

    /** {@code null} if the log does not have the entry. */
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

    byte[] voteOf(long slot) {
        Newest vote = votes.get(slot);
        return vote == null ? null : vote.bytes();
    }

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

    /** The log keeps the votes of all slots when a snapshot replaces its entries. */
    void install(long zxid) {
        log.clear();
        after = zxid;
        snapshotZxid = zxid;
        votes.replaceAll((slot, vote) -> new Newest(vote.bytes(), zxid));
    }

    void snapshot(long zxid) {
        snapshotZxid = Math.max(snapshotZxid, zxid);
    }

    /** The log always keeps the entries after the newest snapshot. */
    void purge(long through) {
        int drop = firstAfter(Math.min(through, snapshotZxid));
        if (drop == 0) return;
        after = log.get(drop - 1).zxid();
        log.subList(0, drop).clear();
    }

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
