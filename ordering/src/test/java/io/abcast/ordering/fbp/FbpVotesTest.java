package io.abcast.ordering.fbp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Digest;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the votes of one of six FBP acceptors, and how a learner counts votes. */
class FbpVotesTest {
    private static final Value A =
            Value.digested(List.of(new OriginRequest(1, OriginRequest.FIRST, 10, new byte[] {1})));
    private static final Value B =
            Value.digested(List.of(new OriginRequest(2, OriginRequest.FIRST, 20, new byte[] {2})));
    private static final FbpQuorums SIX = FbpQuorums.of(6);

    private static FbpAcceptor acceptor() {
        return new FbpAcceptor(SIX, Seal.onStage(6), 1_024);
    }

    @Test
    void anAcceptorAcceptsOneValueInASlotAndRegency() {
        FbpAcceptor acceptor = acceptor();
        assertEquals(A, acceptor.accept(1, A).value());
        assertEquals(A, acceptor.accept(1, B).value());
        assertEquals(B, acceptor.accept(2, B).value());
    }

    private static Checkpoint checkpoint(long slot) {
        List<Claim> claims = new ArrayList<>();
        for (int member = 1; member <= 3; member++)
            claims.add(
                    Claim.signed(
                            member,
                            Claim.Kind.ORDER,
                            slot,
                            new Digest(1, 2, 3, 4),
                            Seal.onStage(member)));
        return new Checkpoint(claims);
    }

    @Test
    void anAcceptorReportsWhenTheEntriesUpToItsCheckpointAreDurable() {
        FbpAcceptor acceptor = acceptor();
        for (long slot = 1; slot <= 20; slot++) acceptor.prove(checkpoint(slot));
        assertFalse(acceptor.settle(0));
        assertFalse(acceptor.mayReport());
        assertTrue(acceptor.settle(7));
        assertEquals(7, acceptor.settledSlot());
        assertFalse(acceptor.mayReport());
        assertTrue(acceptor.settle(20));
        assertEquals(20, acceptor.settledSlot());
        assertTrue(acceptor.mayReport());
    }

    @Test
    void anAcceptorAcceptsNothingUpToItsCheckpoint() {
        FbpAcceptor acceptor = acceptor();
        assertTrue(acceptor.prove(checkpoint(7)));
        assertNull(acceptor.accept(7, A));
        assertEquals(A, acceptor.accept(8, A).value());
    }

    @Test
    void anAcceptorKeepsItsRegencyAndItsVotesOverARestart() {
        FbpAcceptor acceptor = acceptor();
        acceptor.accept(1, A);
        acceptor.enter(3);
        WireWriter out = new WireWriter(64);
        acceptor.write(out);
        FbpAcceptor restarted = acceptor();
        restarted.restore(new WireReader(out.toByteArray()));
        restarted.restore(acceptor.vote(1));
        assertEquals(3, restarted.regency());
        assertEquals(A, restarted.vote(1).value());
        assertFalse(restarted.isCertified());
    }

    @Test
    void aCrashBeforeTheEntriesOfACheckpointAreDurableBringsVotesBack() {
        FbpAcceptor acceptor = acceptor();
        Report.Vote vote = acceptor.accept(2, A);
        acceptor.prove(checkpoint(2));
        assertNull(acceptor.vote(2));
        WireWriter out = new WireWriter(64);
        acceptor.write(out);
        FbpAcceptor restarted = acceptor();
        restarted.restore(new WireReader(out.toByteArray()));
        restarted.restore(vote);
        assertEquals(vote, restarted.vote(2));
    }

    @Test
    void aVoteBringsItsRegencyBack() {
        FbpAcceptor restarted = acceptor();
        restarted.restore(new Report.Vote(1, 2, A));
        assertEquals(2, restarted.regency());
        assertFalse(restarted.isCertified());
    }

    @Test
    void aLearnerCountsVotesOfOneRegencyAndOneDigest() {
        FbpLearner learner = new FbpLearner(SIX);
        for (int rank = 0; rank < 4; rank++)
            assertFalse(learner.accepted(rank, 1, 3, A.digest()), "four of five");
        assertFalse(learner.accepted(4, 1, 2, A.digest()), "of an earlier regency");
        assertFalse(learner.accepted(5, 1, 3, B.digest()), "of another value");
        assertFalse(learner.accepted(5, 1, 3, A.digest()), "a second vote");
        assertTrue(learner.accepted(4, 1, 3, A.digest()));
    }
}
