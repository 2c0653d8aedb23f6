package io.abcast.zab;

import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.MembershipChange.Kind;
import io.abcast.kernel.Reconfiguration;
import io.abcast.kernel.Refusal;
import io.abcast.zab.LinkMessage.Reconfigure;
import io.abcast.zab.LinkMessage.ReconfigureRefused;

/**
 * An established leader's part in changing the ensemble. A change is an entry of the epoch, the last one, and is committed as
 * any other, by those who vote before it. Whoever learns that it is committed goes on in the ensemble that it makes: looks for
 * a leader there, of a new epoch. So no epoch ever sees two ensembles.
 *
 * <p>What a change must not do is leave an ensemble that cannot go on: a quorum of those who vote after it must be here and
 * up to date.
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

    /** Refuses to a follower what somebody there has asked for, or proposes it. */
    void onReconfigure(Leading leading, Progress p, Reconfigure message) {
        Refusal why = propose(p.link.peer, message.request(), message.change());
        if (why != null) leading.send(p, new ReconfigureRefused(message.request(), why));
    }

    /** What this member's own callers ask for. */
    void serveOwn() {
        if (!core.change.isUnsent()) return;
        long request = core.change.request();
        Refusal why = propose(core.id, request, core.change.send());
        if (why != null) core.change.onRefused(request, why);
    }

    /**
     * @return why not, or null if it is proposed
     */
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

    /** What keeps the change from being made now, or null. */
    private String missing(Reconfiguration step) {
        for (Progress p : followers) {
            if (p != null && p.info.version() < ZabCodec.VERSION_2)
                return "member " + p.link.peer + " runs a release that knows no changes";
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

    /** Whether all but a window's content has been acked by it. */
    private boolean isClose(Progress p) {
        return p != null
                && p.upToDate
                && p.sentThrough == core.history.last()
                && p.window.bytes() <= core.config.windowBytesMax() / 2;
    }
}
