package io.abcast.ordering.paxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.ordering.Script;
import io.abcast.ordering.Script.Letter;
import io.abcast.ordering.log.LogPhase;
import io.abcast.ordering.log.LogStatus;
import io.abcast.ordering.paxos.PaxosMessage.Nack;
import io.abcast.ordering.paxos.PaxosMessage.Prepare;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that permanent faults of network links affect only the members at the faulty links. */
class LastingFaultTest {
    private static final long SECOND = 1_000_000_000;
    private static final int SERVE_SECONDS = 60;

    private Script script;
    private int leader;
    private int cutOff;
    private int other;

    private void serving(String protocol) {
        script = Script.serving(protocol, 3, SERVE_SECONDS);
        leader = script.status(1).leader();
        cutOff = leader == 1 ? 2 : 1;
        other = 6 - leader - cutOff;
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void cutLinkToTheLeaderInterruptsNoOtherMember(String protocol) {
        serving(protocol);
        long before = script.status(leader).round();
        Predicate<Letter> cut = Script.between(leader, cutOff);
        script.run(30 * SECOND, cut.negate());
        assertEquals(LogPhase.LEADING, script.status(leader).role());
        assertTrue(script.status(leader).active());
        assertEquals(before, script.status(other).round());
        script.submit(other, 1);
        script.run(SECOND, cut.negate());
        assertEquals(List.of(1), script.delivered(leader));
        assertFalse(script.status(cutOff).active());
        script.awaitAllServe(SERVE_SECONDS);
        assertEquals(List.of(1), script.delivered(cutOff));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void leaderTakesBackAMemberAfterFutileCampaigns(String protocol) {
        serving(protocol);
        script.run(10 * SECOND, Script.of(cutOff).negate());
        long rounds = script.status(cutOff).round();
        assertTrue(rounds > script.status(leader).round(), () -> script.status(cutOff).toString());
        script.run(SECOND / 2);
        assertEquals(LogPhase.LEADING, script.status(leader).role());
        for (int id = 1; id <= 3; id++) {
            LogStatus status = script.status(id);
            assertTrue(status.active(), status::toString);
            assertEquals(rounds + 1, status.round(), status::toString);
        }
    }

    /**
     * Election timeouts are 1 to 2 s, so the other members elect a leader within 2.3 s. If each repeated Prepare
     * restarted their election timeouts, the election would take 2.6 s or more.
     */
    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void leaderThatReceivesNothingIsReplaced(String protocol) {
        serving(protocol);
        Predicate<Letter> heard = letter -> letter.to() != leader;
        for (int i = 0; script.status(leader).role() != LogPhase.CAMPAIGNING; i++) {
            assertTrue(i < 1_000, () -> script.status(leader).toString());
            script.pass(leader, SECOND / 50);
            script.deliver(heard);
            script.lose(heard.negate());
        }
        script.run(23 * SECOND / 10, heard);
        assertTrue(
                script.status(cutOff).role() == LogPhase.LEADING
                        || script.status(other).role() == LogPhase.LEADING,
                () -> script.status(cutOff) + "\n" + script.status(other));
        script.run(20 * SECOND, heard);
        assertTrue(script.status(cutOff).active(), () -> script.status(cutOff).toString());
        assertTrue(script.status(other).active(), () -> script.status(other).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void candidateThatReceivesNothingRaisesNoBallot(String protocol) {
        serving(protocol);
        int deaf = 3;
        script.run(10 * SECOND, letter -> false);
        long rounds = script.status(deaf).round();
        script.run(
                30 * SECOND,
                letter -> letter.to() != deaf && (letter.from() != deaf || letter.to() == 1));
        assertTrue(script.status(1).active(), () -> script.status(1).toString());
        assertTrue(script.status(2).active(), () -> script.status(2).toString());
        assertEquals(rounds, script.status(deaf).round());
        script.awaitAllServe(SERVE_SECONDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void memberThatPromisesEachBallotOfAMuteCandidateEndsNoOther(String protocol) {
        script = Script.serving(protocol, 5, SERVE_SECONDS);
        int mute = script.status(1).leader();
        int loyal = mute == 5 ? 4 : 5;
        Predicate<Letter> heard = letter -> letter.from() != mute || letter.to() == loyal;
        int ahead = 0;
        for (int i = 0; i < 300; i++) {
            script.run(SECOND / 10, heard);
            boolean led = false;
            for (int id = 1; id <= 5; id++)
                led |= id != mute && script.status(id).role() == LogPhase.LEADING;
            if (led) ahead++;
        }
        assertTrue(ahead > 200, ahead + " of 300 checks found a leader");
        script.awaitAllServe(SERVE_SECONDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void refusalOfOneMemberEndsNoBallotThatAQuorumPromises(String protocol) {
        script = Script.serving(protocol, 5, SERVE_SECONDS);
        script.run(10 * SECOND, letter -> false);
        script.pass(4, 3 * SECOND);
        script.deliver(letter -> letter.is(Prepare.class) && letter.from() == 4);
        Predicate<Letter> refusal = letter -> letter.is(Nack.class) && letter.to() == 4;
        assertFalse(script.inFlight(refusal).isEmpty());
        script.deliver(refusal);
        for (int i = 0; i < 5; i++) script.deliver(Script.of(4).and(l -> l.from() != 5));
        assertEquals(LogPhase.LEADING, script.status(4).role());
        script.awaitAllServe(SERVE_SECONDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void memberReportsThatTheLeaderReceivesNoAnswers(String protocol) {
        serving(protocol);
        script.run(10 * SECOND, letter -> letter.from() != cutOff || letter.to() != leader);
        LogStatus status = script.status(cutOff);
        assertFalse(status.active());
        assertEquals("leader " + leader + " receives no answer from this member", status.reason());
        assertTrue(script.status(other).active());
        script.run(SECOND);
        assertEquals(
                List.of("", "", ""),
                List.of(1, 2, 3).stream()
                        .map(id -> script.status(id).reason())
                        .collect(Collectors.toList()));
    }
}
