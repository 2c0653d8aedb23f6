package io.abcast.sim.check;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Probe;
import io.abcast.kernel.Reconfiguration;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.Zxid;
import io.abcast.log.Durability;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;

/**
 * The record of one run: every entry, who delivered what in which order, what clients asked and were answered. The
 * simulator tells it what happens; it tells the checkers. Single-threaded.
 */
public final class RunHistory {
    /** What the disks hold at this moment. */
    public interface Disks {
        /** Whether the durable log or a durable snapshot of {@code rank} holds {@code txn}, or a vote in its slot. */
        boolean holdsDurably(int rank, Txn txn);

        /** The same without votes. */
        boolean holdsLogged(int rank, Txn txn);

        /**
         * Whether fewer members than a quorum have their votes, and these contradict each other in the slot of {@code txn}. Then any of the values may
         * be chosen again.
         */
        default boolean isContested(Txn txn) {
            return false;
        }

        /**
         * Whether a member has a durable vote in the slot of {@code txn} for a value that has, before {@code txn}, only requests that are in the order
         * before it. Otherwise the vote is for another value than the decided one, and they have this request in common.
         */
        boolean isVotedInPlace(Txn txn, Before before);

        /** Whether a person has cut or removed something that {@code rank} had made durable. */
        boolean hasLost(int rank);

        /** Whether {@code rank} had durably voted for it before that. */
        boolean hadVotedFor(int rank, Txn txn);

        /** The entries in the log of {@code rank}, durable or not, in order. */
        List<Entry> log(int rank);
    }

    /** Whether a request is in the order before an entry. */
    @FunctionalInterface
    public interface Before {
        boolean has(int origin, long request);
    }

    private record RequestName(int origin, long request) {}

    /** What one epoch's primary has broadcast. */
    static final class Epoch {
        final int number;
        final int primary;

        /** How many entries the primary had delivered when it broadcast its first. */
        final int deliveredBefore;

        /** In the order of broadcast. */
        final Sequence broadcasts = new Sequence();

        Epoch(int number, int primary, int deliveredBefore) {
            this.number = number;
            this.primary = primary;
            this.deliveredBefore = deliveredBefore;
        }
    }

    /**
     * After this much nothing is under way any more when a majority has forgotten: no ack of somebody who has forgotten since,
     * no admission of a member. Longer than any pause.
     */
    private static final long SETTLE_NANOS = 1_000_000_000;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final Membership members;
    private final Durability durability;
    private final LongSupplier clock;
    private final Disks disks;
    private final Checker[] checkers;
    private final List<Violation> violations = new ArrayList<>();

    private final List<Txn> txns = new ArrayList<>();
    private final Map<Long, Txn> byZxid = new HashMap<>();
    private final List<Epoch> epochs = new ArrayList<>();
    private final Map<Integer, Epoch> byEpoch = new HashMap<>();
    private final Sequence[] delivered;
    private final Sequence order = new Sequence();
    private final int[] installs;

    private final List<Map<Long, ObservedRequest>> requests = new ArrayList<>();
    private final List<List<ObservedRequest>> pending = new ArrayList<>();
    private final List<List<ObservedRead>> pendingReads = new ArrayList<>();
    private boolean majorityForgotten;
    private long lossSettledNanos;
    private int askedInVain;
    private IntUnaryOperator holdersMin;

    /** For each entry of the order, the ensemble in which it was ordered. */
    private final List<Membership> ensembles = new ArrayList<>();

    /** By place in the order: how many voters must hold the entry durably. */
    private final List<Integer> needs = new ArrayList<>();

    /** The ensemble after all that was ordered. */
    private Membership ensemble;

    private int changes;

    /** Changes that were asked for under the present leader, or before there was one, at members that have crashed since. */
    private int changesLost;

    /** Changes whose client has given up. The member still runs, and may ask any leader for them. */
    private final List<ObservedRequest> changesKept = new ArrayList<>();

    /** The highest that anybody has led. */
    private int epochLed;

    /** By rank, whether nothing that the member does, says or asks counts: it lies. */
    private final boolean[] distrusted;

    /** By rank, whether the process is down. */
    private final boolean[] down;

    /** Storages lost, each with more than its member can do without. */
    private int storagesLost;

    /** The first entry of the order that may be lost; none if it is the order's length. */
    private int shakyFrom;

    private int entriesLost;

    private int completedFloor;

    /** The rank of the server that has a second process; -1: none has. */
    private int twinOf = -1;

    private int submitted;
    private int answered;
    private int readsAnswered;
    private int readsStarted;

    /**
     * @param clock virtual time in nanoseconds
     */
    public RunHistory(
            Membership members,
            Durability durability,
            LongSupplier clock,
            Disks disks,
            List<Checker> checkers) {
        this.members = members;
        this.durability = durability;
        this.clock = clock;
        this.disks = disks;
        this.checkers = checkers.toArray(new Checker[0]);
        holdersMin = voters -> voters / 2 + 1;
        ensemble = initial();
        int ranks = members.size() + 1;
        delivered = new Sequence[ranks];
        installs = new int[ranks];
        distrusted = new boolean[ranks];
        down = new boolean[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            delivered[rank] = new Sequence();
            requests.add(new HashMap<>());
            pending.add(new ArrayList<>());
            pendingReads.add(new ArrayList<>());
        }
        for (Checker checker : this.checkers) checker.watch(this);
    }

    /** The member lies: what it does counts for nothing, and what is ordered in its name may be anything. */
    public void distrust(int rank) {
        distrusted[rank] = true;
    }

    /** The members' ranks, and one more: that of an older process of a server that was started again. */
    int ranks() {
        return delivered.length;
    }

    /** The rank of the server whose process that is. */
    int server(int rank) {
        return rank < members.size() ? rank : twinOf;
    }

    /** The process of the member is its older one from now on: it and its clients have the last rank, and the member is down. */
    public void twin(int rank) {
        int twin = members.size();
        twinOf = rank;
        installs[twin] = installs[rank];
        delivered[twin].clear();
        for (int at = 0; at < delivered[rank].size(); at++)
            delivered[twin].add(delivered[rank].get(at));
        for (ObservedRequest request : pending.get(rank)) request.rank = twin;
        for (ObservedRead read : pendingReads.get(rank)) read.rank = twin;
        pending.get(twin).addAll(pending.get(rank));
        pendingReads.get(twin).addAll(pendingReads.get(rank));
        pending.get(rank).clear();
        pendingReads.get(rank).clear();
        // Another older process may have belonged to an earlier history.
        distrusted[twin] = distrusted[rank];
        down[twin] = down[rank];
        down[rank] = true;
        for (Checker checker : checkers) checker.onTwin(rank, twin);
    }

    /** Whether a request of that origin may be anything. */
    boolean isDistrusted(int originRank) {
        return originRank >= 0 && distrusted[originRank];
    }

    private Membership initial() {
        return Membership.of(members.voterIds(), new int[0]);
    }

    /**
     * For protocols that deliver on fewer logs than a quorum's, and whose probes do not say on how many.
     *
     * @param count from the number of voters
     */
    public void needHolders(IntUnaryOperator count) {
        holdersMin = count;
    }

    /**
     * Who knows of the next ensemble already delivers what was committed in this one, by a rule that this member may not know: then it is
     * the protocol's least.
     */
    private int holdersMin(Probe probe) {
        Membership knows = probe == null ? null : probe.ensemble();
        boolean same = knows != null && Arrays.equals(knows.voterIds(), ensemble.voterIds());
        return same && probe.holdersMin() > 0
                ? probe.holdersMin()
                : holdersMin.applyAsInt(ensemble.voters());
    }

    /** How many voters must hold durably the entry at that place of the order, as who delivered it first knew. */
    int holdersMin(int index) {
        return needs.get(index);
    }

    /** The ensemble in which the entry at that place of the order was ordered. */
    Membership ensembleAt(int index) {
        return ensembles.get(index);
    }

    /** The ensemble after all that anyone has delivered. */
    public Membership ensemble() {
        return ensemble;
    }

    /**
     * Changes of the ensemble that clients have asked for and that are not answered; also those whose client has given up while the member goes on,
     * and those whose member has crashed since, as long as the leader that may have been asked has no successor.
     */
    public int changesPending() {
        int count = changesLost + changesKept.size();
        for (List<ObservedRequest> waiting : pending)
            for (ObservedRequest r : waiting) if (r.change) count++;
        return count;
    }

    /** Changes of the ensemble that were delivered. */
    public int changes() {
        return changes;
    }

    // What happened, told by the simulator.

    /** The distinct transaction that {@code entry} is. */
    public Txn intern(Entry entry) {
        long digest = digest(entry.payload());
        Txn first = byZxid.get(entry.zxid());
        Txn last = null;
        for (Txn t = first; t != null; t = t.variant) {
            if (t.is(entry.origin(), entry.request(), digest)) return t;
            last = t;
        }
        Txn txn = new Txn(txns.size(), entry.zxid(), entry.origin(), entry.request(), digest);
        txn.slot(entry.slot());
        txns.add(txn);
        if (last == null) byZxid.put(entry.zxid(), txn);
        else last.variant = txn;
        return txn;
    }

    public void appended(int rank, Entry entry) {
        if (distrusted[rank]) return;
        int known = txns.size();
        Txn txn = intern(entry);
        boolean broadcast = false;
        if (txn.ordinal() == known) {
            int number = Zxid.epoch(txn.zxid());
            Epoch epoch = byEpoch.get(number);
            if (epoch == null) {
                epoch = new Epoch(number, server(rank), delivered[rank].size());
                byEpoch.put(number, epoch);
                epochs.add(epoch);
            }
            broadcast = epoch.primary == server(rank);
            if (broadcast) {
                txn.broadcast = true;
                epoch.broadcasts.add(txn.ordinal());
            }
        }
        for (Checker checker : checkers) checker.onAppended(rank, txn, broadcast);
    }

    public void durable(int rank, Entry entry) {
        if (distrusted[rank]) return;
        Txn txn = intern(entry);
        txn.heldBy |= 1L << rank;
        txn.shaky = false;
    }

    /**
     * @param probe of that member; {@code null} if it has none
     */
    public void delivered(int rank, Entry entry, boolean mine, Probe probe) {
        if (distrusted[rank]) return;
        settle();
        Txn txn = intern(entry);
        txn.slot(entry.slot());
        int index = delivered[rank].size();
        delivered[rank].add(txn.ordinal());
        if (index == order.size()) {
            order.add(txn.ordinal());
            ensembles.add(ensemble);
            int needed = holdersMin(probe);
            needs.add(needed);
            if (storagesLost > 0) txn.shaky = holders(txn) < needed;
            if (entry.isMembership()) {
                ensemble = Reconfiguration.decode(entry.payload()).now();
                changes++;
            }
        }
        for (Checker checker : checkers) checker.onDelivered(rank, txn, index, mine);
        txn.delivered = true;
        int originRank = members.rank(txn.origin());
        ObservedRequest request =
                originRank < 0 ? null : requests.get(originRank).get(txn.request());
        if (request != null && request.ordered == null) request.ordered = txn;
        if (mine) decide(rank, entry.request(), ObservedRequest.State.DELIVERED, null, index);
    }

    /** @param ordinals what the restored state machine contains */
    public void restored(int rank, Sequence ordinals) {
        if (distrusted[rank]) return;
        for (int i = 0; i < ordinals.size(); i++) {
            if (ordinals.get(i) >= 0 && ordinals.get(i) < txns.size()) continue;
            breach(rank, "restored a state with an entry that no member has delivered");
            return;
        }
        down[rank] = false;
        Sequence own = delivered[rank];
        own.clear();
        settle();
        for (int i = 0; i < ordinals.size(); i++) own.add(ordinals.get(i));
        for (Checker checker : checkers) checker.onRestored(rank);
    }

    /** A queue of the member holds so much between two batches. */
    public void queue(int rank, String name, long size, long bound) {
        if (size <= bound || distrusted[rank]) return;
        for (Checker checker : checkers) checker.onOverflow(rank, name, size, bound);
    }

    public void installed(int rank) {
        installs[rank]++;
    }

    public void crashed(int rank) {
        down[rank] = true;
        for (ObservedRequest request : pending.get(rank)) {
            request.told = true;
            if (request.state != ObservedRequest.State.PENDING) continue;
            request.state = ObservedRequest.State.LOST;
            if (request.change) changesLost++;
        }
        for (ObservedRequest kept : changesKept) if (kept.rank == rank) changesLost++;
        changesKept.removeIf(kept -> kept.rank == rank);
        for (ObservedRead read : pendingReads.get(rank)) read.returned = ObservedRead.LOST;
        pending.get(rank).clear();
        pendingReads.get(rank).clear();
    }

    /** A client of the member asks for it to be ordered. */
    public ObservedRequest submitted(int rank, int life, byte[] payload) {
        ObservedRequest request = asked(rank, life, digest(payload));
        request.afterLoss = isLossSettled();
        if (request.afterLoss) askedInVain++;
        return request;
    }

    /** A client wants the ensemble changed. */
    public ObservedRequest changeSubmitted(int rank, int life) {
        ObservedRequest request = asked(rank, life, 0);
        request.change = true;
        return request;
    }

    private ObservedRequest asked(int rank, int life, long digest) {
        ObservedRequest request = new ObservedRequest(rank, life, digest, nowNanos());
        pending.get(rank).add(request);
        submitted++;
        return request;
    }

    /** The driver hands the request to the node, under that number. */
    public void numbered(ObservedRequest request, long number) {
        request.number = number;
        request.installsBefore = installs[request.rank];
        ObservedRequest previous = requests.get(server(request.rank)).put(number, request);
        assert previous == null : "request number used twice: " + previous;
    }

    /**
     * The node goes on in another ensemble.
     *
     * @param mine whether that answers request {@code number}
     */
    public void reconfigured(int rank, long number, boolean mine) {
        if (!mine || distrusted[rank]) return;
        ObservedRequest request = request(server(rank), number);
        Txn ordered = request == null ? null : request.ordered;
        int index = ordered == null ? -1 : order.indexOf(ordered.ordinal());
        decide(rank, number, ObservedRequest.State.DELIVERED, null, index);
    }

    /** The node refused request {@code number}. */
    public void refused(int rank, long number, Refusal why) {
        if (!distrusted[rank]) decide(rank, number, ObservedRequest.State.REFUSED, why, -1);
    }

    /** The client gets the answer that the member has delivered its request. */
    public void toldDelivered(ObservedRequest request) {
        if (distrusted[request.rank]) tell(request);
        else if (request.told || request.state != ObservedRequest.State.DELIVERED)
            stray(request, "told delivered");
        else tell(request);
    }

    /**
     * The client gets the answer that its request has failed.
     *
     * @param why {@code null}: the client has waited for too long, or the member has stopped
     */
    public void toldFailed(ObservedRequest request, Refusal why, boolean mayHaveTakenEffect) {
        if (distrusted[request.rank]) {
            tell(request);
            return;
        }
        boolean undecided = request.state == ObservedRequest.State.PENDING;
        boolean never = !mayHaveTakenEffect && request.number == ObservedRequest.NEVER_HANDED;
        boolean refused = request.state == ObservedRequest.State.REFUSED;
        if (request.told) stray(request, "told twice");
        else if (undecided && never)
            decide(request, ObservedRequest.State.REFUSED, Refusal.WITHDRAWN, -1);
        else if (undecided && mayHaveTakenEffect) {
            request.state = ObservedRequest.State.LOST;
            if (request.change) changesKept.add(request);
        } else if (!refused || (why != null && why != request.refusal))
            stray(request, "told failed");
        else if (request.refusal.mayHaveTakenEffect() != mayHaveTakenEffect)
            stray(request, "told whether it may have taken effect: " + mayHaveTakenEffect);
        tell(request);
    }

    private void tell(ObservedRequest request) {
        request.told = true;
        pending.get(request.rank).remove(request);
        if (request.state == ObservedRequest.State.DELIVERED)
            completedFloor = Math.max(completedFloor, request.index + 1);
    }

    private void stray(ObservedRequest request, String what) {
        for (Checker checker : checkers) checker.onStrayAnswer(request.rank, request + " " + what);
    }

    /** A client of the member wants to read. */
    public ObservedRead readStarted(int rank, int life) {
        ObservedRead read =
                new ObservedRead(rank, life, ++readsStarted, nowNanos(), completedFloor);
        read.afterLoss = isLossSettled();
        if (read.afterLoss) askedInVain++;
        pendingReads.get(rank).add(read);
        return read;
    }

    /** The client gets the answer that it may read. */
    public void readReady(ObservedRead read) {
        pendingReads.get(read.rank).remove(read);
        if (distrusted[read.rank]) {
            read.returned = ObservedRead.REFUSED;
            return;
        }
        settle();
        read.returned = delivered[read.rank].size();
        completedFloor = Math.max(completedFloor, read.returned);
        readsAnswered++;
        for (Checker checker : checkers) checker.onReadReady(read);
    }

    /** The client gets the answer that its read has failed. */
    public void readFailed(ObservedRead read) {
        pendingReads.get(read.rank).remove(read);
        read.returned = ObservedRead.REFUSED;
    }

    public void leads(int rank, int epoch) {
        if (distrusted[rank]) return;
        if (epoch > epochLed) {
            epochLed = epoch;
            changesLost = 0;
        }
        for (Checker checker : checkers) checker.onLeads(rank, epoch);
    }

    public void halted(int rank, String reason) {
        if (distrusted[rank]) return;
        for (Checker checker : checkers) checker.onHalted(rank, reason);
    }

    /** @param rank -1: it is not a member's */
    public void breach(int rank, String what) {
        if (rank >= 0 && distrusted[rank]) return;
        for (Checker checker : checkers) checker.onBreach(rank, what);
    }

    /** Fewer than a quorum remember what was ordered: from now on nobody may serve. */
    public void majorityForgot() {
        majorityForgotten = true;
        lossSettledNanos = nowNanos() + SETTLE_NANOS;
    }

    private boolean isLossSettled() {
        return majorityForgotten && nowNanos() >= lossSettledNanos;
    }

    /** @param ranks a bit for each of a quorum that remembers again */
    public void majorityRegained(long ranks) {
        forgetLoss();
        for (Checker checker : checkers) checker.onMajorityRegained(ranks);
    }

    private void forgetLoss() {
        majorityForgotten = false;
        for (List<ObservedRequest> waiting : pending)
            for (ObservedRequest r : waiting) r.afterLoss = false;
        for (List<ObservedRead> waiting : pendingReads)
            for (ObservedRead r : waiting) r.afterLoss = false;
    }

    /** Nobody alive knows anything of the history any more: whatever is ordered next begins a new one. */
    public void beginAnew() {
        forgetLoss();
        completedFloor = 0;
        order.clear();
        shakyFrom = 0;
        ensembles.clear();
        needs.clear();
        ensemble = initial();
        epochs.clear();
        byEpoch.clear();
        byZxid.clear();
        for (int rank = 0; rank < delivered.length; rank++) {
            delivered[rank].clear();
            for (ObservedRequest request : pending.get(rank)) request.ordered = null;
            for (ObservedRead read : pendingReads.get(rank)) read.floor = 0;
        }
        // An older process still belongs to the old history.
        distrusted[members.size()] = true;
        for (Checker checker : checkers) checker.onNewBeginning();
    }

    /** The member, which is down, has lost its storage or a part of it, and others may have lost theirs. */
    public void storageLost(int rank) {
        storagesLost++;
        delivered[rank].clear();
        shakyFrom = order.size();
        boolean held = true;
        long slot = 0;
        Set<RequestName> before = new HashSet<>();
        for (int at = 0; at < order.size(); at++) {
            Txn txn = txn(order.get(at));
            // An empty slot that is lost may be decided again, so that votes beyond it make another
            // order.
            boolean near = txn.slot() <= slot + 1;
            held = held && (isLogged(txn) || (near && isVotedFor(txn, before)));
            slot = txn.slot();
            before.add(new RequestName(txn.origin(), txn.request()));
            if (held) continue;
            txn.shaky = true;
            shakyFrom = Math.min(shakyFrom, at);
        }
        settle();
    }

    private boolean isVotedFor(Txn txn, Set<RequestName> before) {
        Before placed = (origin, request) -> before.contains(new RequestName(origin, request));
        return disks.isVotedInPlace(txn, placed) && !disks.isContested(txn);
    }

    /** Whether a member holds it durably, in its log or in a snapshot. */
    private boolean isLogged(Txn txn) {
        for (int rank = 0; rank < members.size(); rank++)
            if (disks.holdsLogged(rank, txn)) return true;
        return false;
    }

    /** How many members hold it durably, in their logs, in snapshots or as a vote in its slot. */
    private int holders(Txn txn) {
        int holders = 0;
        for (int voter : ensemble.voterIds())
            if (disks.holdsDurably(members.rank(voter), txn)) holders++;
        return holders;
    }

    /**
     * An entry that only lost storages held durably is lost, unless a running member still has it. All others must stay, and those that become
     * durable later.
     */
    private void settle() {
        if (storagesLost == 0) return;
        int length = order.size();
        while (shakyFrom < length && !isShaky(txn(order.get(shakyFrom)))) shakyFrom++;
        int kept = shakyFrom;
        for (int rank = 0; rank < delivered.length; rank++)
            if (!down[rank]) kept = Math.max(kept, delivered[rank].size());
        if (kept >= length) return;
        entriesLost += length - kept;
        for (int at = kept; at < length; at++) {
            Txn lost = txn(order.get(at));
            lost.delivered = false;
            lost.shaky = false;
            ObservedRequest request = request(members.rank(lost.origin()), lost.request());
            if (request != null && request.ordered == lost) request.ordered = null;
        }
        order.truncate(kept);
        ensembles.subList(kept, length).clear();
        needs.subList(kept, length).clear();
        for (int rank = 0; rank < delivered.length; rank++)
            if (down[rank]) delivered[rank].truncate(kept);
        completedFloor = Math.min(completedFloor, kept);
        for (List<ObservedRead> waiting : pendingReads)
            for (ObservedRead read : waiting) read.floor = Math.min(read.floor, kept);
        for (Checker checker : checkers) checker.onLost(kept);
    }

    private boolean isShaky(Txn txn) {
        if (txn.shaky && isLogged(txn)) txn.shaky = false;
        return txn.shaky;
    }

    /** Entries that were lost with the storages that held them. */
    public int entriesLost() {
        return entriesLost;
    }

    /** The member believes to belong to the ensemble of that era; 0: to no ensemble. */
    public void era(int rank, long era) {
        if (distrusted[rank]) return;
        for (Checker checker : checkers) checker.onEra(rank, era);
    }

    /** Lets every checker look at everything, so that all invariants that are broken are named. */
    public void audit() {
        settle();
        for (Checker checker : checkers) checker.audit();
    }

    public void end() {
        audit();
        for (Checker checker : checkers) checker.onEnd();
    }

    public void report(Violation violation) {
        violations.add(violation);
    }

    /** The node has decided. */
    private void decide(
            int rank, long number, ObservedRequest.State state, Refusal why, int index) {
        ObservedRequest request = request(server(rank), number);
        if (request != null && request.told && request.state == ObservedRequest.State.LOST) {
            changesKept.remove(request);
            // The client has given up and gets no further answer. A refusal still binds the node.
            if (state == ObservedRequest.State.REFUSED) decide(request, state, why, index);
            return;
        }
        if (request == null || request.state != ObservedRequest.State.PENDING) {
            String what =
                    "answer "
                            + state
                            + (why == null ? "" : " " + why)
                            + " for "
                            + (request == null
                                    ? "unknown request " + Long.toHexString(number)
                                    : request.toString());
            for (Checker checker : checkers) checker.onStrayAnswer(rank, what);
            return;
        }
        decide(request, state, why, index);
    }

    private void decide(
            ObservedRequest request, ObservedRequest.State state, Refusal why, int index) {
        request.state = state;
        request.refusal = why;
        request.index = index;
        answered++;
        for (Checker checker : checkers) checker.onAnswered(request);
    }

    // What checkers and reports look at.

    public List<Violation> violations() {
        return Collections.unmodifiableList(violations);
    }

    public Membership members() {
        return members;
    }

    public long nowNanos() {
        return clock.getAsLong();
    }

    /** What {@code rank} has delivered, what its snapshot contains included. */
    public Sequence delivered(int rank) {
        return delivered[rank];
    }

    /** Requests of {@code rank} that wait for an answer, oldest first. */
    public List<ObservedRequest> pending(int rank) {
        return Collections.unmodifiableList(pending.get(rank));
    }

    public List<ObservedRead> pendingReads(int rank) {
        return Collections.unmodifiableList(pendingReads.get(rank));
    }

    /** Requests submitted so far. */
    public int submitted() {
        return submitted;
    }

    /** Requests delivered to their callers or refused so far. */
    public int answered() {
        return answered;
    }

    public int readsAnswered() {
        return readsAnswered;
    }

    /** Length of the longest history delivered anywhere. */
    public int ordered() {
        return order.size();
    }

    /** Ordinals of what {@code rank} has in its state machine or in its log. */
    Set<Integer> held(int rank) {
        Set<Integer> held = new HashSet<>();
        for (Entry entry : disks.log(rank)) held.add(intern(entry).ordinal());
        for (int at = 0; at < delivered[rank].size(); at++) held.add(delivered[rank].get(at));
        return held;
    }

    /** Requests and reads of clients while fewer than a quorum remembered, and had for a while. */
    public int askedInVain() {
        return askedInVain;
    }

    Txn txn(int ordinal) {
        return txns.get(ordinal);
    }

    int txns() {
        return txns.size();
    }

    /** At each index what the first member that got there has delivered. */
    Sequence order() {
        return order;
    }

    List<Epoch> epochs() {
        return epochs;
    }

    Disks disks() {
        return disks;
    }

    Durability durability() {
        return durability;
    }

    int installs(int rank) {
        return installs[rank];
    }

    /** Request {@code number} of {@code rank}, or {@code null}. */
    ObservedRequest request(int rank, long number) {
        return rank < 0 ? null : requests.get(rank).get(number);
    }

    /** FNV-1a, eight bytes at a time and then folded: it is half of what a run computes otherwise. */
    static long digest(byte[] payload) {
        long hash = 0xcbf29ce484222325L ^ payload.length;
        int at = 0;
        for (; at + Long.BYTES <= payload.length; at += Long.BYTES) {
            hash = (hash ^ (long) LONGS.get(payload, at)) * 0x100000001b3L;
            hash ^= hash >>> 32;
        }
        for (; at < payload.length; at++) hash = (hash ^ (payload[at] & 0xFF)) * 0x100000001b3L;
        return hash;
    }
}
