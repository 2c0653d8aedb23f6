package io.abcast.benchmark.limits;

import io.abcast.command.process.ProcessRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Lower bounds of this host: the shortest times for the steps that every request needs.
 *
 * @param payloadBytes payload bytes of a round trip, and of a message of the bare stack.
 * @param roundTrip times of a round trip over loopback TCP.
 * @param smallSync times of appending 1 KB to a file and forcing it to the disk.
 * @param largeSync times of appending 64 KB to a file and forcing it to the disk.
 * @param bare figures of the stack without ZAB, for each number of members and each phase.
 */
public record Floors(
        int payloadBytes,
        LatencySummary roundTrip,
        LatencySummary smallSync,
        LatencySummary largeSync,
        List<BareResult> bare) {
    public static final int SMALL_BYTES = 1 << 10;
    public static final int LARGE_BYTES = 64 << 10;

    /**
     * Settings of the measurement.
     *
     * @param data directory where files are synced
     * @param nodes numbers of members of the bare stack
     * @param config stack file of the bare stack
     */
    public record Setting(
            int payloadBytes,
            Path data,
            List<Integer> nodes,
            Path config,
            double warmup,
            double seconds,
            List<String> jvmFlags) {}

    /** @param progress receives a line per step */
    public static Floors measure(
            Setting setting, Path directory, ProcessRegistry registry, Consumer<String> progress)
            throws IOException {
        progress.accept("round trips over loopback TCP");
        LatencySummary roundTrip = LoopbackFloor.measure(setting.payloadBytes, setting.seconds);
        progress.accept("syncs of " + setting.data);
        LatencySummary small = SyncFloor.measure(setting.data, SMALL_BYTES, setting.seconds);
        LatencySummary large = SyncFloor.measure(setting.data, LARGE_BYTES, setting.seconds);
        List<BareResult> bare = new ArrayList<>();
        for (int n : setting.nodes) {
            progress.accept("the stack without ZAB, " + n + " members");
            try (BareExchange exchange = new BareExchange()) {
                registry.opened(exchange, BareExchange::close);
                bare.addAll(
                        exchange.run(
                                setting.config,
                                n,
                                setting.payloadBytes,
                                setting.warmup,
                                setting.seconds,
                                setting.jvmFlags,
                                directory.resolve("bare-" + n)));
            }
        }
        return new Floors(setting.payloadBytes, roundTrip, small, large, List.copyOf(bare));
    }
}
