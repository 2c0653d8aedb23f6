package io.abcast.ordering.paxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.ordering.Script;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.LogMessage.Entries;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that an operator can found an ensemble again when no member has all its votes but some members still have
 * histories.
 */
final class FoundingScriptsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int SERVE_SECONDS = 60;

    private static Script withEntries(String protocol, int members, int entries) {
        Script script = Script.serving(protocol, members, SERVE_SECONDS);
        for (int i = 1; i <= entries; i++) {
            script.submit(1, i);
            script.run(SECOND);
        }
        for (int id = 1; id <= members; id++) assertEquals(entries, script.delivered(id).size());
        return script;
    }

    private static void bootstrap(Script script, int id) {
        script.configure(id, LogConfig.defaults().bootstrap(true));
    }

    private static Script repaired(String protocol, int... lengths) {
        Script script = withEntries(protocol, lengths.length, 5);
        for (int id = 1; id <= lengths.length; id++) script.crash(id);
        script.lose(letter -> true);
        for (int id = 1; id <= lengths.length; id++) script.cutLog(id, lengths[id - 1]);
        return script;
    }

    private static void assertOrders(Script script, int members, List<Integer> history) {
        script.awaitAllServe(SERVE_SECONDS);
        for (int id = 1; id <= members; id++) assertEquals(history, script.delivered(id));
        script.submit(members, 9);
        script.run(3 * SECOND);
        for (int id = 1; id <= members; id++) {
            assertEquals(history.size() + 1, script.delivered(id).size());
            assertEquals(script.status(1).era(), script.status(id).era());
        }
    }

    @Test
    void statusNamesTheMemberThatTheFoundingWaitsFor() {
        Script script = new Script("PAXOS", 3);
        script.loseStorage(2);
        script.run(SECOND);
        String wait = "waiting for all members to found the ensemble (missing: 2)";
        assertEquals(wait, script.status(1).reason());
        assertEquals(wait, script.status(3).reason());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void longestRepairedHistoryBecomesThatOfTheNewEnsemble(String protocol) {
        Script script = repaired(protocol, 4, 3, 1);
        for (int id = 1; id <= 3; id++) script.start(id);
        script.run(20 * SECOND);
        for (int id = 1; id <= 3; id++) assertFalse(script.status(id).active());
        for (int id = 1; id <= 2; id++) {
            script.crash(id);
            bootstrap(script, id);
            script.start(id);
        }
        assertOrders(script, 3, List.of(1, 2, 3, 4));
    }

    @Test
    void founderWithTheLongestHistoryNeedNotBeTheLowest() {
        Script script = repaired("PAXOS", 1, 2, 0, 5, 0);
        for (int id : List.of(1, 3, 4)) bootstrap(script, id);
        for (int id = 1; id <= 5; id++) script.start(id);
        assertOrders(script, 5, List.of(1, 2, 3, 4, 5));
    }

    @Test
    void foundersWaitForAMemberWithALongerHistory() {
        Script script = repaired("PAXOS", 4, 3, 1);
        for (int id = 2; id <= 3; id++) bootstrap(script, id);
        for (int id = 1; id <= 3; id++) script.start(id);
        script.run(60 * SECOND);
        for (int id = 1; id <= 3; id++) assertFalse(script.status(id).voter());
        String wait = "bootstrap: member 1 holds a history through slot ";
        assertTrue(
                script.reports(2).stream().anyMatch(line -> line.startsWith(wait)),
                script.reports(2).toString());
    }

    @Test
    void historiesFoundNoEnsembleBeforeAllMembersAnswer() {
        Script script = repaired("PAXOS", 4, 3, 1);
        for (int id = 1; id <= 2; id++) {
            bootstrap(script, id);
            script.start(id);
        }
        script.run(60 * SECOND);
        for (int id = 1; id <= 2; id++) assertFalse(script.status(id).voter());
        script.start(3);
        assertOrders(script, 3, List.of(1, 2, 3, 4));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void survivorWithoutItsVotesFoundsAnEnsembleWithEmptyMembers(String protocol) {
        Script script = withEntries(protocol, 3, 5);
        script.crash(1);
        script.lose(letter -> true);
        script.cutLog(1, 3);
        script.start(1);
        script.run(20 * SECOND, letter -> letter.to() != 1 || !letter.is(Entries.class));
        assertTrue(
                script.reports(1).stream().anyMatch(line -> line.startsWith("admitted")),
                script.reports(1).toString());
        assertFalse(script.status(1).voter(), "member 1 has caught up");
        long era = script.status(1).era();
        script.loseStorage(2);
        script.loseStorage(3);
        for (int id = 2; id <= 3; id++) {
            bootstrap(script, id);
            script.start(id);
        }
        script.run(60 * SECOND);
        for (int id = 1; id <= 3; id++) assertFalse(script.status(id).active());
        script.crash(1);
        bootstrap(script, 1);
        script.start(1);
        assertOrders(script, 3, List.of(1, 2, 3));
        assertNotEquals(era, script.status(1).era());
    }

    @Test
    void memberWithALongerHistoryDoesNotJoin() {
        Script script = repaired("PAXOS", 4, 3, 1);
        script.loseStorage(2);
        for (int id = 2; id <= 3; id++) bootstrap(script, id);
        script.replaceDisk(3);
        script.start(2);
        script.start(3);
        script.run(30 * SECOND);
        assertTrue(script.status(2).active(), script.status(2).reason());
        script.submit(2, 9);
        script.run(SECOND);
        script.start(1);
        script.run(30 * SECOND);
        assertEquals(List.of(1, 2, 3, 4), script.delivered(1));
        assertFalse(script.status(1).voter());
        String line = "this member holds a history through slot ";
        assertTrue(
                script.reports(1).stream().anyMatch(report -> report.startsWith(line)),
                script.reports(1).toString());
        script.crash(1);
        script.replaceDisk(1);
        script.start(1);
        script.awaitAllServe(SERVE_SECONDS);
        assertEquals(List.of(9), script.delivered(1));
    }

    @Test
    void restartOfAFounderKeepsTheNewEnsemble() {
        Script script = repaired("PAXOS", 4, 3, 1);
        for (int id = 1; id <= 3; id++) {
            bootstrap(script, id);
            script.start(id);
        }
        assertOrders(script, 3, List.of(1, 2, 3, 4));
        long era = script.status(1).era();
        for (int id = 1; id <= 3; id++) {
            script.crash(id);
            script.start(id);
            assertTrue(script.status(id).voter());
        }
        script.awaitAllServe(SERVE_SECONDS);
        for (int id = 1; id <= 3; id++) {
            assertEquals(era, script.status(id).era());
            assertEquals(List.of(1, 2, 3, 4, 9), script.delivered(id));
        }
    }
}
