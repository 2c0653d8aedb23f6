package io.abcast.ordering.epaxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.ordering.epaxos.EpaxosMessage.Accept;
import io.abcast.ordering.epaxos.EpaxosMessage.AcceptOk;
import io.abcast.ordering.epaxos.EpaxosMessage.Commit;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAccept;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAcceptOk;
import io.abcast.ordering.epaxos.EpaxosMessage.Recover;
import io.abcast.ordering.epaxos.EpaxosMessage.RecoverOk;
import io.abcast.ordering.epaxos.EpaxosMessage.Stale;
import io.abcast.ordering.epaxos.EpaxosMessage.Validate;
import io.abcast.ordering.epaxos.EpaxosMessage.ValidateOk;
import io.abcast.ordering.epaxos.EpaxosMessage.Waiting;
import io.abcast.ordering.paxos.Ballot;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests message orders that random schedules rarely reach: each rule of recovery, and difficult cases of ballots, Nops
 * and restarts. The comments number the rules of recovery as docs/protocols/epaxos.md does.
 */
class EpaxosRulesTest {
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

    private boolean isNop(int member, InstanceId id) {
        EpaxosInstance its = script.at(member, id);
        return its.isCommitted() && its.cmd.isNop();
    }

    private void settles() {
        script.settle();
        assertNull(script.checker().violation());
    }

    @Test
    void commitsInOneRoundTripToAFastQuorum() {
        begin(5);
        InstanceId id = script.open(1);
        preAccept(id, 2);
        assertFalse(script.at(1, id).isCommitted());
        preAccept(id, 3);
        assertTrue(script.at(1, id).isCommitted());
        settles();
    }

    @Test
    void takesTheSlowPathAfterADifferentVote() {
        begin(5);
        InstanceId other = script.open(2);
        InstanceId id = script.open(1);
        preAccept(id, 2, 3);
        assertEquals(InstancePhase.ACCEPTED, script.at(1, id).phase);
        script.accept(1, id, 2, 3);
        assertTrue(script.at(1, id).isCommitted());
        assertTrue(script.at(1, id).dep.names(other));
        settles();
    }

    @Test
    void memberOfAHigherBallotDoesNotVoteInBallot0() {
        begin(5);
        InstanceId id = script.open(1);
        script.recover(4, id, 2, 3);
        preAccept(id, 2, 3);
        assertFalse(script.at(1, id).isCommitted());
        script.accept(4, id, 2, 3);
        assertTrue(isNop(4, id));
        settles();
    }

    @Test
    void coordinatorOfAHigherBallotDoesNotCommitFast() {
        begin(5);
        InstanceId id = script.open(1);
        preAccept(id, 2);
        propose(id, 3);
        script.recover(4, id, 1, 5);
        assertEquals(1, script.deliver(PreAcceptOk.class, id, 3, 1));
        assertFalse(script.at(1, id).isCommitted());
        script.accept(4, id, 1, 5);
        assertTrue(isNop(4, id));
        settles();
    }

    @Test
    void rule2TakesTheValueOfTheHighestBallot() {
        begin(3);
        script.open(3);
        InstanceId id = script.open(1);
        preAccept(id, 3);
        assertEquals(InstancePhase.ACCEPTED, script.at(1, id).phase);
        script.recover(2, id, 3);
        script.accept(2, id, 3);
        assertTrue(isNop(2, id));
        script.crash(2);
        // Member 1 repeats its Accept of ballot 0 until another member refuses it and names a
        // higher ballot.
        script.deliver(Accept.class, id, 1, 3);
        assertEquals(1, script.deliver(Stale.class, id, 3, 1));
        script.recover(1, id, 3);
        assertEquals(1, Ballot.owner(script.at(1, id).abal));
        assertTrue(script.at(1, id).cmd.isNop());
        settles();
    }

    @Test
    void acceptOfALowerBallotIsRefused() {
        begin(3);
        script.open(3);
        InstanceId id = script.open(1);
        preAccept(id, 3);
        script.recover(2, id, 3);
        script.accept(2, id, 3);
        assertTrue(isNop(2, id));
        script.accept(1, id, 3);
        assertFalse(script.at(1, id).isCommitted());
        settles();
    }

    @Test
    void rule1TakesTheDecision() {
        begin(3);
        InstanceId id = script.open(1);
        preAccept(id, 2);
        script.recover(3, id, 1);
        script.accept(3, id, 2);
        assertFalse(script.at(1, id).cmd.isNop());
        settles();
    }

    @Test
    void rule3DecidesNopIfTheCoordinatorHasJoined() {
        begin(5);
        InstanceId id = script.open(1);
        propose(id, 2);
        script.recover(3, id, 1, 2);
        script.accept(3, id, 1, 2);
        assertTrue(isNop(3, id));
        script.deliver(PreAcceptOk.class, id, 2, 1);
        settles();
    }

    @Test
    void rule4DecidesNopWithTooFewFastVotes() {
        begin(7);
        InstanceId id = script.open(1);
        propose(id, 2);
        script.recover(3, id, 2, 4, 5);
        script.accept(3, id, 2, 4, 5);
        assertTrue(isNop(3, id));
        settles();
    }

    @Test
    void rule6AcceptsTheProposal() {
        begin(5);
        InstanceId id = script.open(1);
        preAccept(id, 2, 5);
        assertTrue(script.at(1, id).isCommitted());
        script.crash(1);
        script.recover(3, id, 2, 4);
        script.validate(3, id, 2, 4);
        script.accept(3, id, 2, 4);
        assertFalse(script.at(3, id).cmd.isNop());
        assertTrue(script.at(3, id).isCommitted());
        settles();
    }

    @Test
    void recoveryAcceptsTheProposedDependencies() {
        begin(5);
        InstanceId id = script.open(1);
        propose(id, 5);
        preAccept(id, 2, 3);
        assertTrue(script.at(1, id).isCommitted());
        InstanceId other = script.open(5);
        propose(other, 4);
        propose(id, 4);
        assertTrue(script.at(4, id).dep.contains(other));
        script.crash(1);
        script.recover(4, id, 2, 3);
        script.validate(4, id, 2, 3);
        script.accept(4, id, 2, 3);
        assertTrue(script.at(4, id).isCommitted());
        assertFalse(script.at(4, id).dep.contains(other));
        settles();
    }

    @Test
    void rule7DecidesNop() {
        begin(5);
        InstanceId id = script.open(1);
        propose(id, 2);
        InstanceId other = script.open(4);
        preAccept(other, 5, 3);
        assertTrue(script.at(4, other).isCommitted());
        script.crash(1);
        script.recover(3, id, 2, 4);
        script.validate(3, id, 2, 4);
        script.accept(3, id, 2, 4);
        assertTrue(isNop(3, id));
        settles();
    }

    @Test
    void rule8DecidesNopBecauseTheOtherCoordinatorIsOutside() {
        begin(5);
        InstanceId id = script.open(1);
        propose(id, 2);
        InstanceId other = script.open(5);
        propose(other, 4);
        script.crash(1);
        script.recover(3, id, 2, 4);
        script.validate(3, id, 2, 4);
        script.accept(3, id, 2, 4);
        assertTrue(isNop(3, id));
        settles();
    }

    @Test
    void rule8NeedsTheFewestFastVotes() {
        begin(5);
        InstanceId id = script.open(1);
        preAccept(id, 2, 3);
        assertTrue(script.at(1, id).isCommitted());
        InstanceId other = script.open(5);
        propose(other, 4);
        script.crash(1);
        script.recover(4, id, 2, 3);
        script.validate(4, id, 2, 3);
        assertEquals(InstancePhase.INITIAL, script.at(4, id).phase);
        settles();
        assertFalse(script.at(4, id).cmd.isNop());
    }

    @Test
    void rule9DecidesNopIfTheOtherInstanceDeniesIt() {
        begin(5);
        InstanceId id = script.open(1);
        propose(id, 2);
        InstanceId other = script.open(4);
        propose(other, 3, 5);
        script.crash(1);
        script.recover(3, id, 2, 4);
        script.validate(3, id, 2, 4);
        assertEquals(InstancePhase.INITIAL, script.at(3, id).phase);
        script.deliver(PreAcceptOk.class, other, 3, 4);
        script.deliver(PreAcceptOk.class, other, 5, 4);
        assertTrue(script.at(4, other).isCommitted());
        script.deliver(Commit.class, other, 4, 3);
        script.accept(3, id, 2, 4);
        assertTrue(isNop(3, id));
        settles();
    }

    @Test
    void rule9CoversWhatTheRecoveringMemberHasExecuted() {
        begin(5);
        InstanceId id = script.open(1);
        propose(id, 2);
        InstanceId other = script.open(4);
        script.crash(1);
        script.recover(3, id, 2, 4);
        script.validate(3, id, 2, 4);
        assertEquals(InstancePhase.INITIAL, script.at(3, id).phase);
        script.member(3).install(List.of(other));
        assertEquals(InstancePhase.ACCEPTED, script.at(3, id).phase);
        assertFalse(script.at(3, id).cmd.isNop());
        assertTrue(script.at(3, id).dep.contains(other));
        assertFalse(script.at(3, id).dep.names(other));
    }

    @Test
    void recoveryCoversWhatTheValidatorsHaveDropped() {
        begin(5);
        InstanceId id = script.open(1);
        propose(id, 2);
        InstanceId other = script.open(5);
        preAccept(other, 3, 4);
        for (int each : new int[] {3, 4}) {
            script.deliver(Commit.class, other, 5, each);
            drop(each);
            assertNull(script.at(each, other));
        }
        script.crash(1);
        script.recover(2, id, 3, 4);
        script.validate(2, id, 3, 4);
        assertEquals(InstancePhase.ACCEPTED, script.at(2, id).phase);
        assertTrue(script.at(2, id).dep.contains(other));
        assertTrue(script.at(2, id).dep.hasSameIds(script.at(2, id).initDep));
        settles();
    }

    @Test
    void raisedFrontierKeepsX() {
        begin(5);
        InstanceId other = script.open(5);
        propose(other, 1);
        preAccept(other, 3, 4);
        for (int each : new int[] {3, 4}) {
            script.deliver(Commit.class, other, 5, each);
            drop(each);
        }
        InstanceId id = script.open(1);
        propose(id, 2);
        script.crash(1);
        script.recover(2, id, 3, 4);
        script.validate(2, id, 3, 4);
        assertTrue(script.at(2, id).dep.names(other));
        assertTrue(script.at(2, id).dep.frontier(4) >= other.number());
        settles();
    }

    @Test
    void voteCoversWhatTheVoterHasDropped() {
        begin(5);
        InstanceId other = script.open(5);
        preAccept(other, 3, 4);
        script.deliver(Commit.class, other, 5, 4);
        drop(4);
        assertNull(script.at(4, other));
        InstanceId id = script.open(1);
        propose(id, 4);
        assertTrue(script.at(4, id).dep.contains(other));
        assertNotEquals(script.at(4, id).initDep, script.at(4, id).dep);
        settles();
    }

    private void drop(int member) {
        script.member(member).suspect(0b11111 & ~(1 << (member - 1)));
        script.member(member).tick();
        script.member(member).suspect(0);
    }

    @Test
    void proposalCoversWhatItsCoordinatorHasDropped() {
        begin(3);
        InstanceId other = script.open(3);
        preAccept(other, 1);
        script.deliver(Commit.class, other, 3, 1);
        script.member(1).suspect(0b110);
        script.member(1).tick();
        script.member(1).suspect(0);
        assertNull(script.at(1, other));
        InstanceId id = script.open(1);
        assertTrue(script.at(1, id).initDep.contains(other));
        settles();
    }

    @Test
    void validationIgnoresInstancesUpToTheFrontier() {
        begin(5);
        InstanceId other = script.open(1);
        preAccept(other, 2, 3);
        script.member(1).suspect(0b11110);
        script.member(1).tick();
        script.member(1).suspect(0);
        InstanceId id = script.open(1);
        assertFalse(script.at(1, id).initDep.names(other));
        propose(id, 2);
        script.crash(1);
        script.recover(3, id, 2, 4);
        script.validate(3, id, 2, 4);
        assertEquals(InstancePhase.ACCEPTED, script.at(3, id).phase);
        assertFalse(script.at(3, id).cmd.isNop());
        settles();
    }

    @Test
    void recoveryEndsWhenItsMemberJoinsAHigherBallot() {
        begin(3);
        InstanceId id = script.open(1);
        script.recover(2, id);
        script.recover(3, id);
        script.deliver(Recover.class, id, 3, 2);
        script.ask(Recover.class, RecoverOk.class, id, 2, 1);
        assertEquals(Ballot.of(1, 3), script.at(2, id).bal);
        assertEquals(InstancePhase.INITIAL, script.at(2, id).phase);
        settles();
    }

    @Test
    void votesLeaveOnceTheyAreDurable() {
        begin(5);
        for (int each : new int[] {2, 3, 4}) script.holdBack(each);
        InstanceId id = script.open(1);
        propose(id, 2);
        assertEquals(0, script.deliver(PreAcceptOk.class, id, 2, 1));
        script.recover(5, id);
        for (int each : new int[] {2, 3, 4}) {
            script.deliver(Recover.class, id, 5, each);
            assertEquals(0, script.deliver(RecoverOk.class, id, each, 5));
            script.member(each).sync(script.member(each).written());
            script.deliver(RecoverOk.class, id, each, 5);
        }
        script.deliver(Validate.class, id, 5, 3);
        assertEquals(0, script.deliver(ValidateOk.class, id, 3, 5));
        script.member(3).sync(script.member(3).written());
        script.validate(5, id, 2, 3);
        assertEquals(InstancePhase.ACCEPTED, script.at(5, id).phase);
        script.deliver(Accept.class, id, 5, 2);
        assertEquals(0, script.deliver(AcceptOk.class, id, 2, 5));
        settles();
    }

    @Test
    void validatedProposalIsADependency() {
        begin(5);
        InstanceId id = script.open(1);
        propose(id, 2);
        script.crash(1);
        script.recover(3, id, 2, 4);
        script.validate(3, id, 2, 4);
        script.crash(4);
        script.restart(4);
        InstanceId other = script.open(5);
        propose(other, 4);
        assertTrue(script.at(4, other).dep.contains(id));
        settles();
    }

    @Test
    void unknownNopIsADependency() {
        begin(5);
        InstanceId other = script.open(5);
        script.recover(3, other, 2, 4);
        assertTrue(script.at(3, other).cmd.isNop());
        InstanceId id = script.open(1);
        propose(id, 3);
        assertTrue(script.at(3, id).dep.contains(other));
        settles();
    }

    @Test
    void numberOfAPurgedInstanceIsNotUsedAgain() {
        begin(3);
        Epaxos restored = new Epaxos(script.member(1), EpaxosQuorums.of(3));
        restored.restore(
                Prefixes.none(script.members()), Prefixes.none(script.members()), 5, List.of());
        InstanceId id = script.open(2);
        assertEquals(6, restored.open(script.at(2, id).cmd).number());
    }

    @Test
    void rule9AcceptsTheProposalIfTheOtherInstanceBecomesNop() {
        begin(5);
        InstanceId id = script.open(1);
        preAccept(id, 2, 5);
        assertTrue(script.at(1, id).isCommitted());
        InstanceId other = script.open(4);
        script.crash(1);
        script.recover(3, id, 2, 4);
        script.validate(3, id, 2, 4);
        assertEquals(InstancePhase.INITIAL, script.at(3, id).phase);
        // The coordinator of the other instance id' answers its recovery, so rule 3 decides Nop for
        // id'.
        script.recover(2, other, 4, 5);
        script.accept(2, other, 4, 5);
        script.deliver(Commit.class, other, 2, 3);
        script.accept(3, id, 2, 4);
        assertTrue(script.at(3, id).isCommitted());
        assertFalse(script.at(3, id).cmd.isNop());
        settles();
    }

    @Test
    void rule9DecidesNopAfterWaitingWithManyFastVotes() {
        begin(5);
        InstanceId id = script.open(1);
        propose(id, 2);
        InstanceId other = script.open(4);
        script.crash(1);
        script.recover(3, id, 2, 4);
        script.validate(3, id, 2, 4);
        script.member(3).receive(5, new Waiting(other, 1));
        assertEquals(InstancePhase.INITIAL, script.at(3, id).phase);
        script.member(3).receive(5, new Waiting(other, 2));
        assertEquals(InstancePhase.ACCEPTED, script.at(3, id).phase);
        assertTrue(script.at(3, id).cmd.isNop());
    }

    @Test
    void rule9TakesTheAnswerOfTheCoordinatorFromOutside() {
        begin(5);
        InstanceId id = script.open(1);
        propose(id, 2);
        InstanceId other = script.open(4);
        script.recover(3, id, 2, 4);
        script.validate(3, id, 2, 4);
        assertEquals(InstancePhase.INITIAL, script.at(3, id).phase);
        script.ask(Recover.class, RecoverOk.class, id, 3, 1);
        assertTrue(script.at(3, id).cmd.isNop());
        assertNotNull(script.at(4, other));
        settles();
    }

    @Test
    void lateValidateDoesNotReplaceAnAcceptedNop() {
        begin(5);
        InstanceId id = script.open(1);
        propose(id, 2);
        InstanceId other = script.open(5);
        propose(other, 4);
        script.crash(1);
        script.recover(3, id, 2, 4);
        script.deliverTwice(Validate.class, id, 3, 2);
        script.validate(3, id, 4);
        script.deliver(ValidateOk.class, id, 2, 3);
        script.accept(3, id, 2, 4);
        assertTrue(isNop(3, id));
        script.deliver(Validate.class, id, 3, 2);
        script.crash(3);
        script.recover(4, id, 2, 5);
        assertTrue(script.at(4, id).cmd.isNop());
        settles();
    }

    @Test
    void acceptedNopIsADependency() {
        begin(5);
        InstanceId other = nopAtItsCoordinator();
        InstanceId id = script.open(1);
        preAccept(id, 2, 5);
        script.crash(1);
        assertTrue(script.at(5, id).dep.contains(other));
        script.recover(3, id, 2, 4);
        script.validate(3, id, 2, 4);
        script.accept(3, id, 2, 4);
        settles();
    }

    @Test
    void committedNopIsADependency() {
        begin(5);
        InstanceId other = nopAtItsCoordinator();
        script.deliver(AcceptOk.class, other, 5, 3);
        script.accept(3, other, 4);
        script.deliver(Commit.class, other, 3, 5);
        assertTrue(isNop(5, other));
        InstanceId id = script.open(1);
        preAccept(id, 2, 5);
        script.crash(1);
        assertTrue(script.at(5, id).dep.contains(other));
        script.recover(3, id, 2, 4);
        script.validate(3, id, 2, 4);
        script.accept(3, id, 2, 4);
        settles();
    }

    private InstanceId nopAtItsCoordinator() {
        InstanceId other = script.open(5);
        propose(other, 4);
        script.recover(3, other, 4, 5);
        script.deliver(Accept.class, other, 3, 5);
        assertEquals(InstancePhase.ACCEPTED, script.at(5, other).phase);
        assertTrue(script.at(5, other).cmd.isNop());
        return other;
    }

    @Test
    void restartedCoordinatorHasNoProposalInFlight() {
        begin(5);
        script.holdBack(5);
        InstanceId other = script.open(5);
        script.deliver(PreAccept.class, other, 5, 4);
        script.crash(5);
        script.restart(5);
        InstanceId id = script.open(1);
        preAccept(id, 2, 5);
        script.crash(1);
        script.recover(3, id, 2, 4);
        script.validate(3, id, 2, 4);
        script.accept(3, id, 2, 4);
        settles();
    }

    @Test
    void fastCommitIsShownOnceItIsDurable() {
        begin(3);
        InstanceId id = script.open(1);
        script.holdBack(1);
        preAccept(id, 2);
        assertTrue(script.at(1, id).isCommitted());
        assertEquals(0, script.deliver(Commit.class, id, 1, 2));
        script.crash(1);
        script.restart(1);
        script.recover(3, id, 1);
        script.accept(3, id, 1);
        assertTrue(isNop(3, id));
        settles();
    }

    @Test
    void restartedCoordinatorDoesNotContinueBallot0() {
        begin(3);
        InstanceId id = script.open(1);
        propose(id, 2);
        script.crash(1);
        script.restart(1);
        script.deliver(PreAcceptOk.class, id, 2, 1);
        assertFalse(script.at(1, id).isCommitted());
        script.recover(1, id, 2);
        script.accept(1, id, 2);
        assertTrue(isNop(1, id));
        settles();
    }
}
