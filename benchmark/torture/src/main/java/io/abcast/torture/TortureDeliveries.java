package io.abcast.torture;

import io.abcast.client.wire.KeyPartitions;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes a record of a run of CAMU as JSON lines of four kinds: deliveries, requests, crashes, and the list of
 * replicas. All times in the record of the run are seconds of the host's monotonic clock.
 */
final class TortureDeliveries {
    private final PartitionedRun run;
    private final int nodes;

    TortureDeliveries(PartitionedRun run, int nodes) {
        this.run = run;
        this.nodes = nodes;
    }

    static Path directory(Path ofRun) {
        return ofRun.resolve("deliveries");
    }

    void write(Path ofRun, List<ListTxn> txns, List<ServerEnsemble.Crash> crashes)
            throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(run.deliveries())) {
            out.write("{\"replicas\":{" + replicas() + "}}\n");
            for (ServerEnsemble.Crash crash : crashes)
                for (int i = 0; i < run.count(); i++)
                    out.write(
                            "{\"crash\":[\"%s\",%d],\"t\":%s}\n"
                                    .formatted(
                                            PartitionedRun.name(i),
                                            crash.server(),
                                            seconds(crash.nanos())));
            for (ListTxn txn : txns) out.write(submit(txn));
            List<Path> files;
            try (Stream<Path> all = Files.list(directory(ofRun))) {
                files = all.sorted().toList();
            }
            for (Path file : files)
                for (String line : Files.readAllLines(file)) out.write(line + "\n");
        }
    }

    private String replicas() {
        String ids = IntStream.rangeClosed(1, nodes).boxed().toList().toString();
        return IntStream.range(0, run.count())
                .mapToObj(i -> "\"" + PartitionedRun.name(i) + "\":" + ids)
                .collect(Collectors.joining(","));
    }

    private String submit(ListTxn txn) {
        TreeSet<String> names = new TreeSet<>();
        for (String list : txn.lists()) {
            byte[] key = list.getBytes(StandardCharsets.UTF_8);
            names.add("\"" + PartitionedRun.name(KeyPartitions.of(key, run.count())) + "\"");
        }
        return "{\"submit\":\"%s-%d\",\"dest\":%s,\"t\":%s,\"answered\":%s,\"maybe\":%b}\n"
                .formatted(
                        Long.toHexString(txn.client()),
                        txn.element(),
                        names,
                        seconds(txn.startNanos()),
                        txn.answered() ? seconds(txn.endNanos()) : "null",
                        !txn.answered());
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.6f", nanos / 1e9);
    }
}
