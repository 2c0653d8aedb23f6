package io.abcast.bulk;

import io.abcast.bulk.Pieces.Partial;
import io.abcast.bulk.Pieces.Piece;
import io.abcast.bulk.port.PortFigures;
import io.abcast.bulk.port.SelectorLoop;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * {@link BlockLinks} over a {@link Courier} that carries both small messages and blocks. The courier delivers small
 * messages to reachable members without loss, but may lose the {@link Pieces} in which the links send blocks. After the
 * last piece of a block, the sender asks the receiver which pieces are missing, and repeats only the missing pieces.
 */
final class MessageLinks implements BlockLinks, Courier.Sink {
    /** First byte of a message of the links' user; other values mark questions about missing pieces, and answers. */
    private static final byte MESSAGE = 0;

    private static final byte ASK = 1;
    private static final byte MISSING = 2;

    private static final byte ALL_MISSING = 3;

    private static final int WHICH_BYTES = 4 + 8;

    /**
     * Maximum number of incomplete blocks per sender; more than 1, because packets of different blocks may overtake
     * each other.
     */
    private static final int PARTIALS_MAX = 4;

    /**
     * Number of complete blocks per sender that this member remembers, so that it can answer late questions about
     * missing pieces.
     */
    private static final int WHOLE_MAX = 64;

    /** After this number of questions about missing pieces, a block counts as sent, although it may be lost. */
    private static final int ASKS_MAX = 50;

    private static final class Transfer {
        final int to;
        final int run;
        final Block block;
        final BitSet left = new BitSet();
        int asks;
        boolean nearly;

        Transfer(int to, int run, Block block) {
            this.to = to;
            this.run = run;
            this.block = block;
            left.set(0, Pieces.count(block.row().length));
        }
    }

    private static final class Peer {
        final ArrayDeque<Transfer> sending = new ArrayDeque<>();
        final TreeMap<Long, Transfer> asked = new TreeMap<>();
        final TreeMap<Long, Partial> partials = new TreeMap<>();
        final TreeSet<Long> whole = new TreeSet<>();

        /** Number of the file transfer to which the blocks belong; the next transfer reuses the numbers of blocks. */
        int run;

        void comes(int now) {
            if (run == now) return;
            run = now;
            partials.clear();
            whole.clear();
        }
    }

    private final Courier courier;
    private final SelectorLoop loop;
    private final Pacer pacer;
    private final Consumer<String> warn;
    private final TreeMap<Integer, Peer> peers = new TreeMap<>();
    private final TreeSet<Integer> otherWay = new TreeSet<>();

    private final ArrayDeque<Integer> turns = new ArrayDeque<>();

    private final ArrayDeque<Runnable> events = new ArrayDeque<>();
    private final AtomicLong sentBytes = new AtomicLong();
    private final AtomicLong receivedBytes = new AtomicLong();
    private BlockLinks.Events sink;
    private int[] known;
    private int[] reachable;
    private SelectorLoop.Timer paceTimer;

    /**
     * @param bitsPerSecond rate limit of the uplink in bits/s; not 0, because without a limit nothing would slow the
     *     sending of pieces
     */
    MessageLinks(
            int self,
            long bitsPerSecond,
            Courier courier,
            SelectorLoop loop,
            Consumer<String> warn) {
        if (bitsPerSecond <= 0)
            throw new IllegalArgumentException(
                    "rate: expected a limit because blocks are sent as messages, got "
                            + bitsPerSecond);
        this.courier = courier;
        this.loop = loop;
        this.warn = warn;
        this.pacer = new Pacer(bitsPerSecond, System.nanoTime());
        loop.gather(TcpLinks.gatherNanos(bitsPerSecond));
        this.known = new int[] {self};
        this.reachable = new int[] {self};
    }

    @Override
    public void start(BlockLinks.Events to) {
        sink = to;
        loop.afterEach(this::afterEach);
        courier.start(this, new InetSocketAddress(0));
    }

    @Override
    public void send(int to, byte[] message) {
        tell(to, MESSAGE, message);
    }

    private void tell(int to, byte kind, byte[] message) {
        byte[] framed = new byte[1 + message.length];
        framed[0] = kind;
        System.arraycopy(message, 0, framed, 1, message.length);
        sentBytes.addAndGet(framed.length);
        pacer.take(framed.length);
        courier.send(to, framed);
    }

    @Override
    public void transfer(int to, int run, Block block) {
        if (Arrays.binarySearch(reachable, to) < 0) {
            events.add(() -> sink.onTransferred(to, block.number(), false));
            return;
        }
        enqueue(new Transfer(to, run, block), false);
    }

    private void enqueue(Transfer transfer, boolean first) {
        Peer peer = peer(transfer.to);
        if (peer.sending.isEmpty()) turns.add(transfer.to);
        if (first) peer.sending.addFirst(transfer);
        else peer.sending.add(transfer);
    }

    private Peer peer(int id) {
        return peers.computeIfAbsent(id, any -> new Peer());
    }

    private void pace() {
        while (!turns.isEmpty()) {
            long delay = pacer.delayNanos(Pieces.PIECE_BYTES, System.nanoTime());
            if (delay > 0) {
                if (paceTimer != null) paceTimer.cancel();
                paceTimer = loop.timer(delay, () -> {});
                return;
            }
            int to = turns.remove();
            Peer peer = peers.get(to);
            Transfer transfer = peer.sending.element();
            sendPiece(transfer);
            if (transfer.left.isEmpty()) {
                peer.sending.remove();
                peer.asked.put(transfer.block.number(), transfer);
                tell(to, ASK, which(transfer.run, transfer.block.number(), 0).array());
            }
            if (!peer.sending.isEmpty()) turns.add(to);
        }
    }

    private void sendPiece(Transfer transfer) {
        int index = transfer.left.nextSetBit(0);
        transfer.left.clear(index);
        byte[] piece = Pieces.of(transfer.block, transfer.run, index);
        courier.sendPiece(transfer.to, piece);
        sentBytes.addAndGet(piece.length);
        // The count already includes the headers of pieces, so the division cancels the token
        // bucket's share for TCP headers.
        pacer.take((int) ((Pieces.PIECE_BYTES + Pieces.OVERHEAD_BYTES) / Pacer.FRAME_OVERHEAD));
        int all = Pieces.count(transfer.block.row().length);
        if (transfer.nearly || !TcpLinks.nearlyDone(transfer.left.cardinality(), all)) return;
        transfer.nearly = true;
        long number = transfer.block.number();
        events.add(() -> sink.onNearlyTransferred(transfer.to, number));
    }

    private static ByteBuffer which(int run, long number, int moreBytes) {
        return ByteBuffer.allocate(WHICH_BYTES + moreBytes).putInt(run).putLong(number);
    }

    private void onMissing(int from, ByteBuffer answer, boolean all) {
        if (answer.remaining() < WHICH_BYTES) return;
        int run = answer.getInt();
        long number = answer.getLong();
        TreeMap<Long, Transfer> asked = peer(from).asked;
        Transfer transfer = asked.get(number);
        if (transfer == null || transfer.run != run) return;
        asked.remove(number);
        int pieces = Pieces.count(transfer.block.row().length);
        if (all) transfer.left.set(0, pieces);
        else transfer.left.or(BitSet.valueOf(answer));
        if (transfer.left.length() > pieces) transfer.left.clear();
        boolean arrived = transfer.left.isEmpty();
        if (arrived || ++transfer.asks == ASKS_MAX)
            events.add(() -> sink.onTransferred(from, number, arrived));
        else enqueue(transfer, true);
    }

    @Override
    public void onPiece(int from, byte[] bytes) {
        receivedBytes.addAndGet(bytes.length);
        loop.offer(() -> take(from, bytes), bytes.length, CourierBounds.PIECES_BYTES_MAX);
    }

    private void take(int from, byte[] bytes) {
        Piece piece = Pieces.parse(bytes, sink::rowBytesMax);
        if (piece == null) return;
        Peer peer = peer(from);
        peer.comes(piece.run());
        if (peer.whole.contains(piece.number())) return;
        Partial partial = peer.partials.get(piece.number());
        if (partial == null) {
            partial = new Partial(piece);
            peer.partials.put(piece.number(), partial);
            if (peer.partials.size() > PARTIALS_MAX) peer.partials.pollFirstEntry();
            events.add(() -> sink.onReceiving(from, piece.run(), piece.number()));
        }
        if (!partial.add(piece)) return;
        if (!partial.nearly && partial.nearlyWhole()) {
            partial.nearly = true;
            events.add(() -> sink.onNearlyReceived(from, piece.run(), piece.number()));
        }
        if (!partial.whole()) return;
        peer.partials.remove(piece.number());
        peer.whole.add(piece.number());
        if (peer.whole.size() > WHOLE_MAX) peer.whole.pollFirst();
        Block block = new Block(piece.number(), piece.batch(), piece.round(), partial.row());
        events.add(() -> sink.onBlock(from, piece.run(), block));
    }

    private void onAsk(int from, ByteBuffer question) {
        if (question.remaining() != WHICH_BYTES) return;
        int run = question.getInt();
        long number = question.getLong();
        if (sink.rowBytesMax(run) == 0) {
            // For a transfer in which this member takes no part, an answer without missing pieces
            // makes the sender stop sending.
            tell(from, MISSING, which(run, number, 0).array());
            return;
        }
        Peer peer = peer(from);
        peer.comes(run);
        Partial partial = peer.partials.get(number);
        if (partial == null && !peer.whole.contains(number)) {
            tell(from, ALL_MISSING, which(run, number, 0).array());
            return;
        }
        byte[] missing = partial == null ? new byte[0] : partial.missing().toByteArray();
        tell(from, MISSING, which(run, number, missing.length).put(missing).array());
    }

    @Override
    public void onMessage(int from, byte[] framed) {
        receivedBytes.addAndGet(framed.length);
        loop.offer(
                () -> {
                    if (framed.length == 0) return;
                    ByteBuffer body = ByteBuffer.wrap(framed, 1, framed.length - 1);
                    switch (framed[0]) {
                        case MESSAGE -> {
                            byte[] message = Arrays.copyOfRange(framed, 1, framed.length);
                            events.add(() -> sink.onMessage(from, message));
                        }
                        case ASK -> onAsk(from, body);
                        case MISSING -> onMissing(from, body, false);
                        case ALL_MISSING -> onMissing(from, body, true);
                        default -> {}
                    }
                },
                framed.length,
                CourierBounds.MESSAGES_BYTES_MAX);
    }

    @Override
    public void onMembers(int[] ids) {
        loop.offer(
                () -> {
                    known = ids.clone();
                    changed();
                },
                Integer.BYTES * ids.length,
                CourierBounds.MEMBERS_BYTES_MAX);
    }

    /** A member that announces a block port receives blocks only over TCP, so these links cannot send blocks to it. */
    @Override
    public void onAddress(int id, InetSocketAddress address) {
        loop.offer(
                () -> {
                    boolean other = address.getPort() != 0;
                    if (!(other ? otherWay.add(id) : otherWay.remove(id))) return;
                    changed();
                    if (other)
                        warn.accept(
                                "member "
                                        + id
                                        + " takes blocks over TCP, but this member sends them as messages,"
                                        + " so they exchange no blocks");
                },
                0,
                CourierBounds.MEMBERS_BYTES_MAX);
    }

    private void changed() {
        int[] now = Arrays.stream(known).filter(id -> !otherWay.contains(id)).sorted().toArray();
        if (Arrays.equals(now, reachable)) return;
        reachable = now;
        List<Integer> gone = new ArrayList<>(peers.keySet());
        gone.removeIf(id -> Arrays.binarySearch(now, id) >= 0);
        for (int id : gone) {
            Peer peer = peers.remove(id);
            turns.remove(id);
            List<Transfer> lost = new ArrayList<>(peer.sending);
            lost.addAll(peer.asked.values());
            for (Transfer each : lost)
                events.add(() -> sink.onTransferred(id, each.block.number(), false));
        }
        events.add(() -> sink.onReachable(now.clone()));
    }

    private void afterEach() {
        do {
            for (Runnable event = events.poll(); event != null; event = events.poll()) event.run();
            pace();
        } while (!events.isEmpty());
    }

    /** The headers of the JGroups stack are not counted. */
    @Override
    public long sentBytes() {
        return sentBytes.get();
    }

    @Override
    public long receivedBytes() {
        return receivedBytes.get();
    }

    @Override
    public PortFigures portFigures() {
        return new PortFigures();
    }

    @Override
    public void close(Runnable then) {
        turns.clear();
        courier.stop();
        then.run();
    }
}
