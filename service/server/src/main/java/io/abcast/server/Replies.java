package io.abcast.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * Encodes and sends the replies to one client. While the client takes its replies, this class encodes them in batches
 * and writes each batch at once. While the client takes no replies, completed requests wait in this object without
 * being encoded. This class runs on the I/O event loop of the connection.
 */
final class Replies {
    /** Approximate size, in bytes, of the buffers in which replies are passed to the channel. */
    private static final int BATCH_BYTES = 64 << 10;

    /** Memory, in bytes, that a waiting request occupies in addition to its own bytes. */
    private static final int WAITING_BYTES = 128;

    private final ChannelHandlerContext context;
    private final HeldBytes held;
    private final HeldBytes.Holder holder;
    private final ArrayDeque<ClientSession.Answer> waiting = new ArrayDeque<>();
    private long waitingBytes;

    /** The present batch; {@code null} if it is empty. */
    private ByteBuf batch;

    /** The last write that was not flushed; {@code null} if all writes were flushed. */
    private ChannelFuture written;

    private boolean closed;

    /**
     * Makes the queue of replies.
     *
     * @param evicted called when this client occupies too much memory for too long
     */
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

    /** The number of answered requests whose replies are not encoded because the client does not take them. */
    int waiting() {
        return waiting.size();
    }

    /** Number of bytes of replies that the client has not taken. */
    long untakenBytes() {
        ChannelOutboundBuffer unsent = context.channel().unsafe().outboundBuffer();
        return waitingBytes + (unsent == null ? 0 : unsent.totalPendingWriteBytes());
    }

    /** Encodes a reply now if the client takes its replies, and otherwise later. */
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

    /** Encodes the waiting replies while there is room. */
    void encodeWaiting() {
        while (!waiting.isEmpty() && room()) {
            ClientSession.Answer answer = waiting.poll();
            waitingBytes -= WAITING_BYTES + answer.heldBytes();
            answer.encode();
        }
    }

    /** The buffer for the next reply, with room for {@code bytes} bytes. */
    ByteBuf out(int bytes) {
        if (batch != null && batch.readableBytes() + bytes > BATCH_BYTES) write();
        if (batch == null) batch = context.alloc().buffer(Math.max(1024, bytes));
        return batch;
    }

    private void write() {
        ByteBuf full = batch;
        batch = null; // set first: the write may report a full channel, which calls this object
        // again
        written = context.write(full);
    }

    /** Sends the encoded replies. */
    void flush() {
        if (batch != null) write();
        if (written == null) return;
        ChannelFuture last = written;
        written = null;
        context.flush();
        account(last.isDone());
        if (!last.isDone()) last.addListener(done -> account(true));
    }

    /**
     * Updates the number of bytes that are held for this client.
     *
     * @param progressed whether the client has taken replies
     */
    private void account(boolean progressed) {
        if (closed) return;
        long bytes = untakenBytes();
        if (bytes > 0 || holder.bytes() > 0)
            held.update(holder, bytes, progressed, System.nanoTime());
    }

    /** Drops all replies; the channel is closed or about to close. */
    void close() {
        if (closed) return;
        closed = true;
        waiting.clear();
        if (batch != null) batch.release();
        batch = null;
        held.update(holder, 0, false, 0);
    }
}
