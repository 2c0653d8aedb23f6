package io.abcast.benchmark.limits;

import io.abcast.command.process.ProcessRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What this host does at best.
 *
 * @param payloadBytes of a round trip, and of the bare stack's messages
 * @param roundTrip over loopback TCP
 * @param smallSync appending 1 KB and forcing it to the disk
 * @param largeSync appending 64 KB and forcing it
 * @param bare the stack without ZAB, for each number of members and each phase
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
     * What is measured.
     *
     * @param data where files are synced
     * @param nodes of the bare stack, each number in turn
     * @param config whose stack
     */
    public record Setting(
            int payloadBytes,
            Path data,
            List<Integer> nodes,
            Path config,
            double warmup,
            double seconds,
            List<String> jvmFlags) {}

    /** @param told what goes on, a line each */
    public static Floors measure(
            Setting setting, Path directory, ProcessRegistry registry, Consumer<String> told)
            throws IOException {
        told.accept("round trips over loopback TCP");
        LatencySummary roundTrip = LoopbackFloor.measure(setting.payloadBytes, setting.seconds);
        told.accept("syncs of " + setting.data);
        LatencySummary small = SyncFloor.measure(setting.data, SMALL_BYTES, setting.seconds);
        LatencySummary large = SyncFloor.measure(setting.data, LARGE_BYTES, setting.seconds);
        List<BareResult> bare = new ArrayList<>();
        for (int n : setting.nodes) {
            told.accept("the stack without ZAB, " + n + " members");
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
