package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.jgroups.blocks.Codec;
import io.abcast.jgroups.blocks.ReplicatedMap;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jgroups.JChannel;
import org.jgroups.conf.ConfiguratorFactory;
import org.jgroups.stack.ProtocolStack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the Paxos family in stacks with OMAHA, which holds messages, and OMAHA's controller of hold times. */
class ConsensusOverOmahaTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int WRITES = 400;
    private static final int WAVES_MAX = 20;

    private final Map<Integer, ReplicatedMap<String, String>> running = new TreeMap<>();
    private final Map<Integer, OMAHA> layers = new TreeMap<>();
    private final String group = "held-" + System.identityHashCode(this);

    @TempDir private Path dir;

    @AfterEach
    void close() {
        for (ReplicatedMap<String, String> map : running.values()) map.close();
    }

    private void start(String protocol, int members, int id, double bound) throws Exception {
        JChannel channel;
        try (InputStream in = ConfiguratorFactory.getConfigStream("test-stack.xml")) {
            String xml = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            xml = xml.replace("<io.abcast.jgroups.ZAB ", "<io.abcast.jgroups." + protocol + " ");
            channel = new JChannel(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        }
        channel.name(group + "/" + id);
        ProtocolStack stack = channel.getProtocolStack();
        AbcastProtocol ours = stack.findProtocol(AbcastProtocol.class);
        String ids =
                IntStream.rangeClosed(1, members)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(","));
        ours.setMembers(ids).setServerId(id);
        TestKeys.give(ours, dir, members);
        ours.setDurability("file").setDataDir(dir.resolve("s" + id).toString());
        OMAHA omaha = new OMAHA();
        omaha.setValue("hold_max", 5_000L);
        omaha.setValue("latency_bound", bound);
        stack.insertProtocol(omaha, ProtocolStack.Position.BELOW, AbcastProtocol.class);
        layers.put(id, omaha);
        running.put(id, ReplicatedMap.on(channel, Codec.STRING, Codec.STRING));
        channel.connect(group);
    }

    private void write(String prefix) throws Exception {
        List<CompletableFuture<?>> writes = new ArrayList<>();
        for (int i = 0; i < WRITES; i++) {
            int id = 1 + i % running.size();
            writes.add(running.get(id).put(prefix + i, "value"));
        }
        for (CompletableFuture<?> write : writes) write.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private long sum(ToLongFunction<OMAHA> figure) {
        return layers.values().stream().mapToLong(figure).sum();
    }

    private void startAll(String protocol, int members, double bound) throws Exception {
        for (int id = 1; id <= members; id++) start(protocol, members, id, bound);
        for (ReplicatedMap<String, String> map : running.values())
            assertTrue(map.broadcast().awaitActive(LIMIT), () -> map.broadcast().reason());
    }

    @ParameterizedTest
    @CsvSource({"PAXOS, 3", "FAST_PAXOS, 3", "FBP, 7", "ZAB, 3"})
    void controllersReceiveTheLatenciesOfRequests(String protocol, int members) throws Exception {
        startAll(protocol, members, 1_000);
        int waves = 0;
        // A slot contains many requests and only some slots run without held messages, so the
        // controller needs several waves.
        while (waves < 2 || (waves < WAVES_MAX && !allControllersHold()))
            write("wave " + waves++ + ", ");
        assertEquals((long) waves * WRITES, sum(OMAHA::getInstances), "instances");
        assertTrue(sum(OMAHA::getControlInstances) > 0, "unheld ones");
        for (OMAHA omaha : layers.values())
            Wait.until(
                    LIMIT,
                    () -> omaha.getControllerWindows() > 0 && omaha.getControllerHold() > 0,
                    () -> omaha.getControllerWindows() + " windows");
    }

    private boolean allControllersHold() {
        return sum(OMAHA::getControlInstances) > 0
                && layers.values().stream()
                        .allMatch(o -> o.getControllerWindows() > 0 && o.getControllerHold() > 0);
    }

    @ParameterizedTest
    @CsvSource({"PAXOS, 3", "FAST_PAXOS, 3", "FBP, 7"})
    void messagesThatAQuorumDoesNotNeedAreHeldAndAggregated(String protocol, int members)
            throws Exception {
        startAll(protocol, members, 0);
        // On a slow host many requests share a slot, so OMAHA can hold votes in only a few slots of
        // a wave.
        AtomicInteger waves = new AtomicInteger();
        Wait.until(
                LIMIT,
                () -> {
                    write("wave " + waves.getAndIncrement() + ", ");
                    return sum(OMAHA::getHeldMessages) > 0 && sum(OMAHA::getAggregatedMessages) > 0;
                },
                () -> sum(OMAHA::getHeldMessages) + " held after " + waves + " waves");
        assertTrue(sum(OMAHA::getPledges) > 0, "pledges");
        for (OMAHA omaha : layers.values())
            Wait.until(
                    LIMIT,
                    () -> omaha.getPledgesOpen() == 0 && omaha.getHeldNow() == 0,
                    () -> omaha.getPledgesOpen() + " open, " + omaha.getHeldNow() + " held");
        // On a slow host, some pledges expire before the protocol ends them.
        Wait.until(
                LIMIT,
                () -> sum(OMAHA::getPledgesLeaked) == 0,
                () -> sum(OMAHA::getPledgesLeaked) + " leaked");
    }
}
