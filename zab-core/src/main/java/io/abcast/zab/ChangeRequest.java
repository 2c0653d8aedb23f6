package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.Zxid;

/**
 * The unanswered request of one caller at this member for a change of the ensemble. A member has at most one unanswered
 * request for a change of the ensemble. This member answers a caller's request for a change when this member has
 * delivered the change and serves in the new ensemble. So when the caller receives the answer to its request for a
 * change, a quorum of the new ensemble follows a leader. If a sent change is not in this member's log after a
 * synchronisation by a new leader, the earlier leader will never order the change. This member sends a request for a
 * change that no leader has ordered to the next leader, as {@link Requests} does with requests of the application.
 */
final class ChangeRequest {
    private enum State {
        NONE,
        UNSENT,
        SENT,
        /** The requested change of the ensemble is in this member's log. */
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

    /** Returns the requested change of the ensemble, and marks its request as sent to the leader. */
    MembershipChange send() {
        state = State.SENT;
        return change;
    }

    /** Notes that {@code entry}, a change of the ensemble that was requested at this member, is in the log. */
    void onLogged(Entry entry) {
        if (state != State.SENT || entry.request() != request) return;
        state = State.LOGGED;
        zxid = entry.zxid();
    }

    void onTruncated(long to) {
        if (state == State.LOGGED && zxid > to) state = State.SENT;
    }

    /** Notes that, after a synchronisation, this member's log equals the leader's log. */
    void onSynchronised() {
        if (state == State.SENT) state = State.UNSENT;
    }

    void onSnapshotInstalled() {
        if (state == State.SENT || state == State.LOGGED) refuse(Refusal.UNKNOWN);
    }

    void onDelivered(Entry entry) {
        if (state == State.LOGGED && entry.zxid() == zxid) state = State.DELIVERED;
    }

    /** Handles the leader's refusal of the requested change of the ensemble. */
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

    /**
     * Answers the caller's request for a change once this member serves in the changed ensemble or has been removed
     * from it.
     */
    void answer(Configuration configuration) {
        if (state != State.DELIVERED || configuration.zxid() < zxid) return;
        state = State.NONE;
        effects.reconfigured(request, true, configuration.members());
    }
}
