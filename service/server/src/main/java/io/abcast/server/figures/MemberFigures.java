package io.abcast.server.figures;

import io.abcast.client.wire.Texts;
import io.abcast.command.figures.Histograms;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;
import org.HdrHistogram.Histogram;

/**
 * What a server tells about itself.
 *
 * @param id server id
 * @param role LOOKING, FOLLOWING or LEADING
 * @param active whether requests are being ordered
 * @param leader the leader's id, 0 if unknown
 * @param epoch epoch of the history it has taken over
 * @param deliveredZxid last entry abdelivered
 * @param heapUsed bytes of Java heap in use
 * @param heapMax its limit
 * @param counters by {@link Counter} ordinal
 * @param policy how it runs the protocol at present
 * @param abdelivery t1 - t0 in microseconds of the writes that this server took, since its start
 */
public record MemberFigures(
        int id,
        String role,
        boolean active,
        int leader,
        int epoch,
        long deliveredZxid,
        long heapUsed,
        long heapMax,
        long[] counters,
        PolicyFigures policy,
        Histogram abdelivery) {

    private static final int ROLE_BYTES_MAX = 32;

    public long counter(Counter counter) {
        return counters[counter.ordinal()];
    }

    /** This counter's growth since {@code before}. */
    public long since(MemberFigures before, Counter counter) {
        return counter(counter) - before.counter(counter);
    }

    public byte[] encode() {
        WireWriter out = new WireWriter(4096);
        out.varint(id).bytes(Texts.utf8(role)).u8(active ? 1 : 0).varint(leader).varint(epoch);
        out.i64(deliveredZxid).i64(heapUsed).i64(heapMax).varint(counters.length);
        for (long value : counters) out.i64(value);
        policy.write(out);
        out.bytes(Histograms.encode(abdelivery));
        return out.toByteArray();
    }

    /** @throws MalformedFrameException if {@code bytes} is not an encoding of this version */
    public static MemberFigures decode(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        int id = in.count(Integer.MAX_VALUE);
        String role = Texts.utf8(in.raw(in.count(ROLE_BYTES_MAX)));
        boolean active = in.u8() != 0;
        int leader = in.count(Integer.MAX_VALUE);
        int epoch = in.count(Zxid.EPOCH_MAX);
        long delivered = in.i64();
        long heapUsed = in.i64();
        long heapMax = in.i64();
        int count = in.count(1024);
        if (count != Counter.count())
            throw new MalformedFrameException(
                    "figures: expected " + Counter.count() + " counters, got " + count);
        long[] counters = new long[count];
        for (int i = 0; i < count; i++) counters[i] = in.i64();
        PolicyFigures policy = PolicyFigures.read(in);
        Histogram abdelivery = Histograms.decode(in.bytes());
        in.end();
        return new MemberFigures(
                id,
                role,
                active,
                leader,
                epoch,
                delivered,
                heapUsed,
                heapMax,
                counters,
                policy,
                abdelivery);
    }
}
