package io.abcast.benchmark.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.sim.testbed.Measurement;
import org.junit.jupiter.api.Test;

/** What the model says of Zab. */
final class TestbedModelTest {
    private final Trials trials = new Trials(1, 10_000, 1, experiment -> {});

    /** "Zab has 3(N-1)" messages per abcast (section 5.1.2); beside them, requests that enter at a follower are forwarded. */
    @Test
    void zabSendsThreeMessagesPerFollower() {
        for (int n = 3; n <= 9; n += 2) {
            Measurement m = zab(n, 250, 100, true);
            double expected = 3 * (n - 1) + (n - 1.0) / n;
            assertEquals(expected, m.messagesPerAbcast(), 0.01 * expected);
            assertEquals(n - 1, m.acksPerCommit(), 0.05);
        }
    }

    /** "4046 abds/sec at #client = 250" (section 5.3.2): the one figure that the model is calibrated on. */
    @Test
    void calibrationHolds() {
        assertEquals(4_046, zab(3, 250, 100, false).throughput(), 40);
    }

    @Test
    void closedLoopLatencyGrowsWithTheClients() {
        Measurement few = zab(3, 500, 100, false);
        Measurement many = zab(3, 1_000, 100, false);
        assertEquals(2, many.latencyMillis() / few.latencyMillis(), 0.1);
    }

    private Measurement zab(int servers, int clients, int writePercent, boolean waiting) {
        return trials.of(
                        new Experiment(ThesisProtocol.ZAB, servers, clients, writePercent, waiting))
                .get(0);
    }
}
