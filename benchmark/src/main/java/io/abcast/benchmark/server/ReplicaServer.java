package io.abcast.benchmark.server;

import io.abcast.jgroups.AbcastProtocol;
import io.abcast.jgroups.AtomicBroadcast;
import io.abcast.jgroups.StatusListener;
import io.abcast.zab.ZabStatus;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jgroups.JChannel;

/** One replica of the key-value store: a member of the ensemble with a client port. */
public final class ReplicaServer implements AutoCloseable {
    private static final String STORAGE = "io.abcast.kernel.log.";

    private final JChannel channel;
    private final AtomicBroadcast broadcast;
    private final ClientPort port;

    private ReplicaServer(JChannel channel, AtomicBroadcast broadcast, ClientPort port) {
        this.channel = channel;
        this.broadcast = broadcast;
        this.port = port;
    }

    /**
     * Starts the replica; returns when it has joined the group, which does not mean that there is a leader.
     *
     * @param story told in few lines what goes on: that it serves, that it does not
     * @throws IOException if something does not fit; one line, with expected and actual
     */
    public static ReplicaServer start(ServerOptions options, Consumer<String> story)
            throws IOException {
        StackConfig stack = StackConfig.load(options);
        JChannel channel;
        try {
            channel = new JChannel(stack.configurator());
        } catch (Exception e) {
            throw new IOException(
                    "config " + options.config() + ": " + StackConfig.rootMessage(e), e);
        }
        ClientPort port = null;
        try {
            channel.setName("server-" + options.id());
            KeyValueStore store = new KeyValueStore();
            AtomicBroadcast broadcast = AtomicBroadcast.on(channel, store);
            AbcastProtocol protocol = channel.getProtocolStack().findProtocol(AbcastProtocol.class);
            AbcastReplica replica = new AbcastReplica(broadcast, protocol, store);
            PortContext context =
                    new PortContext(
                            replica,
                            new Admission(options.underWayMax(), options.underWayBytesMax()),
                            PortLimits.of(protocol.payloadBytesMax(), options.ioThreads()),
                            options.allowLoad() ? new LocalLoad(replica) : null,
                            new RateLimitedLog(story, System::nanoTime));
            // Before joining: a server that cannot have its client port must not disturb the group.
            port =
                    new ClientPort(
                            context,
                            new InetSocketAddress(options.bindAddress(), options.clientPort()),
                            options.ioThreads());
            int clientPort = port.port();
            channel.connect(options.cluster());
            broadcast.addStatusListener(new Story(story, clientPort, protocol.getName()));
            return new ReplicaServer(channel, broadcast, port);
        } catch (Exception e) {
            if (port != null) port.close();
            channel.close();
            if (e instanceof IOException io && port == null) throw io;
            throw new IOException(explain(options, e), e);
        }
    }

    /** What the disk says names a file at best: whose it is, and what to look at, is said here. */
    private static String explain(ServerOptions options, Exception e) {
        String message = StackConfig.rootMessage(e);
        Throwable root = e;
        while (root.getCause() != null) root = root.getCause();
        boolean ofStorage =
                root instanceof IOException
                        && Arrays.stream(root.getStackTrace())
                                .anyMatch(f -> f.getClassName().startsWith(STORAGE));
        if (!ofStorage || options.data() == null) return message;
        // Its message is the file alone.
        if (root instanceof FileSystemException file && file.getReason() == null)
            message += ": " + file.getClass().getSimpleName().replace("Exception", "");
        String directory = "data directory " + options.data();
        return message.contains(options.data().toString()) ? message : directory + ": " + message;
    }

    /**
     * The longest command that a server with this stack takes, in bytes; a write has a head beside its
     * value. Starts nothing.
     *
     * @param protocol element name of the ordering protocol; {@code null}: as in the file
     * @throws IOException if the file is no such stack; one line
     */
    public static int payloadBytesMax(Path config, String protocol) throws IOException {
        return StackConfig.payloadBytesMax(config, protocol);
    }

    /**
     * The element name of the ordering protocol in a stack file.
     *
     * @throws IOException if the file is no such stack; one line
     */
    public static String protocolOf(Path config) throws IOException {
        return StackConfig.protocolOf(config);
    }

    /**
     * Whether a stack file, or a system property that it asks for, names a data directory. Starts nothing.
     *
     * @throws IOException if the file is no such stack; one line
     */
    public static boolean namesDataDirectory(Path config) throws IOException {
        return StackConfig.namesDataDirectory(config);
    }

    /** Ends when the member stops; exceptionally when an error halted it. */
    public CompletableFuture<Void> stopped() {
        return broadcast.stopped();
    }

    public int clientPort() {
        return port.port();
    }

    /** Leaves the group and closes the port. */
    @Override
    public void close() {
        port.close();
        channel.close();
    }

    /** Says when the server begins and ceases to serve. */
    private static final class Story implements StatusListener {
        private final Consumer<String> out;
        private final int clientPort;
        private final String protocol;
        private String last = "";

        /** @param protocol the one configured here */
        Story(Consumer<String> out, int clientPort, String protocol) {
            this.out = out;
            this.clientPort = clientPort;
            this.protocol = protocol;
        }

        @Override
        public void onChange(ZabStatus s) {
            String line =
                    s.active()
                            ? "serving clients on port "
                                    + clientPort
                                    + ": "
                                    + s.role()
                                    + ", leader "
                                    + s.leader()
                                    + ", epoch "
                                    + s.currentEpoch()
                                    + ", "
                                    + s.protocol()
                                    + (s.protocol().equals(protocol)
                                            ? ""
                                            : " (configured here: " + protocol + ")")
                            : "not serving: " + s.reason();
            if (!line.equals(last)) out.accept("server " + s.id() + ": " + line);
            last = line;
        }
    }
}
