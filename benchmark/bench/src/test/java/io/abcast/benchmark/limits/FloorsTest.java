package io.abcast.benchmark.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.testkit.BriefJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
final class FloorsTest {
    private static final String PRINTS = "-Xlog:gc";

    @Test
    void percentilesAreRanksOfTheMeasuredTimes() {
        long[] nanos = new long[100];
        for (int i = 0; i < 100; i++) nanos[i] = (100 - i) * 1000L;
        LatencySummary d = LatencySummary.of(nanos);
        assertEquals(new LatencySummary(100, 100 / (5050 * 1000 / 1e9), 50, 99), d);
        assertTrue(Double.isNaN(LatencySummary.of(new long[0]).p50Micros()));
    }

    @Test
    void roundTripsGoThereAndBack() throws IOException {
        LatencySummary d = LoopbackFloor.measure(1024, 0.2);
        assertTrue(d.count() > 10, d::toString);
        assertTrue(d.p50Micros() > 0 && d.p50Micros() <= d.p99Micros(), d::toString);
    }

    @Test
    void syncsLeaveNothingBehind(@TempDir Path directory) throws IOException {
        LatencySummary d = SyncFloor.measure(directory, 1024, 0.2);
        assertTrue(d.count() > 0, d::toString);
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void bareStackDeliversToEveryReceiverAndTellsItsCosts(@TempDir Path directory)
            throws IOException {
        Path config = Path.of("..", "..", "config", "zab-tcp.xml");
        List<BareResult> results;
        try (BareExchange exchange = new BareExchange()) {
            results =
                    exchange.run(
                            config,
                            3,
                            100,
                            0.3,
                            0.5,
                            BriefJvm.serverFlags("-Xmx64m", PRINTS),
                            directory);
        }
        assertEquals(BareExchange.PHASES.size(), results.size());
        for (BareResult r : results) {
            assertEquals(r, BareResult.decode(r.encode()));
            assertEquals(3, r.nodes());
            assertTrue(r.payloadsPerSecond() > 0, r::toString);
            assertTrue(r.senderCpuMicros() > 0, r::toString);
            assertTrue(r.receiverCpuMicros() > 0, r::toString);
            assertTrue(r.p50Micros() > 0 && r.p50Micros() <= r.p99Micros(), r::toString);
        }
    }
}
