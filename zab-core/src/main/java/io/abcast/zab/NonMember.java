package io.abcast.zab;

import io.abcast.kernel.Refusal;
import io.abcast.kernel.Zxid;
import io.abcast.zab.ZabMessage.Frame;
import io.abcast.zab.ZabMessage.Settled;
import io.abcast.zab.ZabMessage.Vote;

/**
 * The role of a server that, according to its history, is not a member of the ensemble. The server refuses requests,
 * does not stand for election, and follows any leader that sends it a vote. The server informs electing members about
 * the last committed change of the ensemble, such as the change that removed this server.
 */
final class NonMember extends ServerRole {
    NonMember(Core core) {
        super(core);
    }

    @Override
    Role name() {
        return Role.LOOKING;
    }

    @Override
    boolean isActive() {
        return false;
    }

    @Override
    ZabPhase phase() {
        return ZabPhase.NO_MEMBER;
    }

    @Override
    int leader() {
        return 0;
    }

    @Override
    String reason() {
        if (core.members.contains(core.id)) return "joining: waiting for a leader";
        return core.configuration().zxid() == Zxid.NONE
                ? "no member of the ensemble " + core.members + ": waiting to be added"
                : "removed from the ensemble, which is " + core.members + " now";
    }

    /**
     * Refuses all requests that are not in this server's log, because the change that removed it was the last entry of
     * its epoch.
     */
    @Override
    void enter() {
        core.requests.refuseUnlogged(Refusal.NOT_MEMBER);
        core.change.refuseUnlogged(Refusal.NOT_MEMBER);
    }

    @Override
    void onVote(int from, Vote vote) {
        if (vote.role() == Role.LEADING) core.follow(from);
        else if (vote.configuration() < core.configuration().zxid())
            core.send(from, new Settled(core.configuration().zxid(), core.members.contains(from)));
        else if (vote.role() == Role.LOOKING && mayVote())
            core.send(from, core.vote(Role.LOOKING, vote.candidate()));
    }

    /**
     * Whether this server votes although its history does not name it as a member. With {@code bootstrap} and without a
     * history, the server may answer a vote by a vote for the sender's candidate.
     */
    private boolean mayVote() {
        return core.config.bootstrap() && core.isFresh();
    }

    @Override
    void onFrame(int from, Frame frame) {
        core.endSession(from, frame.session());
    }

    @Override
    void onEndSession(int from, long session) {
        core.dropped();
    }

    @Override
    void onTimer(int kind) {
        throw new IllegalStateException("timer " + kind + " while no member");
    }

    @Override
    void onBatchEnd() {}
}
