package io.abcast.zab;

import io.abcast.zab.LinkMessage.FollowerInfo;
import io.abcast.zab.ZabMessage.Frame;
import io.abcast.zab.ZabMessage.Settled;
import io.abcast.zab.ZabMessage.Vote;
import java.util.StringJoiner;
import java.util.function.Predicate;

/**
 * The role of a member in an election. An election finds the member with the best history among a quorum: the highest
 * current epoch, then the highest durable zxid, then the highest server id.
 *
 * <p>A vote carries the whole state of its sender and replaces the sender's previous vote. Members repeat their votes,
 * so a lost or stale vote only delays an election. Safety does not depend on the result of an election. The elected
 * member must still collect promises of a quorum, and its history must be at least as good as theirs (phase 1 of
 * Junqueira, Reed and Serafini 2011). Unlike votes of ZooKeeper's fast leader election, the votes of Zab's election in
 * abcast have no round numbers.
 *
 * <p>Members that are not voters do not stand for election, and their votes do not count. The first formation of an
 * ensemble, in which no member has a history, is an exception: the member with the highest server id wins if all
 * members vote for it. Votes of observers never count, and observers never stand for election.
 */
final class Looking extends ServerRole {
    private static final int NO_CANDIDATE = 0;

    /**
     * Maximum age of a received vote, in votes that this member has sent since its arrival; older votes are dropped,
     * because a member that is down must not be chosen.
     */
    private static final int VOTE_AGE_MAX = 3;

    /**
     * By rank, the last vote of each member that takes part in the election or follows this member; null if there is no
     * vote or it is too old.
     */
    private final Vote[] votes;

    /** By rank, the last vote of each member, whatever its role; null if there is no vote or it is too old. */
    private final Vote[] heard;

    private final int[] ages;

    /**
     * By rank, the first frame of a follower that has elected this member and has connected before this member's own
     * election ended.
     */
    private final Frame[] early;

    private final boolean[] counts;

    /**
     * The last vote of a member that knows a later change of the ensemble, whose candidate this member adopts; null
     * without such a vote.
     */
    private Vote herald;

    private int heraldAge;

    private int excludedBy = NO_CANDIDATE;

    private int candidate = NO_CANDIDATE;
    private final CandidateTimeout candidateTimeout;

    /**
     * The rank of the candidate that this member has chosen after the best candidate did not become leader in time;
     * negative if this member votes for the best candidate.
     */
    private int insteadRank = -1;

    private boolean formation;

    private final int[] refusals;

    private boolean impatient;

    private boolean settling;
    private boolean standing;
    private boolean warned;

    Looking(Core core) {
        super(core);
        counts = core.votes();
        votes = new Vote[core.members.size()];
        heard = new Vote[core.members.size()];
        ages = new int[core.members.size()];
        candidateTimeout =
                new CandidateTimeout(
                        core,
                        Math.max(
                                core.config.electionTimeoutNanos() / 2,
                                2 * core.config.voteIntervalNanos()));
        early = new Frame[core.members.size()];
        refusals = new int[core.members.size()];
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
        return ZabPhase.LOOKING;
    }

    @Override
    int leader() {
        return NO_CANDIDATE;
    }

    @Override
    void enter() {
        choose();
        broadcast();
        core.effects.setTimer(Timers.VOTE, core.jittered(core.config.voteIntervalNanos()));
        decide();
    }

    @Override
    void leave() {
        for (int r = 0; r < early.length; r++) {
            if (early[r] != null && !standing)
                core.endSession(core.members.id(r), early[r].session());
        }
    }

    @Override
    void onVote(int from, Vote vote) {
        int rank = core.members.rank(from);
        boolean knowsMore = vote.configuration() > core.configuration().zxid();
        if (knowsMore && vote.role() == Role.LOOKING) onHerald(from, vote);
        if (rank < 0) {
            // The leader of a later ensemble sends votes only to its members, so this server is a
            // member and can follow it.
            if (vote.role() == Role.LEADING) core.follow(from);
            else if (!knowsMore) core.informNonMember(from, vote.configuration());
            return;
        }
        heard[rank] = vote;
        ages[rank] = 0;
        switch (vote.role()) {
            case LEADING -> core.follow(from);
            case FOLLOWING -> {
                // The sender of the vote follows a leader, so it is no longer a candidate; its vote
                // counts only if it follows this member.
                votes[rank] = vote.candidate() == core.id ? vote : null;
                if (choose()) broadcast();
                decide();
            }
            case LOOKING -> {
                boolean wantsVote = votes[rank] == null || lacksMine(vote);
                votes[rank] = vote;
                if (choose()) broadcast();
                else if (wantsVote) core.send(from, ownVote());
                decide();
            }
        }
    }

    /**
     * Whether {@code vote} shows that its sender has not received this member's vote. Returns false if the sender knows
     * another ensemble, because the ranks in its vote then do not identify this member, and the members could answer
     * each other's votes forever.
     */
    private boolean lacksMine(Vote vote) {
        return isOfThisEnsemble(vote) && !vote.hasHeard(core.rank);
    }

    private boolean isOfThisEnsemble(Vote vote) {
        return vote.configuration() == core.configuration().zxid();
    }

    private void onHerald(int from, Vote vote) {
        boolean adopts = herald == null || vote.configuration() >= herald.configuration();
        boolean news = adopts && (herald == null || herald.candidate() != vote.candidate());
        if (adopts) {
            herald = vote;
            heraldAge = 0;
        }
        if (choose()) broadcast();
        if (news || core.members.rank(from) < 0) core.send(from, ownVote());
    }

    @Override
    void onFrame(int from, Frame frame) {
        int rank = core.members.rank(from);
        if (rank >= 0 && frame.body() instanceof FollowerInfo && frame.sequence() == 1)
            early[rank] = frame;
        else core.endSession(from, frame.session());
    }

    @Override
    void onSettled(int from, Settled settled) {
        boolean later = settled.configuration() > core.configuration().zxid();
        // Only the first member that reports the removal is stored, because each change of the
        // stored member would cause another log line.
        if (later && !settled.member() && excludedBy == NO_CANDIDATE) excludedBy = from;
    }

    @Override
    boolean isExcluded() {
        return excludedBy != NO_CANDIDATE;
    }

    @Override
    void onEndSession(int from, long session) {
        core.dropped();
    }

    @Override
    void onTimer(int kind) {
        switch (kind) {
            case Timers.VOTE -> {
                if (++heraldAge > VOTE_AGE_MAX) herald = null;
                age();
                if (!mayWait()) candidateTimeout.rest();
                else if (!isPatient()) reconsider();
                choose();
                broadcast();
                warn();
                core.effects.setTimer(Timers.VOTE, core.jittered(core.config.voteIntervalNanos()));
                decide();
            }
            case Timers.SETTLE -> {
                settling = false;
                if (isAgreed()) conclude();
            }
            default -> throw new IllegalStateException("timer " + kind + " while looking");
        }
    }

    private boolean isPatient() {
        return candidateTimeout.lasts(candidate, claims(core.members.rank(candidate)), core.now());
    }

    private boolean mayWait() {
        if (candidate == NO_CANDIDATE || herald != null || formation) return false;
        if (!core.members.contains(candidate)) return false;
        int voters = 0;
        for (int r = 0; r < votes.length; r++)
            if (counts[r] && votes[r] != null && votes[r].voter()) voters++;
        return voters >= core.quorum;
    }

    private void age() {
        for (int r = 0; r < ages.length; r++) {
            if (r == core.rank || ++ages[r] <= VOTE_AGE_MAX) continue;
            votes[r] = null;
            heard[r] = null;
        }
    }

    @Override
    void onBatchEnd() {}

    @Override
    void onDurable() {
        if (choose()) broadcast();
        decide();
    }

    @Override
    void onPersisted() {
        if (choose()) broadcast();
        decide();
    }

    private boolean choose() {
        votes[core.rank] = ownVote();
        formation = isFirstFormation();
        int best = -1;
        for (int r = 0; r < votes.length; r++) {
            // Ranks ascend with server ids, so the highest server id wins among candidates with
            // equal histories.
            if (mayLead(r) && (best < 0 || isAsGood(votes[r], votes[best]))) best = r;
        }
        int chosen = best < 0 ? NO_CANDIDATE : core.members.id(best);
        if (insteadRank >= 0 && !formation) {
            if (mayLead(insteadRank) && claims(insteadRank)) chosen = core.members.id(insteadRank);
            else insteadRank = -1;
        }
        int winner = impatient && !formation ? winner() : -1;
        if (winner >= 0) chosen = core.members.id(winner);
        if (herald != null) chosen = herald.candidate();
        boolean changed = chosen != candidate;
        candidate = chosen;
        votes[core.rank] = ownVote();
        heard[core.rank] = votes[core.rank];
        return changed;
    }

    /**
     * Returns the rank of a candidate that lacks only this member's vote for a quorum, or -1. Without a preference for
     * such a candidate, two members that change their candidates alternately could disagree for a long time.
     */
    private int winner() {
        for (int r = 0; r < votes.length; r++)
            if (mayLead(r)
                    && claims(r)
                    && isAsGood(votes[r], votes[core.rank])
                    && support(r) + 1 >= core.quorum) return r;
        return -1;
    }

    private boolean mayLead(int rank) {
        return counts[rank] && stands(votes[rank]) && hearsMe(rank);
    }

    /**
     * Replaces the present candidate, which has not become leader in time, by the candidate with the most votes. Each
     * earlier failure of a candidate counts as one vote less, because links of other members to it may be broken.
     */
    private void reconsider() {
        impatient = true;
        int refused = core.members.rank(candidate);
        if (refused >= 0) refusals[refused]++;
        int best = -1;
        int most = 0;
        for (int r = 0; r < votes.length; r++) {
            if (!mayLead(r) || !claims(r) || !isAsGood(votes[r], votes[core.rank])) continue;
            int support = support(r) + 1 - refusals[r];
            if (best >= 0 && (support < most || (support == most && !winsTie(r, best)))) continue;
            best = r;
            most = support;
        }
        insteadRank = best;
    }

    private boolean winsTie(int rank, int best) {
        if (refusals[rank] != refusals[best]) return refusals[rank] < refusals[best];
        return isAsGood(votes[rank], votes[best]);
    }

    /**
     * Whether the member with rank {@code rank} votes for itself; true for this member itself, because it could change
     * its vote.
     */
    private boolean claims(int rank) {
        if (rank == core.rank) return true;
        Vote vote = votes[rank];
        return vote != null && vote.candidate() == core.members.id(rank);
    }

    /**
     * Returns the number of other voters that vote for the member with rank {@code rank} and whose votes have reached
     * the member with rank {@code rank}.
     */
    private int support(int rank) {
        int id = core.members.id(rank);
        int support = 0;
        for (int r = 0; r < votes.length; r++)
            if (r != core.rank
                    && counts[r]
                    && votes[r] != null
                    && votes[r].voter()
                    && votes[r].candidate() == id
                    && (r == rank || votes[rank].hasHeard(r))) support++;
        return support;
    }

    private boolean stands(Vote vote) {
        return vote != null
                && vote.role() == Role.LOOKING
                && vote.stands()
                && (formation || vote.voter());
    }

    /**
     * Whether the member with rank {@code rank} has received this member's vote, so that it could lead with it; true if
     * that member knows another ensemble, whose ranks identify other members.
     */
    private boolean hearsMe(int rank) {
        if (rank == core.rank) return true;
        Vote vote = votes[rank];
        if (!isOfThisEnsemble(vote)) return true;
        return vote.hasHeard(core.rank) && !isPassedOver(rank);
    }

    /**
     * Whether this member must not vote for the member with rank {@code rank} now, because that member has recently
     * failed as leader; false if no quorum exists without it, and in a first formation.
     */
    private boolean isPassedOver(int rank) {
        if (formation || !core.isPassedOver(core.members.id(rank))) return false;
        int others = 0;
        for (int r = 0; r < votes.length; r++)
            if (r != rank && counts[r] && heard[r] != null && heard[r].voter()) others++;
        return others >= core.quorum;
    }

    private static boolean isAsGood(Vote one, Vote other) {
        if (one.currentEpoch() != other.currentEpoch())
            return one.currentEpoch() > other.currentEpoch();
        return one.durableZxid() >= other.durableZxid();
    }

    private boolean isFirstFormation() {
        for (int r = 0; r < votes.length; r++) if (counts[r] && votes[r] == null) return false;
        return mayBeFirstFormation(votes);
    }

    private boolean mayBeFirstFormation(Vote[] among) {
        FirstFormation rule = new FirstFormation();
        for (int r = 0; r < among.length; r++) {
            Vote vote = among[r];
            if (vote != null && counts[r])
                rule.member(vote.fresh(), vote.voter(), vote.acceptedEpoch(), vote.currentEpoch());
        }
        return rule.voters() < core.members.voters() && rule.holds();
    }

    private void decide() {
        if (core.role() != this || !isAgreed()) return;
        if (isComplete()) {
            conclude();
        } else if (!settling) {
            settling = true;
            core.effects.setTimer(Timers.SETTLE, core.config.finalizeWaitNanos());
        }
    }

    private boolean isAgreed() {
        if (candidate == NO_CANDIDATE || herald != null || (!formation && !core.epochs().voter()))
            return false;
        if (votes[core.members.rank(candidate)].candidate() != candidate) return false;
        int agreeing = 0;
        for (int r = 0; r < votes.length; r++) {
            Vote vote = votes[r];
            if (vote == null || !counts[r] || vote.candidate() != candidate) continue;
            if (formation || vote.voter()) agreeing++;
        }
        return agreeing >= (formation ? core.members.voters() : core.quorum);
    }

    private boolean isComplete() {
        for (int r = 0; r < votes.length; r++) {
            if (!counts[r]) continue;
            if (votes[r] == null || votes[r].candidate() != candidate) return false;
        }
        return true;
    }

    private void conclude() {
        if (candidate == core.id) {
            standing = true;
            core.lead(formation, early);
        } else {
            core.follow(candidate);
        }
    }

    private void warn() {
        if (warned || formation || (core.epochs().voter() && !hasMajorityForgotten())) return;
        warned = true;
        core.effects.report(reason());
    }

    @Override
    String reason() {
        if (excludedBy != NO_CANDIDATE)
            return "no member of the present ensemble, says " + excludedBy;
        if (formation) return "forming for the first time";
        if (hasMajorityForgotten() && !mayBeFirstFormation(heard))
            return "a majority has forgotten its history (members "
                    + list(vote -> vote != null && !vote.voter())
                    + "): no quorum can tell what was committed";
        if (!core.epochs().voter() || hasMajorityForgotten()) return whatIsMissing();
        int following = NO_CANDIDATE;
        int voters = 0;
        for (int r = 0; r < heard.length; r++) {
            Vote vote = heard[r];
            if (vote == null) continue;
            if (vote.voter() && counts[r]) voters++;
            if (vote.role() == Role.FOLLOWING) following = vote.candidate();
        }
        if (voters < core.quorum)
            return "no quorum reachable: heard %d of %d members that may vote, a quorum is %d"
                    .formatted(voters, core.members.voters(), core.quorum);
        return following == NO_CANDIDATE
                ? "electing a leader"
                : "leader " + following + " does not answer";
    }

    private String whatIsMissing() {
        return mayBeFirstFormation(heard)
                ? "no history yet: waiting for a leader, or at the first start for all members (missing: "
                        + list(vote -> vote == null)
                        + ")"
                : "no synchronised history yet: waiting for an established leader";
    }

    /**
     * Whether so many members are not voters (may have forgotten votes) that no quorum of voters can exist; members
     * that have sent no vote count as voters.
     */
    private boolean hasMajorityForgotten() {
        int forgetful = 0;
        for (int r = 0; r < heard.length; r++) {
            if (counts[r] && heard[r] != null && !heard[r].voter()) forgetful++;
        }
        return core.members.voters() - forgetful < core.quorum;
    }

    private String list(Predicate<Vote> which) {
        StringJoiner ids = new StringJoiner(", ");
        for (int r = 0; r < heard.length; r++) {
            if (counts[r] && which.test(heard[r])) ids.add(Integer.toString(core.members.id(r)));
        }
        return ids.toString();
    }

    private Vote ownVote() {
        int lately = 0;
        for (int r = 0; r < heard.length; r++) if (heard[r] != null) lately |= 1 << r;
        return core.vote(Role.LOOKING, candidate, lately);
    }

    private void broadcast() {
        Vote vote = ownVote();
        for (int r = 0; r < votes.length; r++) {
            if (r != core.rank) core.send(core.members.id(r), vote);
        }
    }
}
