package io.abcast.benchmark.server;

import io.abcast.benchmark.wire.Command;
import io.abcast.benchmark.wire.Frames;
import io.abcast.benchmark.wire.Op;
import io.abcast.benchmark.wire.ReplyCode;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireWriter;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;

/**
 * One connection of a client: takes its requests, answers them as they complete. Runs on the
 * connection's I/O event loop.
 *
 * <p>Reading stops while the connection has {@link #UNANSWERED_MAX} requests under way, while the client
 * does not take its replies, and while the member is crowded; it goes on by itself.
 */
final class ClientSession extends SimpleChannelInboundHandler<ByteBuf> {
    /** Requests of one connection under way; a few more when they arrived in the same read. */
    static final int UNANSWERED_MAX = 1024;

    /** A batch of replies is handed to the channel in buffers of about this size. */
    private static final int REPLY_BYTES = 64 << 10;

    private final PortContext port;
    private final LoopState loop;
    private ChannelHandlerContext context;
    private int unanswered;
    private boolean reading;

    /** Replies of the present batch; {@code null}: none. */
    private ByteBuf replies;

    ClientSession(PortContext port, LoopState loop) {
        this.port = port;
        this.loop = loop;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, ByteBuf frame) {
        reading = true;
        long now = System.nanoTime();
        port.requests.increment();
        long id = frame.readLong();
        Op op = Op.of(frame.getByte(frame.readerIndex()));
        try {
            if (op == null) {
                malformed(id, "operation: expected 0..10, got " + frame.readByte());
                return;
            }
            if (op.write()) {
                write(id, op, frame, now);
                return;
            }
            frame.readByte();
            switch (op) {
                case PING -> Frames.head(out(), id, ReplyCode.OK.code(), 0);
                case GET -> get(id, key(frame));
                case READ -> read(id, key(frame), now);
                default -> control(id, op, frame, now);
            }
        } catch (MalformedFrameException e) {
            malformed(id, e.getMessage());
        }
    }

    private void write(long id, Op op, ByteBuf frame, long now) {
        byte[] bytes = bytes(frame);
        Command.parse(bytes); // what is ordered has been checked
        if (!port.replica().active()) {
            error(id, ReplyCode.NOT_READY, "server " + port.replica().id() + " has no leader");
            return;
        }
        if (!port.admission().enter(bytes.length)) {
            port.busy.increment();
            error(id, ReplyCode.BUSY, "too many requests under way");
            updateReading();
            return;
        }
        Pending pending = new Pending(op, id, now, bytes.length, null);
        unanswered++;
        port.replica().submit(bytes, pending);
        updateReading();
    }

    private void get(long id, byte[] key) {
        if (!port.replica().readable()) {
            error(id, ReplyCode.NOT_READY, "server " + port.replica().id() + " has no state yet");
            return;
        }
        value(id, port.replica().get(key));
    }

    private void read(long id, byte[] key, long now) {
        if (!port.replica().active()) {
            error(id, ReplyCode.NOT_READY, "server " + port.replica().id() + " has no leader");
            return;
        }
        if (!port.admission().enter(key.length)) {
            port.busy.increment();
            error(id, ReplyCode.BUSY, "too many requests under way");
            updateReading();
            return;
        }
        Pending pending = new Pending(Op.READ, id, now, key.length, key);
        unanswered++;
        port.replica().linearize(pending);
        updateReading();
    }

    private void control(long id, Op op, ByteBuf frame, long now) {
        Control control = new Control(op, id, now);
        unanswered++;
        control.run(bytes(frame));
        updateReading();
    }

    /** A write or a linearizable read under way. */
    private final class Pending extends Request {
        /** What a read asks for; {@code null} for a write. */
        private final byte[] key;

        Pending(Op op, long id, long receivedNanos, int bytes, byte[] key) {
            super(op, id, receivedNanos, bytes);
            this.key = key;
        }

        @Override
        void complete() {
            // Of a read: here, because this runs between two deliveries.
            if (key != null && code == ReplyCode.OK) value = port.replica().get(key);
            loop.completions().add(this);
        }

        @Override
        void reply() {
            port.admission().leave(bytes);
            answered();
            if (code.error()) error(id, code, text == null ? "" : text);
            else if (op == Op.READ) value(id, value);
            else written(this);
        }
    }

    /** Something that the harness or a test asks for. */
    private final class Control extends Request {
        private byte[] body = {};

        Control(Op op, long id, long receivedNanos) {
            super(op, id, receivedNanos, 0);
        }

        void run(byte[] argument) {
            switch (op) {
                case DIGEST -> port.replica().position(this::position);
                case FIGURES -> answer(port.figures().encode());
                default -> {
                    if (port.localLoad() == null)
                        failed(ReplyCode.FAILED, op + ": expected a server with --allow-load");
                    else port.localLoad().control(op, argument, this::answer, this::refuse);
                }
            }
        }

        private void refuse(RuntimeException e) {
            boolean malformed = e instanceof MalformedFrameException;
            failed(malformed ? ReplyCode.MALFORMED : ReplyCode.FAILED, e.getMessage());
        }

        private void position(KeyValueStore.Position at) {
            if (at == null) {
                failed(ReplyCode.NOT_READY, "not running");
                return;
            }
            WireWriter out = new WireWriter(24);
            answer(out.i64(at.zxid()).i64(at.digest()).i64(at.keys()).toByteArray());
        }

        private void answer(byte[] bytes) {
            body = bytes;
            done(0, null);
        }

        @Override
        void complete() {
            loop.completions().add(this);
        }

        @Override
        void reply() {
            answered();
            if (code.error()) {
                error(id, code, text == null ? "" : text);
                return;
            }
            ByteBuf out = out();
            Frames.head(out, id, code.code(), body.length);
            out.writeBytes(body);
        }
    }

    private void answered() {
        unanswered--;
        if (unanswered == UNANSWERED_MAX / 2) updateReading();
    }

    private void written(Request request) {
        boolean mismatch = request.code == ReplyCode.MISMATCH;
        ByteBuf out = out();
        Frames.head(out, request.id, request.code.code(), mismatch ? 16 : 8);
        out.writeLong(request.zxid);
        if (mismatch) out.writeLong(request.version);
    }

    private void value(long id, Value value) {
        if (value == null) {
            Frames.head(out(), id, ReplyCode.NOT_FOUND.code(), 0);
        } else {
            ByteBuf out = out();
            Frames.head(out, id, ReplyCode.OK.code(), 8 + value.length());
            out.writeLong(value.version());
            out.writeBytes(value.bytes(), value.offset(), value.length());
        }
    }

    private void malformed(long id, String why) {
        port.malformed.increment();
        error(id, ReplyCode.MALFORMED, why);
    }

    private void error(long id, ReplyCode code, String text) {
        Frames.text(out(), id, code.code(), text);
    }

    private static byte[] key(ByteBuf frame) {
        int length = frame.readableBytes();
        if (length < 1 || length > Command.KEY_BYTES_MAX)
            throw new MalformedFrameException(
                    "key: expected 1.." + Command.KEY_BYTES_MAX + " bytes, got " + length);
        return bytes(frame);
    }

    private static byte[] bytes(ByteBuf frame) {
        byte[] bytes = new byte[frame.readableBytes()];
        frame.readBytes(bytes);
        return bytes;
    }

    /** Where the next reply goes. Replies of a batch leave together. */
    private ByteBuf out() {
        if (replies != null && replies.readableBytes() >= REPLY_BYTES) {
            context.write(replies);
            replies = null;
        }
        if (replies == null) {
            replies = context.alloc().buffer(1024);
            if (!reading) loop.touched(this);
        }
        return replies;
    }

    /** Sends what the batch has collected. */
    void flush() {
        if (replies == null) return;
        ByteBuf batch = replies;
        replies = null;
        context.writeAndFlush(batch);
    }

    /** Reads on or stops, by what is under way here and at the member. */
    void updateReading() {
        boolean crowded = port.admission().crowded();
        boolean read = !crowded && unanswered < UNANSWERED_MAX && context.channel().isWritable();
        if (crowded) loop.pause(this);
        if (context.channel().config().isAutoRead() != read)
            context.channel().config().setAutoRead(read);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        flush();
        reading = false;
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        updateReading();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (replies != null) {
            replies.release();
            replies = null;
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Throwable root = cause instanceof DecoderException ? cause.getCause() : cause;
        // A broken connection is a client's everyday end.
        if (!(root instanceof IOException))
            port.rejected(ctx.channel().remoteAddress(), String.valueOf(root.getMessage()));
        ctx.close();
    }
}
