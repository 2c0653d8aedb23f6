package io.abcast.jgroups.forest;

import io.abcast.bulk.port.LineLimit;
import io.abcast.bulk.port.PortFigures;
import io.abcast.bulk.port.PortGuard;
import io.abcast.bulk.port.PortServer;
import io.abcast.bulk.port.SelectorLoop;
import io.abcast.kernel.MalformedFrameException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;

/**
 * The frame connections (TCP connections for frames of FOREST) of a member. Each pair of members has a few frame
 * connections in each direction. A member is linked while all frame connections with it are open in both directions. If
 * a frame connection breaks, this member closes all frame connections with the same peer and opens new ones.
 *
 * <p>Frame connections are not encrypted, and only a token authenticates the member that opens one, so all hosts of the
 * network must trust each other. All methods of {@code FrameLinks} run on the thread of the driver's loop.
 */
final class FrameLinks implements FrameIncoming.Sink {
    static final long HELLO_NANOS = 2_000_000_000L;

    private static final long RECONNECT_NANOS = 100_000_000;
    private static final long RECONNECT_NANOS_MAX = 2_000_000_000L;

    /** Without a time limit, TCP would wait for minutes for a member that does not answer. */
    private static final long CONNECT_NANOS = 3_000_000_000L;

    private static final int THROUGH_BYTES = 256 * 1024;

    private static final class Peer {
        final int number;
        final FrameToken given;
        InetSocketAddress address;
        FrameToken token;

        FrameOutgoing[] out;

        FrameIncoming[] in;

        int next;
        long connectNanos;
        long retryNanos;
        long backoffNanos = RECONNECT_NANOS;

        Peer(int number, FrameToken given) {
            this.number = number;
            this.given = given;
        }

        boolean isOpen() {
            if (out == null) return false;
            for (FrameOutgoing each : out) if (each == null || !each.isOpen()) return false;
            return true;
        }

        boolean isLinked() {
            if (in == null || !isOpen()) return false;
            for (FrameIncoming each : in) if (each == null) return false;
            return true;
        }
    }

    private final ForestRoster roster;
    private final int connections;
    private final SelectorLoop loop;
    private final PortFigures figures = new PortFigures();
    private final PortGuard guard;
    private final PortServer server;
    private final Map<Integer, Peer> peers = new TreeMap<>();
    private final ByteBuffer through = ByteBuffer.allocateDirect(THROUGH_BYTES);
    private final Runnable changed;
    private final ObjIntConsumer<byte[]> frames;
    private final IntConsumer transmitted;

    /**
     * @param changed callback that runs when the frame connections with a member have all opened, and when they break
     * @param frames receives each frame with the number of its sender; may throw {@link MalformedFrameException}
     * @param transmitted receives the receiver's number for each frame that has been written to the network
     */
    FrameLinks(
            ForestRoster roster,
            InetSocketAddress address,
            int connections,
            SelectorLoop loop,
            Runnable changed,
            ObjIntConsumer<byte[]> frames,
            IntConsumer transmitted,
            LineLimit lines)
            throws IOException {
        this.roster = roster;
        this.connections = connections;
        this.loop = loop;
        this.changed = changed;
        this.frames = frames;
        this.transmitted = transmitted;
        guard = new PortGuard(loop, () -> HELLO_NANOS, figures, lines);
        server = new PortServer(loop, guard, address, this::begin);
    }

    PortFigures figures() {
        return figures;
    }

    InetSocketAddress address() throws IOException {
        return server.address();
    }

    FrameToken token(int peer) {
        return peer(peer).given;
    }

    private Peer peer(int number) {
        return peers.computeIfAbsent(number, none -> new Peer(number, FrameToken.random()));
    }

    void onAddress(int number, InetSocketAddress address, FrameToken token) {
        Peer peer = peer(number);
        boolean isSame = address.equals(peer.address) && token.equals(peer.token);
        peer.address = address;
        peer.token = token;
        if (isSame && peer.out != null) return;
        disconnect(peer);
        connect(peer);
    }

    void remove(int number) {
        Peer peer = peers.remove(number);
        if (peer == null) return;
        disconnect(peer);
        closeIncoming(peer);
    }

    boolean isLinked(int number) {
        Peer peer = peers.get(number);
        return peer != null && peer.isLinked();
    }

    /** The frame is lost if a frame connection with the receiving member is not open. */
    boolean write(int to, ByteBuffer bytes, int length) {
        Peer peer = peers.get(to);
        if (peer == null || !peer.isLinked()) return false;
        peer.out[peer.next++ % peer.out.length].add(bytes, length);
        if (peer.next == peer.out.length) peer.next = 0;
        return true;
    }

    private void begin(SocketChannel channel) throws IOException {
        FrameIncoming connection = new FrameIncoming(channel, this);
        InetSocketAddress from = (InetSocketAddress) channel.getRemoteAddress();
        loop.register(channel, SelectionKey.OP_READ, key -> readFrom(connection));
        connection.unknown = guard.admit(connection, from.getAddress(), from);
    }

    private void readFrom(FrameIncoming connection) {
        try {
            connection.read(through);
        } catch (IOException | MalformedFrameException e) {
            end(connection, e);
        } catch (RuntimeException | Error e) {
            // After bytes of a frame connection were lost, its following bytes cannot be decoded.
            end(connection, e);
            throw e;
        }
    }

    private void end(FrameIncoming connection, Throwable why) {
        connection.close();
        if (connection.peer >= 0) {
            Peer peer = peers.get(connection.peer);
            if (peer != null && peer.in != null && peer.in[connection.index] == connection)
                broken(peer);
        } else if (connection.unknown == null || connection.isSilent()) {
            // This member logs nothing, because a member that reconnects also closes frame
            // connections without a hello.
            if (connection.unknown != null) connection.unknown.gone();
        } else {
            connection.unknown.refuse(why.getMessage());
        }
    }

    @Override
    public int onHello(FrameIncoming connection, ConnectionHello hello) {
        int number = roster.number(hello.name());
        Peer peer = peers.get(number);
        if (peer == null || !peer.given.equals(hello.token())) return -1;
        if (connection.unknown == null || !connection.unknown.known()) return -1;
        if (peer.in == null || peer.in.length != hello.count()) {
            closeIncoming(peer);
            peer.in = new FrameIncoming[hello.count()];
        }
        FrameIncoming before = peer.in[hello.index()];
        peer.in[hello.index()] = connection;
        if (before != null) before.close();
        // A new connection attempt succeeds faster than TCP's late retransmission to a port that
        // has opened after the first attempt.
        if (peer.out == null && peer.address != null) connect(peer);
        changed.run();
        return number;
    }

    @Override
    public void onFrame(int from, byte[] frame) {
        frames.accept(frame, from);
    }

    private void connect(Peer peer) {
        peer.out = new FrameOutgoing[connections];
        peer.connectNanos = System.nanoTime();
        peer.next = 0;
        for (int i = 0; i < connections; i++) {
            int index = i;
            try {
                FrameOutgoing[] all = peer.out;
                all[i] = new FrameOutgoing(loop, peer.address, key -> ready(peer, all, index));
            } catch (IOException e) {
                disconnect(peer);
                return;
            }
        }
    }

    private void ready(Peer peer, FrameOutgoing[] of, int index) {
        if (peer.out != of) return;
        try {
            ConnectionHello hello =
                    new ConnectionHello(
                            index, connections, peer.token, roster.name(ForestRoster.SELF));
            if (!of[index].onConnectable(hello.encode())) return;
            peer.backoffNanos = RECONNECT_NANOS;
            changed.run();
        } catch (IOException e) {
            broken(peer);
        }
    }

    private void broken(Peer peer) {
        disconnect(peer);
        closeIncoming(peer);
        changed.run();
    }

    private void disconnect(Peer peer) {
        FrameOutgoing[] all = peer.out;
        peer.out = null;
        if (all == null) return;
        for (FrameOutgoing each : all) if (each != null) each.close();
        peer.retryNanos = System.nanoTime() + peer.backoffNanos;
        peer.backoffNanos = Math.min(RECONNECT_NANOS_MAX, 2 * peer.backoffNanos);
    }

    private static void closeIncoming(Peer peer) {
        FrameIncoming[] all = peer.in;
        peer.in = null;
        if (all == null) return;
        for (FrameIncoming each : all) if (each != null) each.close();
    }

    void reconnect() {
        long now = System.nanoTime();
        for (Peer peer : peers.values()) {
            if (peer.address == null) continue;
            if (peer.out != null && !peer.isOpen() && now - peer.connectNanos >= CONNECT_NANOS)
                disconnect(peer);
            if (peer.out == null && now - peer.retryNanos >= 0) connect(peer);
        }
    }

    void flush() {
        for (Peer peer : peers.values()) {
            if (peer.out == null) continue;
            int complete = 0;
            try {
                for (FrameOutgoing each : peer.out)
                    if (each != null && each.hasWaiting()) complete += each.flush(through);
            } catch (IOException e) {
                broken(peer);
                continue;
            }
            for (int i = 0; i < complete; i++) transmitted.accept(peer.number);
        }
        // Frames that the node adds during flush() wait for the next turn, so that the loop also
        // serves other connections.
        for (Peer peer : peers.values())
            if (peer.out != null)
                for (FrameOutgoing each : peer.out) if (each != null) each.await();
    }

    void close() {
        for (Peer peer : peers.values()) {
            disconnect(peer);
            closeIncoming(peer);
        }
        peers.clear();
        guard.close();
        try {
            server.close();
        } catch (IOException e) {
            // The port for frame connections must be closed even if closing a frame connection
            // fails.
        }
    }
}
