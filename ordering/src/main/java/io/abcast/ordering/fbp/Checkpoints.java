package io.abcast.ordering.fbp;

import io.abcast.kernel.Digest;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.fbp.FbpMessage.Claimed;
import io.abcast.ordering.log.Allowance;
import io.abcast.ordering.log.Backoff;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Refusals.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Sends signed claims, which state the slots and snapshots that this member holds durably. Collects the signed claims
 * of all members, until equal claims of 2f+1 members prove a {@link Checkpoint} of the order or of a snapshot.
 *
 * <p>All members make claims at the same slots, each multiple of half a window of slots and the slots of snapshots, so
 * that members with equal histories make equal claims.
 */
final class Checkpoints {
    private static final int REPEATS_MAX = 4;

    static final int VERIFIED_MAX = 128;

    private static final long REPORT_NANOS = 10_000_000_000L;

    private final Ports ports;
    private final FbpQuorums quorums;
    private final EraSigner signer;
    private final int rank;

    /**
     * Distance in slots between two signed claims of the order: a member makes a claim at every multiple of this
     * number.
     */
    private final long every;

    private final ClaimBook orders;
    private final ClaimBook snapshots;
    private final Allowance answers;
    private final Allowance verifications;
    private final Backoff backoff;

    /**
     * For each slot that this member must claim: the digest of the order up to the slot; at most {@link
     * ClaimBook#SLOTS_MAX} digests, those of the highest slots.
     */
    private final TreeMap<Long, Digest> marks = new TreeMap<>();

    private Checkpoint provenSnapshot = Checkpoint.NONE;

    private Checkpoint offered = Checkpoint.NONE;

    private Checkpoint uncovered = Checkpoint.NONE;

    private Checkpoint shown = Checkpoint.NONE;

    private long durable;
    private long applied;
    private long movedNanos;
    private long claimedNanos;
    private int repeats;
    private long reportedNanos;

    Checkpoints(Ports ports, FbpQuorums quorums, EraSigner signer) {
        this.ports = ports;
        this.quorums = quorums;
        this.signer = signer;
        rank = ports.members().rank(ports.id());
        every = Math.max(1, ports.config().window() / 2);
        orders = new ClaimBook(ports, quorums);
        snapshots = new ClaimBook(ports, quorums);
        answers = new Allowance(ports, 1);
        verifications = new Allowance(ports, VERIFIED_MAX);
        backoff = new Backoff(ports);
    }

    void write(WireWriter out) {
        provenSnapshot.write(out);
    }

    void restore(WireReader in) {
        provenSnapshot = Checkpoint.read(in);
    }

    void start() {
        if (provenSnapshot.slot() == 0) return;
        offered = provenSnapshot;
        provenSnapshot = Checkpoint.NONE;
        settle(offered);
    }

    void onApplied(long slot) {
        if (slot % every != 0) return;
        marks.put(slot, ports.orderDigest(slot));
        if (marks.size() > ClaimBook.SLOTS_MAX) marks.pollFirstEntry();
    }

    void onDurable(long slot) {
        durable = Math.max(durable, slot);
        List<Claim> made = new ArrayList<>();
        while (!marks.isEmpty() && marks.firstKey() <= durable) {
            var mark = marks.pollFirstEntry();
            claim(Claim.Kind.ORDER, mark.getKey(), mark.getValue(), made);
        }
        say(made);
    }

    void onSnapshot(long slot, Digest digest, long covered) {
        List<Claim> made = new ArrayList<>();
        claim(Claim.Kind.SNAPSHOT, slot, digest, made);
        say(made);
        if (offered.slot() == slot) settle(offered);
        settleAt(slot, covered);
    }

    private ClaimBook book(Claim.Kind kind) {
        return kind == Claim.Kind.ORDER ? orders : snapshots;
    }

    private void claim(Claim.Kind kind, long slot, Digest digest, List<Claim> made) {
        // A member that has forgotten its votes may also have forgotten its signed claims, so it
        // makes no claims.
        if (!ports.voter() || slot < 1 || book(kind).isKnownOrOld(rank, slot)) return;
        Claim claim = Claim.signed(ports.id(), kind, slot, digest, signer);
        book(kind).add(rank, claim);
        made.add(claim);
    }

    private void say(List<Claim> made) {
        if (made.isEmpty()) return;
        repeats = 0;
        claimedNanos = ports.nowNanos();
        // The log does not record empty slots after its last entry, but the persisted state does,
        // so the state must be durable before a claim covers these slots.
        ports.changed();
        ports.broadcastDurably(new Claimed(List.copyOf(made), false));
    }

    void onTick(Checkpoint proven) {
        long now = ports.nowNanos();
        if (applied != ports.applied()) {
            applied = ports.applied();
            movedNanos = now;
        }
        if (now - reportedNanos >= REPORT_NANOS) {
            reportedNanos = now;
            orders.reportDisagreement("digests of the order");
            snapshots.reportDisagreement("digests of snapshots");
        }
        long retry = ports.config().retryNanos();
        boolean still = now - movedNanos >= retry && durable == applied;
        if (still && applied > proven.slot()) {
            List<Claim> made = new ArrayList<>();
            claim(Claim.Kind.ORDER, applied, ports.orderDigest(applied), made);
            say(made);
        }
        if (now - claimedNanos >= retry << Math.min(REPEATS_MAX, repeats)) repeat(proven);
    }

    /**
     * Sends the unproven claims of this member again, and asks for the claims of other members, because idle members
     * make no new claims.
     */
    private void repeat(Checkpoint proven) {
        claimedNanos = ports.nowNanos();
        List<Claim> unproven = new ArrayList<>();
        Claim order = orders.newest(rank);
        Claim snapshot = snapshots.newest(rank);
        if (order != null && order.slot() > proven.slot()) unproven.add(order);
        if (snapshot != null && snapshot.slot() > provenSnapshot.slot()) unproven.add(snapshot);
        boolean late = ports.nowNanos() - movedNanos >= ports.config().retryNanos();
        if (unproven.isEmpty() && !(late && ports.named() > applied)) return;
        repeats++;
        ports.broadcastDurably(new Claimed(List.copyOf(unproven), true));
    }

    /**
     * @return the highest checkpoint above {@code proven} that the claims prove and that this member {@link #holds};
     *     {@code null} without such a checkpoint
     */
    Checkpoint onClaimed(int from, Claimed m, Checkpoint proven) {
        if (m.asks() && from != ports.id()) answer(from, m);
        if (m.claims().size() > FbpMessage.CLAIMS_MAX) {
            ports.refuse(from, m, Reason.CONTENT);
            return null;
        }
        Checkpoint found = null;
        for (Claim claim : m.claims()) {
            if (from != ports.id() && !isNew(from, m, claim)) continue;
            long slot = claim.slot();
            if (claim.kind() == Claim.Kind.SNAPSHOT) {
                settleAt(slot, proven.slot());
                continue;
            }
            ports.behind(slot, from);
            Checkpoint here = orders.provenAt(slot);
            if (here == null || slot <= proven.slot()) continue;
            show(here);
            if (holds(here) && (found == null || slot > found.slot())) found = here;
        }
        return found;
    }

    void show(Checkpoint proven) {
        if (proven.slot() > shown.slot()) shown = proven;
        if (proven.slot() > 0) ports.provenThrough(proven.slot(), proven.digest());
    }

    long shown() {
        return shown.slot();
    }

    /**
     * Whether this member has applied the order up to the checkpoint {@code proven}. A member keeps its votes in slots
     * that it has not applied, because these votes are the only evidence of the decisions if all signers of the
     * checkpoint lost their storages.
     */
    boolean holds(Checkpoint proven) {
        return proven.digest().equals(ports.orderDigest(proven.slot()));
    }

    Checkpoint appliedAt(long slot) {
        if (slot == 0 || slot > shown.slot()) return null;
        Checkpoint proven = slot == shown.slot() ? shown : orders.provenAt(slot);
        return proven != null && holds(proven) ? proven : null;
    }

    /**
     * Forgets the claims of {@code member}, which lost its storage, because the claims may name entries that no member
     * holds any longer.
     */
    void forget(int member, long proven) {
        if (shown.slot() > proven) shown = Checkpoint.NONE;
        ports.lost(member, proven);
        if (member == ports.id()) return;
        orders.forget(ports.members().rank(member));
        snapshots.forget(ports.members().rank(member));
    }

    void visitQueues(QueueVisitor to) {
        to.queue("slots to be claimed", marks.size(), ClaimBook.SLOTS_MAX);
        orders.visitQueues(to);
        snapshots.visitQueues(to);
    }

    void onProven(long slot) {
        if (uncovered.slot() <= slot) settle(uncovered);
    }

    private void answer(int from, Claimed m) {
        if (!answers.take(from)) {
            ports.refuse(from, m, Reason.BOUND);
            return;
        }
        List<Claim> own = new ArrayList<>(orders.of(rank));
        own.addAll(snapshots.of(rank));
        if (!own.isEmpty()) ports.sendDurably(from, new Claimed(own, false));
    }

    private boolean isNew(int from, Claimed m, Claim claim) {
        int its = ports.members().rank(from);
        if (claim.member() != from || claim.slot() < 1) {
            ports.refuse(from, m, Reason.CONTENT);
            return false;
        }
        if (book(claim.kind()).isKnownOrOld(its, claim.slot())) {
            Claim before = book(claim.kind()).claim(its, claim.slot());
            if (before != null && !before.agrees(claim)) ports.refuse(from, m, Reason.CONTENT);
            return false;
        }
        if (!backoff.isOver(from)) {
            ports.refuse(from, m, Reason.BACK_OFF);
            return false;
        }
        if (!verifications.take(from)) {
            ports.refuse(from, m, Reason.BOUND);
            return false;
        }
        if (!claim.isSigned(signer)) {
            backoff.invalid(from);
            ports.refuse(from, m, Reason.SIGNATURE);
            return false;
        }
        backoff.valid(from);
        book(claim.kind()).add(its, claim);
        return true;
    }

    private void settleAt(long slot, long covered) {
        if (slot <= provenSnapshot.slot()) return;
        Checkpoint proof = snapshots.provenAt(slot);
        if (proof == null) return;
        if (slot <= covered) settle(proof);
        else if (slot > uncovered.slot()) uncovered = proof;
    }

    private void settle(Checkpoint proof) {
        if (proof.slot() <= provenSnapshot.slot()) return;
        if (!ports.snapshotProven(proof.slot(), proof.digest())) return;
        provenSnapshot = proof;
        ports.changed();
    }

    byte[] proof(long slot, Checkpoint proven) {
        if (provenSnapshot.slot() != slot || proven.slot() < slot) return null;
        WireWriter out = new WireWriter(provenSnapshot.bytes() + proven.bytes());
        provenSnapshot.write(out);
        proven.write(out);
        return out.toByteArray();
    }

    boolean isProof(long slot, Digest snapshot, byte[] proof) {
        try {
            WireReader in = new WireReader(proof);
            Checkpoint held = Checkpoint.read(in);
            Checkpoint covering = Checkpoint.read(in);
            in.end();
            boolean sound =
                    held.slot() == slot
                            && snapshot.equals(held.digest())
                            && covering.slot() >= slot
                            && held.isProven(Claim.Kind.SNAPSHOT, quorums, ports.members(), signer)
                            && covering.isProven(quorums, ports.members(), signer);
            if (sound) offered = held;
            return sound;
        } catch (MalformedFrameException e) {
            return false;
        }
    }
}
