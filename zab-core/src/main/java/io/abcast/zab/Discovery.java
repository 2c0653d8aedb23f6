package io.abcast.zab;

import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.AckEpoch;
import io.abcast.zab.LinkMessage.NewEpoch;
import io.abcast.zab.Progress.Stage;
import java.util.function.Predicate;

/**
 * The leader's side of phase 1, discovery (Junqueira, Reed and Serafini 2011). The leader chooses a new epoch and
 * collects promises of the followers. Discovery ends when the members that have promised prove together that the
 * leader's history contains every entry that any member may have delivered.
 */
final class Discovery {
    private final Core core;
    private final Leading leading;
    private final Formation formation;

    private final Progress[] followers;

    private final LeaderReads reads;
    private final Broadcast broadcast;
    private final long nonce;

    private final int historyEpoch;

    private final int historyPromise;

    private final boolean historyVoter;

    private final boolean[] votes;

    private final boolean[] counted;

    private int epoch;

    private boolean epochDurable;

    /**
     * Number of the ping round in which the followers confirm their promises; 0 before enough members have promised.
     */
    private long confirmation;

    /**
     * For each rank, whether that member's history is newer than this leader's history, so that its promise does not
     * count.
     */
    private final boolean[] knowsMore;

    private boolean ended;

    Discovery(
            Core core,
            Leading leading,
            boolean first,
            Progress[] followers,
            LeaderReads reads,
            Broadcast broadcast) {
        this.core = core;
        this.leading = leading;
        this.followers = followers;
        this.reads = reads;
        this.broadcast = broadcast;
        formation =
                new Formation(
                        core.members,
                        core.quorum,
                        first,
                        core.epochs(),
                        core.configuration().zxid());
        votes = core.votes();
        historyEpoch = core.epochs().currentEpoch();
        historyPromise = core.epochs().acceptedEpoch();
        historyVoter = core.epochs().voter();
        nonce = core.nextRandom();
        counted = new boolean[followers.length];
        knowsMore = new boolean[followers.length];
    }

    void begin() {
        chooseEpoch();
    }

    void onFollowerInfo(Progress p) {
        if (formation.isFirst() && !leading.isActive() && !mayFormFirst(p)) {
            core.look("member " + p.link.peer + " has a past: this is no first formation");
            return;
        }
        leading.arrived(p, formation.isFirst());
        if (epoch == 0) {
            chooseEpoch();
        } else if (p.info.acceptedEpoch() > epoch) {
            // The follower has promised a higher epoch than this leader's epoch, so a new attempt
            // to lead will choose an epoch above the follower's epoch.
            core.look(
                    "member "
                            + p.link.peer
                            + " has promised epoch "
                            + p.info.acceptedEpoch()
                            + ", this is "
                            + epoch);
        } else if (epochDurable) {
            invite(p);
        }
    }

    /**
     * Whether this attempt may be the first formation of the ensemble, according to the first message of each follower,
     * because votes may be old. The check must come before the leader asks for promises: afterwards, a forgotten epoch
     * cannot be distinguished from a new promise.
     */
    private boolean mayFormFirst(Progress arrived) {
        FirstFormation rule = new FirstFormation();
        if (leading.isSynchronising()) {
            // In the discovery phase, all members have promised this leader's epoch. Some members
            // may have entered the epoch already, and later even a higher epoch under another
            // leader.
            rule.entered(epoch);
            describe(arrived, rule);
        } else {
            rule.member(true, historyVoter, historyPromise, historyEpoch);
            for (Progress p : followers) if (p != null) describe(p, rule);
        }
        return rule.holds();
    }

    private static void describe(Progress p, FirstFormation rule) {
        rule.member(p.info.fresh(), p.info.voter(), p.info.acceptedEpoch(), p.info.currentEpoch());
    }

    private void chooseEpoch() {
        int highest = core.epochs().acceptedEpoch();
        for (Progress p : followers) {
            if (p != null) highest = Math.max(highest, p.info.acceptedEpoch());
        }
        if (!suffices(p -> true)) return;
        if (highest == Zxid.EPOCH_MAX) {
            core.effects.halt(
                    "epoch "
                            + highest
                            + " is the highest possible one: no further leader can be elected");
            return;
        }
        epoch = highest + 1;
        leading.chosen(epoch);
        core.persist(
                core.epochs().accept(epoch),
                leading,
                () -> {
                    epochDurable = true;
                    for (Progress p : followers) {
                        if (p != null) invite(p);
                    }
                    checkPromises();
                });
    }

    void invite(Progress p) {
        if (p.invited || !p.admitted) return;
        p.invited = true;
        leading.send(
                p,
                new NewEpoch(
                        epoch,
                        core.policy.code(),
                        nonce,
                        core.configuration().zxid(),
                        ZabCodec.VERSION_2));
    }

    void onAckEpoch(Progress p, AckEpoch message) {
        boolean inTime = p.stage == Stage.JOINING && p.invited;
        boolean fits = inTime && message.epoch() == epoch && message.isConsistent();
        if (!leading.expect(p, fits, message)) return;
        // A follower with a better history than the leader may hold entries that were delivered
        // (ZooKeeper 1154, 1156). The leader gives up only if it needs such a follower for a
        // quorum: if the remaining members suffice, no additional entry was delivered. If the
        // leader always gave up, perhaps no leader would be elected, because that follower may be
        // unable to lead.
        boolean isBetter =
                message.currentEpoch() > historyEpoch
                        || (message.currentEpoch() == historyEpoch
                                && message.durableZxid() > core.history.last());
        boolean counts = votes[p.rank] && formation.counts(p.info.voter());
        if (isBetter && counts && !leading.isActive()) {
            knowsMore[p.rank] = true;
            if (!suffices(other -> !knowsMore[other.rank])) {
                core.look(
                        "member "
                                + p.link.peer
                                + " has a newer history: epoch "
                                + message.currentEpoch()
                                + ", log up to "
                                + Zxid.toString(message.durableZxid()));
                return;
            }
        }
        p.promise = message;
        p.stage = Stage.PROMISED;
        if (ended) leading.synchronise(p);
        else checkPromises();
    }

    /**
     * When enough members have promised the leader's epoch, the leader asks these members to confirm their promises.
     * Without a second round of messages, promises of members without a disk could be unsafe: a crash erases such
     * promises (Michael et al., 2017, section 3). Once enough members have confirmed their promises, no quorum confirms
     * the previous leader, so the previous leader cannot admit a member that has forgotten its promise.
     */
    private void checkPromises() {
        if (!knowAll(this::hasPromised)) return;
        confirmation = reads.beginRound();
        for (Progress p : followers) {
            if (p != null && p.promise != null) broadcast.ping(p, confirmation);
        }
        checkConfirmations();
    }

    void checkConfirmations() {
        if (ended || confirmation == 0) return;
        if (!knowAll(p -> hasPromised(p) && p.round >= confirmation)) return;
        ended = true;
        leading.discovered();
    }

    ZabPhase phase() {
        if (confirmation != 0) return ZabPhase.CONFIRMING;
        return isWaitingForOthers() ? ZabPhase.WAITING_FOR_OTHERS : ZabPhase.DISCOVERING;
    }

    boolean isWaitingForOthers() {
        for (Progress p : followers) {
            // A connected follower without a promise may have promised this epoch number to another
            // leader; then a new attempt with a higher epoch is better than waiting.
            if (p != null && !hasPromised(p)) return false;
        }
        return suffices(this::hasPromised) && !knowAll(this::hasPromised);
    }

    String expectation() {
        return formation.expectation(core.members);
    }

    boolean suffices(Predicate<Progress> which) {
        return formation.suffices(count(which));
    }

    private boolean knowAll(Predicate<Progress> which) {
        return formation.suffices(count(which), lastLeaderKnows(which));
    }

    private boolean[] count(Predicate<Progress> which) {
        for (int r = 0; r < counted.length; r++) {
            Progress p = followers[r];
            boolean counts =
                    r == core.rank
                            ? formation.counts(core.epochs().voter())
                            : p != null && formation.counts(p.info.voter()) && which.test(p);
            counted[r] = counts && votes[r];
        }
        return counted;
    }

    /**
     * Whether the leader of the last epoch takes part (as this member, or as a follower that matches {@code which}) and
     * still holds all entries that it proposed.
     */
    private boolean lastLeaderKnows(Predicate<Progress> which) {
        int last = formation.lastLeader();
        if (last < 0) return true;
        if (last == core.rank) return core.hasLed(historyEpoch);
        Progress p = followers[last];
        return p != null
                && which.test(p)
                && p.promise != null
                && p.promise.complete()
                && p.promise.currentEpoch() == historyEpoch;
    }

    private boolean hasPromised(Progress p) {
        return p.promise != null && p.promise.promised() && !knowsMore[p.rank];
    }
}
