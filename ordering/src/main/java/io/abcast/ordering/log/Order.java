package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How decisions become entries: the same at every member, because it depends on nothing but the decisions before.
 *
 * <p>A decided value becomes the next entry if it is the next request of a life of its origin; otherwise its slot stays empty. So a
 * request that was decided twice takes effect once, and requests of one member take effect in the order of their submission,
 * none left out; what came too early is proposed again by its origin.
 *
 * <p>An empty slot shows in the zxids: the epoch is one more than the number of empty slots so far. So the slot of an entry
 * follows from the entry before it, and a log needs nothing that says "nothing".
 *
 * <p>Where members may lie, the order has a digest: a SHA-256 chain over the entries and their slots. Two orders that end at the same
 * slot with the same digest are equal, their empty slots included.
 */
final class Order {
    /** Of a note. */
    private static final int VERSION = 2;

    /** The digest of the empty order. */
    private static final Digest EMPTY = new Digest(0, 0, 0, 0);

    /** Bytes beside the payload that go into a link of the chain. */
    private static final int LINK_BYTES = Digest.BYTES + 3 * Long.BYTES;

    /** Lives remembered of each member. A message of a life before those must not be under way any more. */
    static final int LIVES_MAX = 8;

    /** Requests of one life are nearer to each other than this, those of two lives are not, as a rule. */
    private static final long SPAN = 1L << 40;

    /** The requests of one life of a member that are in the order are those from first to last. */
    private record Life(long first, long last) {
        boolean contains(long request) {
            return request >= first && request <= last;
        }
    }

    private final TreeMap<Integer, List<Life>> lives = new TreeMap<>();
    private long slot;
    private long zxid = Zxid.NONE;
    private long zxidSlot;
    private long bytes;

    /** {@code null}: without a digest. */
    private Digest digest;

    /** @param digested whether it has a digest */
    Order(boolean digested) {
        digest = digested ? EMPTY : null;
    }

    /** The last slot that has taken effect. */
    long slot() {
        return slot;
    }

    /** The last entry. */
    long zxid() {
        return zxid;
    }

    /** The slot of {@link #zxid}; 0 if there is none. */
    long lastEntrySlot() {
        return zxidSlot;
    }

    /** Of all entries so far; each counts as {@link Entry#bytes} says. */
    long bytes() {
        return bytes;
    }

    /** Of the order up to {@link #slot}; {@code null} without a digest. */
    Digest digest() {
        return digest;
    }

    boolean isOrdered(int origin, long request) {
        List<Life> known = lives.get(origin);
        if (known != null) for (Life life : known) if (life.contains(request)) return true;
        return false;
    }

    /** Whether the value would become an entry if it were decided next. */
    boolean isNext(Value value) {
        if (value.isNothing() || isOrdered(value.origin(), value.request())) return false;
        if (value.isFirst()) return true;
        long step = value.request() - value.previous();
        List<Life> known = lives.get(value.origin());
        if (known == null || step <= 0 || step >= SPAN) return false;
        for (Life life : known) if (life.last() == value.previous()) return true;
        return false;
    }

    /** The last request of the member's newest life that is in the order; {@link Value#FIRST} if none. */
    long last(int origin) {
        List<Life> known = lives.get(origin);
        return known == null ? Value.FIRST : known.get(known.size() - 1).last();
    }

    /** The entry that the value becomes in the next slot; {@code null} if that stays empty. */
    Entry next(Value value) {
        if (!isNext(value)) return null;
        long empty = slot - zxidSlot;
        long next;
        if (empty == 0 && zxid != Zxid.NONE) {
            if (Zxid.counter(zxid) == Zxid.COUNTER_MAX) return null;
            next = zxid + 1;
        } else {
            long epoch = epoch(zxid) + empty;
            if (epoch > Zxid.EPOCH_MAX)
                throw new IllegalStateException("more than " + Zxid.EPOCH_MAX + " empty slots");
            next = Zxid.of((int) epoch, 1);
        }
        return new Entry(next, value.origin(), value.request(), value.payload());
    }

    /** The next slot has taken effect. */
    void advance(Entry entry) {
        slot++;
        if (entry != null) add(entry);
    }

    /** An entry of the log, which follows the last one with perhaps some empty slots between. */
    void replay(Entry entry) {
        slot = slotAfter(zxid, zxidSlot, entry.zxid());
        add(entry);
    }

    private void add(Entry entry) {
        zxid = entry.zxid();
        zxidSlot = slot;
        bytes += entry.bytes();
        if (digest != null) digest = link(entry);
        remember(entry.origin(), entry.request());
    }

    /** The entry's slot stands for the empty ones before it. */
    private Digest link(Entry entry) {
        WireWriter out = new WireWriter(LINK_BYTES + entry.payload().length);
        digest.write(out).i64(slot).i64(entry.origin()).i64(entry.request());
        return Digest.of(out.raw(entry.payload()).toByteArray());
    }

    /** The slots after the last entry up to that one are empty. */
    void skipTo(long through) {
        slot = Math.max(slot, through);
    }

    /** The slot of the entry that follows another one, whose slot is known. */
    static long slotAfter(long previous, long previousSlot, long next) {
        if (previous != Zxid.NONE && next == previous + 1) return previousSlot + 1;
        return previousSlot + Zxid.epoch(next) - epoch(previous) + 1;
    }

    private static long epoch(long zxid) {
        return zxid == Zxid.NONE ? 1 : Zxid.epoch(zxid);
    }

    private void remember(int origin, long request) {
        List<Life> known = lives.computeIfAbsent(origin, o -> new ArrayList<>(1));
        for (int i = 0; i < known.size(); i++) {
            Life life = known.get(i);
            if (request > life.last() && request - life.last() < SPAN) {
                known.remove(i);
                known.add(new Life(life.first(), request));
                return;
            }
        }
        known.add(new Life(request, request));
        if (known.size() > LIVES_MAX) known.remove(0);
    }

    byte[] encode() {
        WireWriter out = new WireWriter(64);
        out.u8(VERSION).varint(slot).varint(zxid).varint(zxidSlot).varint(bytes);
        out.u8(digest == null ? 0 : 1);
        if (digest != null) digest.write(out);
        out.varint(lives.size());
        for (Map.Entry<Integer, List<Life>> of : lives.entrySet()) {
            out.varint(of.getKey()).varint(of.getValue().size());
            for (Life life : of.getValue())
                out.varint(life.first()).varint(life.last() - life.first());
        }
        return out.toByteArray();
    }

    /**
     * @param digested whether it must have a digest
     * @throws MalformedFrameException if it is not what {@link #encode} wrote
     */
    static Order decode(byte[] note, boolean digested) {
        Order order = new Order(digested);
        if (note.length == 0) return order;
        WireReader in = new WireReader(note);
        int version = in.u8();
        if (version != VERSION)
            throw new MalformedFrameException(
                    "note of a snapshot: expected version " + VERSION + ", got " + version);
        order.slot = in.varint();
        order.zxid = in.varint();
        order.zxidSlot = in.varint();
        order.bytes = in.varint();
        if (in.count(1) != (digested ? 1 : 0))
            throw new MalformedFrameException(
                    "note of a snapshot: expected one with"
                            + (digested ? "" : "out")
                            + " a digest");
        if (digested) order.digest = Digest.read(in);
        int origins = in.count(Membership.ID_MAX);
        for (int i = 0; i < origins; i++) {
            int origin = in.count(Membership.ID_MAX);
            int count = in.count(LIVES_MAX);
            List<Life> known = new ArrayList<>();
            for (int l = 0; l < count; l++) {
                long first = in.varint();
                known.add(new Life(first, first + in.varint()));
            }
            order.lives.put(origin, known);
        }
        in.end();
        return order;
    }

    @Override
    public String toString() {
        return "slot " + slot + " zxid " + Zxid.toString(zxid);
    }
}
