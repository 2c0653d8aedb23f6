package io.abcast.ordering.paxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.ordering.Script;
import io.abcast.ordering.Script.Letter;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.LogMessage.Entries;
import io.abcast.ordering.log.LogMessage.Forward;
import io.abcast.ordering.log.LogMessage.Learn;
import io.abcast.ordering.log.LogPhase;
import io.abcast.ordering.paxos.PaxosMessage.Accept;
import io.abcast.ordering.paxos.PaxosMessage.Accepted;
import io.abcast.ordering.paxos.PaxosMessage.Admit;
import io.abcast.ordering.paxos.PaxosMessage.Given;
import io.abcast.ordering.paxos.PaxosMessage.Heartbeat;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests slots that contain several requests, with a crash, a state transfer or a vote between two requests of one slot.
 */
class SlotScriptsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final List<Integer> PAYLOADS = List.of(11, 12, 13, 14);

    private static Script withOneSlot(String protocol, LogConfig config) {
        Script script = new Script(protocol, 3, config);
        for (int tick = 0; tick < 20; tick++) {
            for (int id = 1; id <= 3; id++) script.pass(id, config.tickNanos());
            script.deliverAll();
        }
        for (int payload : PAYLOADS) script.submit(1, payload);
        while (!script.node(1).consensus().leads()) {
            script.pass(1, config.tickNanos());
            script.deliverAll();
        }
        assertEquals(1, script.log(1).stream().map(Entry::slot).distinct().count());
        for (int id = 1; id <= 3; id++) assertEquals(PAYLOADS, script.delivered(id));
        return script;
    }

    private static void assertWhole(Script script) {
        for (int id = 1; id <= 3; id++) {
            assertTrue(script.up(id), script.halted(id));
            assertEquals(PAYLOADS, script.delivered(id).subList(0, 4), "member " + id);
            for (int i = 0; i < 4; i++)
                assertEquals(script.log(1).get(i).toString(), script.log(id).get(i).toString());
            assertEquals(script.status(1).slot(), script.status(id).slot());
        }
        assertEquals(Set.of(), script.disagreeing());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void memberThatCrashedBetweenTwoEntriesOfASlotContinuesInIt(String protocol) {
        for (int kept = 0; kept <= 4; kept++) {
            Script script = withOneSlot(protocol, LogConfig.defaults());
            long slot = script.status(3).slot();
            List<Entry> all = script.log(3);
            script.crash(3);
            script.replaceLog(3, all.subList(0, kept));
            script.start(3);
            assertEquals(PAYLOADS.subList(0, kept), script.delivered(3));
            assertEquals(kept == 4 ? slot : slot - 1, script.status(3).slot());
            script.run(20 * SECOND);
            assertWhole(script);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void slotThatNoLogHoldsAsAWholeIsDecidedAgain(String protocol) {
        Script script = new Script(protocol, 3);
        script.run(SECOND / 2);
        for (int id = 1; id <= 3; id++) script.holdEntries(id, true);
        for (int payload : PAYLOADS) script.submit(1, payload);
        while (!script.node(1).consensus().leads()) {
            script.pass(1, LogConfig.defaults().tickNanos());
            script.deliverAll();
        }
        List<Entry> all = new ArrayList<>();
        assertEquals(PAYLOADS, script.delivered(2));
        for (int id = 1; id <= 3; id++) script.crash(id);
        for (int id = 1; id <= 3; id++) script.holdEntries(id, false);
        Script other = withOneSlot(protocol, LogConfig.defaults());
        all.addAll(other.log(1));
        script.replaceLog(2, all.subList(0, 1));
        script.replaceLog(3, all.subList(0, 3));
        script.start(2);
        script.start(3);
        script.run(20 * SECOND);
        assertEquals(PAYLOADS, script.delivered(2));
        assertEquals(PAYLOADS, script.delivered(3));
        script.start(1);
        script.run(20 * SECOND);
        assertWhole(script);
    }

    private static LogConfig twoEntries() {
        return answersOf(60);
    }

    private static LogConfig answersOf(int bytes) {
        return LogConfig.defaults().chunkBytes(bytes);
    }

    @Test
    void memberAsksTheSameMemberAgainAfterAUsefulAnswer() {
        int requests = 100;
        Script script = new Script("PAXOS", 5, answersOf(1));
        script.run(SECOND / 2);
        for (int payload = 0; payload < requests; payload++) script.submit(1, payload);
        while (!script.node(1).consensus().leads()) {
            script.pass(1, LogConfig.defaults().tickNanos());
            script.deliver(Script.of(5).negate());
            script.lose(Script.of(5));
        }
        assertEquals(requests, script.delivered(1).size());
        assertEquals(1, script.log(1).stream().map(Entry::slot).distinct().count());
        assertEquals(List.of(), script.delivered(5));
        // A run of 0.4 s is long enough for the first heartbeat, but too short if member 5 asks one
        // member after another.
        script.run(2 * SECOND / 5, Script.between(1, 5));
        assertEquals(script.delivered(1), script.delivered(5));
    }

    @Test
    void transferMayEndInTheMiddleOfASlot() {
        Script script = withOneSlot("PAXOS", twoEntries());
        List<Entry> all = script.log(3);
        script.crash(3);
        script.replaceLog(3, all.subList(0, 1));
        script.start(3);
        List<Entry> ends = new ArrayList<>();
        script.run(
                20 * SECOND,
                letter -> {
                    if (letter.body() instanceof Entries m && letter.to() == 3)
                        ends.add(m.entries().get(m.entries().size() - 1));
                    return true;
                });
        assertFalse(ends.get(0).endsSlot(), ends.toString());
        assertTrue(ends.get(1).endsSlot(), ends.toString());
        assertWhole(script);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void memberThatHoldsAPartOfASlotFoundsNoEnsemble(String protocol) {
        Script script = withOneSlot(protocol, LogConfig.defaults());
        script.loseStorage(3);
        script.start(3);
        script.run(SECOND, letter -> !letter.is(Admit.class));
        assertEquals(PAYLOADS, script.delivered(3));
        script.crash(3);
        script.replaceLog(3, script.log(3).subList(0, 2));
        script.lose(letter -> true);
        script.start(3);
        assertEquals(PAYLOADS.subList(0, 2), script.delivered(3));
        assertFalse(script.status(3).voter());
        script.loseStorage(1);
        script.start(1);
        script.loseStorage(2);
        script.start(2);
        script.run(60 * SECOND);
        for (int id = 1; id <= 3; id++)
            assertFalse(script.status(id).voter(), script.status(id).toString());
    }

    private static Script withoutSlotAtMember3(String protocol, LogConfig config) {
        Script script = new Script(protocol, 3, config);
        for (int i = 0; i < 20; i++) {
            for (int id = 1; id <= 3; id++) script.pass(id, config.tickNanos());
            script.deliverAll();
        }
        for (int payload : PAYLOADS) script.submit(1, payload);
        for (int i = 0; i < 1_000 && script.delivered(2).size() < PAYLOADS.size(); i++) {
            script.pass(1, config.tickNanos());
            script.deliver(letter -> letter.to() != 3 && letter.from() != 3);
            script.lose(letter -> true);
        }
        assertEquals(PAYLOADS, script.delivered(2));
        assertEquals(1, script.log(2).stream().map(Entry::slot).distinct().count());
        return script;
    }

    private static void assertBootstrapKeepsTheEntriesOfMember3(Script script, LogConfig config) {
        List<Integer> before = List.copyOf(script.delivered(3));
        assertTrue(script.status(3).voter());
        script.loseStorage(1);
        script.loseStorage(2);
        script.lose(letter -> true);
        script.configure(2, config.bootstrap(true));
        script.start(2);
        script.run(60 * SECOND);
        script.submit(2, 77);
        script.run(60 * SECOND);
        List<Integer> survivor = script.delivered(3);
        List<Integer> other = script.delivered(2);
        int common = Math.min(survivor.size(), other.size());
        assertEquals(survivor.subList(0, common), other.subList(0, common));
        assertEquals(before, survivor.subList(0, before.size()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void partOfASlotFromATransferHasNoEffect(String protocol) {
        Script script = withoutSlotAtMember3(protocol, twoEntries());
        List<Letter> parts = new ArrayList<>();
        script.run(
                SECOND / 2,
                letter -> {
                    if (letter.to() != 3) return !letter.is(Accepted.class);
                    if (letter.body() instanceof Entries) parts.add(letter);
                    return letter.is(Heartbeat.class)
                            || (letter.body() instanceof Entries && parts.size() == 1);
                });
        Entries first = (Entries) parts.get(0).body();
        assertFalse(first.entries().get(first.entries().size() - 1).endsSlot());
        assertEquals(List.of(), script.delivered(3));
        assertEquals(List.of(), script.log(3));
        assertBootstrapKeepsTheEntriesOfMember3(script, twoEntries());
        assertEquals(List.of(77), script.delivered(3));
    }

    @Test
    void partThatNoMemberContinuesIsForgotten() {
        Script script = withoutSlotAtMember3("PAXOS", twoEntries());
        boolean[] learned = new boolean[1];
        script.run(
                SECOND / 2,
                letter -> {
                    if (letter.to() != 3) return !letter.is(Accepted.class);
                    boolean first = letter.body() instanceof Entries && !learned[0];
                    learned[0] |= first;
                    return letter.is(Heartbeat.class) || first;
                });
        assertTrue(learned[0]);
        script.loseStorage(1);
        script.loseStorage(2);
        for (int id = 1; id <= 2; id++) {
            script.configure(id, twoEntries().bootstrap(true));
            script.start(id);
        }
        for (int i = 0; i < 100 && !script.status(2).voter(); i++) script.run(SECOND / 10);
        script.run(10 * SECOND, Script.of(3).negate());
        for (int payload = 71; payload <= 76; payload++) {
            script.submit(2, payload);
            script.run(SECOND, Script.of(3).negate());
        }
        assertEquals(6, script.delivered(2).size());
        assertEquals(List.of(), script.delivered(3));
        script.run(20 * SECOND);
        assertEquals(script.delivered(2), script.delivered(3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void bootstrapDecidesNoSlotOfWhichTheSurvivorHoldsAPart(String protocol) {
        Script script = withoutSlotAtMember3(protocol, LogConfig.defaults());
        script.run(
                SECOND / 2,
                letter ->
                        letter.to() != 3 || letter.is(Heartbeat.class) || letter.is(Entries.class));
        assertEquals(PAYLOADS, script.delivered(3));
        script.crash(3);
        script.replaceLog(3, script.log(3).subList(0, 2));
        script.lose(letter -> true);
        script.start(3);
        assertEquals(PAYLOADS.subList(0, 2), script.delivered(3));
        assertBootstrapKeepsTheEntriesOfMember3(script, LogConfig.defaults());
    }

    @Test
    void memberWithAQuorumOfNamesAndNoValueAsksForIt() {
        Script script = withOneSlot("PAXOS", LogConfig.defaults());
        for (int id = 1; id <= 2; id++) script.holdEntries(id, true);
        List<Integer> given = new ArrayList<>();
        script.submit(1, 99);
        script.run(
                SECOND,
                letter -> {
                    if (letter.is(Given.class)) given.add(letter.to());
                    return !(letter.is(Accept.class) && letter.to() == 3)
                            && !letter.is(Learn.class);
                });
        assertEquals(List.of(3), given);
        assertEquals(99, script.delivered(3).get(4));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void twoValuesThatBeginWithTheSameRequestHaveDifferentNames(String protocol) {
        Script script = new Script(protocol, 3);
        script.run(200_000_000);
        campaign(script, 1);
        script.deliverAll();
        script.holdLog(1, true);
        script.submit(2, 11);
        script.deliver(letter -> letter.is(Forward.class));
        script.deliver(letter -> letter.is(Accept.class) && letter.to() == 3);
        script.lose(letter -> true);
        script.crash(1);
        script.holdLog(1, false);
        script.start(1);
        script.submit(2, 12);
        script.lose(letter -> true);
        campaign(script, 2);
        script.deliver(letter -> letter.from() != 3 && letter.to() != 3);
        script.pass(2, LogConfig.defaults().tickNanos());
        script.deliver(letter -> letter.from() != 3 && letter.to() != 3);
        assertEquals(List.of(11, 12), script.delivered(2));
        assertEquals(script.log(2).get(0).slot(), script.log(2).get(1).slot());
        script.deliver(letter -> letter.is(Accepted.class) && letter.to() == 3);
        script.lose(letter -> true);
        script.run(20 * SECOND);
        script.submit(2, 13);
        script.run(10 * SECOND);
        for (int id = 1; id <= 3; id++)
            assertEquals(List.of(11, 12, 13), script.delivered(id), "member " + id);
    }

    private static void campaign(Script script, int id) {
        for (int i = 0; i < 200 && script.status(id).role() == LogPhase.FOLLOWING; i++)
            script.pass(id, LogConfig.defaults().tickNanos());
        assertEquals(LogPhase.CAMPAIGNING, script.status(id).role());
    }

    @Test
    void originProposesABatchInAFastRound() {
        Script script = withOneSlot("FAST_PAXOS", LogConfig.defaults());
        script.run(2 * SECOND);
        for (int payload = 21; payload <= 25; payload++) script.submit(2, payload);
        script.deliverAll();
        for (int id = 1; id <= 3; id++)
            assertEquals(List.of(21, 22, 23, 24, 25), script.delivered(id).subList(4, 9));
        List<Entry> log = script.log(2);
        assertEquals(log.get(4).slot() + 1, log.get(5).slot());
        assertEquals(log.get(5).slot(), log.get(8).slot());
        assertTrue(log.get(8).endsSlot() && !log.get(7).endsSlot(), log.toString());
    }
}
