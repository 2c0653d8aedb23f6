package io.abcast.partitions.camu;

import static org.junit.jupiter.api.Assertions.fail;

import io.abcast.ordering.camu.PartitionStatus;
import io.abcast.partitions.PartitionedStore;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreDigest;
import io.abcast.partitions.StoreOptions;
import io.abcast.partitions.StoreOutcome;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.JChannel;
import org.jgroups.protocols.DISCARD;
import org.jgroups.protocols.TP;
import org.jgroups.stack.ProtocolStack;

/** The servers of a store over CAMU, each with its own JGroups channel, all in the JVM of the test. */
final class CamuStores implements AutoCloseable {
    static final long SECONDS = 40;
    private static final AtomicInteger CLUSTERS = new AtomicInteger();
    private static final String STACK =
            """
            <config xmlns="urn:org:jgroups">
                <SHARED_LOOPBACK diag.enabled="false"/>
                <SHARED_LOOPBACK_PING/>
                <MERGE3 min_interval="200ms" max_interval="600ms"/>
                <FD_ALL3 timeout="1200ms" interval="200ms"/>
                <VERIFY_SUSPECT2 timeout="200ms"/>
                <pbcast.NAKACK2 use_mcast_xmit="false" xmit_interval="50ms"/>
                <UNICAST3 xmit_interval="50ms" conn_close_timeout="1s"/>
                <pbcast.STABLE desired_avg_gossip="30s" max_bytes="4M"/>
                <pbcast.GMS join_timeout="300ms" view_ack_collection_timeout="500ms"
                            print_local_addr="false" print_physical_addrs="false"/>
                <io.abcast.jgroups.CAMU log.heartbeat_interval="100ms" log.election_timeout="700ms" %s/>
            </config>
            """;

    private final String cluster =
            "stores-" + CLUSTERS.incrementAndGet() + "-" + ProcessHandle.current().pid();
    private final String attributes;
    private final Path directory;
    private final Map<Integer, MulticastOrder> orders = new TreeMap<>();
    private final Map<Integer, JChannel> channels = new TreeMap<>();
    private final Map<Integer, PartitionedStore> stores = new TreeMap<>();

    /**
     * @param map the partitions and their servers, such as {@code A=1,2,3;B=4}
     * @param attributes further attributes of the protocol CAMU.
     * @param directory directory for the data of all servers; {@code null} if the logs are in memory
     */
    CamuStores(String map, String attributes, Path directory) {
        this.attributes = "partitions=\"" + map + "\" " + attributes;
        this.directory = directory;
    }

    CamuStores startAll(StoreDefinition definition, StoreOptions options, int... servers)
            throws Exception {
        for (int server : servers) start(server, definition, options);
        for (int server : servers) awaitActive(server);
        return this;
    }

    PartitionedStore start(int server, StoreDefinition definition, StoreOptions options)
            throws Exception {
        String durability =
                directory == null
                        ? "durability=\"memory\""
                        : "durability=\"file\" data_dir=\""
                                + directory.resolve("s" + server)
                                + "\"";
        String all = attributes + " server_id=\"" + server + "\" " + durability;
        byte[] xml = STACK.formatted(all).getBytes(StandardCharsets.UTF_8);
        JChannel channel = new JChannel(new ByteArrayInputStream(xml));
        channel.name(cluster + "/" + server);
        MulticastOrder order = MulticastOrder.on(channel, cluster);
        orders.put(server, order);
        channels.put(server, channel);
        PartitionedStore store = PartitionedStore.start(order, definition, options);
        stores.put(server, store);
        return store;
    }

    void awaitActive(int server) throws InterruptedException {
        if (!order(server).multicast().awaitActive(Duration.ofSeconds(SECONDS)))
            fail("server " + server + " is not active: " + this);
    }

    MulticastOrder order(int server) {
        return orders.get(server);
    }

    PartitionedStore store(int server) {
        return stores.get(server);
    }

    void kill(int server) throws Exception {
        JChannel channel = channels.remove(server);
        DISCARD discard = new DISCARD();
        discard.setAddress(channel.getAddress());
        channel.getProtocolStack().insertProtocol(discard, ProtocolStack.Position.ABOVE, TP.class);
        discard.discardAll(true);
        orders.remove(server).close();
        stores.remove(server).close();
    }

    static <T> T get(CompletableFuture<T> future) throws InterruptedException, ExecutionException {
        return future.orTimeout(SECONDS, TimeUnit.SECONDS).get();
    }

    StoreOutcome run(int server, String procedure, byte[] arguments)
            throws InterruptedException, ExecutionException {
        return get(store(server).run(procedure, arguments));
    }

    void awaitEqual(String partition) throws Exception {
        long deadline = System.nanoTime() + SECONDS * 1_000_000_000;
        String seen = "";
        while (System.nanoTime() < deadline) {
            StoreDigest first = null;
            long last = 0;
            boolean isEqual = true;
            StringBuilder text = new StringBuilder();
            for (int server : stores.keySet()) {
                PartitionStatus status = order(server).multicast().status(partition);
                if (status != null) last = Math.max(last, status.seq());
            }
            for (int server : stores.keySet()) {
                long executed;
                StoreDigest digest;
                try {
                    executed = get(store(server).figures(partition)).executed();
                    digest = get(store(server).digest(partition));
                } catch (ExecutionException e) {
                    // A replica that is discarding its state has no counters.
                    executed = -1;
                    digest = null;
                }
                if (first == null) first = digest;
                isEqual &= executed == last && digest != null && digest.equals(first);
                text.append(server)
                        .append(": ")
                        .append(executed)
                        .append(' ')
                        .append(digest)
                        .append("; ");
            }
            if (isEqual) return;
            seen = "last " + last + ", " + text;
            Thread.sleep(20);
        }
        fail("partition " + partition + ": " + seen);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        orders.forEach(
                (server, order) ->
                        text.append(server)
                                .append(": ")
                                .append(order.element().getReason())
                                .append("; "));
        return text.toString();
    }

    @Override
    public void close() {
        orders.values().forEach(MulticastOrder::close);
        stores.values().forEach(PartitionedStore::close);
        channels.values().forEach(JChannel::close);
    }
}
