package io.abcast.papers.camu.thesis;

import io.abcast.kernel.SplitMix64;
import io.abcast.papers.camu.arena.PartitionContext;
import io.abcast.papers.camu.thesis.PartitionLinks.Protocol;
import io.abcast.papers.camu.thesis.ThesisMessage.DrainVote;
import io.abcast.papers.camu.thesis.ThesisMessage.GraphLock;
import io.abcast.papers.camu.thesis.ThesisMessage.GraphLocked;
import io.abcast.papers.camu.thesis.ThesisMessage.GraphUnlock;
import io.abcast.papers.camu.thesis.ThesisMessage.LocksHeld;
import io.abcast.papers.camu.thesis.ThesisMessage.RoundJump;
import io.abcast.papers.camu.thesis.ThesisMessage.SwitchAbort;
import io.abcast.papers.camu.thesis.ThesisMessage.SwitchAccept;
import io.abcast.papers.camu.thesis.ThesisMessage.SwitchInit;
import io.abcast.papers.camu.thesis.ThesisMessage.SwitchMessage;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The protocol by which a partition switches its links between TO-Multicast and Periodic Broadcast (Vandevoorde 2018,
 * section 3.4, Listings 3 to 6). A partition takes part in the switch of one link at a time.
 */
final class LinkSwitcher {
    interface Rounds {
        /** Number of the partition's present round; between two rounds, the number of the last round. */
        long round();

        boolean hasUndispatched(int partition);

        void released();
    }

    private enum Step {
        IDLE,
        AGREEING,

        /** Vandevoorde 2018, Listing 4: the link changes to TRANSITION at the switching round. */
        AWAITING_TRANSITION,

        /** Vandevoorde 2018, Listing 4: Periodic Broadcast has not dispatched all operations of the link yet. */
        DRAINING,

        /** Vandevoorde 2018, Listing 4: the link changes to TO_MULTICAST at the switching round. */
        AWAITING_GENUINE,

        /** Vandevoorde 2018, Listing 5: the next round of both partitions gets the agreed number. */
        JUMPING_TOGETHER,

        /**
         * Vandevoorde 2018, Listing 5: the partition takes its round number from the first round message of the other
         * partition.
         */
        JOINING,

        /**
         * Vandevoorde 2018, Listing 5: this partition admits another one to its rounds; the link changes to TRANSITION
         * at the next round.
         */
        ADMITTING,

        /** Vandevoorde 2018, Listings 5 and 6: the link changes to PERIODIC_BROADCAST at the switching round. */
        AWAITING_PERIODIC,

        /** Vandevoorde 2018, Listing 6: this coordinator is locking the partitions of its graph. */
        LOCKING,

        /** Vandevoorde 2018, Listing 6: this coordinator has locked its graph, and the other coordinator has not. */
        LOCKS_HELD,

        LOCKED,

        /** Vandevoorde 2018, Listing 6: the round number of this partition changes at the switching round. */
        AWAITING_JUMP
    }

    private record Request(int partition, boolean toPeriodic, long notBefore) {}

    /**
     * Number of rounds to the proposed switching round; the present rounds of two neighbour partitions differ by at
     * most one.
     */
    private static final int DELTA = 5;

    /** Maximum number of rounds that a locked partition begins while it waits for the coordinator's next message. */
    private static final int HOLD_ROUNDS = 10;

    private static final int RETRY_ROUNDS_MIN = 10;
    private static final int RETRY_ROUNDS_SPAN = 50;
    private static final int EQUAL_RETRY_ROUNDS = 30;

    private final int self;
    private final PartitionLinks links;
    private final ThesisOptions options;
    private final PartitionContext context;
    private final Rounds rounds;
    private final SplitMix64 random;
    private final int partitions;
    private final List<Request> requests = new ArrayList<>();

    private Step step = Step.IDLE;
    private int peer;
    private long id;
    private boolean toPeriodic;
    private boolean isInitiator;
    private boolean isCoordinator;
    private long at;
    private long finalRound;
    private long holdRound;
    private long ownVote;
    private long peerVote;
    private GraphLocks locks;
    private LocksHeld peerLocks;
    private long ended;
    private long attempts;
    private int switches;

    LinkSwitcher(
            int self,
            int partitions,
            PartitionLinks links,
            ThesisOptions options,
            PartitionContext context,
            Rounds rounds) {
        this.self = self;
        this.partitions = partitions;
        this.links = links;
        this.options = options;
        this.context = context;
        this.rounds = rounds;
        random = new SplitMix64(SplitMix64.mix(options.seed()) + self);
    }

    void request(int partition, boolean periodic) {
        requests.add(new Request(partition, periodic, 0));
    }

    void clearRequests() {
        requests.clear();
    }

    boolean isBusy() {
        return step != Step.IDLE;
    }

    int switches() {
        return switches;
    }

    // ------------------------------------------------------ rounds

    boolean holds(long round) {
        boolean isLocked = step == Step.LOCKED || step == Step.LOCKING || step == Step.LOCKS_HELD;
        return isLocked && round > holdRound && !options.isOpen(Hole.LATE_PARTITION);
    }

    long beginRound(long round) {
        switch (step) {
            case AWAITING_TRANSITION -> {
                if (isAt(round)) become(Step.DRAINING, Protocol.TRANSITION);
            }
            case AWAITING_GENUINE -> {
                if (isAt(round)) finish(Protocol.TO_MULTICAST);
            }
            case AWAITING_PERIODIC -> {
                if (isAt(round)) finish(Protocol.PERIODIC_BROADCAST);
            }
            case JUMPING_TOGETHER -> {
                return transition(at);
            }
            case ADMITTING -> {
                return transition(round);
            }
            case AWAITING_JUMP -> {
                if (round == at) return jump();
            }
            default -> {}
        }
        return round;
    }

    private boolean isAt(long round) {
        assert round <= at : step + " at " + at + ", round " + round;
        return round == at;
    }

    private void become(Step next, Protocol protocol) {
        links.set(peer, protocol);
        step = next;
    }

    private long transition(long round) {
        become(Step.AWAITING_PERIODIC, Protocol.TRANSITION);
        at = round + 1;
        return round;
    }

    private long jump() {
        long number = finalRound;
        if (isCoordinator) return transition(number);
        idle();
        return number;
    }

    private void finish(Protocol protocol) {
        links.set(peer, protocol);
        switches++;
        idle();
    }

    private void idle() {
        step = Step.IDLE;
        id = 0;
        peer = -1;
        locks = null;
        peerLocks = null;
        rounds.released();
    }

    /**
     * Whether this partition adopts the round number of the sender of a message (Vandevoorde 2018, Listing 5, lines 4
     * to 6).
     */
    boolean joins(int from) {
        if (step != Step.JOINING || from != peer) return false;
        step = Step.ADMITTING;
        return true;
    }

    void roundEnded() {
        ended++;
        if (step == Step.DRAINING && ownVote == 0 && !rounds.hasUndispatched(peer)) {
            ownVote = rounds.round() + DELTA;
            context.send(peer, new DrainVote(id, ownVote));
            endDrainIfAgreed();
        }
        if (step == Step.IDLE) startRequest();
    }

    // Agreement of the two partitions of a link on a switch (Vandevoorde 2018, Listing 3).

    private void startRequest() {
        Iterator<Request> all = requests.iterator();
        while (all.hasNext()) {
            Request next = all.next();
            if (next.notBefore > ended) continue;
            all.remove();
            if (next.toPeriodic == links.isPeriodic(next.partition)) continue;
            begin(newId(next.partition), next.partition, next.toPeriodic, true);
            step = Step.AGREEING;
            at = rounds.round() + DELTA;
            context.send(peer, new SwitchInit(id, toPeriodic, links.isFull(), at));
            return;
        }
    }

    private long newId(int partition) {
        long pair = (long) Math.min(self, partition) << 16 | Math.max(self, partition);
        return options.isOpen(Hole.EQUAL_RETRIES)
                ? pair
                : pair << 31 | (self < partition ? 1L << 30 : 0) | ++attempts;
    }

    private void begin(long newId, int partition, boolean periodic, boolean initiates) {
        id = newId;
        peer = partition;
        toPeriodic = periodic;
        isInitiator = initiates;
        isCoordinator = false;
        ownVote = 0;
        peerVote = 0;
    }

    void onMessage(int from, SwitchMessage message) {
        if (message instanceof SwitchInit init) onInit(from, init);
        else if (message instanceof GraphLock) onLock(from, message.id());
        else if (message instanceof GraphLocked locked) onLocked(from, locked);
        else if (message.id() == id) onOwn(from, message);
    }

    private void onOwn(int from, SwitchMessage message) {
        if (message instanceof SwitchAccept accept) onAccept(accept);
        else if (message instanceof SwitchAbort) onAbort(from);
        else if (message instanceof DrainVote vote) onDrainVote(vote);
        else if (message instanceof LocksHeld held) onLocksHeld(held);
        else if (message instanceof RoundJump jump) onJump(jump);
        else if (message instanceof GraphUnlock && step == Step.LOCKED) idle();
    }

    private void onInit(int from, SwitchInit init) {
        boolean isCrossing = step == Step.AGREEING && peer == from;
        // If both partitions of a link request a switch at the same time, the partition with the
        // lower number initiates the switch.
        if (isCrossing && self < from) return;
        boolean isFree = step == Step.IDLE || isCrossing;
        if (!isFree || init.toPeriodic() == links.isPeriodic(from)) {
            context.send(from, new SwitchAbort(init.id()));
            return;
        }
        begin(init.id(), from, init.toPeriodic(), false);
        at = Math.max(init.round(), rounds.round() + DELTA);
        context.send(from, new SwitchAccept(id, links.isFull(), at));
        agreed(init.isFull());
    }

    private void onAccept(SwitchAccept accept) {
        if (step != Step.AGREEING) return;
        at = accept.round();
        agreed(accept.isFull());
    }

    private void agreed(boolean isPeerFull) {
        if (!toPeriodic) step = Step.AWAITING_TRANSITION;
        else if (links.isFull()) step = isPeerFull ? Step.JUMPING_TOGETHER : Step.JOINING;
        else if (isPeerFull) step = Step.ADMITTING;
        else lockGraph();
    }

    private void onAbort(int from) {
        boolean canAbort = step == Step.AGREEING || step == Step.LOCKING || step == Step.LOCKS_HELD;
        if (canAbort) giveUp(from);
    }

    private void giveUp(int from) {
        if (locks != null) {
            locks.tellGranted(new GraphUnlock(id));
            if (from != peer) context.send(peer, new SwitchAbort(id));
        }
        if (isInitiator) requests.add(new Request(peer, toPeriodic, ended + retryRounds()));
        idle();
    }

    private long retryRounds() {
        if (options.isOpen(Hole.EQUAL_RETRIES)) return EQUAL_RETRY_ROUNDS;
        return RETRY_ROUNDS_MIN + (random.next() >>> 33) % RETRY_ROUNDS_SPAN;
    }

    // Switch of a link to TO-Multicast (Vandevoorde 2018, Listing 4).

    private void onDrainVote(DrainVote vote) {
        peerVote = vote.round();
        endDrainIfAgreed();
    }

    private void endDrainIfAgreed() {
        if (step != Step.DRAINING || ownVote == 0 || peerVote == 0) return;
        at = Math.max(ownVote, peerVote);
        step = Step.AWAITING_GENUINE;
    }

    // Switch of a link between two graphs of partitions (Vandevoorde 2018, Listing 6).

    private void lockGraph() {
        step = Step.LOCKING;
        holdRound = rounds.round() + HOLD_ROUNDS;
        locks = new GraphLocks(self, peer, id, partitions, links.neighbours(), holdRound, context);
        holdIfLocked();
    }

    private void onLock(int from, long itsId) {
        if (step == Step.IDLE) {
            begin(itsId, -1, true, false);
            step = Step.LOCKED;
            holdRound = rounds.round() + HOLD_ROUNDS;
            context.send(from, new GraphLocked(id, false, links.neighbours(), holdRound));
        } else if (id == itsId) {
            context.send(from, new GraphLocked(id, true, GenuineOrder.NONE, 0));
        } else {
            context.send(from, new SwitchAbort(itsId));
        }
    }

    private void onLocked(int from, GraphLocked locked) {
        if (step == Step.LOCKING && id == locked.id()) {
            locks.onLocked(from, locked);
            holdIfLocked();
        } else if (!locked.isRepeat()) {
            // This coordinator has already given up the switch, so it releases the lock that
            // another partition has just granted.
            context.send(from, new GraphUnlock(locked.id()));
        }
    }

    private void holdIfLocked() {
        if (!locks.isComplete()) return;
        step = Step.LOCKS_HELD;
        context.send(peer, new LocksHeld(id, switchingRound(), locks.isJoined()));
        jumpIfBothHeld();
    }

    /** Returns a round number that no partition of the locked graph has begun yet. */
    private long switchingRound() {
        return options.isOpen(Hole.LATE_PARTITION) ? rounds.round() + DELTA : locks.holdRound() + 1;
    }

    private void onLocksHeld(LocksHeld held) {
        peerLocks = held;
        jumpIfBothHeld();
    }

    private void jumpIfBothHeld() {
        if (step != Step.LOCKS_HELD || peerLocks == null) return;
        long own = switchingRound();
        finalRound = Math.max(own, peerLocks.round());
        at = locks.isJoined() || peerLocks.isJoined() ? finalRound : own;
        locks.tellGranted(
                options.isOpen(Hole.THIRD_PARTITIONS)
                        ? new GraphUnlock(id)
                        : new RoundJump(id, at, finalRound));
        step = Step.AWAITING_JUMP;
        isCoordinator = true;
        rounds.released();
    }

    private void onJump(RoundJump jump) {
        if (step != Step.LOCKED) return;
        at = jump.switchingRound();
        finalRound = jump.finalRound();
        step = Step.AWAITING_JUMP;
        rounds.released();
    }
}
