package io.abcast.ordering.epaxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Interference;
import io.abcast.ordering.epaxos.EpaxosMessage.Accept;
import io.abcast.ordering.epaxos.EpaxosMessage.AcceptOk;
import io.abcast.ordering.epaxos.EpaxosMessage.Commit;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAccept;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAcceptOk;
import io.abcast.ordering.epaxos.EpaxosMessage.Recover;
import io.abcast.ordering.epaxos.EpaxosMessage.RecoverOk;
import io.abcast.ordering.epaxos.EpaxosMessage.Stale;
import io.abcast.ordering.epaxos.EpaxosMessage.Waiting;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.paxos.Ballot;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests that failures which users reported for another implementation of EPaxos do not occur here. {@link
 * EpaxosRulesTest} tests each rule of recovery separately.
 */
class EpaxosScenariosTest {
    private static final long SECOND = 1_000_000_000L;

    private CoreScript script;

    private void begin(int n) {
        script = new CoreScript(n);
    }

    private void preAccept(InstanceId id, int... voters) {
        script.ask(PreAccept.class, PreAcceptOk.class, id, id.origin(), voters);
    }

    private void propose(InstanceId id, int... voters) {
        for (int each : voters)
            assertEquals(1, script.deliver(PreAccept.class, id, id.origin(), each));
    }

    private void settles() {
        script.settle();
        assertNull(script.checker().violation());
    }

    private static NodeScript total(int size, long snapshotEveryBytes) {
        LogConfig own = LogConfig.defaults().snapshotEveryBytes(snapshotEveryBytes).chunkBytes(100);
        return new NodeScript(size, EpaxosConfig.of(own), Interference.ALL);
    }

    @Test
    void chainOfConflictsThatNeverEndsIsExecutedMeanwhile() {
        NodeScript all = total(5, 1 << 20);
        int rounds = 200;
        for (int round = 0; round < rounds; round++) {
            for (int id : all.members.ids()) all.submit(id, id + "." + round);
            // A message that a member sends in one pass of the loop arrives in the next pass.
            List<NodeScript.Letter> now = all.flying();
            all.deliver(now::contains);
            all.pass();
            for (int id : all.members.ids()) {
                int behind = 5 * round - all.machine(id).size();
                assertTrue(behind < 5 * 20, "round " + round + ", member " + id + ": " + behind);
            }
        }
        all.run(5 * SECOND);
        for (int id : all.members.ids()) {
            assertEquals(5 * rounds, all.machine(id).size());
            assertEquals(all.machine(1), all.machine(id));
        }
    }

    @Test
    void recoveryWithTwoAcceptedValuesTakesThatOfTheHigherBallot() {
        begin(5);
        InstanceId other = script.open(5);
        InstanceId id = script.open(1);
        propose(other, 2);
        preAccept(id, 2, 3);
        // Member 3 accepts the coordinator's value on the slow path. Members 2, 4 and 5 accept Nop
        // for the instance in a higher ballot than 0.
        assertEquals(1, script.deliver(Accept.class, id, 1, 3));
        script.recover(4, id, 2, 5);
        script.accept(4, id, 2, 5);
        assertTrue(script.at(4, id).isCommitted());
        assertTrue(script.at(4, id).cmd.isNop());
        script.crash(4);
        script.recover(5, id, 3, 2);
        assertFalse(script.at(3, id).cmd.isNop());
        assertTrue(script.at(5, id).cmd.isNop());
        settles();
        assertTrue(script.at(1, id).cmd.isNop());
    }

    @Test
    void twoRecoveriesThatInvalidateEachOtherEnd() {
        begin(5);
        InstanceId id = script.open(1);
        propose(id, 2, 3);
        script.crash(1);
        script.recover(4, id, 2, 3);
        // The quorum joins the ballot of member 5 before member 4 can send Validate in its own
        // ballot.
        script.recover(5, id, 2, 3);
        assertEquals(5, Ballot.owner(script.at(2, id).bal));
        script.validate(4, id, 2, 3);
        assertEquals(
                2, script.deliver(Stale.class, id, 2, 4) + script.deliver(Stale.class, id, 3, 4));
        assertEquals(InstancePhase.INITIAL, script.at(4, id).phase);
        settles();
        assertEquals(script.at(4, id).cmd, script.at(5, id).cmd);
    }

    @Test
    void twoRecoveriesThatWaitForEachOtherEnd() {
        begin(5);
        InstanceId id = script.open(1);
        propose(id, 2);
        InstanceId other = script.open(4);
        propose(other, 3, 5);
        script.crash(1);
        script.recover(3, id, 2, 4);
        script.validate(3, id, 2, 4);
        assertEquals(InstancePhase.INITIAL, script.at(3, id).phase);
        script.recover(5, other, 2, 3);
        script.validate(5, other, 2, 3);
        assertEquals(InstancePhase.PREACCEPTED, script.at(5, other).phase);
        // With two announced fast votes for the instance "other", the instance "id" cannot have
        // been committed fast.
        assertEquals(1, script.deliver(Waiting.class, other, 5, 3));
        assertEquals(InstancePhase.ACCEPTED, script.at(3, id).phase);
        assertTrue(script.at(3, id).cmd.isNop());
        script.accept(3, id, 2, 4);
        script.deliver(Commit.class, id, 3, 5);
        assertEquals(InstancePhase.ACCEPTED, script.at(5, other).phase);
        assertFalse(script.at(5, other).cmd.isNop());
        settles();
        assertFalse(script.at(4, other).cmd.isNop());
    }

    @Test
    void executionDoesNotWaitForADeadMember() {
        NodeScript all = total(5, 1 << 20);
        all.submit(1, "dead");
        all.deliver(letter -> letter.from() == 1 && letter.to() == 2);
        all.crash(1);
        all.submit(2, "next");
        all.deliver(letter -> true);
        // The instance of member 2 is committed, and depends on the instance of the stopped member
        // 1.
        assertEquals(List.of(), all.machine(3));
        assertEquals(new InstanceId(1, 1), all.node(3).status().blocker());
        all.run(10 * SECOND);
        for (int id = 2; id <= 5; id++) {
            assertTrue(all.machine(id).contains("next"), "member " + id);
            assertNull(all.node(id).status().blocker());
        }
    }

    @Test
    void commitIsNotExecutedBeforeItIsAnnounced() {
        begin(3);
        InstanceId id = script.open(1);
        script.holdBack(1);
        preAccept(id, 2);
        assertTrue(script.at(1, id).isCommitted());
        assertFalse(script.member(1).execution().isExecuted(id));
        script.crash(1);
        script.restart(1);
        script.recover(3, id, 1);
        script.accept(3, id, 1);
        assertTrue(script.at(3, id).cmd.isNop());
        settles();
    }

    @Test
    void forgottenPreAcceptOkWasNotSent() {
        begin(5);
        script.holdBack(2);
        InstanceId id = script.open(1);
        propose(id, 2);
        preAccept(id, 3);
        script.crash(2);
        script.restart(2);
        assertEquals(0, script.deliver(PreAcceptOk.class, id, 2, 1));
        assertFalse(script.at(1, id).isCommitted());
        assertNull(script.at(2, id));
        // Member 2 votes for another instance after its restart, without a dependency on the
        // instance whose vote it has lost.
        InstanceId other = script.open(5);
        preAccept(other, 2, 4);
        assertTrue(script.at(5, other).isCommitted());
        assertFalse(script.at(5, other).dep.contains(id));
        settles();
    }

    @Test
    void recoveryDoesNotUseTheDependenciesOfItsMember() {
        begin(5);
        InstanceId id = script.open(1);
        propose(id, 5);
        preAccept(id, 2, 3);
        assertTrue(script.at(1, id).isCommitted());
        Dependencies decided = script.at(1, id).dep;
        InstanceId other = script.open(5);
        propose(other, 4);
        propose(id, 4);
        assertTrue(script.at(4, id).dep.contains(other));
        script.crash(1);
        script.ask(Recover.class, RecoverOk.class, id, 4);
        script.recover(4, id, 2, 3);
        script.validate(4, id, 2, 3);
        script.accept(4, id, 2, 3);
        assertTrue(script.at(4, id).dep.hasSameIds(decided));
        settles();
    }

    @Test
    void secondDecisionHaltsTheMember() {
        begin(3);
        InstanceId id = script.open(1);
        preAccept(id, 2);
        script.deliver(Commit.class, id, 1, 2);
        EpaxosInstance first = script.at(2, id);
        RequestBatch value = first.cmd;
        script.member(2).receive(3, new Commit(id, RequestBatch.NOP, first.dep));
        assertTrue(script.member(2).isHalted());
        assertEquals(value, first.cmd);
        assertTrue(script.checker().violation().contains("Nop"), script.checker().violation());
    }

    @Test
    void callerIsAnsweredAfterTheExecution() {
        NodeScript all = total(3, 1 << 20);
        all.submit(1, "first");
        all.deliver(letter -> letter.from() == 1 && letter.to() == 2 && letter.is(PreAccept.class));
        all.submit(2, "second");
        all.deliver(letter -> letter.from() + letter.to() == 5);
        EpaxosInstance second = all.node(2).core().table().get(new InstanceId(2, 1));
        assertTrue(second.isCommitted());
        assertTrue(second.dep.contains(new InstanceId(1, 1)));
        assertEquals(List.of(), all.machine(2));
        all.deliver(letter -> true);
        assertEquals(List.of("first", "second"), all.machine(2));
    }

    @Test
    void snapshotDoesNotFallInsideAComponent() {
        NodeScript all = total(3, 1);
        all.submit(1, "a");
        all.submit(2, "b");
        all.submit(3, "c");
        all.deliver(letter -> letter.is(PreAccept.class));
        all.deliver(letter -> letter.is(PreAcceptOk.class));
        all.deliver(letter -> letter.is(Accept.class) || letter.is(AcceptOk.class));
        all.deliver(letter -> true);
        all.run(SECOND);
        assertEquals(3, all.machine(1).size());
        for (int id : all.members.ids()) {
            // The three instances of the test depend on each other in a cycle, so each snapshot
            // contains all three.
            assertEquals(List.of(3), all.snapshotSizes(id).stream().distinct().toList());
            all.crash(id);
            all.start(id);
            assertEquals(3, all.machine(id).size());
        }
    }
}
