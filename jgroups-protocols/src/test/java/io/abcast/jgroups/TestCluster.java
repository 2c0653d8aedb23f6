package io.abcast.jgroups;

import io.abcast.jgroups.blocks.Codec;
import io.abcast.jgroups.blocks.ReplicatedMap;
import io.abcast.zab.ZabStatus;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.conf.ConfiguratorFactory;
import org.jgroups.protocols.DISCARD;
import org.jgroups.protocols.TP;
import org.jgroups.stack.ProtocolStack;

/**
 * Runs the members of one group in this JVM. Each member runs a {@link ReplicatedMap} of strings on its own channel.
 */
public final class TestCluster implements AutoCloseable {
    public static final Duration LIMIT = Duration.ofSeconds(30);

    private static final AtomicInteger GROUPS = new AtomicInteger();

    final String group = "test-" + GROUPS.incrementAndGet() + "-" + ProcessHandle.current().pid();
    private final String members;
    private final String stack;

    private final IntFunction<String> protocols;

    private final BiConsumer<Integer, JChannel> settings;
    private final Map<Integer, ReplicatedMap<String, String>> running = new TreeMap<>();
    private final Map<Integer, JChannel> channels = new TreeMap<>();

    public TestCluster(String members, BiConsumer<Integer, JChannel> settings) {
        this("test-stack.xml", members, settings);
    }

    public TestCluster(String stack, String members, BiConsumer<Integer, JChannel> settings) {
        this(stack, id -> "ZAB", members, settings);
    }

    public TestCluster(
            String stack,
            IntFunction<String> protocols,
            String members,
            BiConsumer<Integer, JChannel> settings) {
        this.stack = stack;
        this.protocols = protocols;
        this.members = members;
        this.settings = settings;
    }

    public static ZabProtocol zab(JChannel channel) {
        return channel.getProtocolStack().findProtocol(ZabProtocol.class);
    }

    public JChannel channel(int id, String ensemble) throws Exception {
        JChannel channel = open(protocols.apply(id));
        channel.name(group + "/" + id);
        zab(channel).setMembers(ensemble).setServerId(id);
        if (settings != null) settings.accept(id, channel);
        return channel;
    }

    private JChannel open(String protocol) throws Exception {
        String ours = "<io.abcast.jgroups.";
        try (InputStream in = ConfiguratorFactory.getConfigStream(stack)) {
            String xml = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            xml = xml.replace(ours + "ZAB ", ours + protocol + " ");
            return new JChannel(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        }
    }

    void adopt(int id, JChannel channel) {
        channels.put(id, channel);
    }

    ReplicatedMap<String, String> start(int id) throws Exception {
        return start(id, channel -> {});
    }

    ReplicatedMap<String, String> start(int id, Consumer<JChannel> more) throws Exception {
        JChannel channel = channel(id, members);
        more.accept(channel);
        ReplicatedMap<String, String> map = ReplicatedMap.on(channel, Codec.STRING, Codec.STRING);
        synchronized (this) {
            channels.put(id, channel);
            running.put(id, map);
        }
        channel.connect(group);
        return map;
    }

    CompletableFuture<Void> startAside(int id) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        start(id);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                task -> new Thread(task, "starter of " + id).start());
    }

    public TestCluster startAll() throws Exception {
        for (String id : members.split(",")) start(Integer.parseInt(id));
        awaitActive();
        return this;
    }

    void awaitActive() throws Exception {
        for (ReplicatedMap<String, String> map : running.values()) awaitActive(map);
    }

    void awaitActive(ReplicatedMap<String, String> map) throws Exception {
        if (!map.broadcast().awaitActive(LIMIT)) throw new AssertionError("not active: " + this);
    }

    public ReplicatedMap<String, String> map(int id) {
        return running.get(id);
    }

    public JChannel channel(int id) {
        return channels.get(id);
    }

    ZabStatus status(int id) {
        return map(id).broadcast().status();
    }

    public int leader() throws Exception {
        Wait.until(LIMIT, () -> findLeader() != 0, this::toString);
        return findLeader();
    }

    private int findLeader() {
        for (int id : running.keySet()) {
            ZabStatus status = status(id);
            if (status != null && status.active() && status.leader() == id) return id;
        }
        return 0;
    }

    void stop(int id) {
        channels.remove(id);
        running.remove(id).close();
    }

    void kill(int id) throws Exception {
        JChannel channel = channels.remove(id);
        discard(channel).discardAll(true);
        running.remove(id);
        zab(channel).stop();
        Thread closer = new Thread(channel::close, "closer of " + id);
        closer.setDaemon(true);
        closer.start();
    }

    public void part(int... ids) throws Exception {
        List<Integer> side = new ArrayList<>();
        for (int id : ids) side.add(id);
        for (int a : channels.keySet()) {
            for (int b : channels.keySet()) {
                Address other = channels.get(b).getAddress();
                if (side.contains(a) != side.contains(b))
                    discard(channels.get(a)).addIgnoreMember(other);
            }
        }
    }

    public void heal() throws Exception {
        for (JChannel channel : channels.values()) discard(channel).resetIgnoredMembers();
    }

    private static DISCARD discard(JChannel channel) throws Exception {
        DISCARD discard = channel.getProtocolStack().findProtocol(DISCARD.class);
        if (discard == null) {
            discard = new DISCARD();
            discard.setAddress(channel.getAddress());
            channel.getProtocolStack()
                    .insertProtocol(discard, ProtocolStack.Position.ABOVE, TP.class);
        }
        return discard;
    }

    public void put(int id, String key, String value) throws Exception {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            try {
                map(id).put(key, value).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
                return;
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof AbcastException) || System.nanoTime() > deadline)
                    throw e;
            }
        }
    }

    void awaitSame() throws Exception {
        Wait.until(
                LIMIT, () -> contents().values().stream().distinct().count() == 1, this::toString);
    }

    Map<Integer, Map<String, String>> contents() {
        Map<Integer, Map<String, String>> contents = new TreeMap<>();
        running.forEach(
                (id, map) -> {
                    Map<String, String> copy = new TreeMap<>();
                    map.forEach(copy::put);
                    contents.put(id, copy);
                });
        return contents;
    }

    @Override
    public String toString() {
        return running.keySet().stream()
                .map(
                        id ->
                                id
                                        + ": "
                                        + map(id).size()
                                        + " keys, "
                                        + status(id)
                                        + ", "
                                        + channels.get(id).getView())
                .collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        for (JChannel channel : channels.values()) channel.close();
    }
}
