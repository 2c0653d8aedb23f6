package io.abcast.zab;

import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.MembershipChange.Kind;
import io.abcast.kernel.Reconfiguration;
import io.abcast.kernel.Refusal;
import io.abcast.zab.LinkMessage.Reconfigure;
import io.abcast.zab.LinkMessage.ReconfigureRefused;

/**
 * Lets an established leader check and propose changes of the ensemble. A change is the last entry of its epoch,
 * committed by the voters of the ensemble before the change, so every epoch has only one ensemble. When a member learns
 * that a change is committed, it begins an election in the new ensemble.
 *
 * <p>The leader refuses a change after which the ensemble could not make progress: a quorum of the voters after the
 * change must already hold almost all entries of the leader.
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

    void onReconfigure(Leading leading, Progress p, Reconfigure message) {
        Refusal why = propose(p.link.peer, message.request(), message.change());
        if (why != null) leading.send(p, new ReconfigureRefused(message.request(), why));
    }

    void serveOwn() {
        if (!core.change.isUnsent()) return;
        long request = core.change.request();
        Refusal why = propose(core.id, request, core.change.send());
        if (why != null) core.change.onRefused(request, why);
    }

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

    /**
     * Returns the condition that the change {@code step} does not meet, as a text for the caller; null if the leader
     * can propose the change.
     */
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

    /**
     * Whether a follower holds almost all entries: it has entered the epoch, and at most half of {@link
     * ZabConfig#windowBytesMax} is in flight to it.
     */
    private boolean isClose(Progress p) {
        return p != null
                && p.upToDate
                && p.sentThrough == core.history.last()
                && p.window.bytes() <= core.config.windowBytesMax() / 2;
    }
}
