package io.abcast.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * Encodes and sends the replies to one client, in batches. While the client takes no replies, completed requests wait
 * in this object, and their replies are not encoded. All code of {@code Replies} runs on the I/O event loop of the
 * connection.
 */
final class Replies {
    private static final int BATCH_BYTES = 64 << 10;

    /** Assumed memory in bytes that a waiting request occupies besides its reply. */
    private static final int WAITING_BYTES = 128;

    private final ChannelHandlerContext context;
    private final HeldBytes held;
    private final HeldBytes.Holder holder;
    private final ArrayDeque<ClientSession.Answer> waiting = new ArrayDeque<>();
    private long waitingBytes;

    private ByteBuf batch;

    private ChannelFuture written;

    private boolean closed;

    Replies(ChannelHandlerContext context, HeldBytes held, Consumer<String> evicted) {
        this.context = context;
        this.held = held;
        holder = new HeldBytes.Holder(evicted);
    }

    boolean room() {
        if (batch != null && batch.readableBytes() >= BATCH_BYTES) write();
        return context.channel().isWritable();
    }

    int waiting() {
        return waiting.size();
    }

    long untakenBytes() {
        ChannelOutboundBuffer unsent = context.channel().unsafe().outboundBuffer();
        return waitingBytes + (unsent == null ? 0 : unsent.totalPendingWriteBytes());
    }

    void add(ClientSession.Answer answer) {
        if (closed) return;
        if (waiting.isEmpty() && room()) {
            answer.encode();
            return;
        }
        waiting.add(answer);
        waitingBytes += WAITING_BYTES + answer.heldBytes();
        account(false);
    }

    void encodeWaiting() {
        while (!waiting.isEmpty() && room()) {
            ClientSession.Answer answer = waiting.poll();
            waitingBytes -= WAITING_BYTES + answer.heldBytes();
            answer.encode();
        }
    }

    ByteBuf out(int bytes) {
        if (batch != null && batch.readableBytes() + bytes > BATCH_BYTES) write();
        if (batch == null) batch = context.alloc().buffer(Math.max(1024, bytes));
        return batch;
    }

    private void write() {
        ByteBuf full = batch;
        batch = null; // reset first, because write() calls this object if the channel is full
        written = context.write(full);
    }

    void flush() {
        if (batch != null) write();
        if (written == null) return;
        ChannelFuture last = written;
        written = null;
        context.flush();
        account(last.isDone());
        if (!last.isDone()) last.addListener(done -> account(true));
    }

    private void account(boolean progressed) {
        if (closed) return;
        long bytes = untakenBytes();
        if (bytes > 0 || holder.bytes() > 0)
            held.update(holder, bytes, progressed, System.nanoTime());
    }

    void close() {
        if (closed) return;
        closed = true;
        waiting.clear();
        if (batch != null) batch.release();
        batch = null;
        held.update(holder, 0, false, 0);
    }
}
