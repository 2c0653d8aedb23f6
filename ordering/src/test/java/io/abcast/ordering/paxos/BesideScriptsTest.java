package io.abcast.ordering.paxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.ordering.Script;
import io.abcast.ordering.Script.Letter;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.LogMessage;
import io.abcast.ordering.log.LogPhase;
import io.abcast.ordering.log.LogStatus;
import io.abcast.ordering.paxos.PaxosMessage.Accept;
import io.abcast.ordering.paxos.PaxosMessage.Accepted;
import io.abcast.ordering.paxos.PaxosMessage.Given;
import io.abcast.ordering.paxos.PaxosMessage.Propose;
import io.abcast.ordering.paxos.PaxosMessage.Want;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Tests members that were started with {@code bootstrap} after the loss of their votes, together with voters that have
 * kept their votes.
 */
class BesideScriptsTest {
    private static final long SECOND = 1_000_000_000;
    private static final int SERVE_SECONDS = 60;
    private static final long TICK = 20_000_000;

    private static Script serving(String protocol, int size) {
        Script script = Script.serving(protocol, size, SERVE_SECONDS);
        script.run(2 * SECOND);
        return script;
    }

    private static void join(Script script, int id, Predicate<Letter> answering) {
        script.configure(id, LogConfig.defaults().bootstrap(true));
        script.start(id);
        for (int i = 0; i < 1_000 && script.node(id).consensus().promised() == 0; i++) {
            script.pass(id, TICK);
            script.deliver(answering.and(letter -> letter.body() instanceof LogMessage));
            script.lose(letter -> true);
        }
        assertTrue(script.node(id).consensus().promised() > 0, "it joins");
    }

    @Test
    void forgottenFastVoteDoesNotCountAsAbsentVote() {
        Script script = serving("FAST_PAXOS", 5);
        script.submit(5, 55);
        script.submit(4, 44);
        assertFalse(script.inFlight(l -> l.is(Propose.class)).isEmpty(), "the round is fast");
        script.deliver(l -> l.is(Propose.class) && l.from() == 5 && l.to() != 4);
        script.deliver(l -> l.is(Accepted.class) && l.to() == 5);
        assertEquals(List.of(55), script.delivered(5));
        script.lose(l -> true);
        script.loseStorage(3);
        join(script, 3, l -> l.from() != 5 && l.to() != 5);
        script.missLeader(2);
        script.pass(4, 2 * LogConfig.defaults().electionTimeoutNanos());
        script.lose(l -> true);
        for (int i = 0; i < 300 && script.status(1).role() != LogPhase.LEADING; i++) {
            script.pass(1, TICK);
            script.deliver(l -> l.from() != 5 && l.to() != 5);
        }
        assertEquals(LogPhase.LEADING, script.status(1).role());
        script.awaitAllServe(SERVE_SECONDS);
        assertEquals(Set.of(), script.disagreeing());
        for (int id = 1; id <= 5; id++) {
            assertNull(script.halted(id));
            assertEquals(55, script.delivered(id).get(0));
        }
    }

    private static Script joinedBeside1() {
        Script script = serving("PAXOS", 3);
        script.submit(1, 1);
        script.run(SECOND);
        script.loseStorage(2);
        script.loseStorage(3);
        join(script, 2, letter -> true);
        join(script, 3, letter -> true);
        return script;
    }

    private static void lead(Script script, int id) {
        for (int i = 0; i < 300 && script.status(id).role() != LogPhase.LEADING; i++) {
            script.pass(id, TICK);
            script.deliverAll();
        }
        assertEquals(LogPhase.LEADING, script.status(id).role());
    }

    private static void depose(Script script, int leader) {
        for (int id = 1; id <= 3; id++) {
            script.pass(id, LogConfig.defaults().electionTimeoutNanos());
            script.lose(letter -> true);
        }
        assertNotEquals(LogPhase.LEADING, script.status(leader).role());
    }

    private static Script knowingByOthersVotes(String protocol) {
        Script script = new Script(protocol, 3);
        script.run(10 * TICK);
        lead(script, 2);
        script.holdLog(1, true);
        script.submit(2, 1);
        script.deliver(l -> l.to() != 1);
        List<Letter> votes = script.inFlight(l -> l.to() == 1 && l.is(Accepted.class));
        script.lose(l -> true);
        votes.forEach(script::arrive);
        for (int i = 0; i < 40; i++) {
            script.pass(1, TICK);
            script.deliver(
                    l -> l.body() instanceof LogMessage || l.is(Want.class) || l.is(Given.class));
            script.lose(l -> true);
        }
        return script;
    }

    private static void assertBootstrapKeeps(Script script, List<Integer> known) {
        for (int id = 2; id <= 3; id++) {
            script.loseStorage(id);
            script.configure(id, LogConfig.defaults().bootstrap(true));
            script.start(id);
        }
        script.run(10 * SECOND);
        script.holdLog(1, false);
        script.awaitAllServe(SERVE_SECONDS);
        if (script.status(2).leader() != 2) depose(script, script.status(2).leader());
        lead(script, 2);
        for (int i = 7; i <= 9; i++) {
            script.submit(3, i);
            script.run(SECOND);
        }
        assertEquals(Set.of(), script.disagreeing());
        for (int id = 1; id <= 3; id++) {
            assertNull(script.halted(id));
            assertEquals(known, script.delivered(id).subList(0, known.size()));
        }
    }

    @Test
    void slotThatTheSurvivorAppliedWithoutAVoteIsKept() {
        Script script = knowingByOthersVotes("PAXOS");
        assertEquals(List.of(1), script.delivered(1));
        assertBootstrapKeeps(script, List.of(1));
    }

    @Test
    void statusNamesTheMemberThatJoinedMembersWaitFor() {
        Script script = joinedBeside1();
        script.crash(1);
        script.run(5 * SECOND);
        for (int i = 0; i < 600; i++) {
            script.run(SECOND / 10);
            for (int id = 2; id <= 3; id++) {
                LogStatus status = script.status(id);
                assertFalse(status.active(), status.toString());
            }
        }
        boolean named = false;
        for (int i = 0; i < 100; i++) {
            script.run(SECOND / 10);
            for (int id = 2; id <= 3; id++)
                named |= script.status(id).reason().contains("member 1");
        }
        assertTrue(named, script.status(2) + " " + script.status(3));
        script.start(1);
        script.awaitAllServe(SERVE_SECONDS);
        for (int id = 1; id <= 3; id++) assertEquals(List.of(1), script.delivered(id));
    }

    @Test
    void survivorThatLosesItsStorageLaterJoinsTheOthers() {
        Script script = joinedBeside1();
        script.loseStorage(1);
        script.start(1);
        script.run(20 * SECOND);
        for (int id = 1; id <= 3; id++) assertFalse(script.status(id).active());
        script.crash(1);
        script.configure(1, LogConfig.defaults().bootstrap(true));
        script.start(1);
        script.run(20 * SECOND);
        script.submit(2, 7);
        script.run(SECOND);
        for (int id = 1; id <= 3; id++) assertEquals(List.of(7), script.delivered(id));
        script.awaitAllServe(SERVE_SECONDS);
    }

    @Test
    void memberThatJoinedAJoinedMemberWaitsForTheSurvivor() {
        Script script = serving("PAXOS", 5);
        int leader = script.status(1).leader();
        script.submit(leader, 1);
        script.deliver(l -> l.is(Accept.class) && l.to() != 1);
        script.deliver(l -> l.is(Accepted.class) && l.to() == 2 && l.from() != 1);
        assertEquals(List.of(1), script.delivered(2));
        script.lose(l -> true);
        for (int id = 3; id <= 5; id++) script.loseStorage(id);
        join(script, 3, l -> l.from() != 4 && l.from() != 5);
        join(script, 4, Script.between(3, 4));
        join(script, 5, l -> l.from() > 2 && l.to() > 2);
        script.submit(1, 9);
        script.run(30 * SECOND, l -> l.from() != 2 && l.to() != 2);
        script.run(SECOND);
        script.awaitAllServe(SERVE_SECONDS);
        assertEquals(Set.of(), script.disagreeing());
        for (int id = 1; id <= 5; id++) assertEquals(1, script.delivered(id).get(0));
    }

    @Test
    void joinedMemberRecordsNoVoteBeforeItsRightToVoteIsDurable() {
        Script script = serving("PAXOS", 3);
        script.submit(1, 1);
        script.run(SECOND);
        script.loseStorage(2);
        script.loseStorage(3);
        join(script, 3, letter -> true);
        script.configure(2, LogConfig.defaults().bootstrap(true));
        script.start(2);
        for (int i = 0; i < 80; i++) {
            script.pass(2, TICK);
            script.deliver(Script.between(1, 2).and(l -> l.body() instanceof LogMessage));
        }
        assertEquals(0, script.node(2).consensus().promised(), "promised before it has joined");
        script.lose(letter -> true);
        for (int i = 0; i < 1_000; i++) {
            script.pass(1, TICK);
            script.lose(letter -> true);
        }
        for (int i = 0; i < 300 && script.status(1).role() != LogPhase.LEADING; i++) {
            script.pass(1, TICK);
            script.deliver(Script.between(1, 3));
        }
        assertEquals(LogPhase.LEADING, script.status(1).role());
        script.lose(letter -> true);
        script.submit(1, 2);
        List<Letter> accepts = script.inFlight(l -> l.is(Accept.class) && l.to() == 2);
        assertFalse(accepts.isEmpty());
        script.holdState(2, true);
        for (int i = 0; i < 200 && script.node(2).consensus().promised() == 0; i++)
            script.pass(2, TICK);
        assertTrue(script.node(2).consensus().promised() > 0, "it joins");
        accepts.forEach(script::arrive);
        assertEquals(Set.of(), script.votes(2));
        script.holdState(2, false);
        script.awaitAllServe(SERVE_SECONDS);
        for (int id = 1; id <= 3; id++) assertEquals(List.of(1, 2), script.delivered(id));
    }

    @Test
    void singleMemberServesAgainAfterBootstrap() {
        Script script = serving("PAXOS", 1);
        script.submit(1, 1);
        script.submit(1, 2);
        script.run(SECOND);
        script.crash(1);
        script.start(1);
        script.run(SECOND);
        script.crash(1);
        script.loseLastEntry(1);
        script.start(1);
        script.run(20 * SECOND);
        assertFalse(script.status(1).active());
        script.crash(1);
        script.configure(1, LogConfig.defaults().bootstrap(true));
        script.start(1);
        script.awaitAllServe(SERVE_SECONDS);
        script.submit(1, 3);
        script.run(SECOND);
        assertEquals(List.of(1, 3), script.delivered(1));
    }
}
