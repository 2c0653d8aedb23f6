package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.epaxos.EpaxosMessage.Ask;
import io.abcast.ordering.epaxos.EpaxosMessage.RecoverOk;
import io.abcast.ordering.epaxos.EpaxosMessage.ValidateOk;
import io.abcast.ordering.paxos.Ballot;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Drives every undecided instance that a member knows to a decision. While the initial coordinator of an instance is
 * reachable, the coordinator drives the instance, and other members ask the coordinator for the decision. If the
 * coordinator is unreachable, the reachable member with the lowest id recovers the instance. Each member with a higher
 * id begins its recovery one retry interval after the member before it. Between two recovery attempts, a member waits
 * for a back-off time with a random part.
 */
final class Recoveries {
    /**
     * Maximum number of recoveries that a member runs at the same time. If {@code ACTIVE_MAX} recoveries run, further
     * recoveries wait; instances that block others are recovered first.
     */
    static final int ACTIVE_MAX = 256;

    /**
     * Number of questions to a reachable initial coordinator after which another member recovers the coordinator's
     * instance.
     */
    static final int ASKS_MAX = 8;

    private static final int DOUBLINGS_MAX = 5;
    private static final int REPEAT_DOUBLINGS_MAX = 3;

    /** The state of this member's actions for one undecided instance. */
    private static final class Undecided {
        private final InstanceId id;
        private final long sinceNanos;

        /** Time in ns of this member's next action for the instance. */
        private long dueNanos;

        /**
         * Time in ns since which the initial coordinator is unreachable; {@link Long#MAX_VALUE} while the coordinator
         * is reachable.
         */
        private long unreachableNanos = Long.MAX_VALUE;

        private int asks;
        private int attempts;

        /**
         * Number of times that this member has repeated messages as the driver of the instance, up to {@link
         * #REPEAT_DOUBLINGS_MAX}.
         */
        private int repeats;

        /** Whether an execution, a read or a recovery waits for the decision of the instance. */
        private boolean urgent;

        /** The highest ballot of the instance that another member has named. */
        private long joined;

        /** The highest number of fast votes that a waiting recovery of this instance has announced. */
        private int fastVotes;

        private InstanceRecovery recovery;

        private Undecided(InstanceId id, long sinceNanos) {
            this.id = id;
            this.sinceNanos = sinceNanos;
        }
    }

    private final EpaxosHost host;
    private final Membership members;
    private final EpaxosQuorums quorums;
    private final InstanceTable table;
    private final Frontiers frontiers;
    private final SecondPhase second;
    private final Coordinator coordinator;

    /**
     * The instances that are undecided at this member, by id. Bound: the map has at most as many entries as the
     * instance table has instances.
     */
    private final TreeMap<InstanceId, Undecided> undecided = new TreeMap<>();

    /**
     * The undecided instances that this member has begun to recover. The instances in recovery have their own map,
     * which is small, so that a decision of another instance is handled fast.
     */
    private final TreeMap<InstanceId, Undecided> recovering = new TreeMap<>();

    private long begun;

    Recoveries(
            EpaxosHost host,
            EpaxosQuorums quorums,
            InstanceTable table,
            Frontiers frontiers,
            SecondPhase second,
            Coordinator coordinator) {
        this.host = host;
        this.quorums = quorums;
        this.table = table;
        this.frontiers = frontiers;
        this.second = second;
        this.coordinator = coordinator;
        members = host.members();
    }

    /** Handles a new undecided instance of the instance table. */
    void onOpened(EpaxosInstance instance) {
        Undecided its = new Undecided(instance.id, host.nowNanos());
        its.dueNanos = host.nowNanos() + host.retryNanos();
        undecided.put(instance.id, its);
    }

    /**
     * Handles a message with which the initial coordinator drives the instance. While the initial coordinator drives
     * the instance, other members need not recover it.
     */
    void onDriven(InstanceId id) {
        Undecided its = undecided.get(id);
        if (its != null && its.recovery == null) its.asks = 0;
    }

    /**
     * Handles an instance that was undecided before a restart. A member recovers its own undecided instances at once
     * after a restart.
     */
    void onRestored(EpaxosInstance instance) {
        onOpened(instance);
        if (instance.id.origin() == host.id())
            undecided.get(instance.id).dueNanos = host.nowNanos();
    }

    /** Handles the decision or the drop (removal) of an instance. */
    void forget(InstanceId id) {
        undecided.remove(id);
        Undecided its = recovering.remove(id);
        if (its != null) its.recovery.end();
        for (Undecided each : waitingFor(id)) each.recovery.check();
    }

    /** Ends all recoveries of this member, because the ensemble has changed. */
    void end() {
        for (Undecided each : recovering.values()) each.recovery.end();
    }

    private List<Undecided> waitingFor(InstanceId id) {
        List<Undecided> waiting = new ArrayList<>();
        for (Undecided each : recovering.values())
            if (each.recovery.waitsFor(id)) waiting.add(each);
        return waiting;
    }

    /** Requests the decision of an instance for which an execution, a read or a recovery waits. */
    void urge(InstanceId id) {
        Undecided its = undecided.get(id);
        if (its == null || its.urgent) return;
        its.urgent = true;
        if (its.recovery == null && its.asks == 0) its.dueNanos = host.nowNanos();
    }

    void onRecoverOk(int from, RecoverOk m) {
        Undecided its = undecided.get(m.id());
        if (its == null || its.recovery == null) return;
        its.recovery.onRecoverOk(from, m);
    }

    void onValidateOk(int from, ValidateOk m) {
        Undecided its = undecided.get(m.id());
        if (its == null || its.recovery == null) return;
        InstanceRecovery recovery = its.recovery;
        recovery.onValidateOk(from, m);
        // A member whose recovery waits for other instances also drives the other instances to a
        // decision.
        for (InstanceId id : recovery.awaited()) {
            if (table.isDropped(id) || !table.hasRoom(id)) continue;
            boolean news = table.get(id) == null;
            EpaxosInstance other = table.open(id);
            if (news) onOpened(other);
            urge(id);
        }
    }

    /**
     * Records the number of fast votes that another member's recovery of an instance has found. The recovery whose fast
     * votes are announced waits for other instances by rule 9.
     */
    void onWaiting(InstanceId id, int fastVotes) {
        Undecided its = undecided.get(id);
        if (its == null || fastVotes <= its.fastVotes) return;
        its.fastVotes = fastVotes;
        for (Undecided each : waitingFor(id)) each.recovery.check();
    }

    private int announcedVotes(InstanceId id) {
        Undecided its = undecided.get(id);
        return its == null ? 0 : its.fastVotes;
    }

    /**
     * Handles the refusal of a ballot of this member. The next ballot of this member for the instance will be higher
     * than {@code joined}.
     */
    void onStale(InstanceId id, long joined) {
        Undecided its = undecided.get(id);
        if (its == null) return;
        its.joined = Math.max(its.joined, joined);
        EpaxosInstance instance = table.get(id);
        boolean outdated = joined > instance.bal;
        if (!outdated) return;
        if (its.recovery != null) its.recovery.end();
        second.forget(id);
    }

    /**
     * Returns the lowest number of an instance of an origin for which a recovery of this member waits. The member must
     * not drop an awaited instance or later instances of the same origin. If no recovery waits for an instance of the
     * origin, the result is {@link Long#MAX_VALUE}.
     */
    long awaitedFrom(int rank) {
        long lowest = Long.MAX_VALUE;
        for (Undecided each : recovering.values())
            for (InstanceId id : each.recovery.awaited())
                if (members.rank(id.origin()) == rank) lowest = Math.min(lowest, id.number());
        return lowest;
    }

    /** Acts on all undecided instances whose next action is due, urgent instances first. */
    void onTick() {
        List<Undecided> due = new ArrayList<>();
        int active = 0;
        for (Undecided each : undecided.values()) {
            if (each.recovery != null && each.recovery.stage() != InstanceRecovery.Stage.OVER)
                active++;
            if (host.nowNanos() >= each.dueNanos) due.add(each);
        }
        due.sort((a, b) -> Boolean.compare(b.urgent, a.urgent));
        for (Undecided each : due) {
            // A decision during the loop can cause the decision of another instance.
            EpaxosInstance instance = table.get(each.id);
            if (instance == null || instance.isCommitted()) continue;
            boolean recovers = act(each, instance, active < ACTIVE_MAX);
            if (recovers) active++;
        }
    }

    /**
     * Does this member's next action for an undecided instance.
     *
     * @return whether a recovery of the instance has begun
     */
    private boolean act(Undecided its, EpaxosInstance instance, boolean mayBegin) {
        its.dueNanos = host.nowNanos() + host.retryNanos();
        if (!host.votes()) askAny(its);
        else if (second.drives(instance)) {
            delayRepeat(its);
            second.repeat(instance);
        } else if (coordinator.drives(instance) && its.joined == 0) {
            delayRepeat(its);
            coordinator.repeat(instance);
        } else if (asks(its)) {
            its.asks++;
            its.dueNanos = host.nowNanos() + backoff(its.asks);
            host.send(its.id.origin(), new Ask(its.id, false));
        } else if (host.nowNanos() - its.unreachableNanos < turnNanos(its.id)) {
            its.dueNanos = its.unreachableNanos + turnNanos(its.id);
        } else if (mayBegin) {
            begin(its, instance);
            return true;
        }
        return false;
    }

    /** Doubles the interval between the repeated messages for an instance, so that they do not fill a slow network. */
    private void delayRepeat(Undecided its) {
        its.dueNanos = host.nowNanos() + (host.retryNanos() << its.repeats);
        its.repeats = Math.min(its.repeats + 1, REPEAT_DOUBLINGS_MAX);
    }

    /**
     * Asks another member for the decision of an instance, the initial coordinator first. A learner drives an instance
     * only by questions for its decision.
     */
    private void askAny(Undecided its) {
        int id = its.id.origin();
        if (its.asks > 0 || id == host.id()) id = members.id((int) host.random(members.size()));
        its.asks++;
        its.dueNanos = host.nowNanos() + backoff(Math.min(its.asks, 2));
        if (id != host.id()) host.send(id, new Ask(its.id, false));
    }

    /**
     * Returns whether this member should ask the initial coordinator for the decision of an instance. The coordinator
     * must be another member and a reachable voter, and this member must have sent it fewer than {@link #ASKS_MAX}
     * questions.
     */
    private boolean asks(Undecided its) {
        int origin = its.id.origin();
        boolean drives = origin != host.id() && host.isReachable(origin) && host.isVoter(origin);
        if (drives && its.asks < ASKS_MAX) {
            its.unreachableNanos = Long.MAX_VALUE;
            return true;
        }
        its.unreachableNanos = Math.min(its.unreachableNanos, host.nowNanos());
        return false;
    }

    /**
     * Returns the time in ns between the coordinator's becoming unreachable and the start of a recovery by this member.
     */
    private long turnNanos(InstanceId id) {
        if (id.origin() == host.id()) return 0;
        long delay = 0;
        for (int r = 0; r < members.size() && members.id(r) != host.id(); r++)
            if (members.id(r) != id.origin() && host.isReachable(members.id(r)))
                delay += host.retryNanos();
        return delay;
    }

    private void begin(Undecided its, EpaxosInstance instance) {
        if (its.recovery != null) its.recovery.end();
        second.forget(its.id);
        long ballot = Ballot.after(Math.max(instance.bal, its.joined), host.id());
        its.attempts++;
        begun++;
        its.dueNanos = host.nowNanos() + backoff(its.attempts);
        its.recovery =
                new InstanceRecovery(
                        host,
                        quorums,
                        table,
                        frontiers,
                        second,
                        this::announcedVotes,
                        instance,
                        ballot);
        recovering.put(its.id, its);
        its.recovery.begin();
    }

    /**
     * Returns the back-off time in ns between two recovery attempts: two retry intervals, doubled with each attempt,
     * plus a random time of up to the same length.
     */
    private long backoff(int attempts) {
        long wait = host.retryNanos() << Math.min(attempts, DOUBLINGS_MAX);
        return wait + host.random(wait);
    }

    /** Returns the number of recoveries that this member has begun since its start. */
    long begun() {
        return begun;
    }

    /** Returns the instance that has been undecided for the longest time; {@code null} if no instance is undecided. */
    OldestUndecided oldest() {
        Undecided oldest = null;
        for (Undecided each : undecided.values())
            if (oldest == null || each.sinceNanos < oldest.sinceNanos) oldest = each;
        if (oldest == null) return null;
        return new OldestUndecided(
                oldest.id, host.nowNanos() - oldest.sinceNanos, waitsFor(oldest));
    }

    private String waitsFor(Undecided its) {
        List<InstanceId> awaited = its.recovery == null ? List.of() : its.recovery.awaited();
        if (!awaited.isEmpty())
            return "the decisions of "
                    + awaited.stream().map(Object::toString).collect(Collectors.joining(", "));
        EpaxosInstance instance = table.get(its.id);
        if (second.drives(instance) || coordinator.drives(instance)) return "votes";
        if (its.recovery != null && its.recovery.stage() != InstanceRecovery.Stage.OVER)
            return "answers to attempt %d to recover it".formatted(its.attempts);
        boolean unreachable = !host.isReachable(its.id.origin());
        return "member " + its.id.origin() + (unreachable ? ", which is unreachable" : "");
    }

    /** Returns the number of instances that are undecided at this member. */
    int size() {
        return undecided.size();
    }

    /** Visits the queue of undecided instances, see {@link io.abcast.ordering.log.LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("undecided instances", undecided.size(), table.size());
    }
}
