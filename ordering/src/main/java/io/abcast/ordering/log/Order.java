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
 * Turns the decided values of the slots into entries of the log. The entries of a decided slot are the same at every
 * member, because they depend only on the decisions of the present slot and of earlier slots.
 *
 * <p>A request in a decided value becomes the next entry only if it is the next request in a run of its origin; the
 * order skips all other requests. A run is the time from one start of a member to its next start. So a request that was
 * decided twice takes effect once, and the requests of one member take effect in the order of their submission, without
 * gaps. If a request was decided before its predecessor, its origin proposes the request again.
 *
 * <p>The zxids of the order are consecutive. An entry names its slot and states whether it is the last entry of the
 * slot ({@link Entry#place}). So the log needs no records for empty slots: they are the slots between the slots of two
 * successive entries.
 *
 * <p><b>Inside a slot:</b> after a crash, the log may hold only the first entries of a slot, and {@link #slot} is the
 * slot before it. Invariant: the entries after {@link #slot} are the first entries that the decision of the incomplete
 * slot gives. When the member applies the decision of the incomplete slot again, it skips the requests that have
 * already taken effect. The missing entries are the same as before the crash, because a value contains at most one
 * batch of each origin, and the requests of a batch are consecutive.
 *
 * <p>If members may lie, an order has a digest: a chain of SHA-256 hashes over the entries and their slots. Two orders
 * that end at the same slot with the same digest are equal, including their empty slots.
 */
final class Order {
    private static final int VERSION = 3;

    private static final Digest EMPTY = new Digest(0, 0, 0, 0);

    private static final int LINK_BYTES = Digest.BYTES + 3 * Long.BYTES;

    /**
     * Maximum number of runs (times between two starts of a member) that the order remembers for each member. The order
     * is correct only if no message of a run is still in flight after {@code RUNS_MAX} later starts of the member.
     */
    static final int RUNS_MAX = 8;

    /**
     * Maximum distance between two request numbers of one run. Request numbers start at a random number in each run, so
     * numbers of different runs are usually more than {@code SPAN} apart.
     */
    static final long SPAN = 1L << 40;

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

    private long filled;

    private long slotBytes;

    /**
     * The entries that the log holds of the incomplete slot after {@code slot}; empty except after a start of the
     * member until the slot takes effect.
     */
    private final List<Entry> part = new ArrayList<>();

    /** Digest over all entries of the order; {@code null} if the order has no digest. */
    private Digest digest;

    private Digest slotDigest;

    Order(boolean digested) {
        digest = digested ? EMPTY : null;
        slotDigest = digest;
    }

    long slot() {
        return slot;
    }

    long zxid() {
        return zxid;
    }

    long begun() {
        return Math.max(slot, zxidSlot);
    }

    boolean isInside() {
        return zxidSlot > slot;
    }

    long empty() {
        return slot - filled + (isInside() ? 1 : 0);
    }

    long bytes() {
        return bytes;
    }

    long slotBytes() {
        return slotBytes;
    }

    Digest digest() {
        return slotDigest;
    }

    Digest digestOfAll() {
        return digest;
    }

    boolean isOrdered(int origin, long request) {
        List<Run> known = runs.get(origin);
        return known != null && isIn(known, request);
    }

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
     * Records {@code request} as the last of its origin, if {@link #isNext} is true for it; the caller must {@link
     * #add} the entries in the order of the {@code admit} calls.
     */
    boolean admit(OriginRequest request) {
        if (!isNext(request)) return false;
        remember(request.origin(), request.number());
        return true;
    }

    void admit(Entry entry) {
        remember(entry.origin(), entry.request());
    }

    /**
     * Returns a new list with the number of the last ordered request of each run of member {@code origin}; a run lasts
     * from a start to the next.
     */
    List<Long> lastOfRuns(int origin) {
        List<Long> last = new ArrayList<>();
        for (Run run : runs.getOrDefault(origin, List.of())) last.add(run.last);
        return last;
    }

    long nextZxid() {
        return Zxid.after(zxid);
    }

    void add(Entry entry) {
        assert entry.zxid() == nextZxid() && entry.slot() == slot + 1 : entry + " after " + this;
        if (!isInside()) filled++;
        zxid = entry.zxid();
        zxidSlot = entry.slot();
        bytes += entry.bytes();
        if (digest != null) digest = link(digest, entry);
        if (entry.endsSlot()) endSlot();
    }

    void endSlot() {
        part.clear();
        slot++;
        slotBytes = bytes;
        slotDigest = digest;
    }

    boolean isFollowedBy(Entry entry) {
        long least = slot + 1;
        return entry.zxid() == nextZxid()
                && (isInside() ? entry.slot() == least : entry.slot() >= least);
    }

    void replay(Entry entry) {
        skipTo(entry.slot() - 1);
        admit(entry);
        if (!entry.endsSlot()) part.add(entry);
        add(entry);
    }

    /**
     * Whether {@code value} may be the decision of the incomplete slot: its requests that take effect must begin with
     * the requests of the entries in {@link #part}.
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
     * Returns the digest of the order after {@code entry}; it covers the entry's slot number, and therefore also the
     * empty slots before the entry.
     */
    static Digest link(Digest digest, Entry entry) {
        WireWriter out = new WireWriter(LINK_BYTES + entry.payload().length);
        digest.write(out).i64(entry.slot()).i64(entry.origin()).i64(entry.request());
        return Digest.of(out.raw(entry.payload()).toByteArray());
    }

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

    /**
     * Encodes this order, whose last slot must be complete, as the note of a snapshot, the node data that is stored
     * with the snapshot.
     */
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
     * @param digested whether the decoded order must have a digest
     * @throws MalformedFrameException if {@code note} is not an output of {@link #encode}
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
