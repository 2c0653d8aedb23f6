package io.abcast.ordering.camu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.ordering.camu.CamuMessage.DigestReport;
import io.abcast.ordering.camu.PartitionEntry.DigestNote;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests which state digests the leader of a partition with three voters writes to the log. */
final class DigestExchangeTest {
    private static final byte[] ONE = {1};
    private static final byte[] TWO = {2};

    private final DigestExchange digests = new DigestExchange(0, 1, null, null);
    private final List<DigestNote> logged = new ArrayList<>();

    @BeforeEach
    void threeVoters() {
        digests.voters(3);
    }

    private void report(int server, long seq, byte[] digest) {
        digests.onReport(
                server, new DigestReport(seq, digest), entry -> logged.add((DigestNote) entry));
    }

    @Test
    void logsADigestOnceWhenAQuorumHasReportedIt() {
        report(1, 10, ONE);
        assertEquals(0, logged.size());
        report(2, 10, ONE);
        report(3, 10, ONE);
        report(2, 10, ONE);
        assertEquals(1, logged.size());
        assertEquals(10, logged.get(0).seq());
        assertArrayEquals(ONE, logged.get(0).digest());
    }

    @Test
    void logsADigestThatAServerReportsInPlaceOfAnotherOne() {
        report(1, 10, ONE);
        report(2, 10, TWO);
        report(2, 10, ONE);
        assertEquals(1, logged.size());
    }

    @Test
    void logsADigestWithMoreReportsThanASmallerQuorumNeeds() {
        digests.voters(5);
        report(1, 10, ONE);
        report(2, 10, ONE);
        digests.voters(3);
        report(3, 10, ONE);
        assertEquals(1, logged.size());
    }

    @Test
    void logsTheDigestAgainInTheNextTerm() {
        report(1, 10, ONE);
        report(2, 10, ONE);
        digests.resign();
        report(1, 10, ONE);
        report(2, 10, ONE);
        assertEquals(2, logged.size());
    }
}
