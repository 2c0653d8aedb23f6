package io.abcast.server;

import io.abcast.client.wire.MultiPut;
import io.abcast.client.wire.Op;
import io.abcast.jgroups.PartitionDelivery;
import io.abcast.kernel.GroupTimestamp;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Writes the deliveries of a replica as JSON lines to a file, for checks by other programs. Each line is one unbuffered
 * write, so a killed process loses no line of a finished delivery.
 */
interface DeliveryLog {
    /**
     * System property with the directory of the delivery files; without it, the server writes no deliveries to files.
     */
    String PROPERTY = "abcast.deliveries";

    DeliveryLog NONE = delivery -> {};

    void add(PartitionDelivery delivery);

    /** Opens the delivery file of a replica; a restarted replica appends to its file. */
    static DeliveryLog of(String partition, int server) {
        String directory = System.getProperty(PROPERTY, "");
        if (directory.isEmpty()) return NONE;
        try {
            Path file = Path.of(directory, partition + "-" + server + ".jsonl");
            return new ToFile(partition, server, new FileOutputStream(file.toFile(), true));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    final class ToFile implements DeliveryLog {
        private final String partition;
        private final int server;
        private final OutputStream out;

        ToFile(String partition, int server, OutputStream out) {
            this.partition = partition;
            this.server = server;
            this.out = out;
        }

        @Override
        public void add(PartitionDelivery delivery) {
            GroupTimestamp at = delivery.timestamp();
            String line =
                    String.format(
                            Locale.ROOT,
                            "{\"partition\":\"%s\",\"replica\":%d,\"seq\":%d,\"txn\":\"%s\",\"dest\":%s,"
                                    + "\"clock\":[%d,%d,%d],\"t\":%.6f}%n",
                            partition,
                            server,
                            delivery.seq(),
                            name(delivery),
                            quoted(delivery.destinations()),
                            at.clock(),
                            at.session(),
                            at.number(),
                            System.nanoTime() / 1e9);
            try {
                out.write(line.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static String name(PartitionDelivery delivery) {
            byte[] payload = delivery.payload();
            if (payload.length > 0 && payload[0] == Op.APPENDS.code()) {
                MultiPut append = MultiPut.parse(payload);
                return Long.toHexString(append.session()) + "-" + append.sequence();
            }
            GroupTimestamp at = delivery.timestamp();
            return Long.toHexString(at.session()) + ":" + at.number();
        }

        private static String quoted(List<String> names) {
            return names.stream().collect(Collectors.joining("\",\"", "[\"", "\"]"));
        }
    }
}
