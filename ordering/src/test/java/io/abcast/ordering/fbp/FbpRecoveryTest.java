package io.abcast.ordering.fbp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Message;
import io.abcast.ordering.Script;
import io.abcast.ordering.Script.Letter;
import io.abcast.ordering.fbp.FbpMessage.Accepted;
import io.abcast.ordering.fbp.FbpMessage.Claimed;
import io.abcast.ordering.fbp.FbpMessage.Given;
import io.abcast.ordering.fbp.FbpMessage.Heartbeat;
import io.abcast.ordering.fbp.FbpMessage.NewRegency;
import io.abcast.ordering.fbp.FbpMessage.Propose;
import io.abcast.ordering.fbp.FbpMessage.Reported;
import io.abcast.ordering.fbp.FbpMessage.Suspect;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.LogMessage.Entries;
import io.abcast.ordering.log.LogMessage.Lock;
import io.abcast.ordering.log.LogMessage.Rank;
import io.abcast.ordering.log.LogMessage.Standing;
import io.abcast.ordering.log.LogPhase;
import io.abcast.ordering.log.LogStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Tests that members of FBP that lose their storages can vote again, but only when their votes cannot undo a decision.
 */
class FbpRecoveryTest {
    private static final long SECOND = 1_000_000_000;
    private static final int SIZE = 6;

    /** Virtual time in s within which a healthy ensemble must serve requests again. */
    private static final int SERVE_SECONDS = 120;

    private static Script serving() {
        return Script.serving("FBP", SIZE, SERVE_SECONDS);
    }

    @Test
    void storagesThatAreLostInTurnEndNothing() {
        Script script = serving();
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 2 * SIZE; i++) {
            int lost = 1 + i % SIZE;
            script.loseStorage(lost);
            script.start(lost);
            script.awaitAllServe(SERVE_SECONDS);
            script.submit(1 + (i + 1) % SIZE, i);
            script.run(5 * SECOND);
            expected.add(i);
            for (int id = 1; id <= SIZE; id++) assertEquals(expected, script.delivered(id));
        }
    }

    /**
     * After a restart, the leader of the first regency (leader's term) may have forgotten its proposals, so it must not
     * lead this regency again.
     */
    @Test
    void aRestartedMemberDoesNotLeadTheFirstRegencyAgain() {
        Script script = serving();
        assertEquals(LogPhase.LEADING, script.status(1).role());
        script.submit(1, 7);
        script.run(SECOND);
        script.crash(1);
        script.start(1);
        assertEquals(0, script.status(1).round());
        assertNotEquals(LogPhase.LEADING, script.status(1).role());
        script.run(10 * SECOND);
        script.awaitAllServe(SERVE_SECONDS);
        assertTrue(script.status(1).round() > 0);
    }

    /**
     * In a crash, the leader of the first regency (leader's term) loses its vote for its own proposal, which the other
     * members have received.
     */
    @Test
    void leaderThatLosesItsFirstVoteDoesNotLeadTheFirstRegencyAgain() {
        Script script = serving();
        script.holdLog(1, true);
        script.submit(1, 7);
        script.run(SECOND / 10, letter -> !letter.is(Accepted.class));
        assertTrue(script.node(2).consensus().highestAccepted() > 0);
        assertEquals(0, script.status(1).slot());
        script.crash(1);
        script.holdLog(1, false);
        script.start(1);
        assertEquals(Set.of(), script.votes(1));
        assertEquals(0, script.status(1).round());
        assertNotEquals(LogPhase.LEADING, script.status(1).role());
        script.run(10 * SECOND);
        script.awaitAllServe(SERVE_SECONDS);
        assertTrue(script.status(1).round() > 0);
    }

    /** Member 2 crashes as soon as it leads, and no other member has received the certificate of member 2. */
    @Test
    void aRestartedLeaderLeadsItsRegencyNoMore() {
        Script script = serving();
        Predicate<Letter> apart = letter -> letter.from() != 1 && letter.to() != 1;
        Predicate<Letter> uncertified = apart.and(letter -> !letter.is(NewRegency.class));
        for (int i = 0; i < 500 && script.status(2).role() != LogPhase.LEADING; i++)
            script.run(SECOND / 50, uncertified);
        assertEquals(1, script.status(2).round());
        script.crash(2);
        script.start(2);
        for (int i = 0; i < 500 && script.status(2).round() == 1; i++) {
            script.run(SECOND / 50, letter -> !letter.is(Suspect.class) || letter.from() != 2);
            boolean leads = script.status(2).role() == LogPhase.LEADING;
            assertFalse(leads && script.status(2).round() == 1, "leads regency 1 again");
        }
        script.awaitAllServe(SERVE_SECONDS);
    }

    /**
     * A leader must not propose before its durable state records that it leads. A leader that proposed earlier could
     * lead the same regency (leader's term) again after a crash, with other proposals.
     */
    @Test
    void aLeaderLeadsOnceItsRegencyIsDurable() {
        Script script = serving();
        script.holdState(2, true);
        Predicate<Letter> leaderless =
                letter -> !(letter.is(Heartbeat.class) && letter.from() == 1);
        for (int i = 0; i < 500 && script.status(3).round() == 0; i++)
            script.run(SECOND / 50, leaderless);
        script.run(SECOND / 2, leaderless);
        assertEquals(1, script.status(2).round());
        assertNotEquals(LogPhase.LEADING, script.status(2).role());
        script.holdState(2, false);
        script.run(SECOND / 50, leaderless);
        assertEquals(LogPhase.LEADING, script.status(2).role());
        assertEquals(1, script.status(2).round());
    }

    /**
     * The first leader must not propose before its right to vote is durable, because a crash would delete this right
     * and the record that it has led.
     */
    @Test
    void theFirstLeaderProposesOnceItsRightToVoteIsDurable() {
        Script script = new Script("FBP", SIZE);
        Predicate<Letter> others = letter -> letter.to() != 1 || !isOfAVoter(letter.message());
        for (int i = 0; i < 500 && !script.status(2).voter(); i++)
            script.run(SECOND / 50, others.and(letter -> !isLast(letter)));
        assertFalse(script.status(1).voter());
        script.holdState(1, true);
        script.submit(1, 7);
        List<Letter> proposals = new ArrayList<>();
        Predicate<Letter> seen =
                letter ->
                        !(letter.is(Propose.class) && letter.from() == 1 && proposals.add(letter));
        script.run(SECOND, seen);
        assertTrue(script.status(1).voter());
        assertEquals(List.of(), proposals);
        script.holdState(1, false);
        script.run(SECOND, seen);
        assertFalse(proposals.isEmpty());
    }

    private static boolean isOfAVoter(Message message) {
        return message instanceof Standing s && s.rank() == Rank.VOTER;
    }

    /** Returns whether the letter informs member 1 that the last member has locked the set of founders. */
    private static boolean isLast(Letter letter) {
        return letter.to() == 1
                && letter.from() == SIZE
                && letter.message() instanceof Standing s
                && s.rank() == Rank.LOCKED;
    }

    /**
     * A restarted leader may no longer lead its regency (leader's term). A restarted leader suspects itself, so that
     * the other members need not wait for an election timeout.
     */
    @Test
    void aRestartedLeaderEndsItsRegency() {
        Script script = serving();
        script.crash(1);
        script.start(1);
        script.run(SECOND / 2);
        for (int id = 1; id <= SIZE; id++) assertEquals(1, script.status(id).round());
    }

    /**
     * Member 5 founds the ensemble first, but all messages in which it announces that it has locked the set of founders
     * are lost. The members other than member 5 must still learn that the ensemble is founded.
     */
    @Test
    void aMemberThatFoundsFirstLeavesNoneBehind() {
        Script script = new Script("FBP", SIZE);
        for (int i = 0; i < 200 && !script.status(5).voter(); i++)
            script.run(
                    SECOND / 50,
                    letter ->
                            letter.from() != 5
                                    || !(letter.body() instanceof Standing standing)
                                    || standing.rank() != Rank.LOCKED);
        assertTrue(script.status(5).voter());
        script.awaitAllServe(SERVE_SECONDS);
    }

    /**
     * Creates an ensemble that all members except member 2 have founded: member 2 does not know yet that all members
     * have locked the set of founders.
     */
    private static Script withLateFounder(List<Letter> answersOfFour) {
        Script script = new Script("FBP", SIZE);
        for (int i = 0; i < 400 && answersOfFour.isEmpty(); i++)
            script.run(
                    SECOND / 100,
                    letter -> {
                        if (letter.to() != 2 || !(letter.body() instanceof Standing standing))
                            return true;
                        boolean voter = standing.rank() == Rank.VOTER;
                        if (letter.from() == 4 && voter && standing.to() != 0)
                            answersOfFour.add(letter);
                        return standing.rank() == Rank.FRESH || (letter.from() == 1 && !voter);
                    });
        assertFalse(answersOfFour.isEmpty() || script.status(2).voter());
        return script;
    }

    /** Returns a copy of an answer about the founding with another lock, in the name of member 1. */
    private static Letter lie(Letter answer, Lock lock) {
        Standing s = (Standing) answer.body();
        Standing lie =
                new Standing(
                        false,
                        s.to(),
                        Rank.VOTER,
                        s.incarnation(),
                        s.era(),
                        lock,
                        false,
                        0,
                        0,
                        0,
                        false,
                        0);
        return new Letter(1, 2, lie);
    }

    /**
     * A lie must not make a late founder a learner, which the other members would have to admit. If a liar is silent,
     * fewer than n-f members remain to admit a late founder that has become a learner.
     */
    @Test
    void liarMakesNoFounderALearner() {
        List<Letter> answers = new ArrayList<>();
        Script script = withLateFounder(answers);
        script.arrive(lie(answers.get(0), new Lock(0, List.of(), 0)));
        script.arrive(answers.get(0));
        script.arrive(lie(answers.get(0), new Lock(0, List.of(), 0)));
        assertFalse(script.status(2).recovering());
        script.awaitAllServe(SERVE_SECONDS);
        assertEquals(script.status(4).era(), script.status(2).era());
    }

    /**
     * The era (random number) of an ensemble is derived from the founders' lock, so another lock from a liar would lead
     * to a different era.
     */
    @Test
    void liarLeadsNoFounderIntoAnEraOfItsOwn() {
        List<Letter> answers = new ArrayList<>();
        Script script = withLateFounder(answers);
        Lock lock = ((Standing) answers.get(0).body()).lock();
        script.arrive(answers.get(0));
        script.arrive(lie(answers.get(0), new Lock(lock.number() + 1, lock.storages(), 0)));
        script.awaitAllServe(SERVE_SECONDS);
        assertEquals(script.status(4).era(), script.status(2).era());
    }

    /**
     * More than f members have lost their votes, while the remaining members have votes in an undecided slot. After a
     * bootstrap, the ensemble must order requests again.
     */
    @Test
    void bootstrapBesideOpenVotesOrdersAgain() {
        Script script = serving();
        script.submit(1, 1);
        script.run(5 * SECOND);
        assertEquals(List.of(1), script.delivered(1));
        script.submit(1, 2);
        // Each member receives no vote except its own.
        script.run(SECOND / 5, letter -> !letter.is(Accepted.class));
        assertEquals(List.of(1), script.delivered(1));
        assertTrue(script.node(1).consensus().highestAccepted() > script.status(1).slot());
        for (int id = 5; id <= SIZE; id++) script.loseStorage(id);
        script.lose(letter -> true);
        script.configure(5, LogConfig.defaults().bootstrap(true));
        for (int id = 5; id <= SIZE; id++) script.start(id);
        script.awaitAllServe(SERVE_SECONDS);
        script.submit(3, 9);
        script.run(5 * SECOND);
        for (int id = 1; id <= SIZE; id++) assertEquals(List.of(1, 2, 9), script.delivered(id));
    }

    /**
     * Member 7 was started with {@code bootstrap} and has joined member 6, so it may not follow a certificate without
     * the report of member 6. The first certificate in this test lacks the report of member 6.
     */
    @Test
    void forgetfulMemberGetsACertificateOfAllSurvivors() {
        Script script = Script.serving("FBP", 7, SERVE_SECONDS);
        script.submit(1, 1);
        script.run(5 * SECOND);
        script.loseStorage(7);
        script.configure(7, LogConfig.defaults().bootstrap(true));
        script.start(7);
        Predicate<Letter> partial = letter -> letter.from() != 6 || !letter.is(Reported.class);
        Predicate<Letter> silent = partial.and(letter -> !letter.is(Heartbeat.class));
        for (int i = 0; i < 500 && !script.status(7).voter(); i++) script.run(SECOND / 50, partial);
        long before = script.status(1).round();
        for (int i = 0; i < 500 && script.status(1).round() == before; i++)
            script.run(SECOND / 50, silent);
        script.run(SECOND, partial);
        script.awaitAllServe(SERVE_SECONDS);
    }

    /**
     * Only member 1 knows that slot 2 is decided: the other voters of slot 2 have lost their votes, and were started
     * with {@code bootstrap}. A linearizable read must still see the decision of slot 2.
     */
    @Test
    void readAfterTheLossOfAMajoritySeesWhatOneSurvivorKnows() {
        Script script = serving();
        script.submit(1, 1);
        script.run(5 * SECOND);
        script.submit(1, 2);
        script.run(
                SECOND / 5,
                letter ->
                        !(letter.is(Propose.class) && letter.to() == 2)
                                && (!letter.is(Accepted.class) || letter.to() == 1));
        assertEquals(List.of(1, 2), script.delivered(1));
        assertEquals(List.of(1), script.delivered(2));
        for (int id = 3; id <= SIZE; id++) script.loseStorage(id);
        script.lose(letter -> true);
        for (int id = 3; id <= SIZE; id++) {
            script.configure(id, LogConfig.defaults().bootstrap(true));
            script.start(id);
        }
        Predicate<Letter> idle = letter -> !letter.is(Reported.class) && !letter.is(Accepted.class);
        script.run(20 * SECOND, idle);
        script.read(2);
        script.run(5 * SECOND, idle);
        assertEquals(1, script.status(2).pending(), "nothing is known of slot 2 at the others");
        script.awaitAllServe(SERVE_SECONDS);
        for (int i = 0; i < 100 && script.status(2).pending() > 0; i++) script.run(SECOND / 50);
        assertEquals(0, script.status(2).pending());
        assertEquals(List.of(1, 2), script.delivered(2));
    }

    /**
     * Members 3 to 6 apply slot 2 and prove a checkpoint at slot 2. Members 1 and 2 have voted in slot 2 and receive
     * the proof of the checkpoint, but no decision. After the proof of the checkpoint, members 3 to 6, which alone hold
     * slot 2, lose their storages.
     */
    @Test
    void votesUnderAProofOfLostMembersAreKept() {
        Script script = serving();
        script.submit(1, 1);
        script.run(5 * SECOND);
        script.submit(1, 2);
        Predicate<Letter> blind =
                letter ->
                        letter.to() > 2 || !(letter.is(Accepted.class) || letter.is(Entries.class));
        script.run(SECOND, blind);
        for (int id = 1; id <= SIZE; id++)
            assertEquals(id > 2 ? List.of(1, 2) : List.of(1), script.delivered(id));
        for (int id = 3; id <= SIZE; id++) script.loseStorage(id);
        script.lose(letter -> true);
        assertBothRequestsOutliveTheLoss(script);
    }

    /**
     * Member 1 has voted in slot 2, applies slot 2, and receives the proof of a checkpoint at slot 2. Member 1 crashes
     * before the entry of slot 2 is durable, and all other members that hold slot 2 lose their storages.
     */
    @Test
    void votesUnderAProofAreKeptUntilTheirEntriesAreDurable() {
        Script script = serving();
        script.submit(1, 1);
        script.run(5 * SECOND);
        script.holdEntries(1, true);
        script.submit(1, 2);
        Predicate<Letter> blind =
                letter ->
                        letter.to() != 2
                                || !(letter.is(Propose.class)
                                        || letter.is(Accepted.class)
                                        || letter.is(Entries.class));
        script.run(SECOND, blind);
        for (int id = 1; id <= SIZE; id++)
            assertEquals(id == 2 ? List.of(1) : List.of(1, 2), script.delivered(id));
        for (int id = 3; id <= SIZE; id++) script.loseStorage(id);
        script.crash(1);
        script.holdEntries(1, false);
        script.lose(letter -> true);
        script.start(1);
        assertEquals(List.of(1), script.delivered(1));
        assertBothRequestsOutliveTheLoss(script);
    }

    /**
     * Member 1 leads regency 0 (the first term) alone and votes for its own proposal in slot 2. The other members
     * decide slot 2 in regency 1. After the decision of slot 2, all members except 1 and 2 lose their votes.
     */
    @Test
    void voteOfAnEarlierRegencyReplacesNoDecision() {
        Script script = serving();
        script.submit(1, 1);
        script.run(5 * SECOND);
        Predicate<Letter> apart = letter -> letter.from() != 1 && letter.to() != 1;
        for (int i = 0; i < 500 && script.status(2).role() != LogPhase.LEADING; i++)
            script.run(SECOND / 50, apart);
        script.submit(2, 2);
        script.submit(1, 8);
        script.run(SECOND / 2, apart.and(letter -> !letter.is(Claimed.class)));
        assertEquals(List.of(1, 2), script.delivered(2));
        assertEquals(List.of(1), script.delivered(1));
        assertEquals(LogPhase.LEADING, script.status(1).role());
        for (int id = 3; id <= SIZE; id++) script.loseStorage(id);
        script.lose(letter -> true);
        for (int id = 3; id <= SIZE; id++) {
            script.configure(id, LogConfig.defaults().bootstrap(true));
            script.start(id);
        }
        Predicate<Letter> unproposed = letter -> !letter.is(Propose.class);
        for (int i = 0; i < 500 && script.status(2).round() < 2; i++)
            script.run(SECOND / 50, unproposed);
        script.awaitAllServe(SERVE_SECONDS);
        script.run(5 * SECOND);
        for (int id = 1; id <= SIZE; id++) assertEquals(List.of(1, 2, 8), script.delivered(id));
    }

    /**
     * Member 1 leads regency 0 (the first term) and votes for its own proposal in slot 1. Members 2 to 7 decide slot 1
     * in regency 1. Member 8 learns the decision from the votes of members 2 to 7, without the certificate of regency
     * 1. After member 8 has learned the decision, members 2 to 7 lose their storages.
     */
    @Test
    void decisionIsKeptByAMemberThatHasNotVotedInItsRegency() {
        Script script = Script.serving("FBP", 8, SERVE_SECONDS);
        Predicate<Letter> apart = letter -> letter.from() != 1 && letter.to() != 1;
        Predicate<Letter> known =
                apart.and(
                        letter ->
                                letter.to() != 8
                                        || letter.is(Suspect.class)
                                        || letter.is(Accepted.class)
                                        || letter.is(Given.class));
        for (int i = 0; i < 500 && script.status(2).role() != LogPhase.LEADING; i++)
            script.run(SECOND / 50, known);
        script.submit(2, 2);
        script.submit(1, 9);
        for (int i = 0; i < 100 && script.delivered(8).isEmpty(); i++)
            script.run(SECOND / 50, known);
        assertEquals(List.of(2), script.delivered(8));
        assertEquals(List.of(), script.delivered(1));
        for (int id = 2; id <= 7; id++) script.loseStorage(id);
        script.lose(letter -> true);
        for (int id = 2; id <= 7; id++) {
            script.configure(id, LogConfig.defaults().bootstrap(true));
            script.start(id);
        }
        script.awaitAllServe(SERVE_SECONDS);
        script.run(5 * SECOND);
        for (int id = 1; id <= 8; id++) assertEquals(List.of(2, 9), script.delivered(id));
    }

    /**
     * Member 6 learns a decision of regency 1 only from votes for the value, and must report the value with regency 1.
     */
    @Test
    void memberThatLearnsADecisionEntersItsRegency() {
        Script script = serving();
        for (int id = 1; id < SIZE; id++) script.missLeader(id);
        Predicate<Letter> known =
                letter ->
                        letter.to() != SIZE || letter.is(Accepted.class) || letter.is(Given.class);
        for (int i = 0; i < 500 && script.status(2).role() != LogPhase.LEADING; i++)
            script.run(
                    SECOND / 50,
                    known.and(
                            letter -> script.status(2).round() > 0 || !letter.is(Heartbeat.class)));
        assertEquals(0, script.status(SIZE).round());
        script.submit(2, 2);
        for (int i = 0; i < 100 && script.delivered(SIZE).isEmpty(); i++)
            script.run(SECOND / 50, known);
        assertEquals(List.of(2), script.delivered(SIZE));
        assertEquals(1, script.status(SIZE).round());
    }

    /**
     * Starts members 3 to 6, which have lost their storages, with {@code bootstrap}, and checks that all members still
     * deliver both requests.
     */
    private static void assertBothRequestsOutliveTheLoss(Script script) {
        for (int id = 3; id <= SIZE; id++) {
            script.configure(id, LogConfig.defaults().bootstrap(true));
            script.start(id);
        }
        script.awaitAllServe(SERVE_SECONDS);
        script.submit(3, 9);
        script.run(5 * SECOND);
        for (int id = 1; id <= SIZE; id++) assertEquals(List.of(1, 2, 9), script.delivered(id));
    }

    /**
     * Member 3 loses its storage while slot 2 is undecided, and the other members admit it. After the admission of
     * member 3, members 3 and 5 apply slot 2, which no checkpoint covers. Member 5 loses its storage, so the next
     * leader needs member 3's report of slot 2.
     */
    @Test
    void admittedMemberReportsOnceItHoldsTheDecisions() {
        Script script = serving();
        script.submit(1, 1);
        script.run(5 * SECOND);
        script.submit(1, 2);
        Predicate<Letter> blind = letter -> !letter.is(Accepted.class) && !letter.is(Claimed.class);
        script.run(SECOND / 5, blind);
        script.loseStorage(3);
        script.start(3);
        for (int i = 0; i < 60 && !isAdmitted(script, 3); i++) script.run(SECOND, blind);
        assertTrue(isAdmitted(script, 3));
        Set<Integer> learners = Set.of(3, 5);
        Predicate<Letter> votes =
                letter -> letter.is(Accepted.class) && learners.contains(letter.to());
        for (int i = 0; i < 60 && !script.delivered(3).contains(2); i++)
            script.run(SECOND, blind.or(votes));
        for (int id = 1; id <= SIZE; id++)
            assertEquals(learners.contains(id) ? List.of(1, 2) : List.of(1), script.delivered(id));
        script.loseStorage(5);
        script.lose(letter -> true);
        script.start(5);
        script.awaitAllServe(SERVE_SECONDS);
        script.submit(3, 9);
        script.run(5 * SECOND);
        for (int id = 1; id <= SIZE; id++) assertEquals(List.of(1, 2, 9), script.delivered(id));
    }

    private static boolean isAdmitted(Script script, int id) {
        return script.status(id).era() != 0 && !script.status(id).recovering();
    }

    /**
     * An operator has started member 5 with {@code bootstrap}, and later cuts its log. After the cut of its log, member
     * 5 waits for an admission, because its bootstrap does not cover the votes that the cut has removed.
     */
    @Test
    void wordOfTheOperatorEndsWithTheStorage() {
        Script script = serving();
        for (int id = 5; id <= SIZE; id++) script.loseStorage(id);
        script.configure(5, LogConfig.defaults().bootstrap(true));
        for (int id = 5; id <= SIZE; id++) script.start(id);
        script.awaitAllServe(SERVE_SECONDS);
        script.configure(5, LogConfig.defaults());
        script.submit(1, 1);
        script.run(SECOND, letter -> !letter.is(Claimed.class));
        assertEquals(List.of(1), script.delivered(5));
        script.crash(5);
        script.cutLog(5, 0);
        script.start(5);
        List<Letter> votes = new ArrayList<>();
        for (int i = 0; i < 60 * 50; i++)
            script.run(
                    SECOND / 50,
                    letter -> {
                        if (letter.from() == 5 && letter.is(Accepted.class)) votes.add(letter);
                        if (letter.from() == 5 && letter.is(Reported.class)) votes.add(letter);
                        boolean tells = letter.is(Accepted.class) || letter.is(Entries.class);
                        return !letter.is(Claimed.class) && !(letter.to() == 5 && tells);
                    });
        assertTrue(isAdmitted(script, 5));
        assertEquals(List.of(), votes, "the member knows no decision of the slot");
        script.awaitAllServe(SERVE_SECONDS);
    }

    /**
     * No vote arrives at any member, and member 5 restarts. The other members forward requests of member 5 from before
     * and after its restart to each leader. If each leader proposed copies of the forwarded requests in every slot,
     * each report would be as large as all slots together.
     */
    @Test
    void undecidedRequestsOfTwoLivesFillNoReports() {
        Script script = serving();
        int[] votesMax = {0};
        Predicate<Letter> withoutVotes =
                letter -> {
                    if (letter.body() instanceof Reported m)
                        votesMax[0] = Math.max(votesMax[0], m.report().votes().size());
                    return !letter.is(Accepted.class);
                };
        script.submit(5, 1);
        script.run(SECOND, withoutVotes);
        script.crash(5);
        script.start(5);
        script.submit(5, 2);
        script.run(60 * SECOND, withoutVotes);
        assertTrue(votesMax[0] >= 2, () -> "votes in a report: " + votesMax[0]);
        assertTrue(votesMax[0] < 8, () -> "votes in a report: " + votesMax[0]);
        script.awaitAllServe(SERVE_SECONDS);
        for (int id = 1; id <= SIZE; id++) assertEquals(List.of(1, 2), script.delivered(id));
    }

    /** Heartbeats, proposals and suspicions arrive at the members, but no vote arrives. */
    @Test
    void undecidedSlotIsNamed() {
        Script script = serving();
        script.submit(1, 1);
        script.run(SECOND, letter -> !letter.is(Accepted.class));
        assertTrue(script.status(2).active(), "not before two election timeouts have passed");
        script.run(9 * SECOND, letter -> !letter.is(Accepted.class));
        for (int id = 1; id <= SIZE; id++) {
            LogStatus status = script.status(id);
            assertFalse(status.active(), status::toString);
            assertTrue(status.reason().startsWith("slot 1 is undecided: "), status.reason());
        }
        script.awaitAllServe(SERVE_SECONDS);
        for (int id = 1; id <= SIZE; id++) assertEquals(List.of(1), script.delivered(id));
    }

    /**
     * Only one member has not received the leader's messages for some time, so the leader continues to lead. The only
     * member that suspects the leader must withdraw its suspicion.
     */
    @Test
    void loneSuspicionIsWithdrawn() {
        Script script = serving();
        int leader = script.status(1).leader();
        int alone = leader % SIZE + 1;
        script.run(10 * SECOND, Script.between(leader, alone).negate());
        assertEquals(LogPhase.CAMPAIGNING, script.status(alone).role());
        long round = script.status(leader).round();
        script.awaitAllServe(60);
        assertEquals(round, script.status(leader).round());
    }

    /**
     * Member 6 receives the other members' suspicions of the leader too late. Member 1 is down, so the next leader
     * needs the report of member 6.
     */
    @Test
    void endOfARegencyIsRepeated() {
        Script script = serving();
        script.crash(1);
        Predicate<Letter> deaf = letter -> letter.to() != SIZE || !letter.is(Suspect.class);
        for (int i = 0; i < 500 && script.status(2).round() == 0; i++)
            script.run(SECOND / 50, deaf);
        assertEquals(1, script.status(2).round());
        assertEquals(0, script.status(SIZE).round());
        script.lose(deaf.negate());
        script.run(SECOND / 2);
        assertEquals(1, script.status(SIZE).round());
        assertEquals(LogPhase.LEADING, script.status(2).role());
    }

    /** A single member may lie about the era of the ensemble, so two members must name the same era. */
    @Test
    void anEraTakesTheWordOfTwoMembers() {
        Script script = serving();
        script.loseStorage(SIZE);
        script.start(SIZE);
        script.run(30 * SECOND, letter -> Script.between(1, SIZE).test(letter));
        LogStatus alone = script.status(SIZE);
        assertEquals(0, alone.era());
        Set<Integer> two = Set.of(1, 2, SIZE);
        script.run(30 * SECOND, letter -> two.contains(letter.from()) && two.contains(letter.to()));
        assertNotEquals(0, script.status(SIZE).era());
        assertTrue(script.status(SIZE).recovering());
    }
}
