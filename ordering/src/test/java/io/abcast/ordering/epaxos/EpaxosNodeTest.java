package io.abcast.ordering.epaxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import io.abcast.kernel.Refusal;
import io.abcast.ordering.epaxos.EpaxosMessage.Commit;
import io.abcast.ordering.log.LogConfig;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripted runs of whole members that run EPaxos. */
class EpaxosNodeTest {
    private static final long SECOND = 1_000_000_000L;

    /** The first character of a payload is the key that it writes. */
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
                    return Keys.writing(new String(payload, 0, 1, StandardCharsets.UTF_8));
                }
            };

    private static EpaxosConfig config(long snapshotEveryBytes) {
        LogConfig log = LogConfig.defaults();
        return EpaxosConfig.of(
                new LogConfig(
                        false,
                        log.payloadBytesMax(),
                        log.pendingMax(),
                        log.pendingBytesMax(),
                        log.window(),
                        log.openBytesMax(),
                        snapshotEveryBytes,
                        100,
                        log.tickNanos(),
                        log.heartbeatNanos(),
                        log.electionTimeoutNanos(),
                        log.retryNanos()));
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

    /** A fast commit takes one round trip: PreAccept, PreAcceptOK; then Commit informs the others. */
    @Test
    void commitsFastWithoutConflicts() {
        NodeScript script = total(3);
        script.submit(1, "a");
        script.deliver(letter -> !letter.is(Commit.class));
        assertEquals(List.of("a"), script.machine(1));
        assertEquals(List.of(), script.machine(2));
        script.deliver(letter -> true);
        assertEquals(List.of("a"), script.machine(2));
        assertEquals(1, script.node(1).status().fast());
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

    /** Rule (e): a member that has lost its storage receives commits and executes, and never votes or answers reads. */
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
    void theRestExecutesWhatADeadCoordinatorHasCommitted() {
        NodeScript script = total(3);
        script.submit(1, "a");
        script.deliver(letter -> !letter.is(Commit.class));
        assertEquals(List.of("a"), script.machine(1));
        script.deliver(letter -> letter.is(Commit.class) && letter.to() == 2);
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

    /** A read waits until the writes that were answered before it are executed here. */
    @Test
    void aReadWaitsForAnsweredWrites() {
        NodeScript script = total(3);
        script.submit(1, "a");
        script.deliver(letter -> !letter.is(Commit.class));
        assertEquals(List.of("a"), script.machine(1));
        long read = script.read(2);
        script.deliver(letter -> !letter.is(Commit.class));
        assertEquals(-1, script.ready(2));
        script.deliver(letter -> true);
        assertEquals(read, script.ready(2));
        assertEquals(List.of("a"), script.machine(2));
    }

    @Test
    void aMemberThatWasDownForLongFetchesASnapshot() {
        NodeScript script = new NodeScript(3, config(500), Interference.ALL);
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

    /** Finished instances are dropped, so that nothing grows for ever. */
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

    /** Instances that do not interfere never wait for each other, nor for those of a dead member. */
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

    /** Purging the journal keeps the own votes of undecided instances. */
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
