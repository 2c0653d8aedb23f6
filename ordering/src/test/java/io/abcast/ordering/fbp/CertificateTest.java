package io.abcast.ordering.fbp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Membership;
import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Six members, one of which may lie: quorums of 5 and 4, certificates of 5 reports, 3 of which forbid. */
class CertificateTest {
    private static final Value A = new Value(1, Value.FIRST, 10, new byte[] {1});
    private static final Value B = new Value(2, Value.FIRST, 20, new byte[] {2});
    private static final Membership SIX = Membership.of(new int[] {1, 2, 3, 4, 5, 6}, new int[0]);

    private final FbpQuorums quorums = FbpQuorums.of(6);

    private static Report report(int member, Value value) {
        List<Report.Vote> votes = new ArrayList<>();
        if (value != null) votes.add(new Report.Vote(1, 0, value));
        return Report.signed(member, 1, 0, votes, new Seal(member));
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

    /** Five have accepted A; one of them is not heard, another one lies. */
    @Test
    void whatWasChosenIsTheOnlyValueLeft() {
        Certificate certificate = certificate(A, A, A, B, B);
        assertTrue(certificate.vouchesFor(1, A));
        assertFalse(certificate.vouchesFor(1, B));
        assertFalse(certificate.vouchesFor(1, Value.NOTHING));
        assertEquals(A, certificate.only(1));
    }

    @Test
    void withoutAPossibleChoiceAnythingMayBeProposed() {
        Certificate certificate = certificate(A, A, B, B, null);
        assertNull(certificate.only(1));
        assertTrue(certificate.vouchesFor(1, A) && certificate.vouchesFor(1, B));
        assertEquals(A, certificate.believed(1), "f+1 have accepted it");
    }

    @Test
    void forgedRepeatedAndForeignReportsMakeNoCertificate() {
        Seal seal = new Seal(1);
        assertTrue(certificate(A, A, A, A, A).isValid(1, SIX, seal));
        assertFalse(certificate(A, A, A, A).isValid(1, SIX, seal), "too few");
        assertFalse(certificate(A, A, A, A, A).isValid(2, SIX, seal), "of another regency");
        List<Report> repeated = new ArrayList<>();
        for (int i = 0; i < 5; i++) repeated.add(report(1, A));
        assertFalse(new Certificate(quorums, repeated).isValid(1, SIX, seal));
        List<Report> forged = new ArrayList<>(certificate(A, A, A, A).reports());
        Report fifth = report(5, A);
        List<Report.Vote> others = List.of(new Report.Vote(1, 0, B));
        forged.add(new Report(5, 1, 0, others, fifth.signature()));
        assertFalse(new Certificate(quorums, forged).isValid(1, SIX, seal));
    }

    @Test
    void oneLiarCannotMoveWhatIsTakenForApplied() {
        List<Report> reports = new ArrayList<>();
        for (int member = 1; member <= 4; member++)
            reports.add(Report.signed(member, 1, 7, List.of(), new Seal(member)));
        reports.add(Report.signed(5, 1, 1L << 40, List.of(), new Seal(5)));
        assertEquals(7, new Certificate(quorums, reports).applied());
    }
}
