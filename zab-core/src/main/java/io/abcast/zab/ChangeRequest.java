package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.Zxid;

/**
 * A caller's unanswered request to this member for a change of the ensemble; at most one at a time. This member answers
 * when it has delivered the change and serves in the new ensemble, so the answer shows that a quorum of the new
 * ensemble follows a leader. If a new leader has synchronised this member, and the log lacks the change, the request is
 * sent to the new leader.
 */
final class ChangeRequest {
    private enum State {
        NONE,
        UNSENT,
        SENT,
        LOGGED,
        DELIVERED
    }

    private final Effects effects;
    private State state = State.NONE;
    private long request;
    private MembershipChange change;
    private long zxid = Zxid.NONE;

    ChangeRequest(Effects effects) {
        this.effects = effects;
    }

    void submit(long number, MembershipChange wanted) {
        if (state != State.NONE) {
            effects.refuse(number, Refusal.CHANGE_PENDING);
            return;
        }
        state = State.UNSENT;
        request = number;
        change = wanted;
    }

    boolean isUnsent() {
        return state == State.UNSENT;
    }

    long request() {
        return request;
    }

    MembershipChange send() {
        state = State.SENT;
        return change;
    }

    void onLogged(Entry entry) {
        if (state != State.SENT || entry.request() != request) return;
        state = State.LOGGED;
        zxid = entry.zxid();
    }

    void onTruncated(long to) {
        if (state == State.LOGGED && zxid > to) state = State.SENT;
    }

    /**
     * Records that a new leader has synchronised this member: if the log lacks the requested change, this member must
     * request it again.
     */
    void onSynchronised() {
        if (state == State.SENT) state = State.UNSENT;
    }

    void onSnapshotInstalled() {
        if (state == State.SENT || state == State.LOGGED) refuse(Refusal.UNKNOWN);
    }

    void onDelivered(Entry entry) {
        if (state == State.LOGGED && entry.zxid() == zxid) state = State.DELIVERED;
    }

    void onRefused(long number, Refusal why) {
        if (state == State.SENT && number == request) refuse(why);
    }

    void refuseUnlogged(Refusal why) {
        if (state == State.UNSENT || state == State.SENT) refuse(why);
    }

    private void refuse(Refusal why) {
        state = State.NONE;
        effects.refuse(request, why);
    }

    void answer(Configuration configuration) {
        if (state != State.DELIVERED || configuration.zxid() < zxid) return;
        state = State.NONE;
        effects.reconfigured(request, true, configuration.members());
    }
}
