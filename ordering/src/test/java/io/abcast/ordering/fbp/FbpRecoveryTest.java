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

    private static boolean isLast(Letter letter) {
        return letter.to() == 1
                && letter.from() == SIZE
                && letter.message() instanceof Standing s
                && s.rank() == Rank.LOCKED;
    }

    @Test
    void aRestartedLeaderEndsItsRegency() {
        Script script = serving();
        script.crash(1);
        script.start(1);
        script.run(SECOND / 2);
        for (int id = 1; id <= SIZE; id++) assertEquals(1, script.status(id).round());
    }

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
     * the report of member 6.
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
