package io.abcast.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * Encodes and sends the replies to one client. While the client takes its replies, this class encodes replies in
 * batches and writes each batch. While the client takes no replies, completed requests wait in this object, and their
 * replies are not encoded yet. All code of {@code Replies} runs on the I/O event loop of the connection.
 */
final class Replies {
    /** Approximate size in bytes of a batch of encoded replies that is written to the channel. */
    private static final int BATCH_BYTES = 64 << 10;

    /** Assumed memory in bytes that a waiting request occupies in addition to the bytes of its reply. */
    private static final int WAITING_BYTES = 128;

    private final ChannelHandlerContext context;
    private final HeldBytes held;
    private final HeldBytes.Holder holder;
    private final ArrayDeque<ClientSession.Answer> waiting = new ArrayDeque<>();
    private long waitingBytes;

    /** The batch of encoded replies that are not written yet; {@code null} if all encoded replies are written. */
    private ByteBuf batch;

    /** The last write to the channel that is not flushed; {@code null} if all writes to the channel are flushed. */
    private ChannelFuture written;

    private boolean closed;

    /**
     * Makes the queue of replies of one client.
     *
     * @param evicted receives the reason when this client occupies too much memory for too long
     */
    Replies(ChannelHandlerContext context, HeldBytes held, Consumer<String> evicted) {
        this.context = context;
        this.held = held;
        holder = new HeldBytes.Holder(evicted);
    }

    /** Whether the channel has room, so that another reply may be encoded now. */
    boolean room() {
        if (batch != null && batch.readableBytes() >= BATCH_BYTES) write();
        return context.channel().isWritable();
    }

    /** Number of completed requests whose replies are not encoded because the client does not take its replies. */
    int waiting() {
        return waiting.size();
    }

    /** Number of bytes of replies that the client has not taken. */
    long untakenBytes() {
        ChannelOutboundBuffer unsent = context.channel().unsafe().outboundBuffer();
        return waitingBytes + (unsent == null ? 0 : unsent.totalPendingWriteBytes());
    }

    /** Encodes the reply {@code answer} now if the client takes its replies; otherwise the reply waits. */
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

    /** Encodes the waiting replies as long as the channel has room. */
    void encodeWaiting() {
        while (!waiting.isEmpty() && room()) {
            ClientSession.Answer answer = waiting.poll();
            waitingBytes -= WAITING_BYTES + answer.heldBytes();
            answer.encode();
        }
    }

    /** Returns the buffer for the next reply, with room for {@code bytes} bytes. */
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

    /** Sends the encoded replies to the client. */
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
     * Updates the number of bytes that the server holds for this client.
     *
     * @param progressed whether the client has taken replies
     */
    private void account(boolean progressed) {
        if (closed) return;
        long bytes = untakenBytes();
        if (bytes > 0 || holder.bytes() > 0)
            held.update(holder, bytes, progressed, System.nanoTime());
    }

    /** Drops all waiting and encoded replies, because the channel is closed or about to close. */
    void close() {
        if (closed) return;
        closed = true;
        waiting.clear();
        if (batch != null) batch.release();
        batch = null;
        held.update(holder, 0, false, 0);
    }
}
