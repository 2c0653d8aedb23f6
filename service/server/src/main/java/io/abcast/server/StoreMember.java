package io.abcast.server;

import io.abcast.jgroups.AbcastProtocol;
import io.abcast.jgroups.AtomicBroadcast;
import io.abcast.jgroups.AtomicMulticast;
import io.abcast.jgroups.CAMU;
import io.abcast.jgroups.EPAXOS;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jgroups.JChannel;

/** The key-value store of a server, on the ordering protocol of the server's stack. */
interface StoreMember {
    /** @param channel a channel that is not connected yet */
    static StoreMember of(JChannel channel) {
        CAMU camu = channel.getProtocolStack().findProtocol(CAMU.class);
        return camu == null ? new OfOneOrder(channel) : new OfPartitions(channel, camu);
    }

    Replica replica();

    int payloadBytesMax();

    MetricsPort metrics(InetSocketAddress at, PortContext context) throws IOException;

    /**
     * Makes the server report when it begins or ceases to serve; called when the channel is connected.
     *
     * @param story receives the lines about the state of the server
     */
    void report(Consumer<String> story, int clientPort);

    CompletableFuture<Void> stopped();

    final class OfOneOrder implements StoreMember {
        private final AbcastProtocol protocol;
        private final AbcastReplica replica;

        OfOneOrder(JChannel channel) {
            protocol = channel.getProtocolStack().findProtocol(AbcastProtocol.class);
            KeyValueStore store = new KeyValueStore(!(protocol instanceof EPAXOS));
            replica = new AbcastReplica(channel, protocol, store);
        }

        @Override
        public Replica replica() {
            return replica;
        }

        @Override
        public int payloadBytesMax() {
            return protocol.payloadBytesMax();
        }

        @Override
        public MetricsPort metrics(InetSocketAddress at, PortContext context) throws IOException {
            return new MetricsPort(at, protocol, context);
        }

        @Override
        public void report(Consumer<String> story, int clientPort) {
            AtomicBroadcast broadcast = replica.broadcast();
            broadcast.addStatusListener(ReadinessLog.start(story, clientPort, protocol.getName()));
        }

        @Override
        public CompletableFuture<Void> stopped() {
            return replica.broadcast().stopped();
        }
    }

    final class OfPartitions implements StoreMember {
        private final CAMU protocol;
        private final PartitionedReplica replica;

        OfPartitions(JChannel channel, CAMU protocol) {
            this.protocol = protocol;
            replica =
                    new PartitionedReplica(
                            channel, protocol, String.valueOf(protocol.getValue("partitions")));
        }

        @Override
        public Replica replica() {
            return replica;
        }

        @Override
        public int payloadBytesMax() {
            return protocol.payloadBytesMax();
        }

        @Override
        public MetricsPort metrics(InetSocketAddress at, PortContext context) throws IOException {
            throw new IOException(
                    "metrics port: expected a protocol with one order, got CAMU; JMX has its figures");
        }

        @Override
        public void report(Consumer<String> story, int clientPort) {
            AtomicMulticast multicast = replica.multicast();
            for (String partition : multicast.localPartitions()) {
                String log = multicast.log(partition).getName();
                Consumer<String> named =
                        line ->
                                story.accept(
                                        line.replaceFirst(": ", ": partition " + partition + ": "));
                multicast.addStatusListener(partition, ReadinessLog.start(named, clientPort, log));
            }
        }

        @Override
        public CompletableFuture<Void> stopped() {
            return replica.multicast().stopped();
        }
    }
}
