package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.jgroups.blocks.Codec;
import io.abcast.jgroups.blocks.ReplicatedMap;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jgroups.JChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests ensembles with two, four or six founders, which are even numbers. */
final class EvenEnsembleTest {
    private static final Logger ZAB_LOGGER = Logger.getLogger(ZAB.class.getName());

    @TempDir Path directory;

    private static final class Warnings extends Handler implements AutoCloseable {
        final Queue<String> lines = new ConcurrentLinkedQueue<>();

        Warnings() {
            ZAB_LOGGER.addHandler(this);
        }

        @Override
        public void publish(LogRecord line) {
            lines.add(String.valueOf(line.getMessage()));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            ZAB_LOGGER.removeHandler(this);
        }
    }

    private TestCluster cluster(String members) {
        return new TestCluster(
                members,
                (id, channel) ->
                        TestCluster.zab(channel)
                                .setDurability("file")
                                .setDataDir(directory.resolve("server-" + id).toString()));
    }

    @Test
    void fourFoundersOrderSurviveACrashAndRestartFromTheirDirectories() throws Exception {
        try (Warnings warnings = new Warnings()) {
            try (TestCluster cluster = cluster("1,2,3,4")) {
                cluster.startAll();
                int leader = cluster.leader();
                cluster.map(leader).put("a", "1").get(10, TimeUnit.SECONDS);
                cluster.kill(leader);
                int next = cluster.leader();
                cluster.map(next).put("b", "2").get(30, TimeUnit.SECONDS);
                cluster.awaitSame();
            }
            String warned =
                    "an ensemble of 4 members tolerates 1 failed members, no more than an ensemble of 3; expected an"
                            + " odd number of members";
            for (int id = 1; id <= 4; id++) {
                String line = "ZAB server " + id + ": " + warned;
                assertTrue(warnings.lines.contains(line), () -> line + " in " + warnings.lines);
            }
        }
        try (TestCluster cluster = cluster("1,2,3,4")) {
            cluster.startAll();
            assertEquals("2", cluster.map(1).get("b"));
        }
    }

    @Test
    void twoFoundersOrder() throws Exception {
        try (TestCluster cluster = cluster("1,2")) {
            cluster.startAll();
            cluster.map(2).put("a", "1").get(10, TimeUnit.SECONDS);
            cluster.awaitSame();
        }
    }

    @Test
    void anOddEnsembleStartsWithoutAWarning() throws Exception {
        try (Warnings warnings = new Warnings();
                TestCluster cluster = cluster("1")) {
            cluster.startAll();
            assertEquals(
                    List.of(), warnings.lines.stream().filter(l -> l.contains("bears")).toList());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ZAB_AA", "ZAB_AA_LITE", "ZAB_CT", "ZAB_CT_LITE", "ZAB_AUTO", "ZAB_AC"})
    void protocolsThatNeedAnOddNumberRefuseFour(String protocol) throws Exception {
        try (TestCluster cluster =
                        new TestCluster("test-stack.xml", id -> protocol, "1,2,3,4", null);
                JChannel channel = cluster.channel(1, "1,2,3,4")) {
            ReplicatedMap.on(channel, Codec.STRING, Codec.STRING);
            Exception e = assertThrows(Exception.class, () -> channel.connect(cluster.group));
            assertFalse(channel.isConnected());
            String expected =
                    protocol.equals("ZAB_AC")
                            ? "ZAB_AC: expected 3 members"
                            : protocol + ": expected an odd number of members, got 4";
            assertTrue(e.getMessage().contains(expected), e::getMessage);
        }
    }
}
