package io.abcast.sim;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.HeldSnapshot;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.Zxid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** A log and its snapshots at one moment: either as reads see them or as they lie on the platter. */
final class LogImage {
    /** How many snapshots with a digest are kept beside the one that is named. */
    private static final int KEEP = 2;

    /**
     * A snapshot with its content.
     *
     * @param digest of the content; {@code null}: none was asked for
     */
    record Stored(SnapshotId id, byte[] content, byte[] note, Digest digest) {}

    /**
     * The newest record of a slot.
     *
     * @param after the last entry before it
     */
    private record Vote(byte[] bytes, long after) {}

    private final List<Entry> log = new ArrayList<>();

    /** By slot. */
    private final TreeMap<Long, Vote> votes = new TreeMap<>();

    private final List<Stored> snapshots = new ArrayList<>();
    private long logAfter = Zxid.NONE;

    static LogImage copyOf(LogImage other) {
        LogImage copy = new LogImage();
        copy.log.addAll(other.log);
        copy.votes.putAll(other.votes);
        copy.snapshots.addAll(other.snapshots);
        copy.logAfter = other.logAfter;
        return copy;
    }

    List<Entry> log() {
        return log;
    }

    /** The log holds everything after this zxid. */
    long logAfter() {
        return logAfter;
    }

    long lastZxid() {
        return log.isEmpty() ? logAfter : log.get(log.size() - 1).zxid();
    }

    Stored newestSnapshot() {
        return snapshots.isEmpty() ? null : snapshots.get(snapshots.size() - 1);
    }

    long newestSnapshotZxid() {
        return snapshots.isEmpty() ? Zxid.NONE : newestSnapshot().id().zxid();
    }

    byte[] content(SnapshotId id) {
        for (Stored stored : snapshots) if (stored.id().equals(id)) return stored.content();
        return null;
    }

    void append(Entry entry) {
        log.add(entry);
    }

    void vote(LogOperation.Vote vote) {
        votes.headMap(vote.openFrom(), false).clear();
        votes.put(vote.slot(), new Vote(vote.record(), lastZxid()));
    }

    List<VoteRecord> votes() {
        List<VoteRecord> records = new ArrayList<>();
        votes.forEach((slot, vote) -> records.add(new VoteRecord(slot, vote.bytes())));
        return records;
    }

    /** The last entry before the newest vote of that slot; -1 without a vote. */
    long beforeVote(long slot) {
        Vote vote = votes.get(slot);
        return vote == null ? -1 : vote.after();
    }

    /** Makes it another log of the same shape. */
    void replaceAll(UnaryOperator<Entry> change) {
        log.replaceAll(change);
    }

    /** Only a broken driver needs these two. */
    void replace(long zxid, Entry entry) {
        int at = firstAfter(zxid) - 1;
        log.set(at, entry);
    }

    void remove(long zxid) {
        log.removeIf(entry -> entry.zxid() == zxid);
    }

    void truncate(long lastZxid) {
        int keep = firstAfter(lastZxid);
        if (keep < log.size()) dropVotesAfter(lastZxid);
        log.subList(keep, log.size()).clear();
    }

    /** Drops votes that were recorded behind that entry. */
    void dropVotesAfter(long zxid) {
        votes.values().removeIf(vote -> vote.after() >= zxid);
    }

    /** The votes stay: they are written again. */
    void install(Stored snapshot) {
        log.clear();
        snapshots.clear();
        logAfter = Zxid.NONE;
        if (snapshot != null) {
            snapshots.add(snapshot);
            logAfter = snapshot.id().zxid();
        }
        writeVotesAgain();
    }

    private void writeVotesAgain() {
        votes.replaceAll((slot, vote) -> new Vote(vote.bytes(), lastZxid()));
    }

    List<HeldSnapshot> held() {
        List<HeldSnapshot> held = new ArrayList<>();
        for (Stored stored : snapshots)
            held.add(new HeldSnapshot(stored.id(), stored.note(), stored.digest()));
        return held;
    }

    /**
     * Snapshots stay in ascending order of zxid. Those with a digest are dropped as the real storages drop them.
     *
     * @param retained is not dropped; {@code null}: none
     */
    void addSnapshot(Stored snapshot, SnapshotId retained) {
        int at = snapshots.size();
        while (at > 0 && snapshots.get(at - 1).id().zxid() > snapshot.id().zxid()) at--;
        snapshots.add(at, snapshot);
        if (snapshot.digest() == null) return;
        for (int i = 0; i < snapshots.size() - KEEP; )
            if (snapshots.get(i).id().equals(retained)) i++;
            else snapshots.remove(i);
    }

    /** Drops entries up to {@code through} and snapshots before it, but never the newest snapshot or what follows it. */
    void purge(long through) {
        long limit = Math.min(through, newestSnapshotZxid());
        int drop = firstAfter(limit);
        if (drop > 0) {
            logAfter = log.get(drop - 1).zxid();
            log.subList(0, drop).clear();
        }
        while (snapshots.size() > 1 && snapshots.get(0).id().zxid() < limit) snapshots.remove(0);
    }

    /** Whether an older snapshot, or the empty state, and the log lead to all that is here. */
    boolean canDropNewestSnapshot() {
        long older =
                snapshots.size() < 2 ? Zxid.NONE : snapshots.get(snapshots.size() - 2).id().zxid();
        return logAfter <= older && lastZxid() >= newestSnapshotZxid();
    }

    void dropNewestSnapshot() {
        snapshots.remove(snapshots.size() - 1);
    }

    /** What a start finds: a log that ends before the newest snapshot is of no use. */
    void recover() {
        if (lastZxid() >= newestSnapshotZxid()) return;
        log.clear();
        logAfter = newestSnapshotZxid();
        writeVotesAgain();
    }

    /** Entries directly after {@code afterZxid}, or none if it is not the end of something that is here. */
    List<Entry> read(long afterZxid, int bytesMax) {
        int first = firstAfter(afterZxid);
        long previous = first == 0 ? logAfter : log.get(first - 1).zxid();
        List<Entry> entries = new ArrayList<>();
        if (previous != afterZxid) return entries;
        long bytes = 0;
        for (int i = first; i < log.size(); i++) {
            bytes += log.get(i).bytes();
            if (!entries.isEmpty() && bytes > bytesMax) break;
            entries.add(log.get(i));
        }
        return entries;
    }

    /** The entry with this zxid, or {@code null}. */
    Entry entry(long zxid) {
        int at = firstAfter(zxid) - 1;
        return at >= 0 && log.get(at).zxid() == zxid ? log.get(at) : null;
    }

    List<Entry> memberships() {
        return log.stream().filter(Entry::isMembership).toList();
    }

    long[] epochEnds() {
        int epochs = 0;
        long[] ends = new long[log.size()];
        for (int i = 0; i < log.size(); i++) {
            long zxid = log.get(i).zxid();
            if (epochs > 0 && Zxid.epoch(ends[epochs - 1]) == Zxid.epoch(zxid)) epochs--;
            ends[epochs++] = zxid;
        }
        return Arrays.copyOf(ends, epochs);
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
