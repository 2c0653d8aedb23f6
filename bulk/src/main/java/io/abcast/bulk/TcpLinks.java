package io.abcast.bulk;

import io.abcast.bulk.TcpOutgoing.Transfer;
import io.abcast.bulk.port.LineLimit;
import io.abcast.bulk.port.PortFigures;
import io.abcast.bulk.port.PortGuard;
import io.abcast.bulk.port.PortServer;
import io.abcast.bulk.port.SelectorLoop;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;

/**
 * {@link BlockLinks} over TCP, with one connection for each ordered pair of members. A token bucket limits the rate of
 * the uplink. A member that sends no bytes for {@code silentNanos} counts as gone.
 *
 * <p>The connections are neither encrypted nor authenticated, so they are only for trusted networks.
 */
final class TcpLinks implements BlockLinks, TcpIncoming.Sink {
    /**
     * Size of a piece of a block: a few milliseconds on a slow link, few system calls on a fast one, and whole TCP
     * segments.
     */
    private static final int PIECE_BYTES = 22 * Pacer.SEGMENT_BYTES;

    private static final int SEND_BUFFER_MIN = 128 * 1024;
    private static final int SEND_BUFFER_MAX = 4 << 20;

    private static final int GATHER_BYTES = 64 * 1024;

    private static final double GATHER_NANOS_MAX = 4e6;

    /** Bounds the work for one channel per turn of the event loop, so that the loop serves all channels. */
    private static final int THROUGH_BYTES = 256 * 1024;

    private static final long BEAT_NANOS = 500_000_000;
    private static final long RECONNECT_NANOS = 250_000_000;

    /** Connections stay open for this time after {@link #close}, so that waiting messages are still sent. */
    private static final long LINGER_NANOS = 2_000_000_000;

    private final int self;
    private final Map<Integer, InetSocketAddress> members;
    private final long group;
    private final long incarnation;
    private final long silentNanos;
    private final SelectorLoop loop;
    private final Pacer pacer;
    private final LineLimit lines;
    private final TreeMap<Integer, TcpOutgoing> outgoing = new TreeMap<>();
    private final TreeMap<Integer, TcpIncoming> incoming = new TreeMap<>();
    private final TreeMap<Integer, Long> incarnations = new TreeMap<>();
    private final TreeMap<Integer, Long> heardNanos = new TreeMap<>();
    private final TreeSet<Integer> warned = new TreeSet<>();
    private final PortFigures figures = new PortFigures();
    private final PortGuard guard;

    private final ArrayDeque<TcpOutgoing> sending = new ArrayDeque<>();

    private final ArrayDeque<Runnable> events = new ArrayDeque<>();

    private final ByteBuffer through = ByteBuffer.allocateDirect(THROUGH_BYTES);

    private PortServer server;
    private BlockLinks.Events sink;
    private int[] reachable;
    private SelectorLoop.Timer paceTimer;
    private final AtomicLong sentBytes = new AtomicLong();
    private final AtomicLong receivedBytes = new AtomicLong();
    private boolean closing;

    /**
     * @param incarnation random number that identifies this run of the member.
     * @param bitsPerSecond rate limit of the uplink in bits/s; 0 for no limit.
     * @param silentNanos time in ns without received bytes after which a member counts as gone
     */
    TcpLinks(
            int self,
            Map<Integer, InetSocketAddress> members,
            long incarnation,
            long bitsPerSecond,
            long silentNanos,
            SelectorLoop loop,
            LineLimit lines) {
        this.self = self;
        this.members = members;
        this.group = members.keySet().hashCode() * 31L + members.size();
        this.incarnation = incarnation;
        this.silentNanos = silentNanos;
        this.loop = loop;
        this.lines = lines;
        this.pacer = new Pacer(bitsPerSecond, System.nanoTime());
        this.reachable = new int[] {self};
        guard = new PortGuard(loop, () -> silentNanos, figures, lines);
        if (bitsPerSecond > 0) loop.gather(gatherNanos(bitsPerSecond));
        long twentyMillis = bitsPerSecond / 8 / 50;
        int bufferBytes =
                bitsPerSecond == 0
                        ? SEND_BUFFER_MAX
                        : (int) Math.max(SEND_BUFFER_MIN, Math.min(SEND_BUFFER_MAX, twentyMillis));
        for (Map.Entry<Integer, InetSocketAddress> member : members.entrySet()) {
            if (member.getKey() == self) continue;
            outgoing.put(
                    member.getKey(),
                    new TcpOutgoing(member.getKey(), member.getValue(), bufferBytes));
        }
    }

    static long gatherNanos(long bitsPerSecond) {
        return (long) Math.min(GATHER_NANOS_MAX, GATHER_BYTES * 8e9 / bitsPerSecond);
    }

    static boolean nearlyDone(int left, int row) {
        return left <= row / 4;
    }

    @Override
    public void start(BlockLinks.Events to) throws IOException {
        sink = to;
        server = new PortServer(loop, guard, members.get(self), this::begin);
        loop.afterEach(this::afterEach);
        loop.execute(this::beat);
    }

    private void begin(SocketChannel channel) throws IOException {
        TcpIncoming connection = new TcpIncoming(channel, this);
        InetSocketAddress from = (InetSocketAddress) channel.getRemoteAddress();
        loop.register(channel, SelectionKey.OP_READ, key -> readFrom(connection));
        connection.unknown = guard.admit(connection::close, from.getAddress(), from);
    }

    private void readFrom(TcpIncoming connection) {
        try {
            receivedBytes.addAndGet(connection.read(through));
            if (connection.peer >= 0) heardNanos.put(connection.peer, System.nanoTime());
        } catch (IOException e) {
            end(connection, e);
        } catch (RuntimeException | Error e) {
            // The rest of the frame was not read, so later bytes of the connection could not be
            // decoded.
            end(connection, e);
            throw e;
        }
    }

    private void end(TcpIncoming connection, Throwable why) {
        connection.close();
        if (connection.peer >= 0) {
            if (incoming.remove(connection.peer, connection)) gone(connection.peer);
        } else if (connection.silent()) {
            // No log line is written, because such connections are normal: a member that reconnects
            // may end a connection before its hello.
            connection.unknown.gone();
        } else {
            connection.unknown.refuse(why.getMessage());
        }
    }

    @Override
    public void onHello(TcpIncoming connection, TcpFrames.Hello hello) throws IOException {
        if (!outgoing.containsKey(hello.id()) || hello.group() != group)
            throw new IOException("member " + hello.id() + " has another list of members");
        if (!connection.unknown.known()) throw new IOException("closed by the guard");
        int peer = hello.id();
        TcpIncoming before = incoming.put(peer, connection);
        if (before != null) before.close();
        Long known = incarnations.put(peer, hello.incarnation());
        heardNanos.put(peer, System.nanoTime());
        if (known != null && known != hello.incarnation()) {
            // A hello with a new incarnation (run number) means a restart: report the peer as
            // unreachable, so that the owner forgets its state.
            disconnect(outgoing.get(peer));
            changed();
        }
        TcpOutgoing out = outgoing.get(peer);
        // Restart an attempt to connect that began before the peer listened, because TCP may wait
        // long before it repeats its first packet.
        if (!out.open()) {
            disconnect(out);
            connect(out);
        }
        changed();
    }

    @Override
    public int rowBytesMax(int run) {
        return sink.rowBytesMax(run);
    }

    @Override
    public PortFigures portFigures() {
        return figures;
    }

    InetSocketAddress address() throws IOException {
        return server.address();
    }

    void onAddress(int peer, InetSocketAddress address) {
        TcpOutgoing out = outgoing.get(peer);
        if (out == null || !out.address(address)) return;
        disconnect(out);
        changed();
        connect(out);
    }

    private void connect(TcpOutgoing out) {
        if (!out.known()) return;
        try {
            out.connect(loop, key -> onReady(out, key));
        } catch (IOException e) {
            out.close();
            if (warned.add(-out.peer - 1))
                lines.line("cannot connect", () -> "member " + out.peer + ": " + e.getMessage());
        }
    }

    private void onReady(TcpOutgoing out, SelectionKey key) {
        try {
            if (key.isConnectable()) {
                out.onConnectable(new TcpFrames.Hello(self, incarnation, group).frame());
                if (out.open()) changed();
            }
            sentBytes.addAndGet(out.flush(through));
        } catch (IOException e) {
            disconnect(out);
            changed();
        }
    }

    private void disconnect(TcpOutgoing out) {
        out.close();
        sending.remove(out);
        for (Transfer lost : out.takeTransfers())
            events.add(() -> sink.onTransferred(lost.to, lost.block.number(), false));
    }

    private void gone(int peer) {
        disconnect(outgoing.get(peer));
        changed();
    }

    private void changed() {
        int[] now =
                outgoing.values().stream()
                        .filter(out -> out.open() && incoming.containsKey(out.peer))
                        .mapToInt(out -> out.peer)
                        .toArray();
        int[] with = Arrays.copyOf(now, now.length + 1);
        with[now.length] = self;
        Arrays.sort(with);
        if (Arrays.equals(with, reachable)) return;
        reachable = with;
        events.add(() -> sink.onReachable(with.clone()));
    }

    private void beat() {
        long now = System.nanoTime();
        for (TcpOutgoing out : outgoing.values()) {
            TcpIncoming in = incoming.get(out.peer);
            if (in != null && now - heardNanos.get(out.peer) > silentNanos) {
                in.close();
                incoming.remove(out.peer);
                gone(out.peer);
            }
            if (out.open()) {
                if (now - out.wroteNanos() > BEAT_NANOS / 2)
                    out.add(TcpFrames.message(TcpFrames.BEAT, new byte[0]));
            } else if (out.idle()) {
                connect(out);
            }
        }
        if (!closing)
            loop.in(outgoing.size() == openCount() ? BEAT_NANOS : RECONNECT_NANOS, this::beat);
    }

    private int openCount() {
        int open = 0;
        for (TcpOutgoing out : outgoing.values()) if (out.open()) open++;
        return open;
    }

    @Override
    public void send(int to, byte[] message) {
        TcpOutgoing out = outgoing.get(to);
        if (out == null || message.length > TcpFrames.LENGTH_MAX) return;
        ByteBuffer frame = TcpFrames.message(TcpFrames.MESSAGE, message);
        if (out.add(frame)) pacer.take(frame.remaining());
    }

    @Override
    public void transfer(int to, int run, Block block) {
        TcpOutgoing out = outgoing.get(to);
        if (out == null || !out.open()) {
            events.add(() -> sink.onTransferred(to, block.number(), false));
            return;
        }
        if (!out.hasTransfers()) sending.add(out);
        out.add(new Transfer(to, run, block));
    }

    private void afterEach() {
        // Events may cause sends, and sends may cause events. The loop ends, because a broken
        // connection stays broken.
        do {
            for (Runnable event = events.poll(); event != null; event = events.poll()) event.run();
            for (TcpOutgoing out : outgoing.values()) if (out.hasWaiting()) flush(out);
            pace();
        } while (!events.isEmpty());
    }

    private boolean flush(TcpOutgoing out) {
        try {
            sentBytes.addAndGet(out.flush(through));
            return true;
        } catch (IOException e) {
            disconnect(out);
            changed();
            return false;
        }
    }

    private void pace() {
        while (true) {
            TcpOutgoing out = null;
            for (TcpOutgoing candidate : sending) {
                if (!candidate.clear()) continue;
                out = candidate;
                break;
            }
            // No connection has room for a piece; the selector reports when a channel becomes
            // writable again.
            if (out == null) return;
            long delay = pacer.delayNanos(PIECE_BYTES, System.nanoTime());
            if (delay > 0) {
                if (paceTimer != null) paceTimer.cancel();
                paceTimer = loop.timer(delay, () -> {});
                return;
            }
            int before = out.waitingBytes();
            Transfer transfer = out.addPiece(PIECE_BYTES);
            pacer.take(out.waitingBytes() - before);
            if (!flush(out)) continue;
            int row = transfer.block.row().length;
            if (!transfer.nearly && !transfer.done() && nearlyDone(transfer.left(), row)) {
                transfer.nearly = true;
                events.add(() -> sink.onNearlyTransferred(transfer.to, transfer.block.number()));
            }
            sending.remove(out);
            if (out.hasTransfers()) sending.add(out);
            if (transfer.done()) {
                events.add(() -> sink.onTransferred(transfer.to, transfer.block.number(), true));
            }
        }
    }

    @Override
    public void onMessage(int from, byte[] message) {
        if (events.isEmpty()) sink.onMessage(from, message);
        else events.add(() -> sink.onMessage(from, message));
    }

    @Override
    public void onReceiving(int from, int run, long number) {
        if (events.isEmpty()) sink.onReceiving(from, run, number);
        else events.add(() -> sink.onReceiving(from, run, number));
    }

    @Override
    public void onNearlyReceived(int from, int run, long number) {
        if (events.isEmpty()) sink.onNearlyReceived(from, run, number);
        else events.add(() -> sink.onNearlyReceived(from, run, number));
    }

    @Override
    public void onBlock(int from, int run, Block block) {
        if (events.isEmpty()) sink.onBlock(from, run, block);
        else events.add(() -> sink.onBlock(from, run, block));
    }

    @Override
    public long sentBytes() {
        return sentBytes.get();
    }

    @Override
    public long receivedBytes() {
        return receivedBytes.get();
    }

    @Override
    public void close(Runnable then) {
        closing = true;
        closeOnceSent(System.nanoTime() + LINGER_NANOS, then);
    }

    private void closeOnceSent(long deadline, Runnable then) {
        boolean waits = false;
        for (TcpOutgoing out : outgoing.values()) waits |= out.open() && !out.clear();
        if (waits && System.nanoTime() < deadline) {
            loop.in(1_000_000, () -> closeOnceSent(deadline, then));
            return;
        }
        for (TcpOutgoing out : outgoing.values()) out.close();
        for (TcpIncoming in : incoming.values()) in.close();
        guard.close();
        try {
            server.close();
        } catch (IOException e) {
            // An error while closing the port is ignored, because the port is closed in any case.
        }
        sending.clear();
        then.run();
    }
}
