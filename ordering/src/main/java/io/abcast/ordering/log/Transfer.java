package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.SnapshotId;
import io.abcast.ordering.log.LogMessage.Entries;
import io.abcast.ordering.log.LogMessage.Learn;
import io.abcast.ordering.log.LogMessage.Offer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Brings this member up to date from the logs and snapshots of other members after it has missed decisions. This member
 * sends {@link Learn}, a request for entries that {@link Serving} answers, only while it lacks decisions and applies no
 * further slots by itself.
 *
 * <p>If members may lie, this member does not believe a single answer. This member believes an entry when f+1 members
 * give the same answer for the entry's slot. This member also believes entries of one member that lead to the digest of
 * a proven checkpoint ({@link SlotAnswers#leadsTo}). This member believes the offer of a snapshot only with a proof
 * that 2f+1 members hold the snapshot.
 */
final class Transfer {
    /**
     * Maximum bytes of the answers that this member keeps for each other member; if two requests of maximum payload
     * size need more bytes, these bytes are the maximum.
     */
    private static final long ANSWER_BYTES_MIN = 16 << 20;

    private final Ports ports;
    private final Applier applier;
    private final Consensus consensus;
    private final int witnesses;
    private final Fetching fetching;

    private final List<SlotAnswers> told = new ArrayList<>();

    /**
     * The first entries of the slot after the last applied slot, which are decided but end inside the slot; at most
     * {@link Value#REQUESTS_MAX} entries.
     */
    private final List<Entry> part = new ArrayList<>();

    /** For each member, by rank: whether this member waits for the member's answer to the last {@link Learn}. */
    private final boolean[] asked;

    private final long[] named;

    /** The highest proven slot: a proof shows that this slot and all slots before this slot are decided. */
    private long proven;

    private Digest provenDigest;

    /**
     * The rank of the member whose entries up to slot {@link #proven} are proven; -1 if no member has sent proven
     * entries.
     */
    private int certain = -1;

    private int whom;

    private long slotAtLastTick;
    private long askedNanos = Long.MIN_VALUE / 2;

    Transfer(Ports ports, Effects effects, Applier applier, Consensus consensus) {
        this.ports = ports;
        this.applier = applier;
        this.consensus = consensus;
        witnesses = consensus.witnesses();
        fetching = new Fetching(ports, effects, applier, witnesses);
        asked = new boolean[ports.members().size()];
        named = new long[ports.members().size()];
        for (int r = 0; r < ports.members().size(); r++) told.add(null);
    }

    Fetching fetching() {
        return fetching;
    }

    void visitQueues(QueueVisitor to) {
        to.queue("entries of a part of a slot", part.size(), Value.REQUESTS_MAX);
        fetching.visitQueues(to);
    }

    void behind(long slot, int who) {
        int rank = ports.members().rank(who);
        if (slot <= named[rank]) return;
        if (slot > target()) whom = who;
        named[rank] = slot;
    }

    long named() {
        long highest = 0;
        for (long slot : named) highest = Math.max(highest, slot);
        return highest;
    }

    void provenThrough(long slot, Digest order) {
        if (slot <= proven) return;
        proven = slot;
        provenDigest = order;
        certain = -1;
    }

    void lost(int member, long throughSlot) {
        named[ports.members().rank(member)] = 0;
        if (proven > throughSlot) forgetProof();
    }

    private void forgetProof() {
        proven = 0;
        provenDigest = null;
        certain = -1;
    }

    /**
     * The slot up to which this member should apply entries of other members. A proof shows that the slot is decided,
     * or at least one honest member has named it, because a single liar could otherwise make this member ask forever.
     */
    private long target() {
        long[] sorted = named.clone();
        Arrays.sort(sorted);
        return Math.max(proven, sorted[sorted.length - witnesses]);
    }

    private boolean isBehind() {
        return applier.order().slot() < target();
    }

    /**
     * Asks other members for entries if this member lacks decisions and has applied no slot since the last tick;
     * otherwise the missing decisions may be in flight.
     */
    void onTick() {
        long slot = applier.order().slot();
        boolean stuck = slot == slotAtLastTick;
        slotAtLastTick = slot;
        if (fetching.onTick()) return;
        boolean due = ports.nowNanos() - askedNanos > ports.config().retryNanos();
        if (!stuck || !due || !isBehind()) return;
        ask();
        whom = ports.members().id((int) ports.random(ports.members().size()));
    }

    private void ask() {
        askedNanos = ports.nowNanos();
        for (int r = 0; r < asked.length; r++) {
            int id = ports.members().id(r);
            boolean asks = witnesses > 1 ? id != ports.id() : id == whom && whom != ports.id();
            if (!asks) continue;
            ask(r);
        }
    }

    private void ask(int rank) {
        SlotAnswers trail = trail(rank);
        long after = trail == null ? reached() : trail.last();
        asked[rank] = true;
        ports.send(ports.members().id(rank), new Learn(applier.order().slot(), after));
    }

    /**
     * The zxid of the last entry that is known to be decided; clears {@link #part} if it does not continue the order.
     */
    private long reached() {
        Order order = applier.order();
        boolean follows =
                !part.isEmpty()
                        && part.get(0).slot() == order.slot() + 1
                        && part.get(0).zxid() == order.nextZxid();
        if (!follows) part.clear();
        return follows ? part.get(part.size() - 1).zxid() : order.zxid();
    }

    /**
     * Returns whether this member has asked member {@code from} for an answer; only the first answer of a member to a
     * {@code Learn} counts.
     */
    private boolean takeAnswer(int from, LogMessage answer) {
        int rank = ports.members().rank(from);
        if (!asked[rank]) {
            ports.refuse(from, answer, Refusals.Reason.UNASKED);
            return false;
        }
        asked[rank] = false;
        return true;
    }

    void onEntries(int from, Entries m) {
        // A late answer to an earlier Learn must not end the wait for the answer to the present
        // Learn.
        long slotBefore = applier.order().slot();
        long zxidBefore = reached();
        int rank = ports.members().rank(from);
        SlotAnswers trail = trail(rank);
        boolean goesOn = trail != null && m.afterZxid() == trail.last();
        if (m.afterSlot() != slotBefore || (m.afterZxid() != zxidBefore && !goesOn)) return;
        if (!takeAnswer(from, m)) return;
        long bytesMax = Math.max(ANSWER_BYTES_MIN, 2L * ports.config().payloadBytesMax());
        boolean inside = applier.order().isInside() || !part.isEmpty();
        SlotAnswers answer =
                goesOn ? trail.extended(m, bytesMax) : SlotAnswers.read(m, inside, bytesMax);
        if (goesOn && answer == null) told.set(rank, null);
        if (answer == null) {
            ports.refuse(from, m, Refusals.Reason.CONTENT);
            // The sender of the entries in part may have lost its storage, and perhaps no member
            // holds the remaining entries, so this member asks for the whole slot again.
            if (witnesses == 1) part.clear();
            return;
        }
        if (rank == certain) certain = -1;
        told.set(rank, answer);
        while (!applier.installing() && learnNext()) {}
        boolean moved = applier.order().slot() > slotBefore || reached() > zxidBefore;
        if (!isBehind()) {
            forget();
        } else if (moved) {
            // This member asks the member that has answered again, because that member may have
            // further entries that other members lack.
            whom = from;
            ask();
        } else if (isProven(rank)) {
            while (!applier.installing() && learnNext()) {}
        } else if (trail(rank) != null) {
            ask(rank);
        }
    }

    private SlotAnswers trail(int rank) {
        SlotAnswers before = told.get(rank);
        boolean grows = provenDigest != null && before != null && before.through() < proven;
        return grows && before.goesOn() && before.last() > reached() ? before : null;
    }

    private boolean isProven(int rank) {
        SlotAnswers answer = told.get(rank);
        Order order = applier.order();
        if (provenDigest == null || answer.through() < proven || order.slot() >= proven)
            return false;
        boolean leads =
                answer.leadsTo(provenDigest, proven, order.digestOfAll(), order.zxid(), part);
        if (leads) certain = rank;
        return leads;
    }

    private boolean learnNext() {
        long slot = applier.order().slot() + 1;
        long zxid = reached();
        for (int rank = 0; rank < told.size(); rank++) {
            SlotAnswers candidate = told.get(rank);
            Entry next = candidate == null ? null : candidate.next(slot, zxid);
            if (next == null) continue;
            int same = rank == certain && slot <= proven ? witnesses : 0;
            for (SlotAnswers other : told)
                if (other != null && same(other.next(slot, zxid), next)) same++;
            if (same < witnesses) continue;
            if (SlotAnswers.isEmpty(next)) applier.learnedEmpty();
            else take(next);
            return true;
        }
        return false;
    }

    private void take(Entry entry) {
        part.add(entry);
        if (!entry.endsSlot()) return;
        List<Entry> whole = List.copyOf(part);
        part.clear();
        applier.learned(whole);
    }

    private static boolean same(Entry a, Entry b) {
        if (a == null || b == null) return a == null && b == null;
        return a.zxid() == b.zxid()
                && a.place() == b.place()
                && a.tag() == b.tag()
                && a.request() == b.request()
                && Arrays.equals(a.payload(), b.payload());
    }

    void onOffer(int from, Offer m) {
        if (!takeAnswer(from, m)) return;
        if (fetching.isActive() || applier.installing() || !isBehind()) return;
        Order order = applier.read(m.note());
        if (order == null || order.zxid() != m.snapshot().zxid()) {
            ports.refuse(from, m, Refusals.Reason.CONTENT);
            return;
        }
        if (order.slot() <= applier.order().slot()) return;
        if (witnesses > 1 && !isProven(order.slot(), m)) {
            ports.refuse(from, m, Refusals.Reason.SIGNATURE);
            return;
        }
        fetching.begin(from, new Snapshots.Own(m.snapshot(), m.note(), order.slot(), m.content()));
    }

    private boolean isProven(long slot, Offer m) {
        return m.content() != null
                && consensus.isProof(
                        slot, Snapshots.digest(m.snapshot(), m.note(), m.content()), m.proof());
    }

    void renew() {
        forget();
        Arrays.fill(named, 0);
        Arrays.fill(asked, false);
        forgetProof();
    }

    private void forget() {
        certain = -1;
        for (int r = 0; r < told.size(); r++) told.set(r, null);
        part.clear();
    }

    boolean onSnapshotInstalled(SnapshotId snapshot, boolean installed) {
        forget();
        applier.onInstalled(fetching.end(snapshot, installed));
        return installed;
    }
}
