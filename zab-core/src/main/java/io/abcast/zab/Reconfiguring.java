package io.abcast.zab;

import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.MembershipChange.Kind;
import io.abcast.kernel.Reconfiguration;
import io.abcast.kernel.Refusal;
import io.abcast.zab.LinkMessage.Reconfigure;
import io.abcast.zab.LinkMessage.ReconfigureRefused;

/**
 * An established leader's part in changing the ensemble. A change is the last entry of its epoch. The voters before the
 * change commit it like any other entry. When a member learns that the change is committed, it begins an election in
 * the new ensemble, and the new leader begins a new epoch. So every epoch has only one ensemble.
 *
 * <p>A change must not leave an ensemble that cannot make progress: a quorum of the voters after the change must be up
 * to date.
 */
final class Reconfiguring {
    private final Core core;
    private final Progress[] followers;
    private final Broadcast broadcast;

    Reconfiguring(Core core, Progress[] followers, Broadcast broadcast) {
        this.core = core;
        this.followers = followers;
        this.broadcast = broadcast;
    }

    /** Proposes a change that a caller at a follower has requested, or refuses it. */
    void onReconfigure(Leading leading, Progress p, Reconfigure message) {
        Refusal why = propose(p.link.peer, message.request(), message.change());
        if (why != null) leading.send(p, new ReconfigureRefused(message.request(), why));
    }

    /** Proposes or refuses a change that this member's own caller has requested. */
    void serveOwn() {
        if (!core.change.isUnsent()) return;
        long request = core.change.request();
        Refusal why = propose(core.id, request, core.change.send());
        if (why != null) core.change.onRefused(request, why);
    }

    /** @return the reason for the refusal, or null if the change is proposed */
    private Refusal propose(int origin, long request, MembershipChange change) {
        if (broadcast.isClosed()) return Refusal.CHANGE_PENDING;
        Reconfiguration step;
        try {
            step = core.rules.step(core.members, change);
        } catch (IllegalArgumentException e) {
            core.effects.report("refused to " + e.getMessage());
            return Refusal.BAD_CHANGE;
        }
        String missing = missing(step);
        if (missing != null) {
            core.effects.report("refused to %s: %s".formatted(change, missing));
            return Refusal.CHANGE_NOT_READY;
        }
        core.effects.report(
                "%s, asked for by %d: proposing the ensemble %s"
                        .formatted(change, origin, step.now()));
        broadcast.close(origin, request, step);
        return null;
    }

    /** Returns the reason why the change cannot be made at present, or null. */
    private String missing(Reconfiguration step) {
        for (Progress p : followers) {
            if (p != null && p.info.version() < ZabCodec.VERSION_2)
                return "member "
                        + p.link.peer
                        + " runs a release that does not support changes of the ensemble";
        }
        int id = step.change().id();
        if (step.change().kind() == Kind.PROMOTE && !isClose(followers[core.members.rank(id)]))
            return "observer " + id + " is not up to date";
        Membership next = step.now();
        int serving = 0;
        for (int r = 0; r < next.size(); r++) if (next.votes(r) && serves(next.id(r))) serving++;
        return serving >= next.quorum()
                ? null
                : "only %d of the voters %s would serve, a quorum is %d"
                        .formatted(serving, next, next.quorum());
    }

    private boolean serves(int id) {
        if (id == core.id) return true;
        int rank = core.members.rank(id);
        return rank >= 0 && followers[rank] != null && followers[rank].upToDate;
    }

    /** Whether the follower is up to date and has acked all entries except at most half a window of bytes. */
    private boolean isClose(Progress p) {
        return p != null
                && p.upToDate
                && p.sentThrough == core.history.last()
                && p.window.bytes() <= core.config.windowBytesMax() / 2;
    }
}
