package io.abcast.server;

import io.abcast.client.tls.TlsFailure;
import io.abcast.client.wire.ClientFrames;
import io.abcast.client.wire.Command;
import io.abcast.client.wire.FrameDecoder;
import io.abcast.client.wire.MembersRequest;
import io.abcast.client.wire.MultiPut;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.OversizeFrame;
import io.abcast.client.wire.ReplyCode;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireWriter;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.io.IOException;
import java.net.InetAddress;

/**
 * The server's side of one client connection. All code of the session runs on the I/O event loop of the connection.
 *
 * <p>The session does not read its socket while {@link #UNANSWERED_MAX} requests of the connection are in flight, or
 * while the client does not take its replies. A session with requests in flight also pauses while three quarters of the
 * member's bound on requests are used ({@link Admission#crowded}).
 */
final class ClientSession extends SimpleChannelInboundHandler<ByteBuf> implements Connections.Peer {
    static final int UNANSWERED_MAX = 1024;

    private final PortContext port;
    private final LoopState loop;
    private final FrameDecoder decoder;
    private final HeldBytes.Holder requestHolder = new HeldBytes.Holder(this::requestEvicted);
    private ChannelHandlerContext context;
    private Replies replies;

    /**
     * The record of this session among the event loop's connections; {@code null} if the event loop has no room for the
     * connection.
     */
    private Connections.Seat seat;

    private int unanswered;

    private boolean reading;

    /** Whether the event loop already knows that it must flush the replies of this session. */
    private boolean touched;

    private boolean progressed;

    private boolean goOnScheduled;
    private boolean closed;

    ClientSession(PortContext port, LoopState loop, FrameDecoder decoder) {
        this.port = port;
        this.loop = loop;
        this.decoder = decoder;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        replies = new Replies(added, loop.replyBytes(), this::repliesEvicted);
    }

    /** Adds this session to the connections of its event loop; closes the channel if the event loop has no room. */
    void enter(InetAddress from) {
        seat = loop.connections().enter(from, this, System.nanoTime());
        if (seat == null) evict("no place: all other connections have requests in flight");
        else loop.look();
    }

    @Override
    public boolean waits() {
        boolean held = requestHolder.paused && port.admission().crowded();
        return held || unanswered > replies.waiting();
    }

    @Override
    public long untakenBytes() {
        return replies.untakenBytes();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, ByteBuf frame) {
        reading = true;
        progressed = true;
        take(frame);
        updateReading();
    }

    private void take(ByteBuf frame) {
        long now = System.nanoTime();
        port.requests.increment();
        long id = frame.readLong();
        Op op = Op.of(frame.getByte(frame.readerIndex()));
        try {
            if (op == null) {
                malformed(
                        id, "operation: expected a code of this protocol, got " + frame.readByte());
                return;
            }
            if (op.write()) {
                write(id, op, frame, now);
                return;
            }
            frame.readByte();
            switch (op) {
                case PING -> head(id, ReplyCode.OK, 0);
                case GET -> get(id, key(frame), now);
                case READ -> read(id, key(frame), now);
                default -> control(id, op, frame, now);
            }
        } catch (MalformedFrameException e) {
            malformed(id, e.getMessage());
        }
    }

    private void write(long id, Op op, ByteBuf frame, long now) {
        byte[] bytes = bytes(frame);
        check(op, bytes); // checks the command before it is ordered
        if (!port.replica().active()) {
            notReady(id, "does not serve");
            return;
        }
        if (!port.admission().enter(bytes.length, unanswered == 0)) {
            port.busy.increment();
            error(id, ReplyCode.BUSY, "too many requests in flight");
            return;
        }
        Pending pending = new Pending(op, id, now, bytes.length, null);
        unanswered++;
        loop.submissions().add(bytes, pending);
    }

    private void check(Op op, byte[] bytes) {
        if (!op.hasManyKeys()) {
            Command.parse(bytes);
            return;
        }
        Replica replica = port.replica();
        if (op == Op.APPENDS ? !replica.appends() : replica.partitions() == 0)
            throw new MalformedFrameException(
                    "operation: the protocol of this server orders no %s".formatted(op));
        MultiPut.parse(bytes);
    }

    private void get(long id, byte[] key, long now) {
        if (!port.replica().holds(key)) {
            read(id, key, now);
            return;
        }
        if (!port.replica().readable()) {
            notReady(id, "has no state yet");
            return;
        }
        value(id, port.replica().get(key));
    }

    private void read(long id, byte[] key, long now) {
        if (!port.replica().active()) {
            notReady(id, "does not serve");
            return;
        }
        if (!port.admission().enter(key.length, unanswered == 0)) {
            port.busy.increment();
            error(id, ReplyCode.BUSY, "too many requests in flight");
            return;
        }
        Pending pending = new Pending(Op.READ, id, now, key.length, key);
        unanswered++;
        loop.submissions().submit();
        port.replica().linearize(key, pending);
    }

    private void control(long id, Op op, ByteBuf frame, long now) {
        Control control = new Control(op, id, now);
        unanswered++;
        loop.submissions().submit();
        control.run(bytes(frame));
    }

    abstract class Answer extends ClientRequest {
        Answer(Op op, long id, long receivedNanos, int bytes) {
            super(op, id, receivedNanos, bytes);
        }

        @Override
        final CompletionQueue queue() {
            return loop.completions();
        }

        @Override
        final void reply() {
            left();
            if (closed) return;
            if (!reading && !touched) {
                touched = true;
                loop.touched(ClientSession.this);
            }
            replies.add(this);
        }

        void left() {}

        final void encode() {
            unanswered--;
            if (code.error()) error(id, code, text == null ? "" : text);
            else encodeResult();
            boolean first = unanswered == 0 && requestHolder.paused;
            if (first || unanswered == UNANSWERED_MAX / 2) updateReading();
        }

        abstract void encodeResult();

        abstract int heldBytes();
    }

    private final class Pending extends Answer {
        private final byte[] key;

        Pending(Op op, long id, long receivedNanos, int bytes, byte[] key) {
            super(op, id, receivedNanos, bytes);
            this.key = key;
        }

        @Override
        void left() {
            port.admission().leave(bytes);
        }

        @Override
        void encodeResult() {
            // Look the value up only now, so that the server holds no value for a client that takes
            // its replies slowly. The read stays linearizable, because the state of the store only
            // moves forward.
            if (key != null) value(id, hasItem ? item : port.replica().get(key));
            else if (hasItem) head(id, code, item.bytes().length).writeBytes(item.bytes());
            else written(this);
        }

        @Override
        int heldBytes() {
            return hasItem && item != null ? item.bytes().length : key == null ? 0 : key.length;
        }
    }

    private final class Control extends Answer {
        private byte[] body = {};

        Control(Op op, long id, long receivedNanos) {
            super(op, id, receivedNanos, 0);
        }

        void run(byte[] argument) {
            switch (op) {
                case DIGEST -> port.replica().position(this::position, this);
                case FIGURES -> answer(port.figures().encode());
                case STATUS -> answer(port.status().encode());
                case MEMBERS -> members(argument);
                default -> throw new IllegalStateException(op.toString());
            }
        }

        private void members(byte[] argument) {
            MembersRequest asked;
            try {
                asked = MembersRequest.decode(argument);
            } catch (MalformedFrameException e) {
                failed(ReplyCode.MALFORMED, e.getMessage());
                return;
            }
            port.replica().members(asked, now -> answer(now.encode()), this);
        }

        private void position(KeyValueStore.Position at) {
            WireWriter out = new WireWriter(24);
            answer(out.i64(at.zxid()).i64(at.digest()).i64(at.keys()).toByteArray());
        }

        private void answer(byte[] bytes) {
            body = bytes;
            done(0, null);
        }

        @Override
        void encodeResult() {
            head(id, code, body.length).writeBytes(body);
        }

        @Override
        int heldBytes() {
            return body.length;
        }
    }

    private void written(ClientRequest request) {
        boolean mismatch = request.code == ReplyCode.MISMATCH;
        ByteBuf out = head(request.id, request.code, mismatch ? 16 : 8);
        out.writeLong(request.zxid);
        if (mismatch) out.writeLong(request.version);
    }

    private void value(long id, Item value) {
        if (value == null) {
            head(id, ReplyCode.NOT_FOUND, 0);
            return;
        }
        ByteBuf out = head(id, ReplyCode.OK, 8 + value.length());
        out.writeLong(value.version());
        out.writeBytes(value.bytes(), value.offset(), value.length());
    }

    /** Writes the head of a reply into the reply buffer; the caller must then write exactly {@code bodyBytes} bytes. */
    private ByteBuf head(long id, ReplyCode code, int bodyBytes) {
        ByteBuf out = replies.out(ClientFrames.HEAD_BYTES + 4 + bodyBytes);
        ClientFrames.head(out, id, code.code(), bodyBytes);
        return out;
    }

    private void notReady(long id, String what) {
        String server = "server " + port.replica().id() + " " + what;
        error(id, ReplyCode.NOT_READY, server + ": " + port.replica().reason());
    }

    private void malformed(long id, String why) {
        port.malformed.increment();
        error(id, ReplyCode.MALFORMED, why);
    }

    private void error(long id, ReplyCode code, String text) {
        ByteBuf out = replies.out(ClientFrames.HEAD_BYTES + 4 + ClientFrames.TEXT_BYTES_MAX);
        ClientFrames.text(out, id, code.code(), text);
    }

    private static byte[] key(ByteBuf frame) {
        Command.checkKey(frame.readableBytes());
        return bytes(frame);
    }

    private static byte[] bytes(ByteBuf frame) {
        byte[] bytes = new byte[frame.readableBytes()];
        frame.readBytes(bytes);
        return bytes;
    }

    void flush() {
        touched = false;
        if (!closed) replies.flush();
    }

    /**
     * Reads from the socket only if the session and the member have room for requests in flight, and no replies wait
     * for the client.
     */
    void updateReading() {
        if (closed) return;
        boolean taking = unanswered < UNANSWERED_MAX && replies.waiting() == 0 && replies.room();
        boolean crowded = unanswered > 0 && port.admission().crowded();
        if (crowded) loop.pause(this);
        if (!taking) decoder.stop();
        boolean read = taking && !crowded;
        requestHolder.paused = !read;
        if (context.channel().config().isAutoRead() == read) return;
        context.channel().config().setAutoRead(read);
        if (read) scheduleGoingOn();
    }

    /** Schedules {@link #goOn} as a separate task, because the session may be in the middle of a request or reply. */
    private void scheduleGoingOn() {
        if (goOnScheduled) return;
        goOnScheduled = true;
        context.executor().execute(this::goOn);
    }

    private void goOn() {
        goOnScheduled = false;
        if (closed) return;
        replies.encodeWaiting();
        replies.flush();
        updateReading();
        if (context.channel().config().isAutoRead()) decoder.resume();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (!(event instanceof OversizeFrame frame)) {
            ctx.fireUserEventTriggered(event);
            return;
        }
        reading = true;
        progressed = true;
        port.requests.increment();
        error(
                frame.id(),
                ReplyCode.TOO_LARGE,
                "expected a payload of at most "
                        + port.limits().payloadBytesMax()
                        + " bytes, got a request of "
                        + frame.length());
        updateReading();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        flush();
        reading = false;
        if (closed) return;
        long now = System.nanoTime();
        loop.requestBytes().update(requestHolder, decoder.heldBytes(), progressed, now);
        seat.active(now);
        if (progressed) loop.connections().promote(seat, Connections.Standing.CLIENT);
        else if (decoder.greeted()) loop.connections().promote(seat, Connections.Standing.GREETED);
        progressed = false;
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (ctx.channel().isWritable()) scheduleGoingOn();
        else updateReading();
    }

    private void requestEvicted(String why) {
        // The server has not accepted the incomplete request, so the session may answer it with
        // BUSY.
        long id = decoder.heldId(0);
        error(id, ReplyCode.BUSY, why);
        replies.flush();
        evict(requestHolder.bytes() + " bytes of an incomplete request: " + why);
    }

    private void repliesEvicted(String why) {
        evict("the client does not take its replies: " + why);
    }

    @Override
    public void evict(String why) {
        port.evicted(context.channel().remoteAddress(), why);
        release();
        context.close();
    }

    private void release() {
        closed = true;
        replies.close();
        decoder.discard();
        loop.requestBytes().update(requestHolder, 0, false, 0);
        if (seat != null) loop.connections().leave(seat);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        release();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        // Broken connections of clients are normal, so the server logs only failed TLS handshakes
        // and unexpected errors.
        String tls = TlsFailure.text(cause);
        if (tls != null) port.rejected(ctx.channel().remoteAddress(), tls);
        else if (!(cause instanceof IOException))
            port.rejected(ctx.channel().remoteAddress(), String.valueOf(cause.getMessage()));
        release();
        ctx.close();
    }
}
