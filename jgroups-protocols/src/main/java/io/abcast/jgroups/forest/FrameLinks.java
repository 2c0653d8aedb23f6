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
 * The frame connections of a member: a few in each direction for each pair of members. A member is linked while all its
 * connections are open in both directions. If one of them breaks, all of them are closed and opened again.
 *
 * <p>Connections are neither encrypted nor authenticated beyond a token: for networks whose members trust each other. All
 * methods run on the thread of the loop.
 */
final class FrameLinks implements FrameIncoming.Sink {
    /** Time for a new connection to identify itself. */
    static final long HELLO_NANOS = 2_000_000_000L;

    private static final long RECONNECT_NANOS = 100_000_000;
    private static final long RECONNECT_NANOS_MAX = 2_000_000_000L;

    /** Time for all connections to a member to open; TCP alone would wait for minutes. */
    private static final long CONNECT_NANOS = 3_000_000_000L;

    private static final int THROUGH_BYTES = 256 * 1024;

    /** The connections from and to another member. */
    private static final class Peer {
        final int number;
        final FrameToken given;
        InetSocketAddress address;
        FrameToken token;

        /** Connections that this member has opened; null without an attempt. */
        FrameOutgoing[] out;

        /** Connections that the other member has opened, by index; null before the first hello. */
        FrameIncoming[] in;

        int next;
        long connectNanos;
        long retryNanos;
        long backoffNanos = RECONNECT_NANOS;

        Peer(int number, FrameToken given) {
            this.number = number;
            this.given = given;
        }

        /** Whether all connections that this member opens are open. */
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
     * @param changed called when another member is linked, or is not linked any more
     * @param frames takes received frames and the numbers of their senders; throws {@link MalformedFrameException}
     * @param transmitted called by {@link #flush} with the receiver of each frame that has left.
     * @param lines receives log lines, at a bounded rate
     * @throws IOException if the address cannot be used
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

    /** The token for another member; a new one for each member. */
    FrameToken token(int peer) {
        return peer(peer).given;
    }

    private Peer peer(int number) {
        return peers.computeIfAbsent(number, none -> new Peer(number, FrameToken.random()));
    }

    /** Takes the address and the token of a member. */
    void onAddress(int number, InetSocketAddress address, FrameToken token) {
        Peer peer = peer(number);
        boolean isSame = address.equals(peer.address) && token.equals(peer.token);
        peer.address = address;
        peer.token = token;
        if (isSame && peer.out != null) return;
        disconnect(peer);
        connect(peer);
    }

    /** Forgets a member that left the view. */
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

    /** Sends a frame over the next connection. A frame for a member that is not linked is lost. */
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
            // The following bytes cannot be decoded without the lost ones.
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
            // A member that reconnects does the same, so no line is logged.
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
        // An attempt from before the other member listened may wait long for its next packet.
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

    /** Closes all connections of a member, and opens them again later. */
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

    /** Opens connections that broke or take too long to open. To be called from time to time. */
    void reconnect() {
        long now = System.nanoTime();
        for (Peer peer : peers.values()) {
            if (peer.address == null) continue;
            if (peer.out != null && !peer.isOpen() && now - peer.connectNanos >= CONNECT_NANOS)
                disconnect(peer);
            if (peer.out == null && now - peer.retryNanos >= 0) connect(peer);
        }
    }

    /** Ends a turn: writes what waits, as far as the network takes it. */
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
        // Frames that the node has added meanwhile leave in the next turn, so that other channels
        // are served too.
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
            // The port is gone in any case.
        }
    }
}
