package io.abcast.ordering.paxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Message;
import io.abcast.ordering.Script;
import io.abcast.ordering.Script.Letter;
import io.abcast.ordering.log.LogPhase;
import io.abcast.ordering.paxos.PaxosMessage.Accept;
import io.abcast.ordering.paxos.PaxosMessage.Accepted;
import io.abcast.ordering.paxos.PaxosMessage.Ack;
import io.abcast.ordering.paxos.PaxosMessage.Prepare;
import io.abcast.ordering.paxos.PaxosMessage.Propose;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests message schedules with single faults. With each tested schedule, an earlier version of the protocol broke
 * agreement or made no progress.
 */
class FaultScriptsTest {
    private static final long SECOND = 1_000_000_000;
    private static final int V = 1;
    private static final int W = 2;

    private static Script founded(String protocol) {
        Script script = new Script(protocol, 3);
        script.run(20_000_000 * 10L);
        for (int id = 1; id <= 3; id++)
            assertTrue(script.status(id).voter(), "not a voter: " + script.status(id));
        return script;
    }

    private static void campaign(Script script, int id) {
        for (int i = 0; i < 200 && script.status(id).role() == LogPhase.FOLLOWING; i++)
            script.pass(id, 20_000_000);
        assertEquals(LogPhase.CAMPAIGNING, script.status(id).role());
    }

    private static Predicate<Letter> among(Integer... ids) {
        Set<Integer> those = Set.of(ids);
        return letter -> those.contains(letter.from()) && those.contains(letter.to());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void ballotWhoseOwnerCrashedIsNotUsedAgain(String protocol) {
        Script script = founded(protocol);
        hold(script, 2, true);
        campaign(script, 2);
        script.submit(2, V);
        script.deliver(letter -> !letter.is(Accept.class));
        script.deliver(letter -> letter.is(Accept.class) && letter.to() == 1);
        List<Letter> voteOf1 = script.inFlight(letter -> letter.from() == 1 && letter.to() == 3);
        script.lose(letter -> true);
        script.crash(2);
        hold(script, 2, false);
        script.start(2);
        campaign(script, 2);
        script.submit(2, W);
        script.deliver(among(2, 3).and(letter -> !letter.is(Accepted.class) || letter.to() == 3));
        for (Letter vote : voteOf1) script.arrive(vote);
        script.deliver(letter -> letter.to() == 3);
        script.lose(letter -> true);
        campaign(script, 1);
        script.deliver(among(1, 2));
        assertEquals(Set.of(), script.disagreeing(), () -> describe(script));
        script.run(20 * SECOND);
        for (int id = 1; id <= 3; id++) assertTrue(script.up(id), script.halted(id));
        assertEquals(Set.of(), script.disagreeing(), () -> describe(script));
        assertEquals(script.delivered(1), script.delivered(3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void slotThatWasAppliedAndLostIsProposedAgain(String protocol) {
        Script script = founded(protocol);
        campaign(script, 1);
        script.deliverAll();
        script.submit(1, V);
        script.deliverAll();
        script.holdEntries(3, true);
        script.submit(1, W);
        script.deliver(letter -> !letter.is(Accepted.class) || letter.to() == 3);
        assertEquals(List.of(V, W), script.delivered(3));
        assertEquals(List.of(V), script.delivered(2));
        script.lose(letter -> true);
        campaign(script, 2);
        script.deliver(
                among(2, 3)
                        .and(letter -> letter.is(PaxosMessage.class))
                        .and(letter -> !letter.is(Accepted.class)));
        script.crash(3);
        script.lose(letter -> true);
        script.holdEntries(3, false);
        script.start(3);
        script.run(600 * SECOND);
        assertEquals(List.of(V, W), script.delivered(3), () -> describe(script));
        for (int id = 1; id <= 3; id++) script.submit(id, 10 + id);
        script.run(10 * SECOND);
        for (int id = 1; id <= 3; id++)
            assertEquals(5, script.delivered(id).size(), () -> describe(script));
        assertEquals(Set.of(), script.disagreeing(), () -> describe(script));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void promisesAndVotesAreSentOnceDurable(String protocol) {
        Script script = founded(protocol);
        hold(script, 2, true);
        campaign(script, 1);
        expectFrom2(script, Ack.class);
        script.deliverAll();
        assertEquals(LogPhase.LEADING, script.status(1).role());
        hold(script, 2, true);
        script.submit(1, V);
        expectFrom2(script, Accepted.class);
        script.deliverAll();
        assertEquals(List.of(V), script.delivered(2));
    }

    private static void hold(Script script, int id, boolean hold) {
        script.holdState(id, hold);
        script.holdLog(id, hold);
    }

    private static void expectFrom2(Script script, Class<? extends Message> type) {
        Predicate<Letter> expected = letter -> letter.from() == 2 && letter.is(type);
        script.deliver(expected.negate());
        assertEquals(List.of(), script.inFlight(expected));
        hold(script, 2, false);
        script.deliver(expected.negate());
        assertFalse(script.inFlight(expected).isEmpty(), type.getSimpleName());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void voteIsReportedUntilItsDecisionIsDurable(String protocol) {
        Script script = founded(protocol);
        campaign(script, 1);
        script.deliverAll();
        script.submit(1, V);
        script.deliver(letter -> !letter.is(Accepted.class));
        script.holdLog(3, true);
        script.deliver(letter -> letter.is(Accepted.class) && letter.to() == 3);
        assertEquals(List.of(V), script.delivered(3));
        script.missLeader(3);
        script.lose(letter -> true);
        campaign(script, 2);
        script.deliver(letter -> letter.is(Prepare.class) && letter.to() == 3);
        List<Letter> promises =
                script.inFlight(letter -> letter.from() == 3 && letter.is(Ack.class));
        assertFalse(promises.isEmpty());
        Ack promise = (Ack) promises.get(0).body();
        assertEquals(0, promise.durable());
        assertEquals(1, promise.votes().size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void slotWithoutAProposalDoesNotStayUndecided(String protocol) {
        Script script = founded(protocol);
        campaign(script, 1);
        script.deliverAll();
        script.submit(1, V);
        script.deliver(letter -> letter.is(Accept.class) && letter.to() == 1);
        script.deliver(letter -> letter.is(Propose.class) && letter.to() == 1);
        script.deliver(letter -> letter.is(Accepted.class) && letter.to() == 3);
        script.crash(1);
        script.lose(letter -> true);
        campaign(script, 2);
        script.run(20 * 1_000_000_000L);
        for (int id = 2; id <= 3; id++)
            assertTrue(script.status(id).active(), script.status(id).reason());
    }

    private static String describe(Script script) {
        StringBuilder text = new StringBuilder();
        for (int id = 1; id <= 3; id++)
            text.append(id)
                    .append(": ")
                    .append(script.delivered(id))
                    .append(script.up(id) ? "" : " down: " + script.halted(id))
                    .append('\n');
        return text.toString();
    }
}
