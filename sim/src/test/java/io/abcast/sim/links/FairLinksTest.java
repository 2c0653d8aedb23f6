package io.abcast.sim.links;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.sim.EventQueue;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class FairLinksTest {
    private static final double RATE = 1_000;

    private final EventQueue queue = new EventQueue();
    private final FairLinks links = new FairLinks(queue, 4, RATE);
    private final Map<String, Double> ended = new TreeMap<>();

    private FairLinks.Transfer start(int from, int to, double bytes) {
        String name = from + ">" + to;
        return links.start(
                from,
                to,
                bytes,
                whole -> ended.put(whole ? name : "cut " + name, queue.now() / 1e9));
    }

    private void run() {
        while (!queue.isEmpty()) queue.runNext();
    }

    @Test
    void singleTransferHasTheWholeLink() {
        start(0, 1, 2_000);
        start(1, 0, 1_000);
        run();
        assertEquals(Map.of("0>1", 2.0, "1>0", 1.0), ended);
    }

    @Test
    void endedTransferLeavesItsShareToOthers() {
        start(0, 1, 1_000);
        start(0, 2, 500);
        start(3, 2, 1_500);
        run();
        assertEquals(1.0, ended.get("0>2"), 1e-6);
        assertEquals(1.5, ended.get("0>1"), 1e-6);
        assertEquals(2.0, ended.get("3>2"), 1e-6);
    }

    @Test
    void slowReceiverLeavesTheRestOfTheSenderToTheOther() {
        links.rate(1, 100);
        start(0, 1, 100);
        start(0, 2, 900);
        run();
        assertEquals(1.0, ended.get("0>1"), 1e-6);
        assertEquals(1.0, ended.get("0>2"), 1e-6);
    }

    @Test
    void cutTransferDoesNotComplete() {
        FairLinks.Transfer transfer = start(0, 1, 1_000);
        start(0, 2, 1_000);
        start(3, 0, 1_000);
        queue.at(1_000_000_000L, transfer::cancel);
        run();
        assertEquals(1.5, ended.get("0>2"), 1e-6);
        assertEquals(Set.of("0>2", "3>0"), ended.keySet());
        start(0, 1, 1_000);
        links.cut(1);
        run();
        assertEquals(Set.of("0>2", "3>0", "cut 0>1"), ended.keySet());
    }

    @Test
    void coresTakeWorkInFifoOrder() {
        Cores cores = new Cores(queue, 2);
        for (int i = 0; i < 3; i++) {
            String name = "work " + i;
            cores.run(1_000_000_000L, () -> ended.put(name, queue.now() / 1e9));
        }
        run();
        assertEquals(Map.of("work 0", 1.0, "work 1", 1.0, "work 2", 2.0), ended);
        assertEquals(3_000_000_000L, cores.busyNanos());
    }
}
