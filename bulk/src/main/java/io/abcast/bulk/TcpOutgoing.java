package io.abcast.bulk;

import io.abcast.bulk.port.SelectorLoop;
import io.abcast.bulk.port.WriteQueue;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * A TCP connection on which this member sends blocks and messages to another member. This member opens the connection
 * when it has data to send, and opens a broken connection again.
 */
final class TcpOutgoing {
    /** When this many bytes of small messages wait for one receiver, further messages are dropped. */
    private static final int WAITING_BYTES_MAX = 16 << 20;

    static final class Transfer {
        final int to;
        final int run;
        final Block block;
        int sent = -1;
        boolean nearly;

        Transfer(int to, int run, Block block) {
            this.to = to;
            this.run = run;
            this.block = block;
        }

        boolean done() {
            return sent == block.row().length;
        }

        int left() {
            return block.row().length - Math.max(0, sent);
        }
    }

    final int peer;
    private InetSocketAddress address;
    private final int bufferBytes;
    private SocketChannel channel;
    private SelectionKey key;
    private boolean open;
    private final WriteQueue waiting = new WriteQueue();
    private final List<Transfer> transfers = new ArrayList<>();
    private long wroteNanos = System.nanoTime();

    TcpOutgoing(int peer, InetSocketAddress address, int bufferBytes) {
        this.peer = peer;
        this.address = address;
        this.bufferBytes = bufferBytes;
    }

    boolean idle() {
        return channel == null;
    }

    boolean known() {
        return address.getPort() != 0;
    }

    boolean address(InetSocketAddress now) {
        boolean other = !now.equals(address);
        address = now;
        return other;
    }

    boolean open() {
        return open;
    }

    void connect(SelectorLoop loop, SelectorLoop.Ready ready) throws IOException {
        InetSocketAddress to =
                address.isUnresolved()
                        ? new InetSocketAddress(address.getHostString(), address.getPort())
                        : address;
        if (to.isUnresolved()) throw new IOException("unknown host " + to.getHostString());
        channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_SNDBUF, bufferBytes);
        key = loop.register(channel, SelectionKey.OP_CONNECT, ready);
        channel.connect(to);
    }

    void onConnectable(ByteBuffer hello) throws IOException {
        if (!channel.finishConnect()) return;
        open = true;
        waiting.add(hello);
        key.interestOps(0);
    }

    /** @return false if too many bytes wait for the receiver, so that the frame was dropped */
    boolean add(ByteBuffer frame) {
        if (!open || waiting.bytes() > WAITING_BYTES_MAX) return false;
        waiting.add(frame);
        return true;
    }

    void add(Transfer transfer) {
        transfers.add(transfer);
    }

    boolean hasTransfers() {
        return !transfers.isEmpty();
    }

    List<Transfer> takeTransfers() {
        List<Transfer> all = new ArrayList<>(transfers);
        transfers.clear();
        return all;
    }

    boolean clear() {
        return open && waiting.isEmpty();
    }

    boolean hasWaiting() {
        return open && !waiting.isEmpty();
    }

    int waitingBytes() {
        return waiting.bytes();
    }

    /**
     * The {@link System#nanoTime} at which the connection was made or last wrote bytes; shows when a keep-alive is due.
     */
    long wroteNanos() {
        return wroteNanos;
    }

    int flush(ByteBuffer through) throws IOException {
        if (!open) return 0;
        int written = waiting.flush(channel, through);
        if (written > 0) wroteNanos = System.nanoTime();
        int wanted = waiting.isEmpty() ? 0 : SelectionKey.OP_WRITE;
        if (key.interestOps() != wanted) key.interestOps(wanted);
        return written;
    }

    /**
     * @param bytesMax maximum size in bytes of a piece and its headers; the last piece of a block may be longer by a
     *     quarter
     */
    Transfer addPiece(int bytesMax) {
        Transfer transfer = transfers.get(0);
        byte[] row = transfer.block.row();
        boolean begins = transfer.sent < 0;
        int blockHead = begins ? TcpFrames.HEAD_BYTES + TcpFrames.BLOCK_HEAD_BYTES : 0;
        ByteBuffer head = ByteBuffer.allocate(blockHead + TcpFrames.HEAD_BYTES);
        int room = bytesMax - head.capacity();
        int from = Math.max(0, transfer.sent);
        int left = row.length - from;
        // If only a few bytes would remain for a last piece, add them to this piece, because each
        // piece needs a system call.
        int length = left <= room + bytesMax / 4 ? left : room;
        if (begins) {
            Block block = transfer.block;
            head.putInt(TcpFrames.head(TcpFrames.BLOCK_HEAD, TcpFrames.BLOCK_HEAD_BYTES));
            head.putLong(block.number()).putInt(block.batch()).putLong(block.round());
            head.putInt(transfer.run).putInt(row.length);
        }
        head.putInt(TcpFrames.head(TcpFrames.BLOCK_PIECE, length)).flip();
        waiting.add(head);
        waiting.add(ByteBuffer.wrap(row, from, length));
        transfer.sent = from + length;
        if (transfer.done()) transfers.remove(0);
        return transfer;
    }

    void close() {
        open = false;
        waiting.clear();
        if (channel == null) return;
        try {
            channel.close();
        } catch (IOException e) {
            // An error while closing the connection is ignored, because the connection ends in any
            // case.
        }
        channel = null;
        key = null;
    }
}
