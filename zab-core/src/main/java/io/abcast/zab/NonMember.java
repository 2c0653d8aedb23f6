package io.abcast.zab;

import io.abcast.kernel.Refusal;
import io.abcast.kernel.Zxid;
import io.abcast.zab.ZabMessage.Frame;
import io.abcast.zab.ZabMessage.Settled;
import io.abcast.zab.ZabMessage.Vote;

/**
 * The role of a server that is not a member of the ensemble at the end of its history. A non-member does not stand for
 * election, refuses requests, and follows any leader that sends it a vote. If a member looks for a leader, the
 * non-member sends to that member the last change of the ensemble that is known to be committed. The member that looks
 * for a leader may not know the last change, for example the change that removed this server.
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
     * Refuses to its callers all requests that are not in this server's log. The refused requests will never be
     * ordered, because a change of the ensemble is the last entry of its epoch.
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
     * Whether this server votes although its history does not name it as a member. By setting {@code bootstrap}, an
     * operator asserts that no vote of this server is lost, or that another member knows each lost vote. Therefore a
     * server with {@code bootstrap} and without a history may vote for the candidate of a member that has sent a vote
     * to this server.
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
