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
 * Turns decisions into entries. The result is the same at every member, because it depends only on the earlier
 * decisions.
 *
 * <p>A decided value contains requests. A request becomes the next entry if it is the next request in a run of its
 * origin, that is, between two restarts of the origin. Other requests are skipped. So a request that was decided twice
 * takes effect once, and the requests of one member take effect in the order of their submission without gaps. A
 * request that was decided before its predecessor is proposed again by its origin. A slot may end without an entry.
 *
 * <p>Zxids are consecutive: the zxid of each entry is the successor of the zxid of the entry before. An entry names its
 * slot and states whether it is the last entry of the slot ({@link Entry#place}). So a log needs no records of empty
 * slots.
 *
 * <p><b>Inside a slot.</b> A log may end between two entries of a slot, because the end of the log was lost in a crash.
 * In that case the order is inside slot {@code slot + 1}, and this slot has not taken effect. Invariant: the entries
 * after {@link #slot} are the first entries that the decision of slot {@code slot + 1} gives. When the decision of the
 * slot is applied again, requests that have already taken effect are skipped as duplicates, and the other requests give
 * the missing entries. These entries are the same as before the crash, because a value contains at most one batch of
 * each origin, and the requests of a batch are consecutive.
 *
 * <p>If members may lie, the order has a digest: a chain of SHA-256 hashes over the entries and their slots. Two orders
 * that end at the same slot with the same digest are equal, including their empty slots.
 */
final class Order {
    /** Version of the format of a note. */
    private static final int VERSION = 3;

    /** The digest of the empty order. */
    private static final Digest EMPTY = new Digest(0, 0, 0, 0);

    /** Number of bytes that one step of the digest chain hashes in addition to the payload. */
    private static final int LINK_BYTES = Digest.BYTES + 3 * Long.BYTES;

    /** Number of runs that are remembered for each member. No message of an earlier run may still be in flight. */
    static final int RUNS_MAX = 8;

    /** Maximum distance between two request numbers of one run. Numbers of different runs are usually further apart. */
    static final long SPAN = 1L << 40;

    /**
     * A run of a member, from one start to the next. The order contains the requests of the run from number {@code
     * first} to number {@code last}.
     */
    private static final class Run {
        final long first;
        long last;

        Run(long first, long last) {
            this.first = first;
            this.last = last;
        }

        boolean contains(long request) {
            return request >= first && request <= last;
        }
    }

    private final TreeMap<Integer, List<Run>> runs = new TreeMap<>();
    private long slot;
    private long zxid = Zxid.NONE;
    private long zxidSlot;
    private long bytes;

    /** Number of slots up to {@link #zxidSlot} with entries. */
    private long filled;

    /** Value of {@link #bytes} at the end of slot {@link #slot}. */
    private long slotBytes;

    /**
     * The entries of an incomplete slot that the log holds. The list can be non-empty only after a start of the member.
     */
    private final List<Entry> part = new ArrayList<>();

    /** Digest over all entries; {@code null} if the order has no digest. */
    private Digest digest;

    /** Value of {@link #digest} at the end of slot {@link #slot}. */
    private Digest slotDigest;

    /**
     * Creates an empty order.
     *
     * @param digested whether the order has a digest
     */
    Order(boolean digested) {
        digest = digested ? EMPTY : null;
        slotDigest = digest;
    }

    /** The last slot that has taken effect. */
    long slot() {
        return slot;
    }

    /** Zxid of the last entry. */
    long zxid() {
        return zxid;
    }

    /** The last slot that has taken effect or of which the order holds an entry. */
    long begun() {
        return Math.max(slot, zxidSlot);
    }

    /** Whether the last entry belongs to a slot that has not taken effect completely. */
    boolean isInside() {
        return zxidSlot > slot;
    }

    /** Number of slots up to {@link #slot} without entries. */
    long empty() {
        return slot - filled + (isInside() ? 1 : 0);
    }

    /** Bytes of all entries so far, counted by {@link Entry#bytes}. */
    long bytes() {
        return bytes;
    }

    /** Bytes of all entries up to the end of slot {@link #slot}. */
    long slotBytes() {
        return slotBytes;
    }

    /** Digest of the order up to {@link #slot}; {@code null} without a digest. */
    Digest digest() {
        return slotDigest;
    }

    /** Digest of all entries; {@code null} without a digest. */
    Digest digestOfAll() {
        return digest;
    }

    boolean isOrdered(int origin, long request) {
        List<Run> known = runs.get(origin);
        return known != null && isIn(known, request);
    }

    /** Whether the request would become an entry if it were decided next. */
    boolean isNext(OriginRequest request) {
        List<Run> known = runs.get(request.origin());
        if (known == null) return request.isFirst();
        if (isIn(known, request.number())) return false;
        if (request.isFirst()) return true;
        long step = request.number() - request.previous();
        if (step <= 0 || step >= SPAN) return false;
        for (int i = 0; i < known.size(); i++)
            if (known.get(i).last == request.previous()) return true;
        return false;
    }

    private static boolean isIn(List<Run> known, long number) {
        for (int i = 0; i < known.size(); i++) if (known.get(i).contains(number)) return true;
        return false;
    }

    /**
     * Records the request as the last one of its origin, if it {@link #isNext is the next one}. The entry of the
     * request must be {@link #add added} directly after the entries of the requests that were admitted before.
     */
    boolean admit(OriginRequest request) {
        if (!isNext(request)) return false;
        remember(request.origin(), request.number());
        return true;
    }

    /** Records the request of the next entry as the last one of its origin. */
    void admit(Entry entry) {
        remember(entry.origin(), entry.request());
    }

    /**
     * Returns a new list with, for each run of the member, the number of the last request in the order. A late request
     * of an earlier run may follow requests of the present run.
     */
    List<Long> lastOfRuns(int origin) {
        List<Long> last = new ArrayList<>();
        for (Run run : runs.getOrDefault(origin, List.of())) last.add(run.last);
        return last;
    }

    /** The zxid after the zxid of the last entry. */
    long nextZxid() {
        return Zxid.after(zxid);
    }

    /**
     * Adds an entry of the slot after {@link #slot}, whose request is admitted. The entry may be the last one of the
     * slot.
     */
    void add(Entry entry) {
        assert entry.zxid() == nextZxid() && entry.slot() == slot + 1 : entry + " after " + this;
        if (!isInside()) filled++;
        zxid = entry.zxid();
        zxidSlot = entry.slot();
        bytes += entry.bytes();
        if (digest != null) digest = link(digest, entry);
        if (entry.endsSlot()) endSlot();
    }

    /** Ends the slot after {@link #slot} without an entry. */
    void endSlot() {
        part.clear();
        slot++;
        slotBytes = bytes;
        slotDigest = digest;
    }

    /** Whether the entry may be the next one, in any slot. */
    boolean isFollowedBy(Entry entry) {
        long least = slot + 1;
        return entry.zxid() == nextZxid()
                && (isInside() ? entry.slot() == least : entry.slot() >= least);
    }

    /**
     * Adds an entry of the log that {@link #isFollowedBy follows} the last one. There may be empty slots between the
     * two entries.
     */
    void replay(Entry entry) {
        skipTo(entry.slot() - 1);
        admit(entry);
        if (!entry.endsSlot()) part.add(entry);
        add(entry);
    }

    /**
     * Whether the value may be the decision of the incomplete slot. The requests of the value that take effect must
     * begin with the entries of the part. The reason is that each request which is the next one of its origin would
     * have taken effect, so the part would contain it.
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

    /**
     * Returns the digest of the order after one more entry. The digest covers empty slots before the entry as well,
     * because it covers the entry's slot number.
     */
    static Digest link(Digest digest, Entry entry) {
        WireWriter out = new WireWriter(LINK_BYTES + entry.payload().length);
        digest.write(out).i64(entry.slot()).i64(entry.origin()).i64(entry.request());
        return Digest.of(out.raw(entry.payload()).toByteArray());
    }

    /** Records that the slots after the last entry, up to {@code through}, are empty. */
    void skipTo(long through) {
        assert through <= slot || !isInside() : "empty through " + through + " after " + this;
        slot = Math.max(slot, through);
    }

    private void remember(int origin, long request) {
        List<Run> known = runs.computeIfAbsent(origin, o -> new ArrayList<>(1));
        for (int i = 0; i < known.size(); i++) {
            Run run = known.get(i);
            if (request > run.last && request - run.last < SPAN) {
                run.last = request;
                if (i < known.size() - 1) known.add(known.remove(i));
                return;
            }
        }
        known.add(new Run(request, request));
        if (known.size() > RUNS_MAX) known.remove(0);
    }

    /** Encodes the note of a snapshot. Allowed only at the end of a slot. */
    byte[] encode() {
        assert !isInside() : this;
        WireWriter out = new WireWriter(64);
        out.u8(VERSION).varint(slot).varint(zxid).varint(zxidSlot).varint(filled).varint(bytes);
        out.u8(digest == null ? 0 : 1);
        if (digest != null) digest.write(out);
        out.varint(runs.size());
        for (Map.Entry<Integer, List<Run>> of : runs.entrySet()) {
            out.varint(of.getKey()).varint(of.getValue().size());
            for (Run run : of.getValue()) out.varint(run.first).varint(run.last - run.first);
        }
        return out.toByteArray();
    }

    /**
     * Decodes the note of a snapshot.
     *
     * @param digested whether the note must have a digest
     * @throws MalformedFrameException if {@link #encode} did not write the note
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
            int count = in.count(RUNS_MAX);
            List<Run> known = new ArrayList<>();
            for (int l = 0; l < count; l++) {
                long first = in.varint();
                known.add(new Run(first, first + in.varint()));
            }
            order.runs.put(origin, known);
        }
        in.end();
        return order;
    }

    @Override
    public String toString() {
        return "slot " + slot + " zxid " + Zxid.toString(zxid);
    }
}
