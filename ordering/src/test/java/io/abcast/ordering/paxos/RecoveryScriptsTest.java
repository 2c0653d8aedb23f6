package io.abcast.ordering.paxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.ordering.Script;
import io.abcast.ordering.Script.Letter;
import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.LogMessage;
import io.abcast.ordering.log.LogMessage.Entries;
import io.abcast.ordering.log.LogMessage.Framed;
import io.abcast.ordering.log.LogPhase;
import io.abcast.ordering.log.LogStatus;
import io.abcast.ordering.log.Name;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Value;
import io.abcast.ordering.paxos.PaxosMessage.Accept;
import io.abcast.ordering.paxos.PaxosMessage.Accepted;
import io.abcast.ordering.paxos.PaxosMessage.Ack;
import io.abcast.ordering.paxos.PaxosMessage.Admit;
import io.abcast.ordering.paxos.PaxosMessage.Confirm;
import io.abcast.ordering.paxos.PaxosMessage.Confirmed;
import io.abcast.ordering.paxos.PaxosMessage.Join;
import io.abcast.ordering.paxos.PaxosMessage.Prepare;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests members of {@code PAXOS} and {@code FAST_PAXOS} that lose their storages. A member that has lost its storage
 * may vote again only if its votes cannot undo a decision.
 */
class RecoveryScriptsTest {
    private static final long SECOND = 1_000_000_000;

    /** Virtual time in s within which a healthy ensemble must serve requests again. */
    private static final int SERVE_SECONDS = 60;

    private static final long TICK = 20_000_000;

    private static Script serving(String protocol, int size) {
        return Script.serving(protocol, size, SERVE_SECONDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void hundredRestartsWithLostStoragesInTurnLoseNoEntry(String protocol) {
        Script script = serving(protocol, 3);
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int victim = 1 + i % 3;
            script.loseStorage(victim);
            script.start(victim);
            script.awaitAllServe(SERVE_SECONDS);
            script.submit(1 + (i + 1) % 3, i);
            script.run(SECOND);
            expected.add(i);
            for (int id = 1; id <= 3; id++) assertEquals(expected, script.delivered(id));
        }
    }

    @Test
    void twoOfFiveAreAdmittedTogether() {
        Script script = serving("PAXOS", 5);
        script.submit(1, 7);
        script.run(SECOND);
        script.loseStorage(2);
        script.loseStorage(3);
        script.start(2);
        script.start(3);
        script.awaitAllServe(SERVE_SECONDS);
        script.submit(2, 8);
        script.run(SECOND);
        for (int id = 1; id <= 5; id++) assertEquals(List.of(7, 8), script.delivered(id));
    }

    /** Rule R1 of ADR 0011: the promise of a storage that was lost must not make a candidate the leader. */
    @Test
    void promiseOfALostStorageIsNotConfirmed() {
        Script script = serving("PAXOS", 3);
        int leader = script.status(1).leader();
        int candidate = leader % 3 + 1;
        int third = 6 - leader - candidate;
        script.lose(letter -> true);
        for (int i = 0; i < 200 && script.status(candidate).role() != LogPhase.CAMPAIGNING; i++)
            script.pass(candidate, TICK);
        script.missLeader(third);
        script.deliver(Script.between(candidate, third).and(letter -> !letter.is(Ack.class)));
        List<Letter> promise =
                script.inFlight(letter -> letter.is(Ack.class) && letter.from() == third);
        assertEquals(1, promise.size());
        script.loseStorage(third);
        script.start(third);
        script.deliver(Script.between(third, candidate));
        script.arrive(promise.get(0));
        script.deliver(Script.between(third, candidate));
        for (int i = 0; i < 100; i++) {
            script.pass(third, TICK);
            script.pass(candidate, TICK);
            script.arrive(promise.get(0));
            script.deliver(Script.between(third, candidate));
            assertFalse(script.status(candidate).role() == LogPhase.LEADING);
            assertFalse(script.status(third).voter());
        }
    }

    @Test
    void candidateLeadsWhenARoundTripTakesLongerThanTheRetryInterval() {
        Script script = serving("PAXOS", 3);
        int leader = script.status(1).leader();
        int candidate = leader % 3 + 1;
        int third = 6 - leader - candidate;
        script.crash(leader);
        script.lose(letter -> true);
        for (int i = 0; i < 200 && script.status(candidate).role() != LogPhase.CAMPAIGNING; i++)
            script.pass(candidate, TICK);
        script.missLeader(third);
        script.deliver(Script.between(candidate, third).and(letter -> !letter.is(Confirmed.class)));
        List<Letter> confirmed =
                script.inFlight(letter -> letter.is(Confirmed.class) && letter.from() == third);
        assertEquals(1, confirmed.size());
        script.pass(candidate, 2 * LogConfig.defaults().retryNanos());
        assertFalse(script.inFlight(letter -> letter.is(Confirm.class)).isEmpty());
        assertEquals(LogPhase.CAMPAIGNING, script.status(candidate).role());
        script.arrive(confirmed.get(0));
        assertEquals(LogPhase.LEADING, script.status(candidate).role());
    }

    @Test
    void lateAdmissionOfAnEarlierStorageIsIgnored() {
        Script script = serving("PAXOS", 3);
        int leader = script.status(1).leader();
        int victim = leader % 3 + 1;
        script.loseStorage(victim);
        script.start(victim);
        List<Letter> admissions = new ArrayList<>();
        for (int i = 0; i < 200 && admissions.isEmpty(); i++) {
            script.run(TICK, letter -> !letter.is(Admit.class) || !admissions.add(letter));
        }
        assertFalse(admissions.isEmpty());
        script.loseStorage(victim);
        script.start(victim);
        for (int i = 0; i < 200 && !script.status(victim).recovering(); i++)
            script.run(TICK, letter -> !letter.is(Join.class));
        assertTrue(script.status(victim).recovering());
        for (Letter admission : admissions) script.arrive(admission);
        assertFalse(script.status(victim).voter());
        assertEquals("recovering: waits for a leader to admit it", script.status(victim).reason());
        script.awaitAllServe(SERVE_SECONDS);
    }

    @Test
    void memberIsAdmittedOnlyByAQuorumWithoutIt() {
        Script script = serving("PAXOS", 3);
        int leader = script.status(1).leader();
        int victim = leader % 3 + 1;
        int third = 6 - leader - victim;
        script.loseStorage(victim);
        script.start(victim);
        for (int i = 0; i < 200 && !script.status(victim).recovering(); i++)
            script.run(TICK, letter -> !letter.is(Join.class));
        assertTrue(script.status(victim).recovering());
        script.crash(third);
        script.run(60 * SECOND);
        assertTrue(script.status(victim).recovering());
        script.start(third);
        script.awaitAllServe(SERVE_SECONDS);
    }

    /**
     * Rule R3 of ADR 0011: an admitted member neither votes nor promises in slots in which it may have voted before,
     * until it holds their decisions.
     */
    @Test
    void admittedMemberVotesAndPromisesAboveTheNamedSlotsOnly() {
        Script script = serving("PAXOS", 3);
        script.submit(1, 7);
        script.run(SECOND);
        int leader = script.status(1).leader();
        int victim = leader % 3 + 1;
        int third = 6 - leader - victim;
        long era = script.status(leader).era();
        script.loseStorage(victim);
        script.start(victim);
        List<Letter> admissions = new ArrayList<>();
        for (int i = 0; i < 500 && admissions.isEmpty(); i++)
            script.run(
                    TICK,
                    letter -> {
                        if (letter.is(Admit.class) && letter.to() == victim) admissions.add(letter);
                        return !letter.is(Entries.class);
                    });
        Admit admit = (Admit) admissions.get(0).body();
        assertFalse(script.status(victim).recovering(), "member is still recovering");
        assertEquals(1, admit.through());
        assertEquals(0, script.status(victim).slot());
        script.lose(letter -> true);

        OriginRequest request = new OriginRequest(leader, OriginRequest.FIRST, 77, new byte[] {9});
        Name name = Name.ofBatch(leader, Incarnation.NONE, 77, 1);
        Value value = Value.named(name, List.of(request));
        long ballot = admit.ballot();
        Incarnation storage = new Incarnation(5, 5);
        script.missLeader(victim);
        long lower = Ballot.of(Ballot.round(ballot) - 1, third);
        assertEquals(0, sent(script, victim, era, new Prepare(lower, 2, storage, 0), third));
        assertEquals(0, sent(script, victim, era, new Accept(ballot, 1, value), leader));
        assertEquals(2, sent(script, victim, era, new Accept(ballot, 2, value), leader));
        script.missLeader(victim);
        long higher = Ballot.of(Ballot.round(ballot) + 1, third);
        assertEquals(0, sent(script, victim, era, new Prepare(higher, 1, storage, 0), third));
        assertEquals(1, sent(script, victim, era, new Prepare(higher, 2, storage, 0), third));
    }

    private static int sent(Script script, int to, long era, PaxosMessage message, int from) {
        script.lose(letter -> true);
        script.arrive(new Letter(from, to, new Framed(era, message)));
        return script.inFlight(
                        letter ->
                                letter.from() == to
                                        && (letter.is(Accepted.class) || letter.is(Ack.class)))
                .size();
    }

    @Test
    void memberWhoseLogHasLostItsEndDoesNotVoteThere() {
        Script script = serving("PAXOS", 3);
        script.submit(1, 7);
        script.run(SECOND);
        int leader = script.status(1).leader();
        int victim = leader % 3 + 1;
        // At its next promise, the leader writes its persisted state, which names its last durable
        // slot.
        script.crash(leader);
        script.run(10 * SECOND);
        script.start(leader);
        script.awaitAllServe(SERVE_SECONDS);
        script.crash(victim);
        script.loseLastEntry(victim);
        script.start(victim);
        assertEquals(0, script.status(victim).slot());
        assertFalse(script.status(victim).voter());
        script.awaitAllServe(SERVE_SECONDS);
        assertEquals(List.of(7), script.delivered(victim));
    }

    @Test
    void memberWhoseLogWasCutByHandVotesOnceItIsAdmitted() {
        Script script = serving("PAXOS", 3);
        script.submit(1, 7);
        script.run(SECOND);
        int leader = script.status(1).leader();
        int victim = leader % 3 + 1;
        script.crash(victim);
        script.cutLog(victim, 1);
        script.start(victim);
        assertEquals(List.of(7), script.delivered(victim));
        assertFalse(script.status(victim).voter());
        script.awaitAllServe(SERVE_SECONDS);
        assertEquals(1, script.status(leader).admissions());
        script.crash(victim);
        script.start(victim);
        assertTrue(script.status(victim).voter());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS", "FBP"})
    void persistedStateIsSmallUnderSteadyLoad(String protocol) {
        int members = protocol.equals("FBP") ? 6 : 3;
        Script script = serving(protocol, members);
        byte[] before = script.persisted(2);
        for (int i = 0; i < 600; i++) {
            script.submit(1 + i % members, i);
            script.deliverAll();
            assertTrue(script.persisted(2).length <= 1024, "" + script.persisted(2).length);
        }
        if (!protocol.equals("FBP")) assertSame(before, script.persisted(2));
        assertTrue(script.votes(2).size() <= 2 * LogConfig.defaults().window());
    }

    @Test
    void lostAdmissionIsRepeated() {
        Script script = serving("PAXOS", 3);
        int leader = script.status(1).leader();
        int victim = leader % 3 + 1;
        script.loseStorage(victim);
        script.start(victim);
        script.run(5 * SECOND, letter -> !letter.is(Admit.class));
        long round = script.status(leader).round();
        assertFalse(script.status(victim).voter());
        script.awaitAllServe(SERVE_SECONDS);
        assertEquals(round, script.status(leader).round());
        assertEquals(1, script.status(leader).admissions());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void bootstrapAfterALostMajorityKeepsTheEntriesOfTheSurvivor(String protocol) {
        Script script = serving(protocol, 3);
        for (int i = 1; i <= 5; i++) {
            script.submit(i % 3 + 1, i);
            script.run(SECOND);
        }
        List<Integer> before = List.copyOf(script.delivered(1));
        assertEquals(5, before.size());
        long era = script.status(1).era();
        script.loseStorage(2);
        script.loseStorage(3);
        script.start(2);
        script.start(3);
        script.run(20 * SECOND);
        for (int id = 1; id <= 3; id++) {
            LogStatus status = script.status(id);
            assertFalse(status.active());
            assertEquals(1, status.votersLeft());
            assertEquals(
                    "a majority has lost its votes (members 2, 3): see \"Lost members\"",
                    status.reason());
        }
        script.crash(2);
        script.configure(2, LogConfig.defaults().bootstrap(true));
        script.start(2);
        script.awaitAllServe(SERVE_SECONDS);
        for (int id = 1; id <= 3; id++) {
            assertEquals(era, script.status(id).era());
            assertEquals(before, script.delivered(id));
        }
        script.submit(3, 9);
        script.run(SECOND);
        assertEquals(6, script.delivered(1).size());
    }

    private static Script withAnOpenVoteAtMember1(String protocol) {
        Script script = serving(protocol, 3);
        script.submit(1, 1);
        script.run(SECOND);
        assertEquals(List.of(1), script.delivered(1));
        script.submit(1, 2);
        // Each member receives no vote except its own.
        script.run(SECOND / 10, letter -> !letter.is(Accepted.class));
        assertEquals(List.of(1), script.delivered(1));
        assertTrue(script.node(1).consensus().highestAccepted() > script.status(1).slot());
        script.loseStorage(2);
        script.loseStorage(3);
        script.lose(letter -> true);
        return script;
    }

    private static void assertOrdersTheEntriesOfMember1(Script script) {
        script.awaitAllServe(SERVE_SECONDS);
        script.submit(3, 9);
        script.run(5 * SECOND);
        for (int id = 1; id <= 3; id++) assertEquals(List.of(1, 2, 9), script.delivered(id));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void bootstrapBesideAnOpenVoteOfTheSurvivorOrdersAgain(String protocol) {
        Script script = withAnOpenVoteAtMember1(protocol);
        script.configure(2, LogConfig.defaults().bootstrap(true));
        script.start(2);
        script.start(3);
        assertOrdersTheEntriesOfMember1(script);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void bootstrappedMembersDecideNothingWithoutTheSurvivor(String protocol) {
        Script script = withAnOpenVoteAtMember1(protocol);
        for (int id = 2; id <= 3; id++) {
            script.configure(id, LogConfig.defaults().bootstrap(true));
            script.start(id);
        }
        script.run(
                5 * SECOND,
                letter ->
                        letter.body() instanceof LogMessage
                                || (letter.to() != 1 && letter.from() != 1));
        script.crash(1);
        script.submit(2, 3);
        script.run(60 * SECOND);
        assertEquals(List.of(), script.delivered(2));
        assertFalse(script.status(2).active());
        script.start(1);
        script.awaitAllServe(SERVE_SECONDS);
        for (int id = 1; id <= 3; id++) assertEquals(List.of(1, 2, 3), script.delivered(id));
    }

    @Test
    void bootstrappedMemberTakesNoPartInAnOldBallot() {
        Script script = serving("PAXOS", 3);
        int follower = script.status(1).leader() % 3 + 1;
        long ballot = script.node(follower).consensus().promised();
        script.node(follower).consensus().rejoin(ballot, 0);
        assertTrue(script.node(follower).consensus().promised() > ballot);
    }

    @Test
    void bootstrappedMemberBesideAQuorumJoinsItsEra() {
        Script script = serving("PAXOS", 3);
        long era = script.status(1).era();
        script.loseStorage(3);
        script.configure(3, LogConfig.defaults().bootstrap(true));
        script.start(3);
        script.awaitAllServe(SERVE_SECONDS);
        assertEquals(era, script.status(3).era());
    }

    @Test
    void survivorWithASlowDiskIsJoined() {
        Script script = serving("PAXOS", 3);
        script.submit(1, 7);
        script.run(SECOND);
        long era = script.status(2).era();
        script.loseStorage(1);
        script.loseStorage(3);
        script.holdState(2, true);
        script.run(5 * SECOND);
        for (int id : List.of(1, 3)) {
            script.configure(id, LogConfig.defaults().bootstrap(true));
            script.start(id);
        }
        script.run(10 * SECOND);
        script.holdState(2, false);
        script.awaitAllServe(SERVE_SECONDS);
        for (int id = 1; id <= 3; id++) {
            assertEquals(era, script.status(id).era());
            assertEquals(List.of(7), script.delivered(id));
        }
    }

    private static Script bootstrapped(int size, Integer... ids) {
        Script script = new Script("PAXOS", size);
        for (int id = 1; id <= size; id++) {
            script.crash(id);
            script.replaceDisk(id);
        }
        script.lose(letter -> true);
        for (int id : ids) {
            script.configure(id, LogConfig.defaults().bootstrap(true));
            script.start(id);
        }
        return script;
    }

    @Test
    void oneBootstrappedMemberOfThreeFoundsNoEnsemble() {
        for (boolean beside : new boolean[] {false, true}) {
            Script script = bootstrapped(3, 2);
            if (beside) script.start(3);
            script.run(60 * SECOND);
            assertFalse(script.status(2).voter());
            assertEquals(0, script.status(2).era());
        }
    }

    @Test
    void quorumOfBootstrappedMembersFoundsAnEnsembleAndAdmitsTheOthers() {
        Script script = bootstrapped(3, 2, 3);
        script.run(30 * SECOND);
        assertTrue(script.status(2).active(), script.status(2).reason());
        assertEquals(script.status(2).era(), script.status(3).era());
        script.start(1);
        script.awaitAllServe(SERVE_SECONDS);
        assertEquals(script.status(2).era(), script.status(1).era());
    }

    @Test
    void frameOfAnotherEraIsReported() {
        Script one = bootstrapped(3, 1, 2);
        one.run(30 * SECOND);
        Script other = bootstrapped(3, 2, 3);
        other.run(30 * SECOND);
        assertNotEquals(
                one.status(1).era(), other.status(2).era(), "two foundings have the same era");
        int leader = other.status(2).leader();
        for (int i = 0; i < 60 && other.inFlight(letter -> letter.from() == leader).isEmpty(); i++)
            other.pass(leader, TICK);
        Letter foreign = other.inFlight(letter -> letter.from() == leader).get(0);
        one.arrive(new Letter(leader, 1, foreign.message()));
        String line =
                "member "
                        + leader
                        + " belongs to another ensemble (era "
                        + Long.toHexString(other.status(2).era())
                        + ")";
        assertTrue(one.reports(1).contains(line), one.reports(1).toString());
    }

    @Test
    void bootstrapBetweenTwoEnsemblesIsRefused() {
        Script one = bootstrapped(3, 1, 2);
        one.run(30 * SECOND);
        Script other = bootstrapped(3, 2, 3);
        other.run(30 * SECOND);
        Script third = bootstrapped(3, 3);
        for (int i = 0; i < 1_000 && third.up(3); i++) {
            third.pass(3, TICK);
            for (Letter letter : third.inFlight(l -> true)) {
                Script asked = letter.to() == 1 ? one : other;
                asked.lose(l -> true);
                asked.arrive(letter);
                for (Letter answer : asked.inFlight(l -> l.to() == 3)) third.arrive(answer);
            }
            third.lose(l -> true);
        }
        assertNotNull(third.halted(3));
        for (long era : Set.of(one.status(1).era(), other.status(2).era()))
            assertTrue(third.halted(3).contains(Long.toHexString(era)), third.halted(3));
    }

    @Test
    void leaderWithoutAQuorumReportsIt() {
        Script script = serving("PAXOS", 3);
        int leader = script.status(1).leader();
        script.run(10 * SECOND, letter -> false);
        assertFalse(script.status(leader).active());
        assertEquals(
                "no quorum: 1 of 3 voters have answered, expected 2",
                campaigning(script, leader).reason());
        script.awaitAllServe(SERVE_SECONDS);
    }

    private static LogStatus campaigning(Script script, int id) {
        for (int i = 0; i < 200 && script.status(id).role() != LogPhase.CAMPAIGNING; i++)
            script.pass(id, TICK);
        return script.status(id);
    }

    @Test
    void statusNamesTheUndecidedSlot() {
        Script script = serving("PAXOS", 3);
        int leader = script.status(1).leader();
        script.submit(leader, 1);
        long before = script.status(leader).round();
        script.run(10 * SECOND, letter -> !letter.is(PaxosMessage.Accept.class));
        LogStatus status = script.status(leader);
        assertTrue(status.round() > before, "no new ballot is prepared");
        assertFalse(status.active());
        assertTrue(status.reason().startsWith("slot 1 is undecided: "), status.reason());
        assertTrue(status.round() < 8, "the wait does not double: " + status);
        script.awaitAllServe(SERVE_SECONDS);
        assertEquals(List.of(1), script.delivered(leader));
    }
}
