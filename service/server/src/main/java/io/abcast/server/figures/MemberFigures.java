package io.abcast.server.figures;

import io.abcast.client.wire.Texts;
import io.abcast.command.figures.Histograms;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;
import org.HdrHistogram.Histogram;

/**
 * The figures (state, counters and latencies) that a server reports on request.
 *
 * @param id server id of the server.
 * @param role role of the member: LOOKING, FOLLOWING or LEADING.
 * @param active whether the member orders requests.
 * @param leader server id of the leader; 0 if the leader is unknown.
 * @param epoch epoch of the last leader whose history the server has accepted.
 * @param deliveredZxid position, in the total order, of the entry that the server delivered last.
 * @param heapUsed number of bytes of Java heap in use.
 * @param heapMax maximum size of the Java heap, in bytes.
 * @param counters values of the counters; the ordinal of a {@link Counter} is the index.
 * @param policy present state of the server's protocol.
 * @param abdelivery time from receipt to delivery (t1 - t0), in microseconds, of the writes that this server has
 *     accepted since its start.
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

    /** Returns the increase of a counter from the earlier figures {@code before} to these figures. */
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

    /**
     * Decodes the figures of a server of this release or of another release. A missing counter gets the value 0, and
     * unknown counters are ignored.
     *
     * @throws MalformedFrameException if {@code bytes} is not an encoding of figures
     */
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
        long[] counters = new long[Counter.count()];
        for (int i = 0; i < count; i++) {
            long value = in.i64();
            if (i < counters.length) counters[i] = value;
        }
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
