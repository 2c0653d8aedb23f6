package io.abcast.ordering.epaxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import io.abcast.kernel.Refusal;
import io.abcast.ordering.epaxos.EpaxosMessage.Bytes;
import io.abcast.ordering.epaxos.EpaxosMessage.Commit;
import io.abcast.ordering.epaxos.EpaxosMessage.CommitProposed;
import io.abcast.ordering.epaxos.EpaxosMessage.Heartbeat;
import io.abcast.ordering.epaxos.EpaxosMessage.Pass;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAccept;
import io.abcast.ordering.epaxos.EpaxosMessage.Want;
import io.abcast.ordering.log.LogConfig;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests whole EPaxos members in scripted runs. */
class EpaxosNodeTest {
    private static final long SECOND = 1_000_000_000L;
    private static final String MEASURED = "instances that are measured";

    private static final Interference FIRST_CHARACTER =
            new Interference() {
                @Override
                public String name() {
                    return "first";
                }

                @Override
                public int version() {
                    return 1;
                }

                @Override
                public Keys keys(byte[] payload) {
                    if (payload.length == 0) throw new IllegalArgumentException("expected a key");
                    return Keys.writing(new String(payload, 0, 1, StandardCharsets.UTF_8));
                }
            };

    private static EpaxosConfig config(long snapshotEveryBytes) {
        return EpaxosConfig.of(
                LogConfig.defaults().snapshotEveryBytes(snapshotEveryBytes).chunkBytes(100));
    }

    private static EpaxosConfig retaining(int instances, EpaxosConfig config) {
        return new EpaxosConfig(
                config.log(),
                config.batchBytesMax(),
                instances,
                config.inlineBytesMax(),
                config.looseBytesMax());
    }

    private static NodeScript total(int size) {
        return new NodeScript(size, config(1 << 20), Interference.ALL);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void allMembersDeliverTheWritesOfAllInOneOrder(int size) {
        NodeScript script = total(size);
        for (int i = 0; i < 5; i++)
            for (int id : script.members.ids()) script.submit(id, id + "." + i);
        script.run(5 * SECOND);
        assertEquals(5 * size, script.machine(1).size());
        for (int id : script.members.ids()) assertEquals(script.machine(1), script.machine(id));
    }

    @Test
    void commitsFastWithoutConflicts() {
        NodeScript script = total(3);
        script.submit(1, "a");
        script.deliver(letter -> !letter.is(CommitProposed.class));
        assertEquals(List.of("a"), script.machine(1));
        assertEquals(List.of(), script.machine(2));
        script.deliver(letter -> true);
        assertEquals(List.of("a"), script.machine(2));
        assertEquals(1, script.node(1).status().fast());
    }

    @Test
    void aMemberThatLacksTheValueOfADecisionAsksForIt() {
        NodeScript script = total(3);
        script.submit(1, "a");
        script.lose(letter -> letter.is(PreAccept.class) && letter.to() == 3);
        script.deliver(letter -> !letter.is(EpaxosMessage.Ask.class));
        assertEquals(List.of(1), script.receiversOf(EpaxosMessage.Ask.class, 3));
        assertEquals(List.of(), script.machine(3));
        script.deliver(letter -> true);
        assertEquals(List.of("a"), script.machine(3));
    }

    @Test
    void aDecisionWaitsBesideItsProposalForTheBytes() {
        NodeScript script = total(3);
        String large = "x".repeat(5000);
        script.submit(1, large);
        script.deliver(letter -> letter.to() != 3 || !letter.is(EpaxosMessage.Bytes.class));
        assertEquals(List.of(large), script.machine(2));
        assertEquals(List.of(), script.machine(3));
        script.deliver(letter -> true);
        assertEquals(List.of(large), script.machine(3));
    }

    @Test
    void largePayloadsTravelApart() {
        NodeScript script = total(3);
        String large = "x".repeat(5000);
        script.submit(1, large);
        script.lose(letter -> letter.is(EpaxosMessage.Bytes.class) && letter.to() == 3);
        script.run(3 * SECOND);
        assertEquals(List.of(large), script.machine(3));
        assertTrue(script.sent(3).contains("Want"));
        script.crash(2);
        script.start(2);
        assertEquals(List.of(large), script.machine(2));
    }

    @Test
    void anEntryNamesTheRecordThatHasItsPayload() {
        NodeScript script = total(3);
        List<String> payloads = new ArrayList<>();
        for (int i = 0; i < 40; i++) payloads.add(i + "x".repeat(i % 2 == 0 ? 5 : 5000));
        for (String payload : payloads) script.submit(1, payload);
        script.run(3 * SECOND);
        for (int id : script.members.ids()) {
            assertEquals(payloads, script.machine(id));
            assertEquals(40, script.entriesInVotes(id));
        }
    }

    @Test
    void payloadsUpToTheBoundArePartOfTheirRequests() {
        NodeScript script = new NodeScript(3, config(1 << 20).inlineBytesMax(3), Interference.ALL);
        script.submit(1, "abc");
        script.run(SECOND);
        assertFalse(script.sent(1).contains("Bytes"));
        script.submit(1, "abcd");
        script.run(SECOND);
        assertTrue(script.sent(1).contains("Bytes"));
        for (int id : script.members.ids())
            assertEquals(List.of("abc", "abcd"), script.machine(id));
    }

    @Test
    void aVoterWithoutBytesAsksTheCoordinatorThenVoters() {
        NodeScript script = total(5);
        String large = "x".repeat(5000);
        script.submit(1, large);
        script.lose(letter -> letter.is(Bytes.class) && letter.to() == 5);
        script.deliver(letter -> letter.to() != 5);
        script.deliver(letter -> letter.is(PreAccept.class) && letter.to() == 5);
        assertEquals(List.of(1), script.receiversOf(Want.class, 5));
        assertFalse(script.sent(5).contains("PreAcceptOk"), "a vote without the bytes");
        script.crash(1);
        script.run(2 * SECOND);
        assertEquals(List.of(large), script.machine(5));
    }

    @Test
    void aMemberWithCommitAndWithoutBytesExecutesLater() {
        NodeScript script = total(3);
        String large = "x".repeat(5000);
        script.submit(1, large);
        script.lose(
                letter ->
                        letter.to() == 3 && (letter.is(Bytes.class) || letter.is(PreAccept.class)));
        script.deliver(letter -> !letter.is(Want.class));
        assertEquals(List.of(large), script.machine(2));
        assertEquals(List.of(), script.machine(3));
        assertEquals(List.of(1), script.receiversOf(Want.class, 3));
        script.deliver(letter -> true);
        assertEquals(List.of(large), script.machine(3));
        assertEquals(1, script.node(3).status().bytesFetched());
    }

    @Test
    void bytesWithoutTheirInstanceStayInABoundedBuffer() {
        EpaxosConfig of = config(1 << 20);
        NodeScript script =
                new NodeScript(
                        3, new EpaxosConfig(of.log(), 1, 1 << 16, 10, 12_000), Interference.ALL);
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) all.add(i + "y".repeat(5000));
        for (String each : all) script.submit(1, each);
        script.deliver(letter -> letter.is(Bytes.class) && letter.to() == 2);
        assertEquals(10_002, script.queue(2, "bytes of payloads without an instance"));
        script.deliver(letter -> letter.is(PreAccept.class) && letter.to() == 2);
        assertEquals(0, script.queue(2, "bytes of payloads without an instance"));
        assertEquals(6, script.receiversOf(Want.class, 2).size());
        script.run(3 * SECOND);
        for (int id : script.members.ids()) assertEquals(all, script.machine(id));
    }

    @Test
    void aRestartKeepsWhatIsDurableAndLosesTheRest() {
        NodeScript script = total(3);
        script.submit(1, "a");
        script.run(SECOND);
        script.holdLog(2, true);
        script.submit(2, "lost");
        script.submit(1, "b");
        script.run(SECOND);
        assertEquals(List.of("a", "b"), script.machine(1));
        script.crash(2);
        script.holdLog(2, false);
        script.start(2);
        script.run(5 * SECOND);
        script.submit(2, "c");
        script.run(5 * SECOND);
        for (int id : script.members.ids())
            assertEquals(List.of("a", "b", "c"), script.machine(id));
    }

    /**
     * A power loss after a commit leaves the vote and not the entry. The restarted member appends the entry again. The
     * next power loss comes before this append is durable.
     */
    @Test
    void aMemberKeepsItsVoteWhenPowerFailsAgainDuringItsRestart() {
        NodeScript script = total(3);
        script.submit(1, "a");
        script.run(SECOND);
        script.crash(2);
        script.loseLastEntry(2);
        script.holdLog(2, true);
        script.start(2);
        assertEquals(List.of("a"), script.machine(2));
        script.crash(2);
        script.holdLog(2, false);
        script.start(2);
        assertTrue(script.node(2).status().voter());
        assertEquals(List.of("a"), script.machine(2));
    }

    @Test
    void aMemberAlsoAsksOtherVotersForADecisionThatTheCoordinatorsLinkLoses() {
        NodeScript script = total(3);
        script.submit(1, "a");
        script.run(
                2 * SECOND,
                letter -> letter.from() != 1 || letter.to() != 3 || letter.is(Heartbeat.class));
        assertEquals(List.of("a"), script.machine(3));
    }

    @Test
    void theRestRecoversADecisionThatTheLinksOfAReachableCoordinatorLose() {
        NodeScript script = total(3);
        script.submit(1, "a");
        script.run(
                100 * config(1 << 20).log().retryNanos(),
                letter ->
                        letter.from() != 1
                                || !letter.is(Commit.class) && !letter.is(CommitProposed.class));
        for (int id : script.members.ids()) assertEquals(List.of("a"), script.machine(id));
    }

    @Test
    void allMembersRestart() {
        NodeScript script = total(3);
        for (int i = 0; i < 5; i++) script.submit(1 + i % 3, "w" + i);
        script.run(2 * SECOND);
        List<String> before = List.copyOf(script.machine(1));
        assertEquals(5, before.size());
        for (int id : script.members.ids()) script.crash(id);
        for (int id : script.members.ids()) script.start(id);
        for (int id : script.members.ids()) assertEquals(before, script.machine(id));
        script.submit(3, "after");
        script.run(5 * SECOND);
        for (int id : script.members.ids()) {
            assertNull(script.halted(id));
            assertEquals(6, script.machine(id).size());
        }
    }

    @Test
    void aMemberWithoutItsStorageLearnsAndNeverVotes() {
        NodeScript script = total(3);
        script.submit(1, "a");
        script.run(SECOND);
        script.loseStorage(3);
        script.start(3);
        script.run(5 * SECOND);
        assertFalse(script.node(3).status().voter());
        assertEquals(EpaxosPhase.LEARNING, script.node(3).status().role());
        script.submit(3, "passed to a voter");
        script.submit(1, "b");
        long read = script.read(3);
        script.run(5 * SECOND);
        assertEquals(3, script.machine(1).size());
        assertEquals(script.machine(1), script.machine(3));
        assertEquals(read, script.ready(3));
        for (String vote :
                List.of(
                        "PreAccept",
                        "PreAcceptOk",
                        "AcceptOk",
                        "RecoverOk",
                        "ValidateOk",
                        "ReadOk")) assertFalse(script.sent(3).contains(vote), vote);
    }

    @Test
    void refusesRequestsWithTooFewVoters() {
        NodeScript script = total(3);
        script.submit(1, "a");
        script.run(SECOND);
        script.loseStorage(3);
        script.start(3);
        script.run(3 * SECOND);
        script.crash(2);
        script.run(3 * SECOND);
        script.submit(1, "b");
        assertEquals(List.of(Refusal.NO_QUORUM), script.refused(1));
        String reason = script.node(1).status().reason();
        assertTrue(reason.contains("members 3 have lost their storages"), reason);
        script.run(3 * SECOND);
        assertFalse(script.machine(1).contains("b"));
    }

    @Test
    void aReadDoesNotWaitForWritesOfOtherKeys() {
        NodeScript script = new NodeScript(3, config(1 << 20), FIRST_CHARACTER);
        script.submit(1, "a");
        script.deliver(letter -> !letter.is(CommitProposed.class));
        long other = script.read(2, "b");
        script.deliver(letter -> !letter.is(CommitProposed.class));
        assertEquals(List.of(other), script.served(2));
        long same = script.read(2, "a");
        script.deliver(letter -> !letter.is(CommitProposed.class));
        assertEquals(List.of(other), script.served(2));
        script.deliver(letter -> true);
        assertEquals(List.of(other, same), script.served(2));
        assertEquals(List.of("a"), script.machine(2));
    }

    @Test
    void aPayloadThatTheInterferenceRejectsFailsItsCallerOnly() {
        NodeScript script = new NodeScript(3, config(1 << 20), FIRST_CHARACTER);
        script.submit(1, "");
        script.submit(1, "a");
        script.run(SECOND);
        assertEquals(List.of(Refusal.INVALID_PAYLOAD), script.refused(1));
        for (int id = 1; id <= 3; id++) assertEquals(List.of("a"), script.machine(id));
    }

    @Test
    void aMemberThatWasAwayAnswersTheRequestsThatWaitUntilItHasCaughtUp() {
        NodeScript script = new NodeScript(3, retaining(5, config(1 << 20)), Interference.ALL);
        script.submit(1, "a");
        script.run(SECOND);
        script.crash(3);
        script.run(2 * SECOND);
        for (int i = 0; i < 10; i++) script.submit(1, "b" + i);
        script.run(3 * SECOND);
        assertEquals(0, script.node(1).status().retained(), "dropped at the others");
        script.start(3);
        script.submit(3, "c");
        assertEquals("too few voters are reachable: expected 2, got 1", reason(script, 3));
        script.deliver(letter -> letter.is(EpaxosMessage.Heartbeat.class));
        script.run(5 * SECOND);
        assertEquals(List.of(), script.refused(3));
        assertEquals("", reason(script, 3));
        assertEquals(12, script.machine(1).size());
        assertEquals(script.machine(1), script.machine(3));
        assertTrue(script.node(3).status().snapshotsFetched() > 0);
    }

    @Test
    void aRequestTakesEffectOnceHoweverOftenItsMemberRestarts() {
        NodeScript script = total(5);
        script.loseStorage(1);
        script.start(1);
        script.run(5 * SECOND);
        script.submit(1, "once");
        script.deliver(letter -> letter.is(EpaxosMessage.Pass.class) && letter.to() == 2);
        assertEquals(List.of(1, 3, 4, 5), script.receiversOf(PreAccept.class, 2));
        Predicate<NodeScript.Letter> rest = letter -> letter.from() != 2 && letter.to() != 2;
        script.lose(letter -> true);
        script.run(10 * SECOND, rest);
        assertEquals(List.of("once"), script.machine(3));
        for (int i = 0; i < 12; i++) {
            script.loseStorage(1);
            script.start(1);
            script.run(4 * SECOND, rest);
            script.submit(1, "after " + i);
            script.run(2 * SECOND, rest);
        }
        assertEquals(13, script.machine(3).size());
        script.run(20 * SECOND);
        for (int id = 1; id <= 5; id++) assertEquals(script.machine(3), script.machine(id));
        assertEquals(1, script.machine(3).stream().filter("once"::equals).count());
    }

    @Test
    void passedRequestsOfOneMemberInterfereWhateverTheirKeys() {
        NodeScript script = new NodeScript(5, config(1 << 20), FIRST_CHARACTER);
        script.loseStorage(1);
        script.start(1);
        script.run(5 * SECOND);
        script.submit(2, "own");
        for (String payload : new String[] {"a", "b"}) {
            script.submit(1, payload);
            script.deliver(letter -> letter.is(EpaxosMessage.Pass.class));
        }
        script.deliver(letter -> true);
        EpaxosInstance second = script.node(3).core().table().get(new InstanceId(2, 3));
        assertEquals(1, second.cmd.requests().get(0).origin());
        assertTrue(second.dep.contains(new InstanceId(2, 2)), second::toString);
        assertFalse(second.dep.contains(new InstanceId(2, 1)), second::toString);
        assertEquals(List.of("own", "a", "b"), script.machine(3));
    }

    @Test
    void keysWithOneHashAreOneKey() {
        String[] keys = {"nlnbhpbabfa", "kaadpbekpa\u32fa"};
        Interference byLetter =
                new Interference() {
                    @Override
                    public String name() {
                        return "letter";
                    }

                    @Override
                    public int version() {
                        return 1;
                    }

                    @Override
                    public Keys keys(byte[] payload) {
                        return switch (payload[0]) {
                            case 'r' -> Keys.reading(keys[0], keys[1]);
                            case 'b' -> Keys.reading(keys[0]).and(Keys.writing(keys[1]));
                            case '0' -> Keys.writing(keys[0]);
                            default -> Keys.writing(keys[1]);
                        };
                    }
                };
        NodeScript script = new NodeScript(3, config(1 << 20), byLetter);
        for (int i = 0; i < 40; i++) {
            script.submit(1 + i % 3, "01br".charAt(i % 4) + "/" + i);
            int late = 1 + i / 7 % 3;
            if (i % 7 == 0) script.deliver(letter -> letter.to() != late);
        }
        long[] reads = {script.read(1, keys[0]), script.read(1, keys[1])};
        script.run(2 * SECOND);
        assertEquals(List.of(reads[0], reads[1]), script.served(1));
        for (int id = 1; id <= 3; id++) {
            assertEquals(40, script.machine(id).size());
            assertEquals(writes(script.machine(1)), writes(script.machine(id)));
            assertInBounds(script, id);
        }
    }

    private static List<String> writes(List<String> machine) {
        return machine.stream().filter(each -> each.charAt(0) != 'r').toList();
    }

    private static String reason(NodeScript script, int id) {
        return script.node(id).status().reason();
    }

    @Test
    void theRestExecutesWhatADeadCoordinatorHasCommitted() {
        NodeScript script = total(3);
        script.submit(1, "a");
        script.deliver(letter -> !letter.is(CommitProposed.class));
        assertEquals(List.of("a"), script.machine(1));
        script.deliver(letter -> letter.is(CommitProposed.class) && letter.to() == 2);
        script.crash(1);
        script.submit(3, "b");
        script.run(10 * SECOND);
        assertEquals(List.of("a", "b"), script.machine(2));
        assertEquals(List.of("a", "b"), script.machine(3));
    }

    @Test
    void theRestEndsWhatADeadCoordinatorHasProposed() {
        NodeScript script = total(3);
        script.submit(1, "a");
        script.deliver(letter -> letter.from() == 1 && letter.to() == 2);
        script.crash(1);
        script.submit(3, "b");
        script.run(10 * SECOND);
        assertTrue(script.machine(3).contains("b"), script.machine(3).toString());
        assertEquals(script.machine(3), script.machine(2));
        script.start(1);
        script.run(10 * SECOND);
        assertEquals(script.machine(3), script.machine(1));
    }

    @Test
    void aReadWaitsForAnsweredWrites() {
        NodeScript script = total(3);
        script.submit(1, "a");
        script.deliver(letter -> !letter.is(CommitProposed.class));
        assertEquals(List.of("a"), script.machine(1));
        long read = script.read(2);
        script.deliver(letter -> !letter.is(CommitProposed.class));
        assertEquals(-1, script.ready(2));
        script.deliver(letter -> true);
        assertEquals(read, script.ready(2));
        assertEquals(List.of("a"), script.machine(2));
    }

    @Test
    void aMemberThatWasDownForLongFetchesASnapshot() {
        NodeScript script = new NodeScript(3, retaining(5, config(500)), Interference.ALL);
        script.submit(3, "first");
        script.run(SECOND);
        script.crash(3);
        script.run(2 * SECOND);
        for (int i = 0; i < 60; i++) {
            script.submit(1 + i % 2, "w" + i);
            script.run(SECOND / 10);
        }
        script.run(3 * SECOND);
        assertTrue(script.node(1).status().snapshotZxid() > 0);
        script.start(3);
        script.run(5 * SECOND);
        assertEquals(61, script.machine(1).size());
        assertEquals(script.machine(1), script.machine(3));
        assertTrue(script.node(3).status().snapshotsFetched() > 0);
        script.submit(3, "after");
        script.run(2 * SECOND);
        assertTrue(script.machine(1).contains("after"));
        script.crash(3);
        script.start(3);
        assertEquals(script.machine(1), script.machine(3));
    }

    @Test
    void aSnapshotEndsTheInstancesThatItContains() {
        NodeScript script = new NodeScript(3, retaining(5, config(500)), FIRST_CHARACTER);
        for (int i = 0; i < 5; i++) script.submit(1, (char) ('a' + i) + "of 1");
        script.deliver(letter -> letter.is(PreAccept.class));
        assertEquals(5, script.queue(1, MEASURED));
        script.lose(letter -> true);
        Predicate<NodeScript.Letter> rest = letter -> letter.from() != 1 && letter.to() != 1;
        for (int i = 0; i < 80; i++) {
            script.submit(2 + i % 2, "w" + i);
            script.run(SECOND / 10, rest);
        }
        script.run(3 * SECOND, rest);
        script.run(5 * SECOND);
        assertEquals(1, script.node(1).status().snapshotsFetched());
        assertEquals(0, script.queue(1, MEASURED));
        assertInBounds(script, 1);
        assertEquals(85, script.machine(1).size());
    }

    private static void assertInBounds(NodeScript script, int id) {
        script.node(id)
                .visitQueues(
                        (queue, size, bound) ->
                                assertTrue(
                                        size <= bound, () -> queue + ": " + size + " of " + bound));
    }

    @Test
    void aVoterBoundsTheBytesOfPassedRequests() {
        EpaxosConfig config = config(1 << 20);
        LogConfig log = config.log();
        EpaxosConfig small =
                EpaxosConfig.of(
                        new LogConfig(
                                false,
                                log.payloadBytesMax(),
                                log.pendingMax(),
                                5_000,
                                log.window(),
                                log.openBytesMax(),
                                log.snapshotEveryBytes(),
                                log.chunkBytes(),
                                log.tickNanos(),
                                log.heartbeatNanos(),
                                log.electionTimeoutNanos(),
                                log.retryNanos()));
        NodeScript script = new NodeScript(5, small, Interference.ALL);
        script.submit(1, "a");
        script.run(SECOND);
        for (int learner = 4; learner <= 5; learner++) {
            script.loseStorage(learner);
            script.start(learner);
        }
        script.run(5 * SECOND);
        for (int i = 0; i < 5; i++)
            for (int learner = 4; learner <= 5; learner++)
                script.submit(learner, learner + "x".repeat(899) + i);
        // No votes arrive at any member, so no request takes effect.
        script.run(SECOND, letter -> !letter.is(PreAccept.class));
        assertEquals(5, script.node(1).status().pending());
        assertInBounds(script, 1);
        script.run(20 * SECOND);
        assertEquals(11, script.machine(2).size());
        for (int id = 1; id <= 5; id++) {
            assertEquals(0, script.node(id).status().pending());
            assertInBounds(script, id);
        }
    }

    @Test
    void aLearnerThatBecomesAVoterProposesTheRequestsThatItHasPassed() {
        NodeScript script = new NodeScript(3, config(1 << 20), FIRST_CHARACTER);
        script.run(SECOND);
        script.loseStorage(1);
        script.start(1);
        script.run(5 * SECOND);
        script.submit(1, "passed");
        script.run(SECOND, letter -> !letter.is(Pass.class));
        assertEquals(1, script.queue(1, "requests at a voter"));
        for (int voter = 2; voter <= 3; voter++) {
            script.loseStorage(voter);
            script.start(voter);
        }
        script.run(60 * SECOND);
        script.submit(1, "proposed");
        script.run(5 * SECOND);
        assertEquals(List.of("passed", "proposed"), script.machine(1));
        assertEquals(script.machine(1), script.machine(2));
        assertEquals(0, script.node(1).status().pending());
        assertEquals(0, script.queue(1, "requests at a voter"));
    }

    @Test
    void twoVotersRetainWhatTheOtherOneLacks() {
        NodeScript script = new NodeScript(3, config(1 << 20), FIRST_CHARACTER);
        script.submit(2, "b");
        script.run(4 * SECOND, letter -> letter.from() != 3 && letter.to() != 3);
        assertEquals(List.of("b"), script.machine(1));
        script.submit(3, "c");
        script.run(
                4 * SECOND,
                letter ->
                        letter.from() != 2
                                && letter.to() != 2
                                && (!(letter.body() instanceof EpaxosMessage.OfInstance m)
                                        || m.id().origin() == 3)
                                && !letter.is(EpaxosMessage.Behind.class));
        assertEquals(List.of("c"), script.machine(3));
        script.loseStorage(1);
        script.start(1);
        script.run(20 * SECOND);
        assertEquals(List.of("b", "c"), script.machine(2));
        assertEquals(List.of("c", "b"), script.machine(3));
        assertEquals(2, script.machine(1).size());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void retainedDecisionsHaveTheirPayloads(boolean restart) {
        NodeScript script = new NodeScript(3, config(20_000), Interference.ALL);
        script.crash(3);
        script.run(2 * SECOND);
        for (int i = 0; i < 20; i++) {
            script.submit(1, i + "x".repeat(5000));
            script.run(SECOND / 10);
        }
        script.run(2 * SECOND);
        assertTrue(script.snapshotSizes(1).size() > 2);
        if (restart) {
            for (int id = 1; id <= 2; id++) {
                script.crash(id);
                script.start(id);
            }
        }
        assertEquals(20, script.node(1).status().retained());
        script.start(3);
        script.run(10 * SECOND);
        assertEquals(20, script.machine(3).size());
        assertEquals(script.machine(1), script.machine(3));
        assertEquals(0, script.node(3).status().snapshotsFetched());
        for (int id = 1; id <= 3; id++) assertEquals(0, script.node(id).status().retained());
    }

    @Test
    void aRecoveryKeepsThePayloadsOfItsAnswers() {
        NodeScript script = total(7);
        String large = "x".repeat(5000);
        script.submit(1, large);
        script.lose(letter -> letter.is(Bytes.class) && letter.to() >= 5);
        script.deliver(letter -> letter.from() == 1 && letter.to() <= 4);
        script.deliver(letter -> letter.is(EpaxosMessage.PreAcceptOk.class));
        for (int i = 0; script.receiversOf(EpaxosMessage.AcceptProposed.class, 1).isEmpty(); i++) {
            assertTrue(i < 1000, "no slow path");
            script.pass();
        }
        script.deliver(letter -> letter.is(EpaxosMessage.AcceptProposed.class) && letter.to() == 2);
        for (int id : new int[] {1, 3, 4}) script.crash(id);
        for (int i = 0; !script.receiversOf(EpaxosMessage.RecoverOk.class, 5).contains(7); i++) {
            assertTrue(i < 1000, "no recovery");
            script.pass();
            script.deliver(letter -> !letter.is(EpaxosMessage.RecoverOk.class));
            script.lose(letter -> letter.is(EpaxosMessage.RecoverOk.class) && letter.to() != 7);
        }
        script.deliver(letter -> letter.is(EpaxosMessage.RecoverOk.class) && letter.from() == 2);
        script.deliver(letter -> letter.is(Want.class) || letter.is(Bytes.class));
        script.deliver(letter -> letter.is(EpaxosMessage.RecoverOk.class));
        script.run(5 * SECOND);
        for (int id : new int[] {2, 5, 6, 7}) assertEquals(List.of(large), script.machine(id));
    }

    @Test
    void unansweredQuestionsBecomeRarer() {
        NodeScript script = total(3);
        script.read(2);
        script.run(6 * SECOND, letter -> false);
        long reads = script.sent(2).stream().filter("ReadAsk"::equals).count();
        assertTrue(reads >= 8 && reads <= 24, "questions: " + reads);
        script.submit(1, "a");
        script.run(2 * SECOND);
        script.loseStorage(1);
        script.start(1);
        script.run(3 * SECOND);
        script.submit(1, "b");
        script.run(10 * SECOND, letter -> !letter.is(EpaxosMessage.Pass.class));
        long passes = script.sent(1).stream().filter("Pass"::equals).count();
        assertTrue(passes >= 4 && passes <= 10, "requests: " + passes);
        script.run(5 * SECOND);
        assertEquals(List.of("a", "b"), script.machine(2));
    }

    @Test
    void theValueOfANumberThatIsUsedAgainIsRecorded() {
        NodeScript script = total(3);
        script.submit(1, "x".repeat(5000));
        script.crash(1);
        script.loseLastVote(1);
        script.start(1);
        script.run(SECOND);
        String later = "y".repeat(5000);
        script.submit(1, later);
        script.run(3 * SECOND);
        assertEquals(List.of(later), script.machine(2));
        assertEquals(1, script.entriesInVotes(1));
        script.crash(1);
        script.start(1);
        assertNull(script.halted(1));
        assertEquals(List.of(later), script.machine(1));
    }

    @Test
    void dropsFinishedInstances() {
        NodeScript script = total(3);
        for (int i = 0; i < 50; i++) {
            script.submit(1 + i % 3, "w" + i);
            script.run(SECOND / 20);
        }
        script.run(2 * SECOND);
        for (int id : script.members.ids()) {
            assertEquals(0, script.node(id).status().retained());
            assertEquals(50, script.machine(id).size());
        }
    }

    @Test
    void otherKeysDoNotWaitForADeadMember() {
        NodeScript script = new NodeScript(3, config(1 << 20), FIRST_CHARACTER);
        script.submit(1, "a1");
        script.deliver(letter -> letter.from() == 1 && letter.to() == 2);
        script.crash(1);
        script.submit(2, "b1");
        script.deliver(letter -> true);
        assertEquals(List.of("b1"), script.machine(2));
        assertEquals(List.of("b1"), script.machine(3));
    }

    @Test
    void recordsStayUntilTheLogBeforeAnOlderSnapshotIsRemoved() {
        NodeScript script = new NodeScript(3, config(300), Interference.ALL);
        for (int i = 0; script.snapshotSizes(3).isEmpty(); i++) {
            script.submit(1 + i % 2, "w" + i);
            script.run(SECOND / 10);
        }
        script.run(2 * SECOND);
        assertEquals(1, script.snapshotSizes(3).size());
        script.crash(3);
        script.start(3);
        script.submit(3, "after");
        script.run(SECOND);
        assertTrue(script.machine(1).contains("after"));
        assertEquals(1, script.snapshotSizes(3).size());
        script.crash(3);
        script.loseSnapshot(3);
        script.start(3);
        script.run(SECOND);
        assertNull(script.halted(3));
        assertEquals(script.machine(1), script.machine(3));
    }

    @Test
    void aVoteInAnUndecidedInstanceSurvivesSnapshotsAndARestart() {
        NodeScript script = new NodeScript(5, config(200), FIRST_CHARACTER);
        script.submit(1, "a1");
        script.deliver(letter -> letter.from() == 1 && letter.to() == 2);
        script.crash(1);
        InstanceId undecided = new InstanceId(1, 1);
        for (int i = 0; i < 40; i++) {
            script.submit(3, "b" + i);
            script.deliver(letter -> true);
        }
        assertTrue(script.node(2).status().snapshotZxid() > 0);
        EpaxosInstance before = script.node(2).core().table().get(undecided);
        assertEquals(InstancePhase.PREACCEPTED, before.phase);
        script.crash(2);
        script.start(2);
        EpaxosInstance after = script.node(2).core().table().get(undecided);
        assertEquals(before.record(), after.record());
        script.run(10 * SECOND);
        assertEquals(script.machine(3).size(), script.machine(2).size());
    }
}
