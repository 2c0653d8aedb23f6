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
 * Announces, by signed claims, the slots and snapshots that this member holds durably. Collects the claims of all
 * members until equal claims of enough members prove a {@link Checkpoint} or a snapshot.
 *
 * <p>All members make claims at the same slots: at the multiples of half a window, and at the slots of their snapshots.
 * So the claims of two members are equal if their histories are equal. If a member has applied no slot for one retry
 * interval, it also makes a claim at its last applied slot.
 */
final class Checkpoints {
    /**
     * Maximum number of doublings of the time between two repetitions of unproven claims. The time grows from one retry
     * interval to 16 retry intervals.
     */
    private static final int REPEATS_MAX = 4;

    /**
     * Maximum number of claims of one member that this member verifies within one retry interval. Further claims are
     * dropped and requested again.
     */
    static final int VERIFIED_MAX = 128;

    /** Minimum time in ns between two searches for claims of members that disagree. */
    private static final long REPORT_NANOS = 10_000_000_000L;

    private final Ports ports;
    private final FbpQuorums quorums;
    private final EraSigner signer;
    private final int rank;

    /** Distance in slots between two claims: claims are made at every multiple of this number. */
    private final long every;

    private final ClaimBook orders;
    private final ClaimBook snapshots;
    private final Allowance answers;
    private final Allowance verifications;
    private final Backoff backoff;

    /**
     * By slot: the digest of the order, which this member claims once the slot is durable. At most {@link
     * ClaimBook#SLOTS_MAX} digests are kept; the oldest ones are dropped.
     */
    private final TreeMap<Long, Digest> marks = new TreeMap<>();

    /** The proof of the newest proven snapshot that this member holds. Part of the durable state. */
    private Checkpoint provenSnapshot = Checkpoint.NONE;

    /** The proof of the last snapshot that was offered to this member. */
    private Checkpoint offered = Checkpoint.NONE;

    /** The newest proof of a snapshot that no checkpoint covers yet. */
    private Checkpoint uncovered = Checkpoint.NONE;

    /** The highest checkpoint that was proven to this member. */
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

    // ------------------------------------------------------------------ durable state

    void write(WireWriter out) {
        provenSnapshot.write(out);
    }

    void restore(WireReader in) {
        provenSnapshot = Checkpoint.read(in);
    }

    /** Called after the log has been replayed. */
    void start() {
        if (provenSnapshot.slot() == 0) return;
        offered = provenSnapshot;
        provenSnapshot = Checkpoint.NONE;
        settle(offered);
    }

    // ------------------------------------------------------------------ own claims

    /** Reports that all slots up to {@code slot} have taken effect at this member. */
    void onApplied(long slot) {
        if (slot % every != 0) return;
        marks.put(slot, ports.orderDigest(slot));
        if (marks.size() > ClaimBook.SLOTS_MAX) marks.pollFirstEntry();
    }

    /** Reports that all slots up to {@code slot} are in the durable log of this member. */
    void onDurable(long slot) {
        durable = Math.max(durable, slot);
        List<Claim> made = new ArrayList<>();
        while (!marks.isEmpty() && marks.firstKey() <= durable) {
            var mark = marks.pollFirstEntry();
            claim(Claim.Kind.ORDER, mark.getKey(), mark.getValue(), made);
        }
        say(made);
    }

    /** Reports that this member holds a snapshot of {@code slot} durably. */
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
        // A member that has forgotten its votes may have forgotten claims too.
        if (!ports.voter() || slot < 1 || book(kind).isKnownOrOld(rank, slot)) return;
        Claim claim = Claim.signed(ports.id(), kind, slot, digest, signer);
        book(kind).add(rank, claim);
        made.add(claim);
    }

    private void say(List<Claim> made) {
        if (made.isEmpty()) return;
        repeats = 0;
        claimedNanos = ports.nowNanos();
        // The log does not record empty slots after its last entry. The persisted state does, so it
        // must be written.
        ports.changed();
        ports.broadcastDurably(new Claimed(List.copyOf(made), false));
    }

    /**
     * Handles the passing of time.
     *
     * @param proven the present checkpoint
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
     * Repeats this member's unproven claims, and asks for the claims of other members. A member without unproven claims
     * asks only if it makes no progress and another member has named a later slot. Members of an idle ensemble make no
     * new claims, so they send claims only when asked.
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

    // ------------------------------------------------------------------ claims of all members

    /**
     * Handles claims of a member, which may be this member.
     *
     * @param proven the present checkpoint
     * @return the highest checkpoint beyond {@code proven} that the claims prove and that this member {@link #holds};
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

    /** Handles the proof of a checkpoint. This member then fetches the entries up to the checkpoint that it lacks. */
    void show(Checkpoint proven) {
        if (proven.slot() > shown.slot()) shown = proven;
        if (proven.slot() > 0) ports.provenThrough(proven.slot(), proven.digest());
    }

    /** The highest slot for which this member knows a proof that all slots up to it are decided. */
    long shown() {
        return shown.slot();
    }

    /**
     * Whether this member has applied the order up to that checkpoint. If not, the member keeps its votes: if the
     * members that signed the claims lose their storages, these votes are the only evidence of the decisions.
     */
    boolean holds(Checkpoint proven) {
        return proven.digest().equals(ports.orderDigest(proven.slot()));
    }

    /**
     * The checkpoint of the slot that this member has just applied; {@code null} if no proof of this checkpoint is
     * known.
     */
    Checkpoint appliedAt(long slot) {
        if (slot == 0 || slot > shown.slot()) return null;
        Checkpoint proven = slot == shown.slot() ? shown : orders.provenAt(slot);
        return proven != null && holds(proven) ? proven : null;
    }

    /**
     * Forgets the claims of a member that has lost its storage and votes again by bootstrap. The earlier claims of that
     * member may name entries that no member holds any more.
     *
     * @param proven the slot of a checkpoint that a member still holds
     */
    void forget(int member, long proven) {
        if (shown.slot() > proven) shown = Checkpoint.NONE;
        ports.lost(member, proven);
        if (member == ports.id()) return;
        orders.forget(ports.members().rank(member));
        snapshots.forget(ports.members().rank(member));
    }

    /** See {@link io.abcast.ordering.log.Consensus#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("slots to be claimed", marks.size(), ClaimBook.SLOTS_MAX);
        orders.visitQueues(to);
        snapshots.visitQueues(to);
    }

    /** Reports a proof that all slots up to {@code slot} are decided. */
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

    /** Verifies a claim of another member, and keeps it if it is new and valid. Returns whether it is new and valid. */
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

    // ------------------------------------------------------------------ proven snapshots

    /**
     * Checks whether the claims for a snapshot of {@code slot} prove the snapshot.
     *
     * @param covered slot up to which all slots are proven to be decided
     */
    private void settleAt(long slot, long covered) {
        if (slot <= provenSnapshot.slot()) return;
        Checkpoint proof = snapshots.provenAt(slot);
        if (proof == null) return;
        if (slot <= covered) settle(proof);
        else if (slot > uncovered.slot()) uncovered = proof;
    }

    /** Handles the proof of a snapshot. */
    private void settle(Checkpoint proof) {
        if (proof.slot() <= provenSnapshot.slot()) return;
        if (!ports.snapshotProven(proof.slot(), proof.digest())) return;
        provenSnapshot = proof;
        ports.changed();
    }

    /** The proof of this member's proven snapshot of {@code slot}; {@code null} without a proof. */
    byte[] proof(long slot, Checkpoint proven) {
        if (provenSnapshot.slot() != slot || proven.slot() < slot) return null;
        WireWriter out = new WireWriter(provenSnapshot.bytes() + proven.bytes());
        provenSnapshot.write(out);
        proven.write(out);
        return out.toByteArray();
    }

    /** Whether the bytes prove the snapshot, and that all slots up to its slot are decided. */
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
