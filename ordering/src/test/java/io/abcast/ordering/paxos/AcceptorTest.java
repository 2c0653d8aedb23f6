package io.abcast.ordering.paxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.Name;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Value;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class AcceptorTest {
    private static final Value A = value(1, OriginRequest.FIRST, 10);
    private static final Value B = value(2, 7, 20);

    private static Value value(int origin, long previous, long number) {
        Name name = Name.ofBatch(origin, Incarnation.NONE, number, 1);
        OriginRequest request =
                new OriginRequest(origin, previous, number, new byte[] {(byte) origin});
        return Value.named(name, List.of(request));
    }

    /**
     * Tests the rule of an acceptor: "It agrees to join the ballot b if and only if b is greater than the most recent
     * ballot number."
     */
    @Test
    void joinsHigherBallotsOnly() {
        Acceptor acceptor = new Acceptor();
        assertTrue(acceptor.prepare(Ballot.of(2, 1)));
        assertFalse(acceptor.prepare(Ballot.of(1, 3)));
        assertTrue(acceptor.prepare(Ballot.of(2, 3)), "the owner's id breaks the tie");
        assertFalse(acceptor.accept(Ballot.of(2, 1), 1, A));
        assertNull(acceptor.vote(1));
    }

    @Test
    void remembersPromiseAndVotesAcrossARestart() {
        Acceptor acceptor = new Acceptor();
        acceptor.prepare(Ballot.of(3, 1));
        acceptor.accept(Ballot.of(3, 1), 4, A);
        acceptor.acceptFast(Ballot.of(3, 1), 5, B);
        WireWriter out = new WireWriter(16);
        acceptor.write(out);
        Acceptor restarted = new Acceptor();
        restarted.restore(new WireReader(out.toByteArray()));
        assertEquals(acceptor.promised(), restarted.promised());
        for (Vote vote : acceptor.votes(1, 9)) restarted.restore(vote);
        Acceptor unpromised = new Acceptor();
        unpromised.restore(acceptor.vote(4));
        assertEquals(acceptor.vote(4).ballot(), unpromised.promised());
        assertEquals(acceptor.promised(), restarted.promised());
        assertEquals(acceptor.votes(1, 9), restarted.votes(1, 9));
        assertEquals(new Vote(5, Ballot.of(3, 1), true, B), restarted.vote(5));
    }

    @Test
    void votesOnceInAFastRound() {
        Acceptor acceptor = new Acceptor();
        long ballot = Ballot.of(1, 1);
        acceptor.prepare(ballot);
        assertTrue(acceptor.acceptFast(ballot, 1, A));
        assertTrue(acceptor.acceptFast(ballot, 1, A));
        assertFalse(acceptor.acceptFast(ballot, 1, B));
        assertFalse(
                acceptor.acceptFast(Ballot.of(2, 1), 2, B),
                "a round that the acceptor has not joined");
    }

    /** Tests which value the picker takes: "The value associated with the biggest bal for all acceptVal." */
    @Test
    void pickerTakesTheValueOfTheBiggestBallot() {
        Picker picker = new Picker(Quorums.majority(5));
        Vote low = new Vote(1, Ballot.of(1, 1), false, A);
        Vote high = new Vote(1, Ballot.of(2, 2), false, B);
        assertEquals(B, picker.pick(List.of(low, high, low), 3));
        assertNull(picker.pick(List.of(), 3));
    }

    @Test
    void twoValuesInOneClassicBallotAreRefusedByEveryPart() {
        long ballot = Ballot.of(1, 2);
        Acceptor acceptor = new Acceptor();
        acceptor.accept(ballot, 1, A);
        assertNamesBoth(() -> acceptor.accept(ballot, 1, B));
        Vote a = new Vote(1, ballot, false, A);
        Vote b = new Vote(1, ballot, false, B);
        Picker picker = new Picker(Quorums.majority(3));
        assertNamesBoth(() -> picker.pick(List.of(a, b), 2));
        Vote low = new Vote(1, Ballot.of(1, 1), false, B);
        assertEquals(A, picker.pick(List.of(low, a), 2), "another ballot");
        Learner learner = new Learner(Quorums.majority(3));
        learner.accepted(0, 1, ballot, false, A.name());
        assertNamesBoth(() -> learner.accepted(1, 1, ballot, false, B.name()));
    }

    private static void assertNamesBoth(Executable use) {
        String said = assertThrows(IllegalStateException.class, use).getMessage();
        assertTrue(said.contains("ballot 1.2 of slot 1"), said);
        assertTrue(said.contains("1/0/a+1") && said.contains("2/0/14+1"), said);
    }

    @Test
    void acceptorCountsOncePerBallot() {
        Learner learner = new Learner(Quorums.majority(3));
        long ballot = Ballot.of(1, 1);
        assertFalse(learner.accepted(0, 1, ballot, false, A.name()));
        assertFalse(learner.accepted(0, 1, ballot, false, A.name()));
        assertFalse(learner.accepted(1, 1, Ballot.of(2, 2), false, A.name()), "another ballot");
        assertTrue(learner.accepted(2, 1, ballot, false, A.name()));
    }

    @Test
    void collisionIsDetectedWhenNoValueCanWinAnyMore() {
        Learner learner = new Learner(Quorums.fastPaxos(5));
        long ballot = Ballot.of(1, 1);
        learner.accepted(0, 1, ballot, true, A.name());
        learner.accepted(1, 1, ballot, true, B.name());
        assertFalse(learner.collided(1, ballot));
        learner.accepted(2, 1, ballot, true, B.name());
        learner.accepted(3, 1, ballot, true, A.name());
        assertTrue(learner.collided(1, ballot));
    }
}
