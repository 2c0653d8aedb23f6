package io.abcast.sim.check;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Keys;
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
 * The record of one simulated run: every entry, the deliveries of each member in order, and the requests of clients
 * with their answers. Not thread-safe.
 */
public final class RunHistory {
    /** The data that the members' disks hold at present. */
    public interface Disks {
        /**
         * Whether the member {@code rank} durably holds {@code txn} in its log, in a snapshot, or as a vote in its
         * slot.
         */
        boolean holdsDurably(int rank, Txn txn);

        /** Whether the member {@code rank} durably holds {@code txn} in its log or in a snapshot. */
        boolean holdsLogged(int rank, Txn txn);

        /**
         * Whether the remaining votes in the slot of {@code txn} contradict each other, and fewer members than a quorum
         * have kept their votes.
         */
        default boolean isContested(Txn txn) {
            return false;
        }

        /**
         * Whether a member has a durable vote for {@code txn} in its slot. A vote counts only if all requests before
         * {@code txn} in the voted value also precede {@code txn} in the order.
         */
        boolean isVotedInPlace(Txn txn, Before before);

        /** Whether the operator has cut or removed durable data of the member {@code rank}. */
        boolean hasLost(int rank);

        /**
         * Whether the member {@code rank} had durably voted for {@code txn} before the operator cut or removed its
         * data.
         */
        boolean hadVotedFor(int rank, Txn txn);

        /** The entries in the log of the member {@code rank}, in log order, including entries that are not durable. */
        List<Entry> log(int rank);
    }

    /** Tests whether a request precedes an entry in the order. */
    @FunctionalInterface
    public interface Before {
        boolean has(int origin, long request);
    }

    private record RequestName(int origin, long request) {}

    static final class Epoch {
        final int number;
        final int primary;

        final int deliveredBefore;

        final Sequence broadcasts = new Sequence();

        Epoch(int number, int primary, int deliveredBefore) {
            this.number = number;
            this.primary = primary;
            this.deliveredBefore = deliveredBefore;
        }
    }

    /**
     * Time in ns after the loss of a majority's memory for which older messages may be in flight; longer than any pause
     * of a process.
     */
    private static final long SETTLE_NANOS = 1_000_000_000;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final Membership members;
    private final Durability durability;
    private final LongSupplier clock;
    private final Disks disks;
    private final Checker[] checkers;
    private boolean hasLocalSlots;
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

    /** For each place in the order of entries: the ensemble in which the entry at this place was ordered. */
    private final List<Membership> ensembles = new ArrayList<>();

    /** For each place in the order of entries: the number of voters that must durably hold the entry at this place. */
    private final List<Integer> needs = new ArrayList<>();

    private Membership ensemble;

    private int changes;

    private int changesLost;

    private final List<ObservedRequest> changesKept = new ArrayList<>();

    private int epochLed;

    /** For each member, by rank: whether checkers must ignore its actions and requests, because the member lies. */
    private final boolean[] distrusted;

    private final boolean[] down;

    private int storagesLost;

    /**
     * Place in the order of the first entry that may be lost with storages; the length of the order if no entry may be
     * lost.
     */
    private int shakyFrom;

    private int entriesLost;

    private int completedFloor;

    /** Rank of the server with a second process; -1 if no server has a second process. */
    private int twinOf = -1;

    private int submitted;
    private int answered;
    private int readsAnswered;
    private int readsStarted;

    /**
     * Creates the record of a run in which nothing has happened yet.
     *
     * @param clock clock that gives the virtual time in ns
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

    /**
     * Declares that each member numbers the slots of entries by itself, so that an entry has different slots at
     * different members.
     */
    public void numberSlotsLocally() {
        hasLocalSlots = true;
    }

    private long slot(Entry entry) {
        return hasLocalSlots ? 0 : entry.slot();
    }

    /**
     * Declares that the member {@code rank} lies. Checkers ignore the actions of a lying member, and requests in its
     * name may have any content.
     */
    public void distrust(int rank) {
        distrusted[rank] = true;
    }

    /** One rank for each member, and one for the older process of a server that was started again. */
    int ranks() {
        return delivered.length;
    }

    /** The rank of the server to which the process with the rank {@code rank} belongs. */
    public int server(int rank) {
        return rank < members.size() ? rank : twinOf;
    }

    /**
     * Records that the server {@code rank} is started again while its process runs. The older process of the server,
     * and its clients, get the last rank.
     */
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
        // The last rank may still have a value from an earlier history.
        distrusted[twin] = distrusted[rank];
        down[twin] = down[rank];
        down[rank] = true;
        for (Checker checker : checkers) checker.onTwin(rank, twin);
    }

    boolean isDistrusted(int originRank) {
        return originRank >= 0 && distrusted[originRank];
    }

    private Membership initial() {
        return Membership.of(members.voterIds(), new int[0]);
    }

    /**
     * Sets the number of durable copies that a delivered entry must have.
     *
     * @param count required number of durable copies as a function of the number of voters
     */
    public void needHolders(IntUnaryOperator count) {
        holdersMin = count;
    }

    /**
     * If the delivering member already knows the next ensemble, only the protocol's minimum number of copies is
     * required.
     */
    private int holdersMin(Probe probe) {
        Membership knows = probe == null ? null : probe.ensemble();
        boolean same = knows != null && Arrays.equals(knows.voterIds(), ensemble.voterIds());
        return same && probe.holdersMin() > 0
                ? probe.holdersMin()
                : holdersMin.applyAsInt(ensemble.voters());
    }

    int holdersMin(int index) {
        return needs.get(index);
    }

    Membership ensembleAt(int index) {
        return ensembles.get(index);
    }

    /** The ensemble of members after all delivered entries. */
    public Membership ensemble() {
        return ensemble;
    }

    /** Number of changes of the ensemble that are requested and may still take effect. */
    public int changesPending() {
        int count = changesLost + changesKept.size();
        for (List<ObservedRequest> waiting : pending)
            for (ObservedRequest r : waiting) if (r.change) count++;
        return count;
    }

    /** Number of changes of the ensemble that were delivered. */
    public int changes() {
        return changes;
    }

    /** Returns the unique {@code Txn} object of this run for {@code entry} and all entries that equal it. */
    public Txn intern(Entry entry) {
        long digest = digest(entry.payload());
        Txn first = byZxid.get(entry.zxid());
        Txn last = null;
        for (Txn t = first; t != null; t = t.variant) {
            if (t.is(entry.origin(), entry.request(), digest)) return t;
            last = t;
        }
        Txn txn = new Txn(txns.size(), entry.zxid(), entry.origin(), entry.request(), digest);
        txn.slot(slot(entry));
        txn.payload = entry.payload();
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
     * Records that a member has delivered an entry.
     *
     * @param probe probe of the member; {@code null} if the protocol has no probes
     */
    public void delivered(int rank, Entry entry, boolean mine, Probe probe) {
        if (distrusted[rank]) return;
        settle();
        Txn txn = intern(entry);
        txn.slot(slot(entry));
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

    /**
     * Records that the state machine of a member was restored.
     *
     * @param ordinals ordinals of the entries in the restored state machine
     */
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

    /** Records the size of a queue of the member {@code rank}. */
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
        for (Checker checker : checkers) checker.onCrashed(rank);
    }

    /** Records that a client of the member submits a request. */
    public ObservedRequest submitted(int rank, int life, byte[] payload) {
        ObservedRequest request = asked(rank, life, digest(payload));
        request.afterLoss = isLossSettled();
        if (request.afterLoss) askedInVain++;
        return request;
    }

    /** Records that a client of the member submits a request for a change of the ensemble. */
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

    /** Records that the driver passes the client's request to the node with the request number {@code number}. */
    public void numbered(ObservedRequest request, long number) {
        request.number = number;
        request.installsBefore = installs[request.rank];
        ObservedRequest previous = requests.get(server(request.rank)).put(number, request);
        assert previous == null : "request number used twice: " + previous;
        for (Checker checker : checkers) checker.onNumbered(request);
    }

    /**
     * Records that the node of a member has entered another ensemble.
     *
     * @param mine whether the request {@code number} of this node is the change of the ensemble
     */
    public void reconfigured(int rank, long number, boolean mine) {
        if (!mine || distrusted[rank]) return;
        ObservedRequest request = request(server(rank), number);
        Txn ordered = request == null ? null : request.ordered;
        int index = ordered == null ? -1 : order.indexOf(ordered.ordinal());
        decide(rank, number, ObservedRequest.State.DELIVERED, null, index);
    }

    /** Records that the node of a member refused the node's request {@code number}. */
    public void refused(int rank, long number, Refusal why) {
        if (!distrusted[rank]) decide(rank, number, ObservedRequest.State.REFUSED, why, -1);
    }

    /** Records that the client has received the answer that its request was delivered to the state machine. */
    public void toldDelivered(ObservedRequest request) {
        if (distrusted[request.rank]) tell(request);
        else if (request.told || request.state != ObservedRequest.State.DELIVERED)
            stray(request, "told delivered");
        else tell(request);
    }

    /**
     * Records that the client has received the answer that its request failed.
     *
     * @param why reason of the request's refusal; {@code null} if the client has waited for too long or the member has
     *     stopped
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
        if (request.state != ObservedRequest.State.DELIVERED) return;
        completedFloor = Math.max(completedFloor, request.index + 1);
        for (Checker checker : checkers) checker.onTold(request);
    }

    private void stray(ObservedRequest request, String what) {
        for (Checker checker : checkers) checker.onStrayAnswer(request.rank, request + " " + what);
    }

    /** Records that a client of the member starts a read of some keys. */
    public ObservedRead readStarted(int rank, int life, Keys keys) {
        ObservedRead read =
                new ObservedRead(rank, life, ++readsStarted, keys, nowNanos(), completedFloor);
        read.afterLoss = isLossSettled();
        if (read.afterLoss) askedInVain++;
        pendingReads.get(rank).add(read);
        return read;
    }

    /** Records that the client has received the answer that its read may see the state. */
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

    /** Records that the client has received the answer that its read failed. */
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

    /**
     * Records that a member has violated the contract between nodes and drivers.
     *
     * @param rank rank of the member that violated the contract; -1 if no member did
     */
    public void breach(int rank, String what) {
        if (rank >= 0 && distrusted[rank]) return;
        for (Checker checker : checkers) checker.onBreach(rank, what);
    }

    /** Records that fewer members than a quorum remember the order of entries, so that no member may serve requests. */
    public void majorityForgot() {
        majorityForgotten = true;
        lossSettledNanos = nowNanos() + SETTLE_NANOS;
    }

    private boolean isLossSettled() {
        return majorityForgotten && nowNanos() >= lossSettledNanos;
    }

    /**
     * Records that a quorum of members remembers the order of entries again.
     *
     * @param ranks the members of the quorum that remembers, with one bit per rank
     */
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

    /**
     * Records that no running member knows the history any more, so that the next delivered entry begins a new history.
     */
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
        // The older process of a server that was started twice still belongs to the old history, so
        // checkers ignore this older process.
        distrusted[members.size()] = true;
        for (Checker checker : checkers) checker.onNewBeginning();
    }

    /** Records that the member {@code rank}, which is down, has lost its storage or a part of its storage. */
    public void storageLost(int rank) {
        storagesLost++;
        delivered[rank].clear();
        shakyFrom = order.size();
        boolean held = true;
        long slot = 0;
        Set<RequestName> before = new HashSet<>();
        for (int at = 0; at < order.size(); at++) {
            Txn txn = txn(order.get(at));
            // If all votes for an empty slot are lost, members may decide entries in this slot, so
            // that votes in later slots no longer prove the order.
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

    private boolean isLogged(Txn txn) {
        for (int rank = 0; rank < members.size(); rank++)
            if (disks.holdsLogged(rank, txn)) return true;
        return false;
    }

    private int holders(Txn txn) {
        int holders = 0;
        for (int voter : ensemble.voterIds())
            if (disks.holdsDurably(members.rank(voter), txn)) holders++;
        return holders;
    }

    /**
     * Removes entries from the end of the order that only lost storages held durably and no running member has
     * delivered.
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

    /** Number of ordered entries that were lost together with the storages that held them. */
    public int entriesLost() {
        return entriesLost;
    }

    /**
     * Records that the member considers itself part of the ensemble of the founding {@code era}; {@code era} is 0 if
     * the member is in no ensemble.
     */
    public void era(int rank, long era) {
        if (distrusted[rank]) return;
        for (Checker checker : checkers) checker.onEra(rank, era);
    }

    /** Makes every checker check the whole history, so that a report names all violated invariants. */
    public void audit() {
        settle();
        for (Checker checker : checkers) checker.audit();
    }

    public void end() {
        audit();
        for (Checker checker : checkers) checker.onEnd();
    }

    /** Records that the run does not end, because it has handled the maximum number of events of a run. */
    public void endless(long events) {
        report(new Violation(Checkers.PROGRESS, nowNanos(), Checkers.endless(events)));
    }

    public void report(Violation violation) {
        violations.add(violation);
    }

    private void decide(
            int rank, long number, ObservedRequest.State state, Refusal why, int index) {
        ObservedRequest request = request(server(rank), number);
        if (request != null && request.told && request.state == ObservedRequest.State.LOST) {
            changesKept.remove(request);
            // The client no longer waits, so only the node's refusal is recorded.
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

    public List<Violation> violations() {
        return Collections.unmodifiableList(violations);
    }

    public Membership members() {
        return members;
    }

    public long nowNanos() {
        return clock.getAsLong();
    }

    /** The entries that the member {@code rank} has delivered, including the entries in its snapshot. */
    public Sequence delivered(int rank) {
        return delivered[rank];
    }

    /** Outstanding requests of the clients of {@code rank}, oldest first. */
    public List<ObservedRequest> pending(int rank) {
        return Collections.unmodifiableList(pending.get(rank));
    }

    public List<ObservedRead> pendingReads(int rank) {
        return Collections.unmodifiableList(pendingReads.get(rank));
    }

    /** Number of requests that clients have submitted so far. */
    public int submitted() {
        return submitted;
    }

    /** Number of requests so far that were answered by a delivery or a refusal. */
    public int answered() {
        return answered;
    }

    public int readsAnswered() {
        return readsAnswered;
    }

    /** Number of entries in the longest history that any member has delivered. */
    public int ordered() {
        return order.size();
    }

    /**
     * Whether each of the members {@code ranks} has delivered the requests of all {@link #ordered} entries. Members may
     * deliver requests that do not interfere in different orders, so equal numbers of entries are not enough.
     */
    public boolean haveAll(List<Integer> ranks) {
        for (int rank : ranks) if (delivered[rank].size() != ordered()) return false;
        Set<Set<RequestName>> all = new HashSet<>();
        for (int rank : ranks) all.add(requests(delivered[rank]));
        return all.size() <= 1;
    }

    private Set<RequestName> requests(Sequence entries) {
        Set<RequestName> names = new HashSet<>();
        for (int at = 0; at < entries.size(); at++) {
            Txn txn = txn(entries.get(at));
            names.add(new RequestName(txn.origin(), txn.request()));
        }
        return names;
    }

    Set<Integer> held(int rank) {
        Set<Integer> held = new HashSet<>();
        for (Entry entry : disks.log(rank)) held.add(intern(entry).ordinal());
        for (int at = 0; at < delivered[rank].size(); at++) held.add(delivered[rank].get(at));
        return held;
    }

    /**
     * Number of requests and reads that clients submitted while members had to refuse them, because fewer members than
     * a quorum remembered the order.
     */
    public int askedInVain() {
        return askedInVain;
    }

    Txn txn(int ordinal) {
        return txns.get(ordinal);
    }

    int txns() {
        return txns.size();
    }

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

    /**
     * The request with number {@code number} at the member {@code rank}; {@code null} if the member has no request with
     * this number.
     */
    ObservedRequest request(int rank, long number) {
        return rank < 0 ? null : requests.get(rank).get(number);
    }

    /**
     * FNV-1a hash over eight bytes at a time, because a hash over single bytes would take half of the CPU time of a
     * run.
     */
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
