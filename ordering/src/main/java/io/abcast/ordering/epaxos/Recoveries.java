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
 * Makes sure that each instance that this member knows is decided in the end. While the initial coordinator of an
 * instance is reachable, this coordinator runs the consensus, and other members ask it for the decision. If the
 * coordinator is unreachable, the reachable member with the lowest id decides the instance by a recovery. If an
 * instance with an unreachable coordinator stays undecided, the other reachable members also begin recoveries, by
 * ascending id, one per retry interval.
 */
final class Recoveries {
    static final int ACTIVE_MAX = 256;

    /**
     * Number of questions about an instance that a member asks while the initial coordinator is reachable. After {@code
     * ASKS_MAX} questions without a decision, the member recovers the instance itself.
     */
    static final int ASKS_MAX = 4;

    private static final int DOUBLINGS_MAX = 5;
    private static final int REPEAT_DOUBLINGS_MAX = 3;

    private static final class Undecided {
        private final InstanceId id;
        private final long sinceNanos;

        private long dueNanos;

        /**
         * Time in ns since which the initial coordinator is unreachable; {@link Long#MAX_VALUE} while it is reachable.
         */
        private long unreachableNanos = Long.MAX_VALUE;

        private int asks;
        private int attempts;

        private int repeats;

        private boolean urgent;

        private long joined;

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

    /** Undecided instances by id; at most as many as the instance table holds. */
    private final TreeMap<InstanceId, Undecided> undecided = new TreeMap<>();

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

    /**
     * The member asks for the decision of the added instance, or recovers it, after one retry interval at the earliest.
     */
    void onOpened(EpaxosInstance instance) {
        Undecided its = new Undecided(instance.id, host.nowNanos());
        its.dueNanos = host.nowNanos() + host.retryNanos();
        undecided.put(instance.id, its);
    }

    /**
     * The member counts its questions to the initial coordinator from 0 again, because the coordinator still works on
     * the instance.
     */
    void onDriven(InstanceId id) {
        Undecided its = undecided.get(id);
        if (its != null && its.recovery == null) its.asks = 0;
    }

    /** After its restart, a member immediately recovers the undecided instances that it opened itself. */
    void onRestored(EpaxosInstance instance) {
        onOpened(instance);
        if (instance.id.origin() == host.id())
            undecided.get(instance.id).dueNanos = host.nowNanos();
    }

    void forget(InstanceId id) {
        undecided.remove(id);
        Undecided its = recovering.remove(id);
        if (its != null) its.recovery.end();
        for (Undecided each : waitingFor(id)) each.recovery.check();
    }

    void end() {
        for (Undecided each : recovering.values()) each.recovery.end();
    }

    private List<Undecided> waitingFor(InstanceId id) {
        List<Undecided> waiting = new ArrayList<>();
        for (Undecided each : recovering.values())
            if (each.recovery.waitsFor(id)) waiting.add(each);
        return waiting;
    }

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
        // A recovery that waits for other instances makes this member also work on the decisions of
        // the awaited instances.
        for (InstanceId id : recovery.awaited()) {
            if (table.isDropped(id) || !table.hasRoom(id)) continue;
            boolean news = table.get(id) == null;
            EpaxosInstance other = table.open(id);
            if (news) onOpened(other);
            urge(id);
        }
    }

    /** Recoveries at this member that wait for the instance {@code id} may end after this call. */
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
     * Returns the lowest instance number of the origin for whose decision a recovery waits; {@link Long#MAX_VALUE}
     * without such an instance.
     */
    long awaitedFrom(int rank) {
        long lowest = Long.MAX_VALUE;
        for (Undecided each : recovering.values())
            for (InstanceId id : each.recovery.awaited())
                if (members.rank(id.origin()) == rank) lowest = Math.min(lowest, id.number());
        return lowest;
    }

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
            // An earlier pass of this loop may have decided this instance.
            EpaxosInstance instance = table.get(each.id);
            if (instance == null || instance.isCommitted()) continue;
            boolean recovers = act(each, instance, active < ACTIVE_MAX);
            if (recovers) active++;
        }
    }

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
            host.send(asked(its), new Ask(its.id, false));
        } else if (host.nowNanos() - its.unreachableNanos < turnNanos(its.id)) {
            its.dueNanos = its.unreachableNanos + turnNanos(its.id);
        } else if (mayBegin) {
            begin(its, instance);
            return true;
        }
        return false;
    }

    /**
     * Returns the member to ask for a decision: the initial coordinator, and every second time another reachable voter.
     * The other voter may know a decision that the coordinator's link to this member loses again and again.
     */
    private int asked(Undecided its) {
        int origin = its.id.origin();
        if (its.asks % 2 == 1) return origin;
        int size = members.size();
        for (int i = 0; i < size; i++) {
            int member = members.id((members.rank(host.id()) + its.asks / 2 + i) % size);
            boolean other = member != origin && member != host.id();
            if (other && host.isReachable(member) && host.isVoter(member)) return member;
        }
        return origin;
    }

    /** Doubles the interval between repetitions of a message, so that repeated messages do not fill a slow network. */
    private void delayRepeat(Undecided its) {
        its.dueNanos = host.nowNanos() + (host.retryNanos() << its.repeats);
        its.repeats = Math.min(its.repeats + 1, REPEAT_DOUBLINGS_MAX);
    }

    /** A learner may not recover instances, so it only asks for decisions. */
    private void askAny(Undecided its) {
        int id = its.id.origin();
        if (its.asks > 0 || id == host.id()) id = members.id((int) host.random(members.size()));
        its.asks++;
        its.dueNanos = host.nowNanos() + backoff(Math.min(its.asks, 2));
        if (id != host.id()) host.send(id, new Ask(its.id, false));
    }

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
     * Returns one retry interval in ns for each reachable member with a lower id, which recovers the instance earlier.
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

    private long backoff(int attempts) {
        long wait = host.retryNanos() << Math.min(attempts, DOUBLINGS_MAX);
        return wait + host.random(wait);
    }

    long begun() {
        return begun;
    }

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

    int size() {
        return undecided.size();
    }

    void visitQueues(QueueVisitor to) {
        to.queue("undecided instances", undecided.size(), table.size());
    }
}
