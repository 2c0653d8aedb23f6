package io.abcast.zab;

import io.abcast.zab.LinkMessage.FollowerInfo;
import io.abcast.zab.ZabMessage.Frame;
import io.abcast.zab.ZabMessage.Settled;
import io.abcast.zab.ZabMessage.Vote;
import java.util.StringJoiner;
import java.util.function.Predicate;

/**
 * Election: find the member with the best history among a quorum, by (currentEpoch, durable zxid, id).
 *
 * <p>A vote carries the whole state of its sender and replaces the previous one, and votes are repeated, so that lost or
 * stale ones heal by themselves; there are no rounds. Safety does not depend on the outcome: whoever leads must still win a
 * quorum of promises and hold a history that no promise surpasses (Junqueira et al. 2011, phase 1). Departs from
 * ZooKeeper's fast leader election, which counts rounds.
 *
 * <p>A member that is not a voter neither counts nor stands. The one exception is the first formation: when all members are
 * fresh, the one with the highest id stands, and needs all of them. Observers neither count nor stand, and go along.
 */
final class Looking extends ServerRole {
    private static final int NOBODY = 0;

    /**
     * A vote counts for so many rounds of this member's own votes. A member that is down, cut off or waits for a leader to call it does not
     * repeat its last one, and must not be chosen for ever.
     */
    private static final int VOTE_AGE_MAX = 3;

    /** The last vote of each member that looks, or follows this one, by rank; null once it is too old. */
    private final Vote[] votes;

    /** The last vote of each member, whatever it does, by rank; null once it is too old. For {@link #reason}. */
    private final Vote[] heard;

    /** For how many rounds each member's vote was not repeated, by rank. */
    private final int[] ages;

    /** The first frames of followers that have decided faster, by rank. */
    private final Frame[] early;

    /** Who counts, by rank. */
    private final boolean[] counts;

    /** The last vote of somebody who knows a later ensemble, or null; and for how many rounds of votes it was not repeated. */
    private Vote herald;

    private int heraldAge;

    /** Who says that this server is no member any more, {@link #NOBODY} if nobody does. */
    private int excludedBy = NOBODY;

    private int candidate = NOBODY;
    private final CandidateTimeout patience;

    /** Whom this member votes for instead of the best candidate, which did not get to lead; by rank, negative: no such member. */
    private int insteadRank = -1;

    private boolean formation;

    /** By rank, how often patience with that candidate was lost. */
    private final int[] refusals;

    /** Whether patience with a candidate was lost before. */
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
        patience =
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
        return NOBODY;
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
            // A leader of a later ensemble calls its members, this one among them.
            if (vote.role() == Role.LEADING) core.follow(from);
            else if (!knowsMore) core.informStranger(from, vote.configuration());
            return;
        }
        heard[rank] = vote;
        ages[rank] = 0;
        switch (vote.role()) {
            case LEADING -> core.follow(from);
            case FOLLOWING -> {
                // It may have been the candidate, and a candidate must have a vote. Who follows
                // this
                // member already has counted by another ensemble, and agrees.
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

    /** The ranks in a vote are those of the sender's ensemble: another one says nothing about this member's vote, and two answers could go on for ever. */
    private boolean lacksMine(Vote vote) {
        return isOfThisEnsemble(vote) && !vote.hasHeard(core.rank);
    }

    private boolean isOfThisEnsemble(Vote vote) {
        return vote.configuration() == core.configuration().zxid();
    }

    /** Whoever knows a later ensemble knows better whom to elect. This member votes with it, and waits to be called. */
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
        // The first who says so is named: another name each time would be another line each time.
        if (later && !settled.member() && excludedBy == NOBODY) excludedBy = from;
    }

    @Override
    boolean isExcluded() {
        return excludedBy != NOBODY;
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
                if (!mayWait()) patience.rest();
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
        return patience.lasts(candidate, claims(core.members.rank(candidate)), core.now());
    }

    /** Whether there is a candidate that could lead: a quorum looks for a leader, and this member hears it. */
    private boolean mayWait() {
        if (candidate == NOBODY || herald != null || formation) return false;
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

    /** Chooses the best candidate among those heard. @return whether it changed */
    private boolean choose() {
        votes[core.rank] = ownVote();
        formation = isFirstFormation();
        int best = -1;
        for (int r = 0; r < votes.length; r++) {
            // Ranks ascend with ids, so of equals the one with the highest id.
            if (mayLead(r) && (best < 0 || isAsGood(votes[r], votes[best]))) best = r;
        }
        int chosen = best < 0 ? NOBODY : core.members.id(best);
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
     * A candidate that lacks the vote of this member alone; -1 without such a candidate. Otherwise two members that lose patience in turn could miss each other
     * for long.
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
     * The candidate does not get to lead, so votes for whom most members vote already, counting this one's vote for others but not for the
     * candidate. Each further time that a candidate does not get to lead, it counts for one vote less: links that fail between others may keep it from the votes that
     * it needs, and this member from seeing that.
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

    /** Whether the member of that rank votes for itself; this one would. */
    private boolean claims(int rank) {
        if (rank == core.rank) return true;
        Vote vote = votes[rank];
        return vote != null && vote.candidate() == core.members.id(rank);
    }

    /** How many others vote for the member of that rank, which has received votes from them. */
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

    /** Whether the member of that rank could count this member's vote. A rank of another ensemble may be another member's. */
    private boolean hearsMe(int rank) {
        if (rank == core.rank) return true;
        Vote vote = votes[rank];
        if (!isOfThisEnsemble(vote)) return true;
        return vote.hasHeard(core.rank) && !isPassedOver(rank);
    }

    /** Whether that member must not be chosen now. The others must be a quorum without it; the first formation needs all members. */
    private boolean isPassedOver(int rank) {
        if (formation || !core.isPassedOver(core.members.id(rank))) return false;
        int others = 0;
        for (int r = 0; r < votes.length; r++)
            if (r != rank && counts[r] && heard[r] != null && heard[r].voter()) others++;
        return others >= core.quorum;
    }

    /** Compares histories. A member whose history is worse than another's cannot lead that one. */
    private static boolean isAsGood(Vote one, Vote other) {
        if (one.currentEpoch() != other.currentEpoch())
            return one.currentEpoch() > other.currentEpoch();
        return one.durableZxid() >= other.durableZxid();
    }

    /** Whether every member is here, and what they say is the {@link FirstFormation}. */
    private boolean isFirstFormation() {
        for (int r = 0; r < votes.length; r++) if (counts[r] && votes[r] == null) return false;
        return mayBeFirstFormation(votes);
    }

    /** Whether it would be one if the members not heard were empty, too. */
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
        if (candidate == NOBODY || herald != null || (!formation && !core.epochs().voter()))
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

    /** Everybody has been heard and agrees: no better vote can come. */
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

    /** Tells the operator, once, what this waits for when no election can end it. */
    private void warn() {
        if (warned || formation || (core.epochs().voter() && !hasMajorityForgotten())) return;
        warned = true;
        core.effects.report(reason());
    }

    @Override
    String reason() {
        if (excludedBy != NOBODY) return "no member of the present ensemble, says " + excludedBy;
        if (formation) return "forming for the first time";
        if (hasMajorityForgotten() && !mayBeFirstFormation(heard))
            return "a majority has forgotten its history (members "
                    + list(vote -> vote != null && !vote.voter())
                    + "): no quorum can tell what was committed";
        if (!core.epochs().voter() || hasMajorityForgotten()) return whatIsMissing();
        int following = NOBODY;
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
        return following == NOBODY
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

    /** Even if all members not heard may vote, they are too few with those that may. */
    private boolean hasMajorityForgotten() {
        int forgetful = 0;
        for (int r = 0; r < heard.length; r++) {
            if (counts[r] && heard[r] != null && !heard[r].voter()) forgetful++;
        }
        return core.members.voters() - forgetful < core.quorum;
    }

    /** Ids of the members whose last vote is so. */
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
