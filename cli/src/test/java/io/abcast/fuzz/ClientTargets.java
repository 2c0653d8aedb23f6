package io.abcast.fuzz;

import io.abcast.client.Reply;
import io.abcast.client.wire.ClientFrames;
import io.abcast.client.wire.Command;
import io.abcast.client.wire.FrameDecoder;
import io.abcast.client.wire.MembersReply;
import io.abcast.client.wire.MembersRequest;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.OversizeFrame;
import io.abcast.client.wire.ReplyCode;
import io.abcast.client.wire.StatusFields;
import io.abcast.command.figures.Histograms;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Reconfiguration;
import io.abcast.load.LoadFigures;
import io.abcast.load.LoadSpec;
import io.abcast.load.RateSchedule;
import io.abcast.load.ReadKind;
import io.abcast.server.figures.Counter;
import io.abcast.server.figures.MemberFigures;
import io.abcast.server.figures.PolicyFigures;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Fuzz targets for the decoders of messages between clients and servers, and of membership changes. */
final class ClientTargets {
    private static final byte[] K = {7};

    private ClientTargets() {}

    static List<Target> all() {
        return List.of(
                new Stream(),
                CodecTarget.of(
                        "commands", ClientTargets::rewritten, commands().toArray(byte[][]::new)),
                figures(),
                loadFigures(),
                loadSpec(),
                status(),
                membersRequest(),
                membersReply(),
                reconfiguration(),
                new Replies());
    }

    private static List<byte[]> commands() {
        return List.of(
                Command.put(1, 2, K, new byte[20]),
                Command.put(0, 0, new byte[Command.KEY_BYTES_MAX], new byte[0]),
                Command.delete(-1, Long.MAX_VALUE, K),
                Command.cas(3, 4, K, 5, new byte[3]));
    }

    private static final class Stream implements Target {
        private static final int FRAME_BYTES_MAX = 4096;
        private static final int SKIPPED_BYTES_MAX = 1 << 20;

        @Override
        public String name() {
            return "client-frames";
        }

        @Override
        public List<byte[]> seeds() {
            ByteBuf bytes = Unpooled.buffer().writeLong(ClientFrames.HELLO);
            ClientFrames.head(bytes, 1, Op.PING.code(), 0);
            byte[] ping = ByteBufUtil.getBytes(bytes);
            for (byte[] command : commands()) {
                ClientFrames.head(bytes, 2, command[0], command.length - 1);
                bytes.writeBytes(command, 1, command.length - 1);
            }
            byte[] all = ByteBufUtil.getBytes(bytes);
            ClientFrames.head(bytes, 3, Op.PUT.code(), FRAME_BYTES_MAX);
            bytes.writeZero(FRAME_BYTES_MAX);
            ClientFrames.text(bytes, 4, Op.GET.code(), "key");
            return List.of(ping, all, ByteBufUtil.getBytes(bytes));
        }

        @Override
        public boolean accepts(byte[] input) {
            List<String> whole = frames(input, input.length);
            int middle = input.length / 2;
            int byByte = input.length < 1024 ? 1 : 97;
            for (int cut : new int[] {byByte, Math.max(1, middle)}) {
                List<String> pieces = frames(input, cut);
                if (!pieces.equals(whole))
                    throw new AssertionError(
                            "in pieces of " + cut + ": " + pieces + ", expected " + whole);
            }
            return whole.isEmpty() || !whole.get(whole.size() - 1).equals("malformed");
        }

        @Override
        public long allocatedBytesMax(int inputBytes) {
            return (512L << 10) + 2_000L * inputBytes;
        }

        @Override
        public int mutations() {
            return 500;
        }

        private static List<String> frames(byte[] input, int piece) {
            List<String> frames = new ArrayList<>();
            FrameDecoder decoder = new FrameDecoder(true, FRAME_BYTES_MAX, SKIPPED_BYTES_MAX);
            EmbeddedChannel channel = new EmbeddedChannel(decoder, new Collector(frames));
            channel.config().setAllocator(UnpooledByteBufAllocator.DEFAULT);
            for (int at = 0; at < input.length; at += piece) {
                int to = Math.min(input.length, at + piece);
                channel.writeInbound(Unpooled.wrappedBuffer(Arrays.copyOfRange(input, at, to)));
                int most = Math.max(64, 2 * Math.min(to, FRAME_BYTES_MAX + 64));
                if (decoder.heldBytes() > Math.max(most, 2 * piece))
                    throw new AssertionError(
                            "keeps " + decoder.heldBytes() + " bytes, of " + to + " arrived");
            }
            channel.finishAndReleaseAll();
            return frames;
        }
    }

    private static final class Collector extends ChannelInboundHandlerAdapter {
        private final List<String> frames;

        Collector(List<String> frames) {
            this.frames = frames;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ByteBuf frame = (ByteBuf) message;
            frames.add(ByteBufUtil.hexDump(frame, 0, 0) + ByteBufUtil.hashCode(frame));
            frame.release();
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            frames.add("oversize " + ((OversizeFrame) event).id());
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            if (!(cause instanceof MalformedFrameException)) throw new AssertionError(cause);
            frames.add("malformed");
        }
    }

    private static byte[] rewritten(byte[] command) {
        Command c = Command.parse(command);
        byte[] value = Arrays.copyOfRange(c.bytes(), c.valueOffset(), c.bytes().length);
        return switch (c.op()) {
            case PUT -> Command.put(c.session(), c.sequence(), c.key(), value);
            case DELETE -> Command.delete(c.session(), c.sequence(), c.key());
            case CAS -> Command.cas(c.session(), c.sequence(), c.key(), c.expectedVersion(), value);
            default -> throw new AssertionError(c.op());
        };
    }

    private static Histogram histogram() {
        Histogram histogram = Histograms.create();
        for (int i = 1; i < 2_000; i += 7) histogram.recordValue(i);
        return histogram;
    }

    private static final long HISTOGRAM_BYTES = 4L << 20;

    private static final int HISTOGRAM_MUTATIONS = 2_000;

    private static Target figures() {
        MemberFigures figures =
                new MemberFigures(
                        1,
                        "LEADING",
                        true,
                        1,
                        7,
                        1L << 32,
                        5,
                        9,
                        new long[Counter.count()],
                        PolicyFigures.none(),
                        histogram());
        return CodecTarget.of(
                        "member-figures",
                        bytes -> MemberFigures.decode(bytes).encode(),
                        figures.encode())
                .slow(HISTOGRAM_BYTES, HISTOGRAM_MUTATIONS);
    }

    private static Target loadFigures() {
        long[] errors = new long[ReplyCode.values().length];
        return CodecTarget.of(
                        "load-figures",
                        bytes -> LoadFigures.decode(bytes).encode(),
                        LoadFigures.none().encode(),
                        new LoadFigures(1, 2, errors, 3, 4, 5, histogram()).encode())
                .slow(HISTOGRAM_BYTES, HISTOGRAM_MUTATIONS);
    }

    private static Target loadSpec() {
        LoadSpec closed = new LoadSpec(1, RateSchedule.NONE, 100, 10, 0, 0, 1, 1, ReadKind.LOCAL);
        RateSchedule steps =
                new RateSchedule(
                        List.of(new RateSchedule.Step(10, 1), new RateSchedule.Step(0, 2)));
        return CodecTarget.of(
                "load-spec",
                bytes -> LoadSpec.decode(bytes).encode(),
                closed.encode(),
                closed.at(RateSchedule.constant(5)).encode(),
                closed.at(steps).encode());
    }

    private static Target status() {
        StatusFields some = new StatusFields().put("role", "LEADING").put("epoch", 7);
        return CodecTarget.of(
                "status",
                bytes -> StatusFields.decode(bytes).encode(),
                new StatusFields().encode(),
                some.put("text", "\u00e4".repeat(100)).encode());
    }

    private static Target membersRequest() {
        MembershipChange promote = new MembershipChange(MembershipChange.Kind.PROMOTE, 4);
        return CodecTarget.of(
                "members-request",
                bytes -> MembersRequest.decode(bytes).encode(),
                new MembersRequest(null).encode(),
                new MembersRequest(promote).encode());
    }

    private static Target membersReply() {
        Membership members = Membership.of(new int[] {1, 2, 3}, new int[] {4});
        return CodecTarget.of(
                "members-reply",
                bytes -> MembersReply.decode(bytes).encode(),
                new MembersReply(members, 2, "", "1=2 2=1").encode());
    }

    private static Target reconfiguration() {
        Membership members = Membership.of(new int[] {1, 2, 3}, new int[] {4});
        MembershipChange promote = new MembershipChange(MembershipChange.Kind.PROMOTE, 4);
        return CodecTarget.of(
                "reconfiguration",
                bytes -> Reconfiguration.decode(bytes).encode(),
                Reconfiguration.of(members, promote).encode());
    }

    private static final class Replies implements Target {
        @Override
        public String name() {
            return "replies";
        }

        @Override
        public List<byte[]> seeds() {
            return List.of(new byte[9], new byte[17], new byte[] {16, 'b', 'u', 's', 'y'});
        }

        @Override
        public boolean accepts(byte[] input) {
            ReplyCode code = input.length == 0 ? null : ReplyCode.of(input[0]);
            if (code == null) return false;
            Reply reply = new Reply(code, Arrays.copyOfRange(input, 1, input.length));
            if (reply.text() == null) throw new AssertionError("no text");
            if (code.error()) return true;
            try {
                reply.zxid();
                reply.value();
                reply.number(8);
                return true;
            } catch (MalformedFrameException e) {
                return input.length >= 9;
            }
        }
    }
}
