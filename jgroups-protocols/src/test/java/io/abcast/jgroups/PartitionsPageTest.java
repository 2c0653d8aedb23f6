package io.abcast.jgroups;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.log.Storage;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jgroups.JChannel;
import org.junit.jupiter.api.Test;

/**
 * Tests that the example of docs/partitions.md is the code of {@code PartitionsPageTest}, and that the example works.
 */
final class PartitionsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "partitions.md");
    private static final Path SOURCE =
            Path.of("src/test/java/io/abcast/jgroups/PartitionsPageTest.java");

    // example: receiver
    /** The balance of one partition. A payload such as "A=-5 B=+5" changes the balances of its partitions. */
    static final class Balance implements PartitionReceiver {
        private final String partition;
        private long balance = 100;

        Balance(String partition) {
            this.partition = partition;
        }

        @Override
        public byte[] deliver(PartitionDelivery delivery) {
            for (String change : new String(delivery.payload(), UTF_8).split(" ")) {
                String[] parts = change.split("=");
                if (parts[0].equals(partition)) balance += Long.parseLong(parts[1]);
            }
            return Long.toString(balance).getBytes(UTF_8); // the result of this partition
        }

        @Override
        public Storage.SnapshotWriter snapshot() {
            long frozen = balance;
            return out -> new DataOutputStream(out).writeLong(frozen);
        }

        @Override
        public void restore(InputStream content) throws IOException {
            balance = content == null ? 100 : new DataInputStream(content).readLong();
        }
    }

    // example: end

    // example: use
    static void transfer(JChannel channel) throws Exception {
        Map<String, Balance> balances = new ConcurrentHashMap<>();
        AtomicMulticast multicast =
                AtomicMulticast.on(
                        channel,
                        partition -> balances.compute(partition, (p, old) -> new Balance(p)));
        channel.connect("bank");
        multicast.awaitActive(Duration.ofSeconds(30));

        byte[] payload = "A=-5 B=+5".getBytes(UTF_8);
        Answers answers = multicast.amcast(Set.of("A", "B"), payload).get(); // applied by both
        String ofA = new String(answers.of("A"), UTF_8);

        multicast.linearize("B").get(); // the following read misses no answered transaction
        long ofB = multicast.readLocal("B", () -> balances.get("B").balance).get();
        System.out.println("A has " + ofA + ", B has " + ofB);
    }

    // example: end

    @Test
    void theExampleOfThePageIsThisCode() throws IOException {
        String page = Files.readString(PAGE);
        for (String part : new String[] {"receiver", "use"}) {
            String source = Files.readString(SOURCE);
            String begin = "    // example: " + part + "\n";
            int from = source.indexOf(begin) + begin.length();
            String code = source.substring(from, source.indexOf("\n    // example: end", from));
            String shown = code.stripTrailing().stripIndent().strip();
            assertTrue(page.contains(shown), () -> PAGE + " lacks:\n" + shown);
        }
    }

    @Test
    void theExampleWorks() throws Exception {
        try (JChannel channel = CamuCluster.channel("partitions=\"A=1;B=1\" server_id=\"1\"")) {
            transfer(channel);
        }
        Balance balance = new Balance("A");
        balance.restore(new ByteArrayInputStream(new byte[] {0, 0, 0, 0, 0, 0, 0, 7}));
        assertEquals(7, balance.balance);
    }
}
