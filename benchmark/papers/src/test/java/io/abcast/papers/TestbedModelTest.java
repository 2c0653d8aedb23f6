package io.abcast.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.sim.testbed.TestbedMeasurement;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests properties of the testbed, which simulates Zab and its variants. */
@Execution(ExecutionMode.CONCURRENT)
final class TestbedModelTest {
    private static final int FEW_CLIENTS = 50;

    private static final int COUNTED_WRITES = 3_000;

    private final ThesisTrials trials = new ThesisTrials(1, 10_000, 1, experiment -> {});
    private final ThesisTrials counted = new ThesisTrials(1, COUNTED_WRITES, 1, experiment -> {});

    /**
     * Unicasts per abcast (EL-Sanosi 2018, section 5.1.2): "Zab has 3(N-1)", ZabAc 4, "ZabAa or ZabAA N(N-1)", ZabCt
     * and ZabCT "(N-1)+0.5(N-1)^2 unicasts per abcast".
     */
    @TestFactory
    Stream<DynamicTest> messageCountsAreThoseOfTheThesis() {
        return Stream.of(3, 5, 7, 9)
                .flatMap(
                        n ->
                                Stream.of(
                                        counts(ThesisProtocol.ZAB, n, 3 * (n - 1), 1),
                                        counts(ThesisProtocol.ZAB_AC, n, 2 * (n - 1), 1),
                                        counts(ThesisProtocol.ZAB_AA_LITE, n, n * (n - 1), 1),
                                        counts(ThesisProtocol.ZAB_AA, n, n * (n - 1), 1),
                                        counts(
                                                ThesisProtocol.ZAB_CT_LITE,
                                                n,
                                                withCoin(n, 0.5),
                                                0.5),
                                        counts(ThesisProtocol.ZAB_CT, n, withCoin(n, 0.5), 0.5),
                                        counts(
                                                ThesisProtocol.ZAB_CT_U,
                                                n,
                                                withCoin(n, 1.0 / (n - 1) - 0.001),
                                                1.0 / (n - 1) - 0.001)))
                .flatMap(Optional::stream);
    }

    private static double withCoin(int n, double p) {
        return n - 1 + p * (n - 1) * (n - 1);
    }

    private Optional<DynamicTest> counts(
            ThesisProtocol protocol, int n, double messages, double p) {
        if (!protocol.runsOn(n)) return Optional.empty();
        return Optional.of(
                DynamicTest.dynamicTest(
                        protocol + " N = " + n, () -> check(protocol, n, messages, p)));
    }

    private void check(ThesisProtocol protocol, int n, double messages, double p) {
        TestbedMeasurement m =
                counted.of(new ThesisExperiment(protocol, n, FEW_CLIENTS, 100, false)).get(0);
        double acks = (n - 1) * p;
        // Four standard deviations of the number of Heads (coin results that cause acks to all),
        // plus messages in flight.
        double sampling = 4 * Math.sqrt(acks * (1 - p) / COUNTED_WRITES);
        assertEquals(acks, m.acksPerCommit(), sampling + 0.01 * acks);
        // Add the messages by which followers forward requests to the leader.
        double expected = messages + (n - 1.0) / n;
        assertEquals(expected, m.messagesPerAbcast(), sampling * (n - 1) + 0.01 * expected);
        assertEquals(0, m.fallenBack());
    }

    /** EL-Sanosi 2018, table 5.2b, about the coin probability p: "P2 gives 0.499, 0.249, 0.166, 0.124". */
    @Test
    void adaptiveCoinIsThatOfTheThesis() {
        double[] p = {0.499, 0.249, 0.1657, 0.124};
        for (int i = 0; i < p.length; i++)
            assertEquals(
                    p[i], run(ThesisProtocol.ZAB_CT_U, 3 + 2 * i, 250, 100, false).coin(), 0.0001);
    }

    /**
     * EL-Sanosi 2018, table E.7, 10 % writes, about the coin probability p: "followers unable to compute p [...]
     * thereby having to switch to the Zab protocol".
     */
    @Test
    void withoutFeasibleCoinItRunsAsZab() {
        TestbedMeasurement m =
                counted.of(new ThesisExperiment(ThesisProtocol.ZAB_CT_U, 7, 250, 10, true)).get(0);
        assertEquals(1, m.fallenBack());
        assertEquals(1, m.coin());
        assertEquals(6, m.acksPerCommit(), 0.05);
    }

    /**
     * EL-Sanosi 2018, appendix D: theta (bound on acks per second) is the lambda of Zab at 100 % writes; thus P2 =
     * theta / (n lambda) - delta.
     */
    @Test
    void thetaIsFixedToTheThroughputOfZab() {
        double zab = run(ThesisProtocol.ZAB, 5, 250, 100, false).throughput();
        TestbedMeasurement m = run(ThesisProtocol.ZAB_CT_THETA, 5, 250, 20, false);
        assertEquals(zab / (4 * m.throughput()) - 0.001, m.coin(), 0.01);
    }

    /** EL-Sanosi 2018, section 5.3.2: "4046 abds/sec at #client = 250". */
    @Test
    void calibrationHolds() {
        assertEquals(4_046, run(ThesisProtocol.ZAB, 3, 250, 100, false).throughput(), 40);
    }

    @Test
    void closedLoopLatencyGrowsWithTheClients() {
        TestbedMeasurement few = run(ThesisProtocol.ZAB, 3, 500, 100, false);
        TestbedMeasurement many = run(ThesisProtocol.ZAB, 3, 1_000, 100, false);
        assertEquals(2, many.latencyMillis() / few.latencyMillis(), 0.1);
    }

    private TestbedMeasurement run(
            ThesisProtocol protocol, int servers, int clients, int writePercent, boolean waiting) {
        return trials.of(new ThesisExperiment(protocol, servers, clients, writePercent, waiting))
                .get(0);
    }
}
