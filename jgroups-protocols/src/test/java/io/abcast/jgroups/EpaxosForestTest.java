package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Interference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jgroups.JChannel;
import org.junit.jupiter.api.Test;

/** Tests {@link EPAXOS} above {@link FOREST}, which multicasts payloads, in the shipped stack with real sockets. */
class EpaxosForestTest {
    private static final int PAYLOAD_BYTES = 4096;
    private static final int REQUESTS = 50;

    private static JChannel channel(int id, int basePort) throws Exception {
        System.setProperty("jgroups.bind_port", "" + (basePort + id - 1));
        System.setProperty("abcast.id", "" + id);
        System.setProperty("abcast.probe", "false");
        try {
            return new JChannel(ShippedStack.CONFIG.resolve("epaxos-forest-tcp.xml").toString());
        } finally {
            System.clearProperty("jgroups.bind_port");
            System.clearProperty("abcast.id");
            System.clearProperty("abcast.probe");
        }
    }

    private static String payload(int id, int number) {
        return id + "/" + number + "/" + "x".repeat(PAYLOAD_BYTES);
    }

    @Test
    void payloadsTravelOverTheForestAndAreOrdered() throws Exception {
        int base = ShippedStack.freePorts(3);
        String hosts =
                "127.0.0.1[%d],127.0.0.1[%d],127.0.0.1[%d]".formatted(base, base + 1, base + 2);
        System.setProperty("jgroups.tcpping.initial_hosts", hosts);
        List<JChannel> channels = new ArrayList<>();
        List<EpaxosCluster.Recorder> recorders = new ArrayList<>();
        List<AtomicBroadcast> broadcasts = new ArrayList<>();
        try {
            for (int id = 1; id <= 3; id++) {
                JChannel channel = channel(id, base);
                channels.add(channel);
                EpaxosCluster.Recorder recorder = new EpaxosCluster.Recorder();
                recorders.add(recorder);
                broadcasts.add(AtomicBroadcast.on(channel, recorder, Interference.ALL));
                channel.connect("epaxos-forest-" + base);
            }
            for (AtomicBroadcast each : broadcasts)
                assertTrue(each.awaitActive(EpaxosCluster.LIMIT));
            for (JChannel each : channels)
                Wait.until(
                        EpaxosCluster.LIMIT,
                        () -> forest(each).getMembersLinked() == 2,
                        () -> each + " has no frame connections");
            List<CompletableFuture<Long>> all = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++)
                for (int id = 1; id <= 3; id++)
                    all.add(
                            broadcasts
                                    .get(id - 1)
                                    .abcast(payload(id, i).getBytes(StandardCharsets.UTF_8)));
            for (CompletableFuture<Long> each : all)
                each.get(EpaxosCluster.LIMIT.toSeconds(), TimeUnit.SECONDS);
            for (EpaxosCluster.Recorder each : recorders)
                Wait.until(
                        EpaxosCluster.LIMIT,
                        () -> each.delivered().size() == 3 * REQUESTS,
                        () -> each.delivered().size() + " delivered");
            for (EpaxosCluster.Recorder each : recorders)
                assertEquals(recorders.get(0).delivered(), each.delivered());
            for (JChannel each : channels) {
                FOREST forest = forest(each);
                long carried = forest.getBytesDirect() + forest.getBytesToRelays();
                assertTrue(carried >= (long) REQUESTS * PAYLOAD_BYTES, "carried " + carried);
            }
        } finally {
            System.clearProperty("jgroups.tcpping.initial_hosts");
            for (JChannel each : channels) each.close();
        }
    }

    private static FOREST forest(JChannel channel) {
        return channel.getProtocolStack().findProtocol(FOREST.class);
    }
}
