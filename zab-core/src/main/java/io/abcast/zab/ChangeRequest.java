package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.Zxid;

/**
 * The change of the ensemble that a caller at this member has asked for and not heard of: one at a time. It is answered when it is
 * delivered and this member serves again, in the ensemble that it has made; so whoever is told can rely on a leader that a
 * quorum of that ensemble follows. As with {@link Requests}, what was sent to a leader and is not in the log after a new synchronisation never
 * will be, and is sent again.
 */
final class ChangeRequest {
    private enum State {
        NONE,
        UNSENT,
        SENT,
        /** In this member's log. */
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

    /** The change, which counts as sent from now on. */
    MembershipChange send() {
        state = State.SENT;
        return change;
    }

    /** An entry of this origin that changes the ensemble is in the log. */
    void onLogged(Entry entry) {
        if (state != State.SENT || entry.request() != request) return;
        state = State.LOGGED;
        zxid = entry.zxid();
    }

    void onTruncated(long to) {
        if (state == State.LOGGED && zxid > to) state = State.SENT;
    }

    /** The log equals the leader's. */
    void onSynchronised() {
        if (state == State.SENT) state = State.UNSENT;
    }

    void onSnapshotInstalled() {
        if (state == State.SENT || state == State.LOGGED) refuse(Refusal.UNKNOWN);
    }

    void onDelivered(Entry entry) {
        if (state == State.LOGGED && entry.zxid() == zxid) state = State.DELIVERED;
    }

    /** The leader will not have it. */
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

    /** This member serves in the ensemble that it knows, or never will again. */
    void answer(Configuration configuration) {
        if (state != State.DELIVERED || configuration.zxid() < zxid) return;
        state = State.NONE;
        effects.reconfigured(request, true, configuration.members());
    }
}
