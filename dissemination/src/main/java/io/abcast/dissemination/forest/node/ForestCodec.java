package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.ForestSites;
import io.abcast.dissemination.forest.node.ForestMessage.Echo;
import io.abcast.dissemination.forest.node.ForestMessage.Fetch;
import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.dissemination.forest.node.ForestMessage.Held;
import io.abcast.dissemination.forest.node.ForestMessage.Missing;
import io.abcast.dissemination.forest.node.ForestMessage.PlanMessage;
import io.abcast.dissemination.forest.node.ForestMessage.RelayFull;
import io.abcast.dissemination.forest.node.ForestMessage.RelayRoom;
import io.abcast.dissemination.forest.node.ForestMessage.Report;
import io.abcast.kernel.Digest;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * Encodes a forest message as a version byte, a type byte, and then the fields of the message's record in their order.
 */
public final class ForestCodec implements MessageCodec<ForestMessage> {
    private static final int VERSION = 1;

    private static final int FRAME = 1;
    private static final int HELD = 2;
    private static final int RELAY_FULL = 3;
    private static final int RELAY_ROOM = 4;
    private static final int FETCH = 5;
    private static final int MISSING = 6;
    private static final int PLAN = 7;
    private static final int REPORT = 8;
    private static final int ECHO = 9;

    private static final int RELAY_BIT = 1;

    /** Flag of a frame that carries a whole payload, and therefore contains one digest instead of two. */
    private static final int WHOLE_BIT = 2;

    @Override
    public int versionMax() {
        return VERSION;
    }

    @Override
    public void encode(ForestMessage message, int version, WireWriter out) {
        out.u8(version);
        if (message instanceof Frame m) {
            out.u8(FRAME).varint(m.source()).varint(m.incarnation()).varint(m.sequence());
            out.varint(m.floor());
            out.u8((m.relay() ? RELAY_BIT : 0) | (m.isWhole() ? WHOLE_BIT : 0));
            m.payload().write(out);
            if (!m.isWhole()) m.piece().write(out.varint(m.length()).varint(m.index()));
            out.bytes(m.bytes());
        } else if (message instanceof Held m) {
            out.u8(HELD).varint(m.incarnation()).varint(m.upTo()).varint(m.ranges().length / 2);
            for (long each : m.ranges()) out.varint(each);
        } else if (message instanceof RelayFull m) {
            out.u8(RELAY_FULL).varint(m.incarnation()).varint(m.sequence()).varint(m.missed());
        } else if (message instanceof RelayRoom) {
            out.u8(RELAY_ROOM);
        } else if (message instanceof Fetch m) {
            m.payload().write(out.u8(FETCH));
        } else if (message instanceof Missing m) {
            m.payload().write(out.u8(MISSING));
        } else if (message instanceof PlanMessage m) {
            encode(m, out.u8(PLAN));
        } else if (message instanceof Report m) {
            encode(m, out.u8(REPORT));
        } else if (message instanceof Echo m) {
            out.u8(ECHO).i64(m.stampNanos()).u8(m.isAnswer() ? 1 : 0);
        }
    }

    private static void encode(Report report, WireWriter out) {
        for (double rate : new double[] {report.load(), report.out(), report.in()}) f64(out, rate);
        out.u8(report.isHeldBack() ? 1 : 0).u8(report.isOutFull() ? 1 : 0);
        out.varint(report.waiting()).varint(report.used());
        f64(f64(out, report.uplinkMax()), report.downlinkMax());
        out.varint(report.peers());
        for (long each : report.roundTrips()) out.varint(each);
    }

    private static WireWriter f64(WireWriter out, double value) {
        return out.i64(Double.doubleToLongBits(value));
    }

    private static void encode(PlanMessage plan, WireWriter out) {
        out.varint(plan.epoch()).varint(plan.number()).varint(plan.members().length);
        for (int member : plan.members()) out.varint(member);
        for (double rate : plan.rates()) f64(out, rate);
        for (double[] row : plan.r()) for (double rate : row) f64(out, rate);
    }

    @Override
    public ForestMessage decode(WireReader in) {
        int version = in.u8();
        if (version != VERSION)
            throw new MalformedFrameException("version: expected " + VERSION + ", got " + version);
        int type = in.u8();
        ForestMessage message =
                switch (type) {
                    case FRAME -> frame(in);
                    case HELD -> new Held(number(in), number(in), ranges(in));
                    case RELAY_FULL -> new RelayFull(number(in), number(in), in.varint());
                    case RELAY_ROOM -> new RelayRoom();
                    case FETCH -> new Fetch(Digest.read(in));
                    case MISSING -> new Missing(Digest.read(in));
                    case PLAN -> plan(in);
                    case REPORT -> report(in);
                    case ECHO -> new Echo(in.i64(), flag(in));
                    default ->
                            throw new MalformedFrameException(
                                    "type: expected a known one, got " + type);
                };
        in.end();
        return message;
    }

    private static Frame frame(WireReader in) {
        int source = in.count(ForestSettings.ID_MAX);
        long incarnation = number(in);
        long sequence = number(in);
        long floor = number(in);
        int bits = in.u8();
        if (bits > (RELAY_BIT | WHOLE_BIT))
            throw new MalformedFrameException("bits: expected 0..3, got " + bits);
        Digest payload = Digest.read(in);
        boolean isWhole = (bits & WHOLE_BIT) != 0;
        int length = isWhole ? 0 : in.count(ForestSettings.PAYLOAD_BYTES_LIMIT);
        int index = isWhole ? 0 : in.count(length);
        Digest piece = isWhole ? payload : Digest.read(in);
        byte[] bytes = in.bytes();
        if (bytes.length > ForestSettings.FRAME_BYTES_LIMIT)
            throw new MalformedFrameException(
                    "frame: expected at most "
                            + ForestSettings.FRAME_BYTES_LIMIT
                            + " bytes, got "
                            + bytes.length);
        if (isWhole) length = bytes.length;
        else if (bytes.length == 0 || bytes.length >= length)
            throw new MalformedFrameException(
                    "piece: expected 1.." + (length - 1) + " bytes, got " + bytes.length);
        return new Frame(
                source,
                incarnation,
                sequence,
                floor,
                (bits & RELAY_BIT) != 0,
                payload,
                length,
                index,
                piece,
                bytes);
    }

    private static long[] ranges(WireReader in) {
        int count = in.count(ForestSettings.RANGES_SENT_MAX);
        long[] ranges = new long[2 * count];
        long before = -1;
        for (int i = 0; i < ranges.length; i++) {
            ranges[i] = number(in);
            if (ranges[i] < before || (i % 2 == 0 && ranges[i] == before))
                throw new MalformedFrameException("ranges: expected ascending ones");
            before = ranges[i];
        }
        return ranges;
    }

    private static PlanMessage plan(WireReader in) {
        long epoch = number(in);
        long number = number(in);
        int n = in.count(ForestSites.SITES_MAX);
        if ((long) n * (1 + 8 + 8 * n) > in.remaining())
            throw new MalformedFrameException(
                    "plan of " + n + " members: " + in.remaining() + " bytes left");
        int[] members = new int[n];
        for (int i = 0; i < n; i++) members[i] = in.count(ForestSettings.ID_MAX);
        double[] rates = doubles(in, n);
        double[][] r = new double[n][];
        for (int i = 0; i < n; i++) r[i] = doubles(in, n);
        return new PlanMessage(epoch, number, members, rates, r);
    }

    private static Report report(WireReader in) {
        double[] rates = doubles(in, 3);
        boolean isHeldBack = flag(in);
        boolean isOutFull = flag(in);
        long waiting = in.varint();
        long used = in.varint();
        double[] bounds = doubles(in, 2);
        long peers = in.varint();
        long[] roundTrips = new long[Long.bitCount(peers)];
        for (int i = 0; i < roundTrips.length; i++) roundTrips[i] = number(in);
        return new Report(
                rates[0],
                isHeldBack,
                rates[1],
                isOutFull,
                rates[2],
                waiting,
                used,
                bounds[0],
                bounds[1],
                peers,
                roundTrips);
    }

    private static boolean flag(WireReader in) {
        int flag = in.u8();
        if (flag > 1) throw new MalformedFrameException("flag: expected 0 or 1, got " + flag);
        return flag == 1;
    }

    private static double[] doubles(WireReader in, int count) {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) values[i] = Double.longBitsToDouble(in.i64());
        return values;
    }

    private static long number(WireReader in) {
        long number = in.varint();
        if (number < 0)
            throw new MalformedFrameException("number: expected at least 0, got " + number);
        return number;
    }
}
