package io.abcast.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * The way of replies to one client. They are encoded while the client takes them, a batch in one write;
 * while it does not, completed requests wait here unencoded. Runs on the connection's I/O event loop.
 */
final class Replies {
    /** A batch of replies is handed to the channel in buffers of about this size. */
    private static final int BATCH_BYTES = 64 << 10;

    /** What a request that waits costs beside its own bytes. */
    private static final int WAITING_BYTES = 128;

    private final ChannelHandlerContext context;
    private final HeldBytes held;
    private final HeldBytes.Holder holder;
    private final ArrayDeque<ClientSession.Answer> waiting = new ArrayDeque<>();
    private long waitingBytes;

    /** The present batch; {@code null}: nothing in it. */
    private ByteBuf batch;

    /** The last write that was not flushed; {@code null}: there is none. */
    private ChannelFuture written;

    private boolean closed;

    /** @param evicted run when this client takes too much memory for too long */
    Replies(ChannelHandlerContext context, HeldBytes held, Consumer<String> evicted) {
        this.context = context;
        this.held = held;
        holder = new HeldBytes.Holder(evicted);
    }

    /** Whether another reply may be encoded now. */
    boolean room() {
        if (batch != null && batch.readableBytes() >= BATCH_BYTES) write();
        return context.channel().isWritable();
    }

    /** Requests answered whose replies are not encoded, for the client does not take them. */
    int waiting() {
        return waiting.size();
    }

    /** Bytes that the client has not taken. */
    long untakenBytes() {
        ChannelOutboundBuffer unsent = context.channel().unsafe().outboundBuffer();
        return waitingBytes + (unsent == null ? 0 : unsent.totalPendingWriteBytes());
    }

    /** Encodes it now if the client takes its replies, else later. */
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

    /** Encodes what waits, as far as there is room. */
    void encodeWaiting() {
        while (!waiting.isEmpty() && room()) {
            ClientSession.Answer answer = waiting.poll();
            waitingBytes -= WAITING_BYTES + answer.heldBytes();
            answer.encode();
        }
    }

    /** Where the next reply, of that length, goes. */
    ByteBuf out(int bytes) {
        if (batch != null && batch.readableBytes() + bytes > BATCH_BYTES) write();
        if (batch == null) batch = context.alloc().buffer(Math.max(1024, bytes));
        return batch;
    }

    private void write() {
        ByteBuf full = batch;
        batch = null; // first: the write may tell that the channel is full, which comes back here
        written = context.write(full);
    }

    /** Sends what has been encoded. */
    void flush() {
        if (batch != null) write();
        if (written == null) return;
        ChannelFuture last = written;
        written = null;
        context.flush();
        account(last.isDone());
        if (!last.isDone()) last.addListener(done -> account(true));
    }

    /** @param progressed whether the client has taken something */
    private void account(boolean progressed) {
        if (closed) return;
        long bytes = untakenBytes();
        if (bytes > 0 || holder.bytes() > 0)
            held.update(holder, bytes, progressed, System.nanoTime());
    }

    /** Forgets everything; the channel is closed, or will be. */
    void close() {
        if (closed) return;
        closed = true;
        waiting.clear();
        if (batch != null) batch.release();
        batch = null;
        held.update(holder, 0, false, 0);
    }
}
