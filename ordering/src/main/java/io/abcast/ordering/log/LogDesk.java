package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.SplitMix64;
import io.abcast.kernel.WireWriter;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The services of a {@link LogNode} for its {@link Consensus} engine. Each method of {@code LogDesk} only calls another
 * part of the node, such as the {@link Applier}.
 */
final class LogDesk extends Desk implements Ports {
    private Applier applier;
    private OwnRequests requests;
    private LostVotes lostVotes;
    private Ensemble ensemble;
    private VoteLog voteLog;
    private Transfer transfer;

    LogDesk(
            int id,
            Membership members,
            LogConfig config,
            SplitMix64 dice,
            Effects effects,
            Function<Message, Hold> holds,
            Supplier<byte[]> state) {
        super(id, members, config, dice, effects, holds, state);
    }

    void connect(
            Applier itsApplier,
            OwnRequests itsRequests,
            LostVotes itsLostVotes,
            Ensemble itsEnsemble,
            VoteLog itsVoteLog,
            Transfer itsTransfer) {
        applier = itsApplier;
        requests = itsRequests;
        lostVotes = itsLostVotes;
        ensemble = itsEnsemble;
        voteLog = itsVoteLog;
        transfer = itsTransfer;
    }

    @Override
    public long applied() {
        return applier.order().slot();
    }

    @Override
    public boolean mayVote(long slot) {
        return mayRecord() && !lostVotes.covers(slot);
    }

    @Override
    public boolean mayRecord() {
        return ensemble.votesDurably();
    }

    @Override
    public boolean voter() {
        return ensemble.founding().votes();
    }

    @Override
    public boolean isStateDurable() {
        return outbox().isDurable();
    }

    @Override
    public int beside() {
        return lostVotes.beside();
    }

    @Override
    public boolean mayPromise(long from) {
        return ensemble.founding().votes() && !lostVotes.hidePromise(from);
    }

    @Override
    public long durable() {
        return applier.durableSlot();
    }

    @Override
    public long inside() {
        return applier.order().isInside() ? applier.order().begun() : 0;
    }

    @Override
    public Incarnation incarnation() {
        return ensemble.founding().incarnation();
    }

    @Override
    public boolean recovering() {
        return ensemble.founding().recovering();
    }

    @Override
    public void admitted(long through) {
        if (!ensemble.founding().recovering()) return;
        lostVotes.admitted(through);
        ensemble.founding().admitted();
        report("admitted: votes in slots above " + through);
    }

    @Override
    public void changed() {
        outbox().changed();
    }

    @Override
    public void vote(long slot, int bytes, Consumer<WireWriter> content) {
        voteLog.record(slot, bytes, content);
    }

    @Override
    public void decided(long slot, Value value) {
        applier.decided(slot, value);
    }

    @Override
    public boolean isDecisionOfPart(Value value) {
        return applier.order().isDecisionOfPart(value);
    }

    @Override
    public void forgetDecided() {
        applier.forgetDecided();
    }

    @Override
    public boolean knows(long slot) {
        return applier.knows(slot);
    }

    @Override
    public void behind(long slot, int who) {
        transfer.behind(slot, who);
    }

    @Override
    public long named() {
        return transfer.named();
    }

    @Override
    public void provenThrough(long slot, Digest order) {
        transfer.provenThrough(slot, order);
    }

    @Override
    public void lost(int member, long proven) {
        transfer.lost(member, proven);
    }

    @Override
    public Digest orderDigest(long slot) {
        return applier.digest(slot);
    }

    @Override
    public long closed() {
        return voteLog.closed();
    }

    @Override
    public boolean snapshotProven(long slot, Digest snapshot) {
        return applier.snapshots().onProven(slot, snapshot);
    }

    @Override
    public OwnRequests requests() {
        return requests;
    }

    @Override
    public boolean isNext(OriginRequest request) {
        return applier.order().isNext(request);
    }

    @Override
    public boolean isOrdered(int origin, long request) {
        return applier.order().isOrdered(origin, request);
    }

    @Override
    public void beginPledge(Wait what, long number) {
        waits().begin(what, number, nowNanos());
    }

    @Override
    public void endPledge(Wait what, long number) {
        waits().end(what, number, nowNanos());
    }

    @Override
    public void giveUp(Wait what, long throughNumber) {
        waits().giveUp(what, throughNumber);
    }

    @Override
    public long era() {
        return ensemble.founding().era();
    }
}
