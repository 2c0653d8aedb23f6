package io.abcast.bulk;

import io.abcast.bulk.port.PortFigures;
import io.abcast.bulk.port.SelectorLoop;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;

/**
 * {@link BlockLinks} that send small messages through a {@link Courier}, and send blocks over TCP connections of
 * limited rate.
 */
final class CourierLinks implements BlockLinks, BlockLinks.Events, Courier.Sink {
    private final TcpLinks blocks;
    private final Courier courier;
    private final SelectorLoop loop;
    private final AtomicLong sentBytes = new AtomicLong();
    private final AtomicLong receivedBytes = new AtomicLong();
    private BlockLinks.Events sink;
    private int[] connected;
    private int[] known;
    private int[] reachable;

    CourierLinks(int self, TcpLinks blocks, Courier courier, SelectorLoop loop) {
        this.blocks = blocks;
        this.courier = courier;
        this.loop = loop;
        this.connected = new int[] {self};
        this.known = new int[] {self};
        this.reachable = new int[] {self};
    }

    @Override
    public void start(BlockLinks.Events to) throws IOException {
        sink = to;
        blocks.start(this);
        courier.start(this, blocks.address());
    }

    @Override
    public void send(int to, byte[] message) {
        sentBytes.addAndGet(message.length);
        courier.send(to, message);
    }

    @Override
    public void transfer(int to, int run, Block block) {
        blocks.transfer(to, run, block);
    }

    /** Messages over the courier are counted, but not the courier's own headers. */
    @Override
    public long sentBytes() {
        return sentBytes.get() + blocks.sentBytes();
    }

    /** Messages over the courier are counted, but not the courier's own headers. */
    @Override
    public long receivedBytes() {
        return receivedBytes.get() + blocks.receivedBytes();
    }

    @Override
    public PortFigures portFigures() {
        return blocks.portFigures();
    }

    @Override
    public void close(Runnable then) {
        blocks.close(
                () -> {
                    courier.stop();
                    then.run();
                });
    }

    @Override
    public void onMessage(int from, byte[] message) {
        if (!loop.isCurrent()) {
            receivedBytes.addAndGet(message.length);
            loop.offer(
                    () -> sink.onMessage(from, message),
                    message.length,
                    CourierBounds.MESSAGES_BYTES_MAX);
        } else {
            sink.onMessage(from, message);
        }
    }

    /** Ignores pieces of blocks from the courier, because blocks arrive over TCP connections. */
    @Override
    public void onPiece(int from, byte[] piece) {}

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

    @Override
    public void onAddress(int id, InetSocketAddress address) {
        loop.offer(() -> blocks.onAddress(id, address), 0, CourierBounds.MEMBERS_BYTES_MAX);
    }

    @Override
    public void onReachable(int[] members) {
        connected = members.clone();
        changed();
    }

    private void changed() {
        TreeSet<Integer> both = new TreeSet<>();
        for (int id : connected) both.add(id);
        TreeSet<Integer> others = new TreeSet<>();
        for (int id : known) others.add(id);
        both.retainAll(others);
        int[] now = both.stream().mapToInt(Integer::intValue).toArray();
        if (Arrays.equals(now, reachable)) return;
        reachable = now;
        sink.onReachable(now.clone());
    }

    @Override
    public int rowBytesMax(int run) {
        return sink.rowBytesMax(run);
    }

    @Override
    public void onReceiving(int from, int run, long number) {
        sink.onReceiving(from, run, number);
    }

    @Override
    public void onNearlyReceived(int from, int run, long number) {
        sink.onNearlyReceived(from, run, number);
    }

    @Override
    public void onBlock(int from, int run, Block block) {
        sink.onBlock(from, run, block);
    }

    @Override
    public void onNearlyTransferred(int to, long number) {
        sink.onNearlyTransferred(to, number);
    }

    @Override
    public void onTransferred(int to, long number, boolean arrives) {
        sink.onTransferred(to, number, arrives);
    }
}
