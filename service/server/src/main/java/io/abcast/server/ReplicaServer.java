package io.abcast.server;

import io.abcast.client.tls.ClientKeys;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import javax.management.MBeanServer;
import org.jgroups.JChannel;
import org.jgroups.jmx.JmxConfigurator;

/** One replica of the key-value store: a member of the ensemble with a client port. */
public final class ReplicaServer implements AutoCloseable {
    private static final String STORAGE = "io.abcast.log.";

    private static final String JMX_DOMAIN = "jgroups";

    private static final MBeanServer MBEANS = ManagementFactory.getPlatformMBeanServer();

    private final JChannel channel;
    private final StoreMember member;
    private final Replica replica;
    private final ClientPort port;

    private final MetricsPort metrics;

    private ReplicaServer(
            JChannel channel,
            StoreMember member,
            Replica replica,
            ClientPort port,
            MetricsPort metrics) {
        this.channel = channel;
        this.member = member;
        this.replica = replica;
        this.port = port;
        this.metrics = metrics;
    }

    /**
     * Starts a replica of the key-value store, and returns when the server has joined the JGroups group, perhaps before
     * the ensemble has a leader.
     *
     * @param story receives a few lines about the state of the server, for example when the server begins to serve.
     * @throws IOException if an option or the environment (files, ports, keys) is wrong; the message of one line states
     *     the expected and the actual value
     */
    public static ReplicaServer start(ServerOptions options, Consumer<String> story)
            throws IOException {
        StackConfig stack = StackConfig.load(options);
        SslContext tls =
                options.clientKeys() == null
                        ? null
                        : ClientKeys.ofServer(options.clientKeys(), options.id());
        ConnectionLimits connections = connections(options, story);
        JChannel channel;
        try {
            channel = new JChannel(stack.configurator());
        } catch (Exception e) {
            throw new IOException(
                    "config " + options.config() + ": " + StackConfig.rootMessage(e), e);
        }
        ClientPort port = null;
        MetricsPort metrics = null;
        try {
            channel.setName("server-" + options.id());
            StoreMember member = StoreMember.of(channel);
            Replica replica = member.replica();
            PortContext context =
                    new PortContext(
                            replica,
                            new Admission(options.inFlightMax(), options.inFlightBytesMax()),
                            PortLimits.of(
                                    member.payloadBytesMax(), options.ioThreads(), connections),
                            new RateLimitedLog(story, System::nanoTime),
                            tls);
            // Open the client port before the member joins the group, so that a server without a
            // client port never disturbs the group.
            port =
                    new ClientPort(
                            context,
                            new InetSocketAddress(options.bindAddress(), options.clientPort()),
                            options.ioThreads());
            int clientPort = port.port();
            if (options.metrics() != null) {
                metrics = member.metrics(options.metrics(), context);
                InetSocketAddress at = metrics.address();
                story.accept(
                        "server %d: metrics at http://%s:%d/metrics"
                                .formatted(
                                        options.id(),
                                        at.getAddress().getHostAddress(),
                                        at.getPort()));
            }
            channel.connect(options.cluster());
            JmxConfigurator.registerChannel(
                    channel, MBEANS, JMX_DOMAIN, channel.getName(), /* protocols */ true);
            member.report(story, clientPort);
            return new ReplicaServer(channel, member, replica, port, metrics);
        } catch (Exception e) {
            if (metrics != null) metrics.close();
            if (port != null) port.close();
            channel.close();
            if (e instanceof IOException io && port == null) throw io;
            throw new IOException(explain(options, e), e);
        }
    }

    private static ConnectionLimits connections(ServerOptions options, Consumer<String> story) {
        long descriptors = ConnectionLimits.descriptorsMax();
        ConnectionLimits wanted = options.connections();
        ConnectionLimits within = wanted.within(descriptors);
        if (within.connectionsMax() < wanted.connectionsMax())
            story.accept(
                    "server "
                            + options.id()
                            + ": "
                            + within.connectionsMax()
                            + " client connections instead of "
                            + wanted.connectionsMax()
                            + ": this process may have "
                            + descriptors
                            + " open files (raise the limit with ulimit -n)");
        return within;
    }

    /**
     * Describes a failure in one line. Errors of the storage name at most a file, so this method adds the data
     * directory.
     */
    private static String explain(ServerOptions options, Exception e) {
        String message = StackConfig.rootMessage(e);
        Throwable root = e;
        while (root.getCause() != null) root = root.getCause();
        boolean ofStorage =
                root instanceof IOException
                        && Arrays.stream(root.getStackTrace())
                                .anyMatch(f -> f.getClassName().startsWith(STORAGE));
        if (!ofStorage || options.data() == null) return message;
        // The message of a {@code FileSystemException} without a reason is only the name of the
        // file.
        if (root instanceof FileSystemException file && file.getReason() == null)
            message += ": " + file.getClass().getSimpleName().replace("Exception", "");
        String directory = "data directory " + options.data();
        return message.contains(options.data().toString()) ? message : directory + ": " + message;
    }

    /**
     * Returns the maximum length in bytes of a command, including the head of a write, from the stack file {@code
     * config} alone.
     *
     * @param protocol name of the ordering protocol in the stack; {@code null} for the protocol in the file.
     * @throws IOException with a one-line message, if the file is not a JGroups stack with an ordering protocol
     */
    public static int payloadBytesMax(Path config, String protocol) throws IOException {
        return StackConfig.payloadBytesMax(config, protocol);
    }

    /**
     * Returns the name that the ordering protocol has in a stack file.
     *
     * @throws IOException with a one-line message, if the file is not a JGroups stack with an ordering protocol
     */
    public static String protocolOf(Path config) throws IOException {
        return StackConfig.protocolOf(config);
    }

    /**
     * Whether a stack file, or a system property that the file uses, names a data directory.
     *
     * @throws IOException with a one-line message, if the file is not a JGroups stack with an ordering protocol
     */
    public static boolean namesDataDirectory(Path config) throws IOException {
        return StackConfig.namesDataDirectory(config);
    }

    /**
     * Returns a future that completes when the member stops, and completes exceptionally if an error has halted the
     * member.
     */
    public CompletableFuture<Void> stopped() {
        return member.stopped();
    }

    public int clientPort() {
        return port.port();
    }

    /**
     * Makes a local client, which calls the replica instead of using a connection.
     *
     * @param loop executor that runs one task after another; the only thread that may call the local client, and the
     *     thread of the client's callbacks
     */
    public LocalClient localClient(Executor loop) {
        return new LocalClient(replica, loop);
    }

    /**
     * Returns the value of a key in this member's local state, which may lag behind other members; {@code null} if the
     * key does not exist.
     */
    public byte[] read(byte[] key) {
        Item value = replica.get(key);
        return value == null
                ? null
                : Arrays.copyOfRange(value.bytes(), value.offset(), value.bytes().length);
    }

    /** Leaves the group and closes the client port. */
    @Override
    public void close() {
        if (metrics != null) metrics.close();
        port.close();
        channel.close();
        forget(channel);
    }

    private static void forget(JChannel channel) {
        try {
            JmxConfigurator.unregisterChannel(channel, MBEANS, JMX_DOMAIN, channel.getName());
        } catch (Exception e) {
            // The channel is not registered in JMX, because the server's start failed before the
            // registration.
        }
    }
}
