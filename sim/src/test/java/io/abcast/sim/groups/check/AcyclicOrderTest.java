package io.abcast.sim.groups.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupTimestamp;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the checker {@code AcyclicOrder} finds cycles of any length, and accepts orders without cycles. */
class AcyclicOrderTest {
    private final HandMadeHistory made = new HandMadeHistory(3);

    @Test
    void acceptsOrdersOfAllGroups() {
        made.submit('b', "BC", 10);
        made.submit('a', "AB", 20);
        made.submit('c', "AC", 30);
        made.deliver('A', "ac");
        made.deliver('B', "ba");
        made.deliver('C', "bc");
        made.answer("abc");
        made.assertAccepted();
    }

    @Test
    void findsCycleOfThreeGroups() {
        made.submit('b', "BC", 10);
        made.submit('a', "AB", 20);
        made.submit('c', "AC", 30);
        made.deliver('A', "ac");
        made.deliver('B', "ba");
        made.deliver('C', "cb");
        made.history.end();
        List<String> found =
                made.history.violations().stream()
                        .filter(violation -> violation.invariant().equals("Acyclic"))
                        .map(violation -> violation.what())
                        .toList();
        assertEquals(
                List.of(
                        "the order has a cycle: group B has b before a; group A has a before c;"
                                + " group C has c before b"),
                found);
    }

    @Test
    void findsCycleThroughTransactionThatGroupStillLacks() {
        made.submit('b', "BC", 10);
        made.submit('a', "AB", 20);
        made.submit('c', "AC", 30);
        made.deliver('A', "ac");
        made.deliver('B', "ba");
        made.deliver('C', "c");
        made.assertFoundInTheMiddleOnlyBy(
                "Acyclic",
                "the order has a cycle: group B has b before a; group A has a before c; group C"
                        + " has c before b, which it still lacks");
    }

    @Test
    void acceptsTransactionThatGroupStillLacks() {
        made.submit('b', "BC", 10);
        made.submit('a', "AB", 20);
        made.submit('c', "AC", 30);
        made.deliver('A', "ac");
        made.deliver('B', "ba");
        made.history.audit();
        assertEquals(List.of(), made.history.violations());
    }

    @Test
    void findsCycleDuringLongRun() {
        AcyclicOrder checker = new AcyclicOrder();
        GroupHistory history =
                new GroupHistory(
                        List.of("A", "B"),
                        List.of(new int[] {1}, new int[] {1}),
                        () -> 0,
                        List.of(checker));
        int[] both = {0, 1};
        int places = 5_000;
        for (int seq = 1; seq <= places && history.ok(); seq++) {
            history.submitted(seq, 0, 1, both);
            GroupTimestamp timestamp = new GroupTimestamp(seq, 1, seq);
            GroupDelivery delivery = new GroupDelivery(seq, timestamp, both, new byte[0]);
            history.delivered(0, 1, delivery, seq);
            // Group B exchanges the transactions at places 701 and 702.
            int inB = seq == 701 ? 702 : seq == 702 ? 701 : seq;
            history.delivered(1, 1, delivery, inB);
        }
        assertEquals(
                List.of(
                        "Acyclic at 0 us: the order has a cycle: group A has t701 before t702;"
                                + " group B has t702 before t701"),
                history.violations().stream().map(Object::toString).toList());
    }
}
