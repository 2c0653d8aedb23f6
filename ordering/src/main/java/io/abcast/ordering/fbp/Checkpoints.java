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
 * <p>All members make claims at the same slots: at each multiple of half a window of slots, and at the slots of
 * snapshots. Therefore two members with equal histories make equal claims. A member that has applied no slot for one
 * retry interval also claims its last applied slot.
 */
final class Checkpoints {
    /**
     * Maximum number of times that the interval between two repetitions of unproven signed claims is doubled. The
     * interval between repetitions grows from one retry interval to 16 retry intervals.
     */
    private static final int REPEATS_MAX = 4;

    /**
     * Maximum number of signed claims of one other member that this member verifies within one retry interval. This
     * member drops claims above this maximum, and asks for them again later.
     */
    static final int VERIFIED_MAX = 128;

    /**
     * Minimum time in ns between two reports to the operator that the signed claims of members name different digests
     * for one slot.
     */
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
     * For each slot that this member must claim: the digest of the order up to the slot. The member claims the slot
     * once the slot is durable. The map of digests keeps at most {@link ClaimBook#SLOTS_MAX} digests and drops the
     * digests of the lowest slots first.
     */
    private final TreeMap<Long, Digest> marks = new TreeMap<>();

    /**
     * The proof of the newest proven snapshot that this member holds. The proof of the newest snapshot is part of this
     * member's durable state.
     */
    private Checkpoint provenSnapshot = Checkpoint.NONE;

    /** The last proof that this member has received for a snapshot that it does not hold itself. */
    private Checkpoint offered = Checkpoint.NONE;

    /** The newest proof of a snapshot whose slot no proven checkpoint of the order covers yet. */
    private Checkpoint uncovered = Checkpoint.NONE;

    /** The highest checkpoint of the order of which this member has received a proof. */
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

    /**
     * Drops the restored proof of a snapshot if this member no longer holds the snapshot. The engine calls {@code
     * start} after the log has been replayed.
     */
    void start() {
        if (provenSnapshot.slot() == 0) return;
        offered = provenSnapshot;
        provenSnapshot = Checkpoint.NONE;
        settle(offered);
    }

    /**
     * Schedules a claim of {@code slot}, up to which this member has applied the order, if the slot is a multiple of
     * {@link #every}.
     */
    void onApplied(long slot) {
        if (slot % every != 0) return;
        marks.put(slot, ports.orderDigest(slot));
        if (marks.size() > ClaimBook.SLOTS_MAX) marks.pollFirstEntry();
    }

    /**
     * Signs and sends the scheduled claims of all slots up to {@code slot}, because the log of this member is durable
     * up to this slot.
     */
    void onDurable(long slot) {
        durable = Math.max(durable, slot);
        List<Claim> made = new ArrayList<>();
        while (!marks.isEmpty() && marks.firstKey() <= durable) {
            var mark = marks.pollFirstEntry();
            claim(Claim.Kind.ORDER, mark.getKey(), mark.getValue(), made);
        }
        say(made);
    }

    /**
     * Signs and sends a claim of the snapshot of {@code slot}, which this member holds durably.
     *
     * @param covered the slot up to which this member has a proof that all slots are decided
     */
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
        // The log does not record empty slots after its last entry, but the member's persisted
        // state does. Therefore the persisted state must be durable before the member sends claims
        // that cover empty slots after the last entry.
        ports.changed();
        ports.broadcastDurably(new Claimed(List.copyOf(made), false));
    }

    /**
     * Repeats the claims of this member that no checkpoint proves yet. If this member has applied no slot for one retry
     * interval, it also claims its last applied slot.
     *
     * @param proven the highest checkpoint of the order up to which this member has applied the slots
     */
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
     * Sends the unproven signed claims of this member again, and asks the other members for their claims. A member
     * without unproven claims asks only if it has applied no slot for one retry interval although another member has
     * named a later slot. The members of an idle ensemble make no new claims, so a member that is behind must ask for
     * the claims.
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
     * Keeps the valid new claims of member {@code from}, which may be this member, and checks which checkpoints and
     * snapshots they prove.
     *
     * @param proven the highest checkpoint of the order up to which this member has applied the slots
     * @return the highest checkpoint above {@code proven} that the signed claims prove and that this member {@link
     *     #holds}; {@code null} if the claims prove no such checkpoint
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

    /**
     * Records {@code proven}, a proven checkpoint of the order, and lets this member fetch the entries that it lacks up
     * to the checkpoint.
     */
    void show(Checkpoint proven) {
        if (proven.slot() > shown.slot()) shown = proven;
        if (proven.slot() > 0) ports.provenThrough(proven.slot(), proven.digest());
    }

    /** The highest slot for which this member has a proof that all slots up to this slot are decided. */
    long shown() {
        return shown.slot();
    }

    /**
     * Whether this member has applied the order up to the checkpoint {@code proven}. A member that has not applied the
     * order up to a checkpoint keeps its votes in the slots up to the checkpoint. If all signers of the checkpoint lost
     * their storages, the votes in slots up to the checkpoint would be the only evidence of the decisions.
     */
    boolean holds(Checkpoint proven) {
        return proven.digest().equals(ports.orderDigest(proven.slot()));
    }

    /**
     * The checkpoint at {@code slot}, which this member has just applied; {@code null} if this member has no proof of a
     * checkpoint at the slot.
     */
    Checkpoint appliedAt(long slot) {
        if (slot == 0 || slot > shown.slot()) return null;
        Checkpoint proven = slot == shown.slot() ? shown : orders.provenAt(slot);
        return proven != null && holds(proven) ? proven : null;
    }

    /**
     * Forgets the claims of {@code member}, which lost its storage and which its operator has restarted with {@code
     * bootstrap}. Claims that the member made before the loss of its storage may name entries that no member holds any
     * longer.
     *
     * @param proven the slot of a checkpoint up to which a member still holds the order
     */
    void forget(int member, long proven) {
        if (shown.slot() > proven) shown = Checkpoint.NONE;
        ports.lost(member, proven);
        if (member == ports.id()) return;
        orders.forget(ports.members().rank(member));
        snapshots.forget(ports.members().rank(member));
    }

    /**
     * Passes the lengths and bounds of the queues of signed claims to the visitor {@code to}, see {@link
     * io.abcast.ordering.log.Consensus#visitQueues}.
     */
    void visitQueues(QueueVisitor to) {
        to.queue("slots to be claimed", marks.size(), ClaimBook.SLOTS_MAX);
        orders.visitQueues(to);
        snapshots.visitQueues(to);
    }

    /** Takes over a proven snapshot that waited for the proof that all slots up to {@code slot} are decided. */
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

    /**
     * Verifies {@code claim} of member {@code from} and keeps the claim if it is new and valid.
     *
     * @return whether {@code claim} is new and valid
     */
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

    /**
     * Checks whether the claims of members prove the content of the snapshot of {@code slot}, and if so takes over the
     * proof.
     *
     * @param covered the slot up to which this member has a proof that all slots are decided
     */
    private void settleAt(long slot, long covered) {
        if (slot <= provenSnapshot.slot()) return;
        Checkpoint proof = snapshots.provenAt(slot);
        if (proof == null) return;
        if (slot <= covered) settle(proof);
        else if (slot > uncovered.slot()) uncovered = proof;
    }

    /** Takes over {@code proof}, which proves the content of a snapshot. */
    private void settle(Checkpoint proof) {
        if (proof.slot() <= provenSnapshot.slot()) return;
        if (!ports.snapshotProven(proof.slot(), proof.digest())) return;
        provenSnapshot = proof;
        ports.changed();
    }

    /**
     * The proof of this member's snapshot of {@code slot}; {@code null} if this member has no proof of a snapshot of
     * this slot.
     */
    byte[] proof(long slot, Checkpoint proven) {
        if (provenSnapshot.slot() != slot || proven.slot() < slot) return null;
        WireWriter out = new WireWriter(provenSnapshot.bytes() + proven.bytes());
        provenSnapshot.write(out);
        proven.write(out);
        return out.toByteArray();
    }

    /**
     * Whether {@code proof} proves the digest {@code snapshot} of the snapshot of {@code slot}, and that all slots up
     * to {@code slot} are decided.
     */
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
