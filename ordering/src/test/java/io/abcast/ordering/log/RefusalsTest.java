package io.abcast.ordering.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.kernel.Membership;
import io.abcast.ordering.log.Refusals.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Tests that a member counts refused messages by sender, and that each sender causes at most one log line per ten
 * seconds.
 */
class RefusalsTest {
    private static final long SECOND = 1_000_000_000L;

    private final List<String> lines = new ArrayList<>();
    private final Refusals refusals = new Refusals(Membership.of(4, 5, 6), lines::add);

    @Test
    void aSenderGetsOneLineInTenSeconds() {
        for (int i = 0; i < 1_000; i++) refusals.count(5, "Propose", Reason.SIGNATURE, i);
        refusals.count(6, "Need", Reason.BOUND, 5);
        assertEquals(
                List.of(
                        "refused a message of member 5, the last one: Propose with an invalid"
                                + " signature",
                        "refused a message of member 6, the last one: Need over the bound of one"
                                + " sender"),
                lines);
        refusals.count(5, "Offer", Reason.UNASKED, 10 * SECOND);
        assertEquals(
                "refused 1000 messages of member 5, the last one: Offer without a question of this member",
                lines.get(2));
    }

    @Test
    void countsBySenderAndReason() {
        refusals.count(5, "Propose", Reason.SIGNATURE, 1);
        refusals.count(5, "Propose", Reason.SIGNATURE, 2);
        refusals.count(5, "Need", Reason.BOUND, 3);
        assertEquals(2, refusals.count(5, Reason.SIGNATURE));
        assertEquals(0, refusals.count(6, Reason.SIGNATURE));
        assertEquals(Map.of(5, 3L), refusals.bySender());
    }
}
