package io.abcast.ordering.log;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.ordering.log.LogMessage.Chunk;
import io.abcast.ordering.log.LogMessage.Entries;
import io.abcast.ordering.log.LogMessage.Fetch;
import io.abcast.ordering.log.LogMessage.Learn;
import io.abcast.ordering.log.LogMessage.Offer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;

/**
 * Brings members that have missed decisions up to date from the logs and snapshots of others, and serves those. Where members may
 * lie, entries count only when enough of them tell the same; snapshots come from one.
 */
final class Transfer {
    /** Questions that may wait for this member's disk; more are dropped, and asked again. */
    private static final int READERS_MAX = 256;

    /** Retries without progress after which the fetching of a snapshot is given up. */
    private static final int PATIENCE = 4;

    private record Reader(int from, long slot, long zxid) {}

    private record ChunkReader(int from, SnapshotId snapshot, long offset) {}

    /** What one member has told: for the slots up to {@code through} those entries, and no others. */
    private record Told(long through, TreeMap<Long, Entry> entries) {}

    private final Ports ports;
    private final Effects effects;
    private final Applier applier;
    private final int witnesses;
    private final ArrayDeque<Reader> readers = new ArrayDeque<>();
    private final List<ChunkReader> chunkReaders = new ArrayList<>();
    private final List<Told> told = new ArrayList<>();

    /** Somebody has applied everything up to this slot. */
    private long target;

    private int whom;
    private long slotAtLastTick;
    private long askedNanos = Long.MIN_VALUE / 2;

    private SnapshotId fetching;
    private byte[] fetchingNote;
    private int source;
    private long offset;
    private long progressNanos;
    private SnapshotId partial;
    private long partialBytes;
    private long fetches;

    Transfer(Ports ports, Effects effects, Applier applier, int witnesses) {
        this.ports = ports;
        this.effects = effects;
        this.applier = applier;
        this.witnesses = witnesses;
        for (int r = 0; r < ports.members().size(); r++) told.add(null);
    }

    void recover(Recovered recovered) {
        partial = recovered.partial();
        partialBytes = recovered.partialBytes();
    }

    // The side that has missed something.

    void behind(long slot, int who) {
        if (slot <= applier.order().slot()) return;
        if (slot > target) {
            target = slot;
            whom = who;
        }
    }

    /** Only who makes no progress of its own asks: decisions that others have heard of may be under way. */
    void onTick() {
        long slot = applier.order().slot();
        boolean stuck = slot == slotAtLastTick;
        slotAtLastTick = slot;
        long now = ports.nowNanos();
        if (fetching != null) {
            if (now - progressNanos > PATIENCE * ports.config().retryNanos()) {
                ports.report("fetching snapshot " + fetching + " from " + source + ": gave up");
                fetching = null;
            } else if (now - askedNanos > ports.config().retryNanos() && !applier.installing()) {
                fetch();
            }
        } else if (slot < target && stuck && now - askedNanos > ports.config().retryNanos()) {
            ask();
            whom = ports.members().id((int) ports.random(ports.members().size()));
        }
    }

    private void ask() {
        askedNanos = ports.nowNanos();
        Learn learn = new Learn(applier.order().slot(), applier.order().zxid());
        if (witnesses > 1) {
            for (int id : ports.members().ids()) if (id != ports.id()) ports.send(id, learn);
        } else if (whom != ports.id()) {
            ports.send(whom, learn);
        }
    }

    void onEntries(int from, Entries m) {
        if (m.afterSlot() != applier.order().slot() || m.afterZxid() != applier.order().zxid())
            return;
        TreeMap<Long, Entry> entries = new TreeMap<>();
        long zxid = m.afterZxid();
        long last = applier.order().lastEntrySlot();
        for (Entry entry : m.entries()) {
            if (!Zxid.follows(zxid, entry.zxid())) return;
            last = Order.slotAfter(zxid, last, entry.zxid());
            zxid = entry.zxid();
            entries.put(last, entry);
        }
        long through = m.throughSlot() == 0 ? last : m.throughSlot();
        if (through < last) return;
        told.set(ports.members().rank(from), new Told(through, entries));
        long before = applier.order().slot();
        while (!applier.installing() && learnNext()) {}
        // More may follow directly.
        if (applier.order().slot() > before && applier.order().slot() < target) ask();
    }

    private boolean learnNext() {
        long slot = applier.order().slot() + 1;
        for (Told candidate : told) {
            if (candidate == null || candidate.through() < slot) continue;
            Entry entry = candidate.entries().get(slot);
            int same = 0;
            for (Told other : told)
                if (other != null
                        && other.through() >= slot
                        && same(other.entries().get(slot), entry)) same++;
            if (same < witnesses) continue;
            applier.learned(entry);
            return true;
        }
        return false;
    }

    private static boolean same(Entry a, Entry b) {
        if (a == null || b == null) return a == null && b == null;
        return a.zxid() == b.zxid()
                && a.origin() == b.origin()
                && a.request() == b.request()
                && Arrays.equals(a.payload(), b.payload());
    }

    void onOffer(int from, Offer m) {
        long slot;
        try {
            slot = Order.decode(m.note()).slot();
        } catch (MalformedFrameException e) {
            return;
        }
        if (fetching != null || applier.installing() || slot <= applier.order().slot()) return;
        fetching = m.snapshot();
        fetchingNote = m.note();
        source = from;
        offset = fetching.equals(partial) ? partialBytes : 0;
        partial = null;
        fetches++;
        ports.report("fetching snapshot " + fetching + " from " + from);
        progressNanos = ports.nowNanos();
        fetch();
    }

    private void fetch() {
        askedNanos = ports.nowNanos();
        ports.send(source, new Fetch(fetching, offset));
    }

    void onChunk(int from, Chunk m) {
        boolean expected =
                fetching != null
                        && !applier.installing()
                        && from == source
                        && m.snapshot().equals(fetching)
                        && m.offset() == offset;
        if (!expected) return;
        effects.writeSnapshot(fetching, offset, m.bytes());
    }

    void onSnapshotWritten(SnapshotId snapshot, long nextOffset) {
        if (fetching == null || applier.installing() || !snapshot.equals(fetching)) return;
        if (nextOffset > offset) progressNanos = ports.nowNanos();
        offset = nextOffset;
        if (offset < fetching.bytes()) {
            fetch();
        } else if (Order.decode(fetchingNote).slot() <= applier.order().slot()) {
            fetching = null;
        } else {
            applier.install(fetching, fetchingNote);
        }
    }

    /** @return whether this member has jumped ahead */
    boolean onSnapshotInstalled(SnapshotId snapshot, boolean installed) {
        byte[] note = fetchingNote;
        fetching = null;
        for (int r = 0; r < told.size(); r++) told.set(r, null);
        if (!installed) ports.report("snapshot " + snapshot + " arrived damaged");
        applier.onInstalled(snapshot, note, installed);
        return installed;
    }

    boolean fetching() {
        return fetching != null;
    }

    /** Snapshots whose transfer to this member began. */
    long fetches() {
        return fetches;
    }

    // The side that serves.

    void onLearn(int from, Learn m) {
        if (m.slot() >= applier.order().slot() || applier.installing()) return;
        if (m.zxid() < applier.logAfter()) offer(from);
        else if (m.zxid() == applier.order().zxid())
            ports.send(from, new Entries(m.slot(), m.zxid(), applier.order().slot(), List.of()));
        else if (readers.size() < READERS_MAX) {
            readers.addLast(new Reader(from, m.slot(), m.zxid()));
            effects.readLog(m.zxid(), ports.config().chunkBytes());
        }
    }

    private void offer(int from) {
        if (!applier.snapshot().equals(SnapshotId.EMPTY))
            ports.send(from, new Offer(applier.snapshot(), applier.note()));
    }

    void onLogRead(long afterZxid, List<Entry> entries) {
        Reader reader = readers.pollFirst();
        if (reader == null || reader.zxid() != afterZxid) return;
        if (entries.isEmpty()) {
            if (afterZxid < applier.logAfter()) offer(reader.from());
            return;
        }
        long last = entries.get(entries.size() - 1).zxid();
        if (!Zxid.follows(afterZxid, entries.get(0).zxid())) return;
        // The asker knows which slot it is at; what follows the last entry here is known if all was
        // read.
        long through = last == applier.order().zxid() ? applier.order().slot() : 0;
        ports.send(reader.from(), new Entries(reader.slot(), afterZxid, through, entries));
    }

    void onFetch(int from, Fetch m) {
        if (chunkReaders.size() >= READERS_MAX) return;
        chunkReaders.add(new ChunkReader(from, m.snapshot(), m.offset()));
        effects.readSnapshot(m.snapshot(), m.offset(), ports.config().chunkBytes());
    }

    void onSnapshotRead(SnapshotId snapshot, long at, byte[] bytes) {
        for (Iterator<ChunkReader> i = chunkReaders.iterator(); i.hasNext(); ) {
            ChunkReader reader = i.next();
            if (!reader.snapshot().equals(snapshot) || reader.offset() != at) continue;
            i.remove();
            if (bytes != null) ports.send(reader.from(), new Chunk(snapshot, at, bytes));
            return;
        }
    }
}
