package io.abcast.ordering.fbp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that a member sends each value of a certificate only once. */
class SharedValuesTest {
    private static Value value(int n) {
        return Value.digested(
                List.of(new OriginRequest(1, OriginRequest.FIRST, n, new byte[10_000])));
    }

    private static Report report(int member, Value... values) {
        List<Report.Vote> votes = new ArrayList<>();
        for (int i = 0; i < values.length; i++) votes.add(new Report.Vote(i + 1, 0, values[i]));
        return Report.signed(member, 1, Checkpoint.NONE, votes, Seal.onStage(member));
    }

    private static byte[] encoded(List<Report> reports) {
        WireWriter out = new WireWriter(64);
        SharedValues.write(reports, out);
        return out.toByteArray();
    }

    private static List<Report> decoded(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        List<Report> reports = SharedValues.read(in, 16);
        in.end();
        return reports;
    }

    @Test
    void reportsComeBackAndEachValueWasSentOnce() {
        List<Report> reports = new ArrayList<>();
        for (int m = 1; m <= 5; m++) reports.add(report(m, value(1), value(2), Value.NOTHING));
        reports.add(report(6, value(2), value(3)));
        byte[] bytes = encoded(reports);
        assertTrue(bytes.length < 35_000, "3 values of 10,000 bytes took " + bytes.length);
        assertTrue(SharedValues.bytes(reports) >= bytes.length, "at most");
        List<Report> back = decoded(bytes);
        assertEquals(reports.size(), back.size());
        for (int i = 0; i < back.size(); i++) {
            assertEquals(reports.get(i).votes(), back.get(i).votes());
            assertTrue(
                    back.get(i)
                            .isSound(
                                    FbpQuorums.of(6),
                                    Membership.of(1, 2, 3, 4, 5, 6),
                                    Seal.onStage(1),
                                    100),
                    "the signature holds");
        }
    }

    @Test
    void valuesThatNoVoteNamesAndVotesWithoutAValueAreRefused() {
        byte[] bytes = encoded(List.of(report(1, value(1))));
        WireWriter none = new WireWriter(64).varint(0);
        none.raw(tail(bytes));
        assertThrows(MalformedFrameException.class, () -> decoded(none.toByteArray()));
        WireWriter more = new WireWriter(64);
        WireWriter nothing = new WireWriter(8);
        Value.NOTHING.write(nothing);
        more.varint(2).bytes(first(bytes)).bytes(nothing.toByteArray()).raw(tail(bytes));
        assertThrows(MalformedFrameException.class, () -> decoded(more.toByteArray()));
        WireWriter twice = new WireWriter(64);
        twice.varint(2).bytes(first(bytes)).bytes(first(bytes)).raw(tail(bytes));
        assertThrows(MalformedFrameException.class, () -> decoded(twice.toByteArray()));
    }

    private static byte[] first(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        in.varint();
        return in.bytes();
    }

    private static byte[] tail(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        in.varint();
        in.bytes();
        return in.raw(in.remaining());
    }
}
