package io.abcast.workloads.process;

import io.abcast.partitions.PartitionedStore;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreFigures;
import io.abcast.partitions.StoreOptions;
import io.abcast.partitions.StoreOutcome;
import io.abcast.partitions.camu.MulticastOrder;
import io.abcast.partitions.rows.FrozenRows;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jgroups.JChannel;

/**
 * One server of the store over CAMU, in this process: its JGroups channel, its multicast, and its replicas of
 * partitions.
 */
public final class StoreSite implements MeasuredStore {
    private static final String ELEMENT = "<io.abcast.jgroups.CAMU ";

    /**
     * The stack file of a server, with values for its variables and further attributes.
     *
     * @param config stack file with the protocol CAMU
     * @param cluster name of the JGroups cluster
     * @param properties values of the variables in the stack file, by name, such as {@code abcast.id}
     * @param attributes further attributes of the protocol CAMU
     */
    public record Stack(
            Path config,
            String cluster,
            Map<String, String> properties,
            Map<String, String> attributes) {
        String text() throws IOException {
            String text = Files.readString(config);
            for (Map.Entry<String, String> each : properties.entrySet()) {
                if (!text.contains("${" + each.getKey()))
                    throw new IOException(
                            "config %s: expected a use of the property %s"
                                    .formatted(config, each.getKey()));
                String name = "\\$\\{" + Pattern.quote(each.getKey()) + "(:[^}]*)?}";
                text = text.replaceAll(name, Matcher.quoteReplacement(each.getValue()));
            }
            StringBuilder more = new StringBuilder(ELEMENT);
            attributes.forEach(
                    (name, value) -> more.append(name).append("=\"").append(value).append("\" "));
            return text.replace(ELEMENT, more.toString());
        }

        /** Makes a channel with this stack, which is not connected yet. */
        public JChannel channel() throws Exception {
            byte[] text = text().getBytes(StandardCharsets.UTF_8);
            JChannel channel = new JChannel(new ByteArrayInputStream(text));
            channel.name(cluster + "/" + properties.get("abcast.id"));
            return channel;
        }
    }

    private final MulticastOrder order;
    private final PartitionedStore store;

    private StoreSite(MulticastOrder order, PartitionedStore store) {
        this.order = order;
        this.store = store;
    }

    /** Starts the server and connects its channel. */
    public static StoreSite start(Stack stack, StoreDefinition definition, StoreOptions options)
            throws Exception {
        MulticastOrder order = MulticastOrder.on(stack.channel(), stack.cluster);
        return new StoreSite(order, PartitionedStore.start(order, definition, options));
    }

    @Override
    public CompletableFuture<StoreOutcome> run(String procedure, byte[] arguments) {
        return store.run(procedure, arguments);
    }

    /** Always 0: under CAMU the commit protocol aborts no attempt. */
    @Override
    public long abortedAttempts() {
        return 0;
    }

    @Override
    public int server() {
        return order.server();
    }

    @Override
    public List<String> partitions() {
        return order.partitions();
    }

    @Override
    public List<Integer> hosted() {
        return order.hosted();
    }

    @Override
    public CompletableFuture<FrozenRows> rows(String partition) {
        return store.rows(partition);
    }

    @Override
    public String figures() throws InterruptedException, ExecutionException {
        StringBuilder text = new StringBuilder();
        for (int partition : order.hosted()) {
            String name = order.partitions().get(partition);
            StoreFigures figures = store.figures(name).get();
            text.append(text.length() == 0 ? "" : " ")
                    .append(name)
                    .append(' ')
                    .append(figures.delivered())
                    .append(' ')
                    .append(figures.executed())
                    .append(' ')
                    .append(store.digest(name).get());
        }
        return text.toString();
    }

    @Override
    public void awaitActive(long seconds) throws InterruptedException {
        if (!order.multicast().awaitActive(Duration.ofSeconds(seconds)))
            throw new IllegalStateException(
                    "server %d: its replicas are not active after %d s: %s"
                            .formatted(order.server(), seconds, order.element().getReason()));
    }

    @Override
    public void close() {
        order.close();
        store.close();
    }
}
