package io.abcast.benchmark.load;

import io.abcast.client.Connection;
import io.abcast.client.wire.KeyPartitions;
import io.abcast.client.wire.Op;
import io.abcast.load.LoadSpec;
import io.abcast.load.Operation;
import io.abcast.load.Payload;
import io.abcast.load.ReadKind;
import io.abcast.load.RequestOutcome;
import io.abcast.load.Target;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Sends requests to servers over connections that all virtual clients of one shard (one event loop) share. If a client
 * has no open connection to its next server, it sends the request to the server after that one.
 */
public final class NetworkTarget implements Target {
    /**
     * Size of a write in bytes, without its value: operation, session, sequence number, and the key with its length.
     */
    public static final int WRITE_HEAD_BYTES = 1 + 8 + 8 + 1 + Payload.KEY_BYTES;

    private static final int MULTI_HEAD_BYTES = 8 + 8 + 2;

    private static final long RECONNECT_MILLIS = 200;

    private final EventLoop loop;
    private final List<InetSocketAddress> servers;
    private final byte[] value;
    private final Op read;

    private final SslContext tls;

    /**
     * The connections, indexed by server and then by number of the connection; an element is {@code null} while its
     * connection is not open.
     */
    private final Connection[][] connections;

    private final int[][] ofPartition;

    private boolean closed;

    /** @param toServers number of connections to each server, by server; at least one number must be positive */
    public NetworkTarget(
            EventLoop loop, LoadSpec spec, List<InetSocketAddress> servers, int[] toServers) {
        this(loop, spec, servers, toServers, null);
    }

    /**
     * @param toServers number of connections to each server, by server; at least one number must be positive
     * @param tls keys of these clients and certificates of the servers; {@code null} if the connections do not use TLS
     */
    public NetworkTarget(
            EventLoop loop,
            LoadSpec spec,
            List<InetSocketAddress> servers,
            int[] toServers,
            SslContext tls) {
        this(loop, spec, servers, toServers, tls, List.of());
    }

    /**
     * @param toServers number of connections to each server, by server; at least one number must be positive
     * @param tls keys of these clients and certificates of the servers; {@code null} if the connections do not use TLS
     * @param byPartition server ids of each partition; empty if the servers have no partitions. A client sends a
     *     request to a server that has the partition of the request's first key.
     */
    public NetworkTarget(
            EventLoop loop,
            LoadSpec spec,
            List<InetSocketAddress> servers,
            int[] toServers,
            SslContext tls,
            List<List<Integer>> byPartition) {
        this.tls = tls;
        ofPartition = new int[byPartition.size()][];
        for (int i = 0; i < ofPartition.length; i++)
            ofPartition[i] = byPartition.get(i).stream().mapToInt(id -> id - 1).toArray();
        this.loop = loop;
        this.servers = servers;
        value = Payload.value(spec);
        read = spec.reads() == ReadKind.LOCAL ? Op.GET : Op.READ;
        connections = new Connection[servers.size()][];
        for (int i = 0; i < connections.length; i++) connections[i] = new Connection[toServers[i]];
        loop.execute(this::connectAll);
    }

    private void connectAll() {
        for (int server = 0; server < connections.length; server++)
            for (int i = 0; i < connections[server].length; i++) connect(server, i);
    }

    private void connect(int server, int index) {
        if (closed) return;
        Connection.connect(loop, servers.get(server), tls)
                .whenComplete(
                        (connection, failure) -> {
                            if (failure != null) reconnect(server, index);
                            else if (closed) connection.close();
                            else connections[server][index] = connection;
                        });
    }

    private void reconnect(int server, int index) {
        loop.schedule(() -> connect(server, index), RECONNECT_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public int partitionOf(int key, int partitions) {
        return KeyPartitions.of(Payload.key(key), partitions);
    }

    private int nextServer(Operation operation) {
        if (ofPartition.length == 0) return operation.nextTurn() % servers.size();
        int[] those = ofPartition[operation.partition()];
        return those[operation.nextTurn() % those.length];
    }

    @Override
    public void send(Operation operation) {
        for (int tried = 0; tried < servers.size(); tried++) {
            int server = nextServer(operation);
            if (connections[server].length == 0) continue;
            int index = operation.client() % connections[server].length;
            Connection connection = connections[server][index];
            if (connection == null) continue;
            if (connection.isOpen()) {
                send(operation, connection);
                return;
            }
            connections[server][index] = null;
            reconnect(server, index);
        }
        operation.completed(RequestOutcome.DISCONNECTED);
    }

    private void send(Operation operation, Connection connection) {
        if (operation.keys() != null) {
            sendMulti(operation, connection);
        } else if (operation.write()) {
            ByteBuf out =
                    connection.begin(
                            Op.PUT,
                            WRITE_HEAD_BYTES - 1 + value.length,
                            (code, body) -> operation.completed(Outcomes.of(code)));
            out.writeLong(0).writeLong(0).writeByte(Payload.KEY_BYTES).writeInt(operation.key());
            out.writeBytes(value);
        } else {
            ByteBuf out =
                    connection.begin(
                            read,
                            Payload.KEY_BYTES,
                            (code, body) -> operation.completed(Outcomes.of(code)));
            out.writeInt(operation.key());
        }
    }

    private void sendMulti(Operation operation, Connection connection) {
        int[] keys = operation.keys();
        ByteBuf out =
                connection.begin(
                        Op.PUTS,
                        MULTI_HEAD_BYTES + keys.length * (1 + Payload.KEY_BYTES) + value.length,
                        (code, body) -> operation.completed(Outcomes.of(code)));
        out.writeLong(0).writeLong(0);
        // Encode the number of keys of the write as a varint of two bytes.
        out.writeByte((keys.length & 0x7F) | 0x80).writeByte(keys.length >>> 7);
        for (int key : keys) out.writeByte(Payload.KEY_BYTES).writeInt(key);
        out.writeBytes(value);
    }

    @Override
    public void close() {
        closed = true;
        for (Connection[] ofServer : connections)
            for (Connection connection : ofServer) if (connection != null) connection.close();
    }
}
