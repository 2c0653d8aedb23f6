package io.abcast.ordering.epaxos;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.kernel.SplitMix64;
import io.abcast.ordering.log.Desk;
import io.abcast.ordering.log.Ensemble;
import io.abcast.ordering.log.LogConfig;
import java.util.function.Supplier;

/** Implements the services that the consensus code of an {@link EpaxosNode} uses. */
final class EpaxosDesk extends Desk implements EpaxosHost {
    private static final long AWAY_BYTES_MAX = 64 << 20;

    private final RoundTrips trips;
    private final ProposedValues values;
    private Ensemble ensemble;
    private VoterReach reach;
    private EpaxosState state;
    private SnapshotCare snapshots;
    private EpaxosWatch watch = EpaxosWatch.NONE;

    EpaxosDesk(
            int id,
            Membership members,
            LogConfig config,
            SplitMix64 dice,
            Effects effects,
            Supplier<byte[]> persisted) {
        super(id, members, config, dice, effects, message -> Hold.NEVER, persisted);
        trips = new RoundTrips(config.retryNanos());
        values = new ProposedValues(members, id);
    }

    /** The node must call {@code connect} in its constructor, before any event. */
    void connect(
            Ensemble itsEnsemble,
            VoterReach itsReach,
            EpaxosState itsState,
            SnapshotCare itsSnapshots) {
        ensemble = itsEnsemble;
        reach = itsReach;
        state = itsState;
        snapshots = itsSnapshots;
    }

    void watch(EpaxosWatch by) {
        watch = by;
    }

    RoundTrips trips() {
        return trips;
    }

    ProposedValues values() {
        return values;
    }

    @Override
    public long retryNanos() {
        return config().retryNanos();
    }

    @Override
    public void send(int to, EpaxosMessage message) {
        super.send(to, message);
    }

    @Override
    public void sendDurably(int to, EpaxosMessage message) {
        super.sendDurably(to, outgoing(to, message, false));
    }

    @Override
    public void sendToOthers(EpaxosMessage message) {
        for (int to : members().ids()) if (to != id()) send(to, outgoing(to, message, true));
    }

    @Override
    public void sendDurablyToOthers(EpaxosMessage message) {
        for (int to : members().ids())
            if (to != id()) super.sendDurably(to, outgoing(to, message, true));
    }

    /** A learner always gets the value, because it ignores PreAccept and so may not have stored the value. */
    private EpaxosMessage outgoing(int to, EpaxosMessage message, boolean isNews) {
        if (to == id() || !isVoter(to)) return message;
        return values.outgoing(to, message, isNews, nowNanos(), trips.arrivalNanos());
    }

    @Override
    public void record(InstanceRecord record) {
        state.record(record);
    }

    @Override
    public boolean isReachable(int member) {
        return reach.isReachable(member);
    }

    @Override
    public boolean countsInFrontier(int member) {
        return reach.liveness().counts(member, nowNanos());
    }

    @Override
    public boolean delaysDrop(int member) {
        if (!isVoter(member) || reach.liveness().isSlow(member)) return false;
        return isReachable(member) || state.bytesRetained() <= AWAY_BYTES_MAX;
    }

    @Override
    public boolean votes() {
        return ensemble.votesDurably() && ensemble.isEraDurable();
    }

    @Override
    public boolean learns() {
        return ensemble.founding().recovering() && ensemble.isEraDurable();
    }

    @Override
    public boolean mayOrder() {
        return reach.isCaughtUp(state.core().done());
    }

    @Override
    public boolean isVoter(int member) {
        return reach.isVoter(member);
    }

    @Override
    public boolean holds(RequestBatch value) {
        return state.payloads().holds(value);
    }

    @Override
    public void retain(RequestBatch value) {
        state.payloads().retain(value);
    }

    @Override
    public void release(RequestBatch value) {
        state.payloads().release(value);
    }

    @Override
    public void want(InstanceId instance, RequestBatch value, int from) {
        state.want(instance, value, from);
    }

    @Override
    public Keys keys(InstanceId instance, RequestBatch value) {
        return state.keys(instance, value);
    }

    @Override
    public void known(EpaxosInstance instance) {
        state.known(instance);
    }

    @Override
    public void dropped(EpaxosInstance instance) {
        values.forget(instance.id);
        if (instance.id.origin() == id()) trips.forget(instance.id);
        state.dropped(instance);
    }

    @Override
    public void observe(EpaxosStep step, InstanceId instance) {
        watch.onStep(step, instance);
    }

    @Override
    public void observeExecuted(EpaxosInstance instance) {
        watch.onExecuted(instance.id, instance.cmd, instance.dep);
    }

    @Override
    public void observeInstalled(long zxid) {
        watch.onInstalled(zxid);
    }

    @Override
    public void opened(InstanceId instance) {
        trips.onOpened(instance, nowNanos());
    }

    @Override
    public void executed(InstanceId instance) {
        trips.onExecuted(instance, nowNanos());
    }

    @Override
    public long roundTripNanos() {
        return trips.roundTripNanos();
    }

    @Override
    public void committed(EpaxosInstance instance) {
        if (instance.id.origin() == id()) trips.onCommitted(instance, nowNanos());
        state.committed(instance);
    }

    @Override
    public void readAfter(long read, Dependencies writers) {
        state.reads().onAnswered(read, writers);
    }

    @Override
    public void behind(InstanceId instance, int member) {
        snapshots.behind(member);
    }
}
