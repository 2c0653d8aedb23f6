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
 * The state of this member's log: its first and last zxid, its durable part, the last zxid of each epoch, and a cache
 * of the newest entries. The member makes every change of its log through this class.
 *
 * <p>Invariant: {@code logAfter <= snapshot.zxid <= last}, {@code durable <= last}, and the cache holds all entries in
 * {@code (cachedAfter, last]}. The cache drops only durable entries, oldest first.
 *
 * <p><b>Bound:</b> the cache holds at most {@code cacheBytesMax} bytes of entries, plus the entries that are not
 * durable. The storage bounds the number of logged entries that are not durable.
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

    /**
     * The zxid of this member's last {@link Effects#purgeLog}, by which it permits the storage to delete earlier log
     * entries; the storage may still hold them.
     */
    private long purged;

    /** Last zxid of each epoch that has entries after {@code logAfter}, ascending. */
    private long[] epochEnds = new long[8];

    private int epochs;

    /** For each log operation that may not be durable yet: the last zxid of the log after this operation. */
    private final LongRing unsynced = new LongRing();

    private long syncedPosition;
    private long installOrdinal = -1;

    private long readsAsked;

    private long readsAnswered;

    /** Number of the last log read that was requested before the log was last cut; results up to it are invalid. */
    private long readsVoid;

    LogHistory(Effects effects, long cacheBytesMax, long keepNanos, Configurations configurations) {
        this.effects = effects;
        snapshots = new HeldSnapshots(effects, keepNanos);
        this.cacheBytesMax = cacheBytesMax;
        this.configurations = configurations;
    }

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

    Configurations configurations() {
        return configurations;
    }

    long last() {
        return last;
    }

    long durable() {
        return durable;
    }

    long logAfter() {
        return logAfter;
    }

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

    /**
     * Removes the entries after {@code zxid}; the log must hold the entry {@code zxid} or begin directly after that
     * entry.
     */
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
        // The sync of an earlier append must not report an entry after zxid, which no longer
        // exists, as durable.
        for (long i = unsynced.head(); i < unsynced.tail(); i++) {
            unsynced.set(i, Math.min(unsynced.get(i), zxid));
        }
        unsynced.add(zxid);
        readsVoid = readsAsked;
        configurations.truncated(zxid);
        effects.truncate(zxid);
    }

    void beginInstall(SnapshotId id, byte[] note) {
        installOrdinal = unsynced.tail();
        unsynced.add(last);
        effects.installSnapshot(id, note);
    }

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

    boolean synced(long position) {
        assert position >= syncedPosition : position + " after " + syncedPosition;
        long before = durable;
        for (; syncedPosition < position; syncedPosition++) {
            durable = Math.min(unsynced.first(), last);
            unsynced.removeFirst();
        }
        return durable != before;
    }

    /**
     * Records that the storage has taken a snapshot, and permits it to delete log entries up to the snapshot before,
     * except those after a snapshot that a follower is fetching.
     */
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

    void snapshotLost(SnapshotId id) {
        if (snapshots.lost(id)) beginAfter(purged);
    }

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

    long[] epochEnds() {
        return Arrays.copyOf(epochEnds, epochs);
    }

    /** Returns the last zxid of {@code epoch} in this history; -1 if the log has no entry of the epoch. */
    long endOfEpoch(int epoch) {
        for (int i = epochs - 1; i >= 0; i--) {
            if (Zxid.epoch(epochEnds[i]) == epoch) return epochEnds[i];
        }
        return Zxid.epoch(logAfter) == epoch && logAfter != Zxid.NONE ? logAfter : -1;
    }

    boolean caches(long zxid) {
        return zxid >= cachedAfter;
    }

    /**
     * Returns the cache ordinal of the first entry after {@code zxid}; {@link #endOrdinal} without such an entry. The
     * cache must hold the entries, see {@link #caches}.
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

    /**
     * Returns entries after {@code zxid}: at least one entry, at most {@code countMax} entries and about {@code
     * bytesMax} bytes. The cache must hold the entries, see {@link #caches}.
     */
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

    void readLog(long afterZxid, int bytesMax) {
        readsAsked++;
        effects.readLog(afterZxid, bytesMax);
    }

    /**
     * Returns false if the log was cut after the log read was requested. Must be called exactly once for each result of
     * {@link #readLog}, in order, because the method counts the results.
     */
    boolean readIsValid() {
        return ++readsAnswered > readsVoid;
    }

    void trimCache() {
        while (cachedBytes > cacheBytesMax && tail > head && cached(head).zxid() <= durable) {
            Entry entry = cached(head);
            cachedAfter = entry.zxid();
            cachedBytes -= entry.bytes();
            cache[(int) head & cache.length - 1] = null;
            head++;
        }
    }

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
