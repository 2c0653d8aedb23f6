package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.util.Arrays;
import java.util.List;

/**
 * What this member knows of its own log: where it begins and ends, how much of it is durable, where each epoch ends in it,
 * and its youngest entries. Every change of the log goes through here.
 *
 * <p>Invariant: {@code logAfter <= snapshot.zxid <= last}, {@code durable <= last}, and the cached entries are the
 * consecutive ones in {@code (cachedAfter, last]}. Only durable entries leave the cache, oldest first.
 *
 * <p><b>Bound:</b> {@code cacheBytesMax}, and what is not durable: as much as the storage has room for.
 */
final class LogHistory {
    private final Effects effects;
    private final long cacheBytesMax;
    private final Configurations configurations;

    private Entry[] cache = new Entry[256];
    private long head;
    private long tail;
    private long cachedAfter;
    private long cachedBytes;

    private long last;
    private long durable;
    private long logAfter;
    private final HeldSnapshots snapshots;

    /** The last entry that {@link Effects#purgeLog} was given. The storage keeps the log after a kept snapshot all the same. */
    private long purged;

    /** Last zxid of each epoch that has entries after {@code logAfter}, ascending. */
    private long[] epochEnds = new long[8];

    private int epochs;

    /** The zxid at which the log ended after each operation that is not known to be durable yet. */
    private final LongRing unsynced = new LongRing();

    private long syncedPosition;
    private long installOrdinal = -1;

    /** Log reads asked for, answered, and how many of them a later cut of the log has made worthless. */
    private long readsAsked;

    private long readsAnswered;
    private long readsVoid;

    /** @param keepNanos as of {@link HeldSnapshots} */
    LogHistory(Effects effects, long cacheBytesMax, long keepNanos, Configurations configurations) {
        this.effects = effects;
        snapshots = new HeldSnapshots(effects, keepNanos);
        this.cacheBytesMax = cacheBytesMax;
        this.configurations = configurations;
    }

    /**
     * @param known the last change of the ensemble that was known to be committed
     */
    void recover(Recovered recovered, long known) {
        snapshots.begin(recovered.snapshot(), recovered.note());
        logAfter = recovered.logAfter();
        purged = logAfter;
        last = recovered.lastZxid();
        durable = last;
        cachedAfter = last;
        epochEnds = Arrays.copyOf(recovered.epochEnds(), recovered.epochEnds().length + 8);
        epochs = recovered.epochEnds().length;
        assert logAfter <= snapshot().zxid() && snapshot().zxid() <= last : recovered;
        configurations.recover(recovered.note(), recovered.memberships(), last, known);
    }

    /** The ensemble, as this history has it. */
    Configurations configurations() {
        return configurations;
    }

    long last() {
        return last;
    }

    long durable() {
        return durable;
    }

    /** The log holds every entry after this one. */
    long logAfter() {
        return logAfter;
    }

    /** The newest. */
    SnapshotId snapshot() {
        return snapshots.newest();
    }

    HeldSnapshots snapshots() {
        return snapshots;
    }

    void append(Entry entry) {
        assert Zxid.follows(last, entry.zxid()) : entry + " after " + Zxid.toString(last);
        if (epochs > 0 && Zxid.epoch(epochEnds[epochs - 1]) == Zxid.epoch(entry.zxid())) {
            epochEnds[epochs - 1] = entry.zxid();
        } else {
            if (epochs == epochEnds.length) epochEnds = Arrays.copyOf(epochEnds, epochs * 2);
            epochEnds[epochs++] = entry.zxid();
        }
        if (tail - head == cache.length) growCache();
        cache[(int) tail++ & cache.length - 1] = entry;
        cachedBytes += entry.bytes();
        last = entry.zxid();
        unsynced.add(last);
        configurations.appended(entry);
        effects.append(entry);
    }

    /** Removes the entries after {@code zxid}, which the log holds or begins after. */
    void truncate(long zxid) {
        assert zxid >= logAfter && zxid <= last : Zxid.toString(zxid) + " outside the log";
        while (tail > head && cached(tail - 1).zxid() > zxid) {
            tail--;
            cachedBytes -= cached(tail).bytes();
            cache[(int) tail & cache.length - 1] = null;
        }
        cachedAfter = Math.min(cachedAfter, zxid);
        while (epochs > 0 && epochEnds[epochs - 1] > zxid) {
            boolean epochStays =
                    Zxid.epoch(epochEnds[epochs - 1]) == Zxid.epoch(zxid) && zxid > logAfter;
            if (epochStays) epochEnds[epochs - 1] = zxid;
            else epochs--;
        }
        last = zxid;
        durable = Math.min(durable, zxid);
        // What was appended after the cut point is gone: a sync that covers only that covers
        // nothing.
        for (long i = unsynced.head(); i < unsynced.tail(); i++) {
            unsynced.set(i, Math.min(unsynced.get(i), zxid));
        }
        unsynced.add(zxid);
        readsVoid = readsAsked;
        configurations.truncated(zxid);
        effects.truncate(zxid);
    }

    /** Asks for the whole history to be replaced by a fully transferred snapshot. */
    void beginInstall(SnapshotId id, byte[] note) {
        installOrdinal = unsynced.tail();
        unsynced.add(last);
        effects.installSnapshot(id, note);
    }

    /** The history is the snapshot now. */
    void installed(SnapshotId id, byte[] note) {
        configurations.installed(note);
        for (long i = unsynced.head(); i <= installOrdinal; i++) unsynced.set(i, id.zxid());
        readsVoid = readsAsked;
        Arrays.fill(cache, null);
        head = tail;
        cachedBytes = 0;
        cachedAfter = id.zxid();
        epochs = 0;
        snapshots.begin(id, note);
        logAfter = id.zxid();
        purged = logAfter;
        last = id.zxid();
        durable = id.zxid();
    }

    /** @return whether {@link #durable} changed */
    boolean synced(long position) {
        assert position >= syncedPosition : position + " after " + syncedPosition;
        long before = durable;
        for (; syncedPosition < position; syncedPosition++) {
            durable = Math.min(unsynced.first(), last);
            unsynced.removeFirst();
        }
        return durable != before;
    }

    /** A snapshot of this member's own state was taken; the log before the previous and the kept one is no longer needed. */
    void snapshotTaken(SnapshotId id, long nowNanos) {
        if (id.zxid() <= snapshot().zxid()) return;
        long purge = snapshot().zxid();
        configurations.snapshotTaken(id.zxid());
        snapshots.expire(nowNanos);
        snapshots.taken(id, configurations.note());
        if (purge <= purged) return;
        purged = purge;
        effects.purgeLog(purge);
        SnapshotId kept = snapshots.kept();
        beginAfter(kept == null ? purge : Math.min(purge, kept.zxid()));
    }

    /** The storage does not hold that snapshot any more, and perhaps not the log after it. */
    void snapshotLost(SnapshotId id) {
        if (snapshots.lost(id)) beginAfter(purged);
    }

    /** The storage does not hold what follows an entry after {@link #logAfter}: it had no room for what a fetch needs. */
    void logLost() {
        SnapshotId kept = snapshots.kept();
        if (kept != null) snapshots.lost(kept);
        beginAfter(purged);
    }

    private void beginAfter(long zxid) {
        if (zxid <= logAfter) return;
        logAfter = zxid;
        int gone = 0;
        while (gone < epochs && epochEnds[gone] <= logAfter) gone++;
        System.arraycopy(epochEnds, gone, epochEnds, 0, epochs - gone);
        epochs -= gone;
    }

    /** The last zxid of each epoch that has entries in the log, ascending; a copy. */
    long[] epochEnds() {
        return Arrays.copyOf(epochEnds, epochs);
    }

    /** The last zxid of {@code epoch} in this history, or -1 if the log tells of none. */
    long endOfEpoch(int epoch) {
        for (int i = epochs - 1; i >= 0; i--) {
            if (Zxid.epoch(epochEnds[i]) == epoch) return epochEnds[i];
        }
        return Zxid.epoch(logAfter) == epoch && logAfter != Zxid.NONE ? logAfter : -1;
    }

    /** Whether the entries after {@code zxid} are in memory. */
    boolean caches(long zxid) {
        return zxid >= cachedAfter;
    }

    /**
     * The ordinal in the cache of the first entry after {@code zxid}; equals {@link #endOrdinal} when there is none.
     * Needs {@link #caches}.
     */
    long ordinalAfter(long zxid) {
        assert caches(zxid)
                : Zxid.toString(zxid)
                        + " left the cache, which begins after "
                        + Zxid.toString(cachedAfter);
        long low = head;
        long high = tail;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (cached(middle).zxid() <= zxid) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    long endOrdinal() {
        return tail;
    }

    Entry cached(long ordinal) {
        return cache[(int) ordinal & cache.length - 1];
    }

    /** The entries after {@code zxid}: at least one, at most {@code countMax}, about {@code bytesMax}. Needs {@link #caches}. */
    List<Entry> cachedAfter(long zxid, int bytesMax, int countMax) {
        long from = ordinalAfter(zxid);
        long to = from;
        long bytes = 0;
        while (to < tail && to - from < countMax) {
            bytes += cached(to).bytes();
            if (bytes > bytesMax && to > from) break;
            to++;
        }
        Entry[] entries = new Entry[(int) (to - from)];
        for (int i = 0; i < entries.length; i++) entries[i] = cached(from + i);
        return Arrays.asList(entries);
    }

    /** Reads entries that have left the cache; see {@link #readIsValid}. */
    void readLog(long afterZxid, int bytesMax) {
        readsAsked++;
        effects.readLog(afterZxid, bytesMax);
    }

    /** To be called once for each answer of {@link #readLog}, in order. @return false if the log was cut since it was asked */
    boolean readIsValid() {
        return ++readsAnswered > readsVoid;
    }

    /** Drops the oldest durable entries from the cache until it is within its bound. */
    void trimCache() {
        while (cachedBytes > cacheBytesMax && tail > head && cached(head).zxid() <= durable) {
            Entry entry = cached(head);
            cachedAfter = entry.zxid();
            cachedBytes -= entry.bytes();
            cache[(int) head & cache.length - 1] = null;
            head++;
        }
    }

    /** See {@link Core#visitQueues}. Entries that are not durable stay in the cache; the storage's room bounds them. */
    void visitQueues(QueueVisitor to) {
        boolean durableFirst = tail > head && cached(head).zxid() <= durable;
        to.queue("bytes cached", durableFirst ? cachedBytes : 0, cacheBytesMax);
    }

    private void growCache() {
        Entry[] larger = new Entry[cache.length * 2];
        for (long i = head; i < tail; i++) larger[(int) i & larger.length - 1] = cached(i);
        cache = larger;
    }
}
