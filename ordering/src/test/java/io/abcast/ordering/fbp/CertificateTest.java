package io.abcast.ordering.fbp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Proof;
import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests certificates of an FBP ensemble with six members, one of which may lie. Five votes choose a value, a
 * certificate has five reports, and three reports of one value forbid all other values.
 */
class CertificateTest {
    private static final Value A =
            Value.digested(List.of(new OriginRequest(1, OriginRequest.FIRST, 10, new byte[] {1})));
    private static final Value B =
            Value.digested(List.of(new OriginRequest(2, OriginRequest.FIRST, 20, new byte[] {2})));
    private static final Membership SIX = Membership.of(new int[] {1, 2, 3, 4, 5, 6}, new int[0]);

    private static final long SPAN = 1_024;

    private final FbpQuorums quorums = FbpQuorums.of(6);

    private static Report report(int member, Value value) {
        List<Report.Vote> votes = new ArrayList<>();
        if (value != null) votes.add(new Report.Vote(1, 0, value));
        return Report.signed(member, 1, Checkpoint.NONE, votes, Seal.onStage(member));
    }

    private Certificate certificate(Value... byMember) {
        List<Report> reports = new ArrayList<>();
        for (int i = 0; i < byMember.length; i++) reports.add(report(i + 1, byMember[i]));
        return new Certificate(quorums, reports);
    }

    @Test
    void sizesAreThoseOfThePaper() {
        assertEquals(new FbpQuorums(6, 1), quorums);
        assertEquals(5, quorums.accepted(), "4f+1");
        assertEquals(4, quorums.learned(), "3f+1");
        assertEquals(3, quorums.forbidding(), "2f+1");
        assertEquals(11, FbpQuorums.of(15).accepted());
        assertEquals(9, FbpQuorums.of(15).learned());
        assertThrows(IllegalArgumentException.class, () -> new FbpQuorums(5, 1));
    }

    @Test
    void whatWasChosenIsTheOnlyValueLeft() {
        Certificate certificate = certificate(A, A, A, B, B);
        assertTrue(certificate.vouchesFor(1, A));
        assertFalse(certificate.vouchesFor(1, B));
        assertFalse(certificate.vouchesFor(1, Value.NOTHING));
        assertEquals(A, certificate.pick(1, value -> true));
    }

    @Test
    void withoutAPossibleChoiceAnythingMayBeProposed() {
        Certificate certificate = certificate(A, A, B, B, null);
        assertTrue(certificate.vouchesFor(1, A) && certificate.vouchesFor(1, B));
        assertEquals(A, certificate.pick(1, value -> true), "f+1 have accepted it");
        assertEquals(Value.NOTHING, certificate(A, null, B, null, null).pick(1, value -> true));
    }

    @Test
    void forgedRepeatedAndForeignReportsMakeNoCertificate() {
        EraSigner seal = Seal.onStage(1);
        assertTrue(certificate(A, A, A, A, A).isValid(1, SIX, seal, SPAN));
        assertFalse(certificate(A, A, A, A).isValid(1, SIX, seal, SPAN), "too few");
        assertFalse(certificate(A, A, A, A, A).isValid(2, SIX, seal, SPAN), "of another regency");
        List<Report> repeated = new ArrayList<>();
        for (int i = 0; i < 5; i++) repeated.add(report(1, A));
        assertFalse(new Certificate(quorums, repeated).isValid(1, SIX, seal, SPAN));
        List<Report> forged = new ArrayList<>(certificate(A, A, A, A).reports());
        Report fifth = report(5, A);
        List<Report.Vote> others = List.of(new Report.Vote(1, 0, B));
        forged.add(new Report(5, 1, Checkpoint.NONE, others, fifth.signature()));
        assertFalse(new Certificate(quorums, forged).isValid(1, SIX, seal, SPAN));
    }

    @Test
    void theLeaderPicksACopyWithAValidProof() {
        Proof bad = new Proof(new byte[] {1}, 0, 1, List.of());
        Proof good = new Proof(new byte[] {2}, 0, 1, List.of());
        List<Report> reports = new ArrayList<>(certificate(A, A, A, B).reports());
        reports.set(0, report(1, with(bad)));
        reports.set(1, report(2, with(good)));
        Value picked =
                new Certificate(quorums, reports)
                        .pick(
                                1,
                                value ->
                                        Arrays.equals(
                                                value.requests().get(0).proof().signature(),
                                                good.signature()));
        assertEquals(good, picked.requests().get(0).proof());
    }

    private static Value with(Proof proof) {
        return Value.digested(List.of(A.requests().get(0).with(proof)));
    }

    private static Claim claim(int member, long slot) {
        return claim(member, slot, 1);
    }

    private static Claim claim(int member, long slot, int history) {
        Digest digest = Digest.of(new byte[] {(byte) history});
        return Claim.signed(member, Claim.Kind.ORDER, slot, digest, Seal.onStage(member));
    }

    private boolean isProven(Claim... claims) {
        return new Checkpoint(List.of(claims)).isProven(quorums, SIX, Seal.onStage(1));
    }

    @Test
    void aCheckpointTakesEqualClaimsOfEnoughMembers() {
        assertEquals(3, quorums.durable(), "2f+1");
        assertTrue(isProven(claim(1, 7), claim(2, 7), claim(5, 7)));
        assertEquals(7, new Checkpoint(List.of(claim(1, 7), claim(2, 7))).slot());
        assertFalse(isProven(claim(1, 7), claim(2, 7)), "too few");
        assertFalse(isProven(claim(1, 7), claim(2, 7), claim(2, 7)), "the same twice");
        assertFalse(isProven(claim(1, 7), claim(2, 7), claim(7, 7)), "no member");
        assertFalse(isProven(claim(1, 7), claim(2, 7), claim(5, 8)), "another slot");
        assertFalse(isProven(claim(1, 7), claim(2, 7), claim(5, 7, 2)), "another history");
        Claim held = claim(3, 7);
        Claim forged = new Claim(3, held.kind(), 7, held.digest(), claim(3, 8).signature());
        assertFalse(isProven(claim(1, 7), claim(2, 7), forged));
        List<Claim> snapshots = new ArrayList<>();
        for (int member = 1; member <= 3; member++)
            snapshots.add(
                    Claim.signed(
                            member, Claim.Kind.SNAPSHOT, 7, held.digest(), Seal.onStage(member)));
        assertFalse(isProven(snapshots.toArray(Claim[]::new)), "claims of a snapshot");
    }

    @Test
    void whatIsUpToTheHighestCheckpointIsNotProposedAgain() {
        Checkpoint seven = new Checkpoint(List.of(claim(1, 7), claim(2, 7), claim(5, 7)));
        List<Report> reports = new ArrayList<>();
        for (int member = 1; member <= 4; member++) reports.add(report(member, A));
        List<Report.Vote> votes = List.of(new Report.Vote(8, 0, B));
        reports.add(Report.signed(5, 1, seven, votes, Seal.onStage(5)));
        Certificate certificate = new Certificate(quorums, reports);
        assertTrue(certificate.isValid(1, SIX, Seal.onStage(1), SPAN));
        assertEquals(7, certificate.checkpoint().slot());
        assertFalse(certificate.vouchesFor(7, A));
        assertTrue(certificate.vouchesFor(8, B));
        List<Report.Vote> dropped = List.of(new Report.Vote(7, 0, B));
        Report unsound = Report.signed(5, 1, seven, dropped, Seal.onStage(5));
        assertFalse(
                unsound.isSound(quorums, SIX, Seal.onStage(1), SPAN), "a vote that it cannot have");
    }

    private static final Candidate LOST = new Candidate(6, new Incarnation(1, 2));

    private static Report naming(int member, long slot, Candidate... candidates) {
        List<Report.Vote> votes = List.of(new Report.Vote(slot, 0, A));
        List<Candidate> named = List.of(candidates);
        return new Report(member, 1, Checkpoint.NONE, votes, named, new byte[0])
                .signed(Seal.onStage(member));
    }

    @Test
    void aCertificateAdmitsAMemberThatAllItsReportsName() {
        Candidate other = new Candidate(6, new Incarnation(1, 3));
        List<Report> reports = new ArrayList<>();
        for (int member = 1; member <= 4; member++) reports.add(naming(member, 3, LOST, other));
        reports.add(naming(5, 1_000, LOST));
        Certificate certificate = new Certificate(quorums, reports);
        assertTrue(certificate.isValid(1, SIX, Seal.onStage(1), SPAN));
        assertEquals(List.of(LOST), certificate.admitted());
        assertEquals(3, certificate.blindThrough(), "one report names slot 1,000");
        reports.set(0, naming(1, 3));
        assertEquals(List.of(), new Certificate(quorums, reports).admitted(), "one does not");
        reports.set(0, naming(6, 3, LOST));
        assertEquals(List.of(), new Certificate(quorums, reports).admitted(), "its own report");
    }

    @Test
    void anAdmittedMemberReportsOnceACheckpointCoversItsLostVotes() {
        FbpAcceptor acceptor = new FbpAcceptor(quorums, Seal.onStage(6), SPAN);
        acceptor.enter(1);
        acceptor.admit(3);
        assertFalse(acceptor.mayReport());
        WireWriter out = new WireWriter(64);
        acceptor.write(out);
        FbpAcceptor restarted = new FbpAcceptor(quorums, Seal.onStage(6), SPAN);
        restarted.restore(new WireReader(out.toByteArray()));
        assertFalse(restarted.mayReport(), "this is durable");
        restarted.prove(new Checkpoint(List.of(claim(1, 3), claim(2, 3), claim(5, 3))));
        restarted.settle(3);
        assertTrue(restarted.mayReport());
    }

    @Test
    void aMemberThatJoinsOnTheOperatorsWordReportsAndVotesBlindlyFromTheNextRegencyOn() {
        FbpAcceptor acceptor = new FbpAcceptor(quorums, Seal.onStage(6), SPAN);
        acceptor.enter(1);
        acceptor.join();
        assertFalse(acceptor.mayReport());
        assertFalse(acceptor.hasJoinedBefore());
        WireWriter out = new WireWriter(64);
        acceptor.write(out);
        FbpAcceptor restarted = new FbpAcceptor(quorums, Seal.onStage(6), SPAN);
        restarted.restore(new WireReader(out.toByteArray()));
        restarted.enter(2);
        assertTrue(restarted.mayReport());
        assertTrue(restarted.hasJoinedBefore());
    }

    private static Report forgetful(int member) {
        List<Candidate> own = List.of(new Candidate(member, new Incarnation(member, 7)));
        return new Report(member, 1, Checkpoint.NONE, List.of(), own, new byte[0])
                .signed(Seal.onStage(member));
    }

    @Test
    void oneVoteThatIsLeftOfADecisionDecidesAgain() {
        List<Report> reports = new ArrayList<>(List.of(report(1, A), report(2, null)));
        for (int member = 3; member <= 5; member++) reports.add(forgetful(member));
        Certificate certificate = new Certificate(quorums, reports);
        assertTrue(certificate.isValid(1, SIX, Seal.onStage(1), SPAN));
        assertTrue(certificate.vouchesFor(1, A));
        assertFalse(certificate.vouchesFor(1, B));
        assertFalse(certificate.vouchesFor(1, Value.NOTHING));
        assertEquals(A, certificate.pick(1, value -> true));
        assertEquals(1, certificate.highest());
    }

    @Test
    void laterVoteThatIsLeftOutranksAnEarlierOne() {
        List<Report.Vote> later = List.of(new Report.Vote(1, 1, B));
        Report second = Report.signed(2, 2, Checkpoint.NONE, later, Seal.onStage(2));
        List<Report> reports = new ArrayList<>(List.of(report(1, A), second));
        for (int member = 3; member <= 5; member++) reports.add(forgetful(member));
        Certificate certificate = new Certificate(quorums, reports);
        assertTrue(certificate.vouchesFor(1, B));
        assertFalse(certificate.vouchesFor(1, A));
        assertFalse(certificate.vouchesFor(1, Value.NOTHING));
        assertEquals(B, certificate.pick(1, value -> true));
    }

    @Test
    void oneVoteIsNoTraceOfADecisionWhereFewHaveForgotten() {
        List<Report> reports = new ArrayList<>(List.of(report(1, A), forgetful(5)));
        for (int member = 2; member <= 4; member++) reports.add(report(member, null));
        Certificate certificate = new Certificate(quorums, reports);
        assertTrue(certificate.vouchesFor(1, B));
        assertEquals(Value.NOTHING, certificate.pick(1, value -> true));
        assertEquals(0, certificate.highest());
    }

    @Test
    void memberThatJoinedVotesInNoRegencyThatItMayHaveVotedIn() {
        FbpAcceptor acceptor = new FbpAcceptor(quorums, Seal.onStage(6), SPAN);
        acceptor.join();
        assertNull(acceptor.accept(1, A));
        acceptor.enter(1);
        acceptor.certify(certificate(null, null, null, null, null));
        assertEquals(new Report.Vote(1, 1, A), acceptor.accept(1, A));
    }

    @Test
    void certificateLacksTheReportsOfMembersOutsideIt() {
        Certificate certificate = certificate(A, A, A, A, A);
        assertTrue(certificate.includes(0b011111, SIX));
        assertFalse(certificate.includes(0b100001, SIX));
    }

    @Test
    void memberThatJoinedIsForgetfulUntilACheckpointCoversAllVotesThatAreLeft() {
        FbpAcceptor acceptor = new FbpAcceptor(quorums, Seal.onStage(6), SPAN);
        acceptor.join();
        acceptor.enter(1);
        assertTrue(acceptor.isForgetful());
        List<Report> reports = new ArrayList<>(List.of(report(1, A), report(2, null)));
        for (int member = 3; member <= 5; member++) reports.add(forgetful(member));
        acceptor.certify(new Certificate(quorums, reports));
        assertTrue(acceptor.isForgetful(), "slot 1");
        acceptor.prove(new Checkpoint(List.of(claim(1, 1), claim(2, 1), claim(5, 1))));
        assertFalse(acceptor.isForgetful());
    }

    @Test
    void memberThatJoinedDoesNotWaitForASlotInWhichNothingCanBeDecided() {
        FbpAcceptor acceptor = new FbpAcceptor(quorums, Seal.onStage(6), SPAN);
        acceptor.join();
        acceptor.enter(1);
        List<Report> reports = new ArrayList<>(List.of(report(1, A), forgetful(5)));
        for (int member = 2; member <= 4; member++) reports.add(report(member, null));
        acceptor.certify(new Certificate(quorums, reports));
        assertFalse(acceptor.isForgetful());
    }

    @Test
    void decisionThatTheMemberHasNotVotedForIsReported() {
        FbpAcceptor acceptor = new FbpAcceptor(quorums, Seal.onStage(6), SPAN);
        assertEquals(new Report.Vote(1, 0, A), acceptor.decided(1, A));
        assertNull(acceptor.decided(1, A));
        acceptor.enter(1);
        assertEquals(new Report.Vote(1, 1, A), acceptor.decided(1, A), "it may be of regency 1");
        assertEquals(
                List.of(new Report.Vote(1, 1, A), new Report.Vote(2, 1, B)),
                acceptor.decided(2, B) == null ? List.of() : acceptor.report(6, List.of()).votes());
    }

    @Test
    void oneLiarCannotMoveHowFarALeaderFills() {
        List<Report> reports = new ArrayList<>();
        for (int member = 1; member <= 4; member++) reports.add(report(member, A));
        List<Report.Vote> far = List.of(new Report.Vote(1L << 40, 0, B));
        reports.add(Report.signed(5, 1, Checkpoint.NONE, far, Seal.onStage(5)));
        assertEquals(1, new Certificate(quorums, reports).highest());
        assertFalse(new Certificate(quorums, reports).isValid(1, SIX, Seal.onStage(1), SPAN));
    }
}
