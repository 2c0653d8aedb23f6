package io.abcast.partitions.camu;

import io.abcast.jgroups.AbcastException;
import io.abcast.jgroups.Answers;
import io.abcast.jgroups.AtomicMulticast;
import io.abcast.jgroups.CAMU;
import io.abcast.kernel.GroupAnswers;
import io.abcast.ordering.camu.PartitionMap;
import io.abcast.partitions.order.StoreBusyException;
import io.abcast.partitions.order.StoreOrder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jgroups.JChannel;

/**
 * The order of a store's transactions over {@link CAMU}, the multicast protocol of a JGroups channel. Transactions,
 * messages between replicas, snapshots and digests of the store all pass through {@link CAMU}. {@link #start} connects
 * the channel.
 *
 * <pre>{@code
 * MulticastOrder order = MulticastOrder.on(channel, "bank");
 * PartitionedStore store = PartitionedStore.start(order, definition, StoreOptions.DEFAULT);
 * order.multicast().awaitActive(Duration.ofSeconds(30));
 * }</pre>
 *
 * <p>Close the {@code MulticastOrder} before the store. If the store is closed first, a snapshot in progress waits for
 * the closed store.
 *
 * <p><b>Thread rule:</b> any thread may call any method, as for {@link StoreOrder}.
 */
public final class MulticastOrder implements StoreOrder, AutoCloseable {
    private final JChannel channel;
    private final String cluster;
    private final CAMU element;
    private final List<String> names;
    private final int server;

    private final Map<String, StoreReceiver> receivers = new ConcurrentHashMap<>();

    private volatile AtomicMulticast multicast;

    private MulticastOrder(JChannel channel, String cluster, CAMU element) {
        this.channel = channel;
        this.cluster = cluster;
        this.element = element;
        names = PartitionMap.parse(String.valueOf(element.getValue("partitions"))).names();
        server = element.getServerId();
    }

    /**
     * Creates the order of this server's store over {@code channel}.
     *
     * @param channel a JGroups channel that has the protocol {@link CAMU} and is not connected yet
     * @param cluster name of the JGroups cluster.
     * @throws IllegalArgumentException if the channel has no protocol {@link CAMU}
     */
    public static MulticastOrder on(JChannel channel, String cluster) {
        CAMU element = channel.getProtocolStack().findProtocol(CAMU.class);
        if (element == null)
            throw new IllegalArgumentException(
                    "expected a stack with %s, got %s"
                            .formatted(
                                    CAMU.class.getName(),
                                    channel.getProtocolStack().printProtocolSpec(false)));
        return new MulticastOrder(channel, cluster, element);
    }

    @Override
    public List<String> partitions() {
        return names;
    }

    @Override
    public int server() {
        return server;
    }

    @Override
    public List<Integer> hosted() {
        List<Integer> hosted = new ArrayList<>();
        for (String name : multicast.localPartitions()) hosted.add(names.indexOf(name));
        hosted.sort(null);
        return hosted;
    }

    /**
     * Attaches the replicas of this server and connects the channel. If running servers have another description of the
     * store, this server's replicas soon stop, and {@link AtomicMulticast#stopped()} returns the error.
     *
     * @param application description of the store, which must be the same at all servers
     * @throws IllegalArgumentException if an attribute of the protocol {@code CAMU} is wrong.
     * @throws IllegalStateException if the server cannot start, for example because its data directory belongs to
     *     another description; the message names both descriptions
     */
    @Override
    public void start(String application, Factory factory) {
        multicast =
                AtomicMulticast.on(
                        channel,
                        name -> {
                            StoreReceiver receiver =
                                    new StoreReceiver(names.indexOf(name), names, factory);
                            receivers.put(name, receiver);
                            return receiver;
                        },
                        application);
        try {
            channel.connect(cluster);
        } catch (Exception e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause())
                if (cause instanceof IllegalArgumentException wrong) throw wrong;
            throw new IllegalStateException("cannot connect to " + cluster + ": " + e, e);
        }
    }

    /**
     * The multicast of this server, which has the status and the members of the partitions; {@code null} before {@link
     * #start}.
     */
    public AtomicMulticast multicast() {
        return multicast;
    }

    /** The protocol {@link CAMU} of the channel, which has the attributes of this server. */
    public CAMU element() {
        return element;
    }

    @Override
    public CompletableFuture<GroupAnswers> amcast(int[] destinations, byte[] payload) {
        Set<String> to = new LinkedHashSet<>();
        for (int destination : destinations) to.add(names.get(destination));
        return multicast
                .amcast(to, payload)
                .handle(
                        (answers, failure) -> {
                            if (failure == null) return numbered(destinations, answers);
                            throw new CompletionException(shown(failure));
                        });
    }

    private GroupAnswers numbered(int[] destinations, Answers answers) {
        byte[][] results = new byte[destinations.length][];
        for (int i = 0; i < results.length; i++)
            results[i] = answers.of(names.get(destinations[i]));
        return new GroupAnswers(answers.timestamp(), destinations, results);
    }

    private static Throwable shown(Throwable failure) {
        boolean isBusy =
                failure instanceof AbcastException why
                        && why.reason() == AbcastException.Reason.BUSY;
        return isBusy ? new StoreBusyException(failure.getMessage()) : failure;
    }

    @Override
    public <T> CompletableFuture<T> linearize(int partition, Supplier<T> query) {
        return multicast.linearize(names.get(partition), query);
    }

    /** Closes the JGroups channel of this server. Transactions that callers of this server have in flight fail. */
    @Override
    public void close() {
        receivers.values().forEach(StoreReceiver::end);
        channel.close();
    }
}
