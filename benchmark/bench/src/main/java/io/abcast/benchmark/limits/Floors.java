package io.abcast.benchmark.limits;

import io.abcast.command.process.ProcessRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Lower bounds of this host: durations of the steps that every replicated request needs, such as a network round trip
 * and a disk sync.
 *
 * @param payloadBytes payload bytes of a round trip, and of a message on the stack without ordering protocol.
 * @param roundTrip times of a round trip over TCP on the loopback interface.
 * @param smallSync durations of an append of 1 KB to a file, forced to the disk.
 * @param largeSync durations of an append of 64 KB to a file, forced to the disk.
 * @param bare figures of the JGroups stack without ordering protocol, for each number of members and each phase
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
     * Settings of the measurement of this host's lower bounds.
     *
     * @param data directory for the files of the sync measurement
     * @param nodes numbers of members with which the stack without ordering protocol is measured
     * @param config stack file from which the ordering protocol is removed
     */
    public record Setting(
            int payloadBytes,
            Path data,
            List<Integer> nodes,
            Path config,
            double warmup,
            double seconds,
            List<String> jvmFlags) {}

    /** @param progress receives a line of text before each step of the measurement */
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
