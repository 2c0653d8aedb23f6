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
 * <p>A decided value holds requests. Each of them becomes the next entry if it is the next request of a life of its origin; otherwise it is
 * skipped. So a request that was decided twice takes effect once, and requests of one member take effect in the order of their
 * submission, none left out; a request that came too early is proposed again by its origin. A slot may end without an entry.
 *
 * <p>Zxids are dense: each entry has the one after the last. An entry names its slot, and says whether it is the last of it ({@link
 * Entry#place}); a log needs nothing that says "nothing".
 *
 * <p><b>Inside a slot.</b> A log may end between two entries of a slot, because its tail was lost in a crash. The order is then inside of
 * slot {@code slot + 1}, and this slot has not taken effect. Invariant: the entries after {@link #slot} are the first ones that the decision of slot {@code slot + 1} gives. Applying the decision again gives the rest, because a value holds at most one
 * batch of each origin, and a batch is a chain: the requests that have taken effect are duplicates, and the others meet the same
 * order as before.
 *
 * <p>Where members may lie, the order has a digest: a SHA-256 chain over the entries and their slots. Two orders that end at the same
 * slot with the same digest are equal, their empty slots included.
 */
final class Order {
    /** Of a note. */
    private static final int VERSION = 3;

    /** The digest of the empty order. */
    private static final Digest EMPTY = new Digest(0, 0, 0, 0);

    /** Bytes beside the payload that go into a link of the chain. */
    private static final int LINK_BYTES = Digest.BYTES + 3 * Long.BYTES;

    /** Lives remembered of each member. A message of a life before those must not be under way any more. */
    static final int LIVES_MAX = 8;

    /** Requests of one life are nearer to each other than this, those of two lives are not, as a rule. */
    static final long SPAN = 1L << 40;

    /** The requests of one life of a member that are in the order are those from first to last. */
    private static final class Life {
        final long first;
        long last;

        Life(long first, long last) {
            this.first = first;
            this.last = last;
        }

        boolean contains(long request) {
            return request >= first && request <= last;
        }
    }

    private final TreeMap<Integer, List<Life>> lives = new TreeMap<>();
    private long slot;
    private long zxid = Zxid.NONE;
    private long zxidSlot;
    private long bytes;

    /** Slots up to {@link #zxidSlot} with entries. */
    private long filled;

    /** {@link #bytes} at the end of {@link #slot}. */
    private long slotBytes;

    /** The entries of the log that are inside of a slot. Empty but after a start. */
    private final List<Entry> part = new ArrayList<>();

    /** Over all entries; {@code null}: without a digest. */
    private Digest digest;

    /** {@link #digest} at the end of {@link #slot}. */
    private Digest slotDigest;

    /** @param digested whether it has a digest */
    Order(boolean digested) {
        digest = digested ? EMPTY : null;
        slotDigest = digest;
    }

    /** The last slot that has taken effect. */
    long slot() {
        return slot;
    }

    /** The last entry. */
    long zxid() {
        return zxid;
    }

    /** The last slot of which the order has an entry, or that has taken effect. */
    long begun() {
        return Math.max(slot, zxidSlot);
    }

    /** Whether the last entry is of a slot that has not taken effect as a whole. */
    boolean isInside() {
        return zxidSlot > slot;
    }

    /** Slots up to {@link #slot} without entries. */
    long empty() {
        return slot - filled + (isInside() ? 1 : 0);
    }

    /** Of all entries so far; each counts as {@link Entry#bytes} says. */
    long bytes() {
        return bytes;
    }

    /** {@link #bytes} as they were when {@link #slot} had taken effect. */
    long slotBytes() {
        return slotBytes;
    }

    /** Of the order up to {@link #slot}; {@code null} without a digest. */
    Digest digest() {
        return slotDigest;
    }

    /** Of all entries; {@code null} without a digest. */
    Digest digestOfAll() {
        return digest;
    }

    boolean isOrdered(int origin, long request) {
        List<Life> known = lives.get(origin);
        return known != null && isIn(known, request);
    }

    /** Whether the request would become an entry if it were decided next. */
    boolean isNext(OriginRequest request) {
        List<Life> known = lives.get(request.origin());
        if (known == null) return request.isFirst();
        if (isIn(known, request.number())) return false;
        if (request.isFirst()) return true;
        long step = request.number() - request.previous();
        if (step <= 0 || step >= SPAN) return false;
        for (int i = 0; i < known.size(); i++)
            if (known.get(i).last == request.previous()) return true;
        return false;
    }

    private static boolean isIn(List<Life> known, long number) {
        for (int i = 0; i < known.size(); i++) if (known.get(i).contains(number)) return true;
        return false;
    }

    /**
     * Gives the request its place in its origin's order, if it {@link #isNext is the next one}. Its entry must be {@link #add added} directly
     * after those of the requests that were admitted before.
     */
    boolean admit(OriginRequest request) {
        if (!isNext(request)) return false;
        remember(request.origin(), request.number());
        return true;
    }

    /** Gives the request of an entry that follows its place in its origin's order. */
    void admit(Entry entry) {
        remember(entry.origin(), entry.request());
    }

    /** The last request of the member's newest life that is in the order; {@link OriginRequest#FIRST} if none. */
    long last(int origin) {
        List<Life> known = lives.get(origin);
        return known == null ? OriginRequest.FIRST : known.get(known.size() - 1).last;
    }

    /** The zxid after the last one. */
    long nextZxid() {
        return zxidAfter(zxid);
    }

    /** The zxid of the entry that follows another one, or that is the first. */
    static long zxidAfter(long zxid) {
        if (zxid == Zxid.NONE) return Zxid.of(1, 1);
        return Zxid.counter(zxid) == Zxid.COUNTER_MAX ? Zxid.of(Zxid.epoch(zxid) + 1, 1) : zxid + 1;
    }

    /** An entry of the slot after {@link #slot}, whose request is admitted; the last one of that slot if it says so. */
    void add(Entry entry) {
        assert entry.zxid() == nextZxid() && entry.slot() == slot + 1 : entry + " after " + this;
        if (!isInside()) filled++;
        zxid = entry.zxid();
        zxidSlot = entry.slot();
        bytes += entry.bytes();
        if (digest != null) digest = link(digest, entry);
        if (entry.endsSlot()) endSlot();
    }

    /** The slot after {@link #slot} has taken effect, without an entry that says so. */
    void endSlot() {
        part.clear();
        slot++;
        slotBytes = bytes;
        slotDigest = digest;
    }

    /** Whether that may be the next entry, in whatever slot. */
    boolean isFollowedBy(Entry entry) {
        long least = slot + 1;
        return entry.zxid() == nextZxid()
                && (isInside() ? entry.slot() == least : entry.slot() >= least);
    }

    /** An entry of the log, which {@link #isFollowedBy follows} the last one, with perhaps some empty slots between. */
    void replay(Entry entry) {
        skipTo(entry.slot() - 1);
        admit(entry);
        if (!entry.endsSlot()) part.add(entry);
        add(entry);
    }

    /**
     * Whether that value may be the decision of the slot that the order is inside of: the requests that take effect begin with the part. A request that
     * is the next one of its origin would have taken effect, so it would be in the part.
     */
    boolean isDecisionOfPart(Value value) {
        int at = 0;
        for (OriginRequest request : value.requests()) {
            if (at == part.size()) break;
            Entry entry = part.get(at);
            if (entry.origin() == request.origin() && entry.request() == request.number()) at++;
            else if (isNext(request)) return false;
        }
        return at == part.size();
    }

    /** The digest after one more entry. The entry's slot stands for the empty ones before it. */
    static Digest link(Digest digest, Entry entry) {
        WireWriter out = new WireWriter(LINK_BYTES + entry.payload().length);
        digest.write(out).i64(entry.slot()).i64(entry.origin()).i64(entry.request());
        return Digest.of(out.raw(entry.payload()).toByteArray());
    }

    /** The slots after the last entry up to that one are empty. */
    void skipTo(long through) {
        assert through <= slot || !isInside() : "empty through " + through + " after " + this;
        slot = Math.max(slot, through);
    }

    private void remember(int origin, long request) {
        List<Life> known = lives.computeIfAbsent(origin, o -> new ArrayList<>(1));
        for (int i = 0; i < known.size(); i++) {
            Life life = known.get(i);
            if (request > life.last && request - life.last < SPAN) {
                life.last = request;
                if (i < known.size() - 1) known.add(known.remove(i));
                return;
            }
        }
        known.add(new Life(request, request));
        if (known.size() > LIVES_MAX) known.remove(0);
    }

    /** The note of a snapshot. Only at the end of a slot. */
    byte[] encode() {
        assert !isInside() : this;
        WireWriter out = new WireWriter(64);
        out.u8(VERSION).varint(slot).varint(zxid).varint(zxidSlot).varint(filled).varint(bytes);
        out.u8(digest == null ? 0 : 1);
        if (digest != null) digest.write(out);
        out.varint(lives.size());
        for (Map.Entry<Integer, List<Life>> of : lives.entrySet()) {
            out.varint(of.getKey()).varint(of.getValue().size());
            for (Life life : of.getValue()) out.varint(life.first).varint(life.last - life.first);
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
        order.filled = in.varint();
        order.bytes = in.varint();
        order.slotBytes = order.bytes;
        if (order.zxidSlot > order.slot || order.filled > order.zxidSlot)
            throw new MalformedFrameException("note of a snapshot: " + order);
        if (in.count(1) != (digested ? 1 : 0))
            throw new MalformedFrameException(
                    "note of a snapshot: expected one with"
                            + (digested ? "" : "out")
                            + " a digest");
        if (digested) order.digest = Digest.read(in);
        order.slotDigest = order.digest;
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
