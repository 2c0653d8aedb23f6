package io.abcast.jgroups;

import io.abcast.ordering.camu.PartitionStatus;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jgroups.JChannel;
import org.jgroups.conf.ConfiguratorFactory;
import org.jgroups.protocols.DISCARD;
import org.jgroups.protocols.TP;
import org.jgroups.stack.ProtocolStack;

/**
 * Runs the servers of several partitions in this JVM, each with its own channel. Each replica has a {@link
 * PartitionJournal} as its receiver.
 */
final class CamuCluster implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(30);
    private static final AtomicInteger CLUSTERS = new AtomicInteger();

    private final String cluster =
            "camu-" + CLUSTERS.incrementAndGet() + "-" + ProcessHandle.current().pid();
    private final String map;
    private final String attributes;
    private final Consumer<CAMU> settings;
    private final Map<Integer, JChannel> channels = new TreeMap<>();
    private final Map<Integer, AtomicMulticast> running = new TreeMap<>();
    private final Map<String, PartitionJournal> journals = new TreeMap<>();

    CamuCluster(String map, String attributes) {
        this(map, attributes, protocol -> {});
    }

    CamuCluster(String map, String attributes, Consumer<CAMU> settings) {
        this.map = map;
        this.attributes = attributes;
        this.settings = settings;
    }

    static JChannel channel(String attributes) throws Exception {
        try (InputStream in = ConfiguratorFactory.getConfigStream("test-stack.xml")) {
            String xml = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            String element =
                    "<io.abcast.jgroups.CAMU durability=\"memory\" log.heartbeat_interval=\"100ms\""
                            + " log.election_timeout=\"700ms\" "
                            + attributes
                            + "/>";
            xml = xml.replaceAll("<io\\.abcast\\.jgroups\\.ZAB [^>]*/>", element);
            return new JChannel(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        }
    }

    static CAMU camu(JChannel channel) {
        return channel.getProtocolStack().findProtocol(CAMU.class);
    }

    CAMU camu(int id) {
        return camu(channels.get(id));
    }

    AtomicMulticast start(int id) throws Exception {
        return start(id, "");
    }

    AtomicMulticast start(int id, String more) throws Exception {
        JChannel channel =
                channel(
                        "partitions=\"%s\" server_id=\"%d\" %s %s"
                                .formatted(map, id, attributes, more));
        channel.name(cluster + "/" + id);
        settings.accept(camu(channel));
        AtomicMulticast multicast =
                AtomicMulticast.on(channel, partition -> newJournal(id, partition));
        channels.put(id, channel);
        running.put(id, multicast);
        channel.connect(cluster);
        return multicast;
    }

    private synchronized PartitionJournal newJournal(int id, String partition) {
        PartitionJournal journal = new PartitionJournal(partition);
        journals.put(partition + id, journal);
        return journal;
    }

    CamuCluster startAll(int... ids) throws Exception {
        for (int id : ids) start(id);
        for (int id : ids) awaitActive(id);
        return this;
    }

    void awaitActive(int id) throws Exception {
        if (!running.get(id).awaitActive(LIMIT)) throw new AssertionError("not active: " + this);
    }

    AtomicMulticast multicast(int id) {
        return running.get(id);
    }

    JChannel channel(int id) {
        return channels.get(id);
    }

    synchronized PartitionJournal journal(String partition, int id) {
        return journals.get(partition + id);
    }

    Answers amcast(int id, String payload, String... destinations) throws Exception {
        return multicast(id)
                .amcast(Set.of(destinations), payload.getBytes(StandardCharsets.UTF_8))
                .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    Answers insist(int id, String payload, String... destinations) throws Exception {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            try {
                return amcast(id, payload, destinations);
            } catch (ExecutionException e) {
                if (System.nanoTime() > deadline) throw e;
            }
        }
    }

    int leader(String partition) throws Exception {
        Wait.until(LIMIT, () -> findLeader(partition) != 0, this::toString);
        return findLeader(partition);
    }

    private int findLeader(String partition) {
        for (int id : running.keySet()) {
            if (!running.get(id).localPartitions().contains(partition)) continue;
            PartitionStatus status = running.get(id).status(partition);
            if (status != null && status.leads()) return id;
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
        camu(channel).stop();
        Thread closer = new Thread(channel::close, "closer of " + id);
        closer.setDaemon(true);
        closer.start();
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

    void awaitSame(String partition) throws Exception {
        Wait.until(
                LIMIT,
                () ->
                        running.keySet().stream()
                                        .filter(id -> journal(partition, id) != null)
                                        .map(id -> journal(partition, id).entries())
                                        .distinct()
                                        .count()
                                == 1,
                this::toString);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        running.forEach(
                (id, multicast) -> {
                    text.append('\n').append(id).append(": ").append(channels.get(id).getView());
                    for (String partition : multicast.localPartitions())
                        text.append("\n  ")
                                .append(multicast.status(partition))
                                .append(' ')
                                .append(multicast.logStatus(partition));
                    text.append("\n  ").append(camu(id).getReason());
                });
        return text.toString();
    }

    @Override
    public void close() {
        for (JChannel channel : channels.values()) channel.close();
    }
}
