package io.abcast.load;

import io.abcast.command.figures.Histograms;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import org.HdrHistogram.Histogram;

/**
 * Figures that virtual clients measured during a period of time.
 *
 * @param writes number of writes that were answered without error.
 * @param reads number of reads that were answered without error.
 * @param errors number of requests that failed, by ordinal of {@link RequestOutcome}.
 * @param unanswered number of requests that were given up at the end of the load; {@code latency} includes their ages
 *     at that time.
 * @param unsent number of requests of an open loop that were not sent, because too many were in flight at their due
 *     time.
 * @param lagMicrosMax largest time in us by which the generator of an open loop sent requests late.
 * @param latency latencies in us of requests answered without error, from the sending in a closed loop, or from the due
 *     time in an open loop.
 * @param multiLatency the latencies in {@code latency} that belong to writes in several partitions
 */
public record LoadFigures(
        long writes,
        long reads,
        long[] errors,
        long unanswered,
        long unsent,
        long lagMicrosMax,
        Histogram latency,
        Histogram multiLatency) {

    /** Figures of a load without writes in several partitions. */
    public LoadFigures(
            long writes,
            long reads,
            long[] errors,
            long unanswered,
            long unsent,
            long lagMicrosMax,
            Histogram latency) {
        this(writes, reads, errors, unanswered, unsent, lagMicrosMax, latency, Histograms.create());
    }

    public static LoadFigures none() {
        return new LoadFigures(
                0, 0, new long[RequestOutcome.values().length], 0, 0, 0, Histograms.create());
    }

    public long answered() {
        return writes + reads;
    }

    public long errorsTotal() {
        long total = unanswered + unsent;
        for (long count : errors) total += count;
        return total;
    }

    /** The latencies of all answered requests except the writes in several partitions. */
    public Histogram singleLatency() {
        Histogram singles = latency.copy();
        singles.subtract(multiLatency);
        return singles;
    }

    /** Returns the sum of these figures and the figures {@code other}. */
    public LoadFigures plus(LoadFigures other) {
        long[] sum = errors.clone();
        for (int i = 0; i < sum.length; i++) sum[i] += other.errors[i];
        Histogram both = latency.copy();
        both.add(other.latency);
        Histogram multis = multiLatency.copy();
        multis.add(other.multiLatency);
        return new LoadFigures(
                writes + other.writes,
                reads + other.reads,
                sum,
                unanswered + other.unanswered,
                unsent + other.unsent,
                Math.max(lagMicrosMax, other.lagMicrosMax),
                both,
                multis);
    }

    /**
     * Returns a copy in which the numbers of answered requests are 0, for answers that arrive after the end of the
     * load.
     */
    public LoadFigures withoutCounts() {
        return new LoadFigures(
                0, 0, errors, unanswered, unsent, lagMicrosMax, latency, multiLatency);
    }

    /** The numbers of failed requests as text, such as "12 BUSY, 3 TIMEOUT"; empty if no request failed. */
    public String errorText() {
        StringBuilder text = new StringBuilder();
        for (RequestOutcome code : RequestOutcome.values())
            if (errors[code.ordinal()] > 0) append(text, errors[code.ordinal()], code.name());
        if (unanswered > 0) append(text, unanswered, "unanswered");
        if (unsent > 0) append(text, unsent, "unsent");
        return text.toString();
    }

    private static void append(StringBuilder text, long count, String what) {
        if (text.length() > 0) text.append(", ");
        text.append(count).append(' ').append(what);
    }

    public byte[] encode() {
        WireWriter out = new WireWriter(4096).i64(writes).i64(reads);
        for (long count : errors) out.i64(count);
        return out.i64(unanswered)
                .i64(unsent)
                .i64(lagMicrosMax)
                .bytes(Histograms.encode(latency))
                .bytes(Histograms.encode(multiLatency))
                .toByteArray();
    }

    /** @throws io.abcast.kernel.MalformedFrameException if {@code bytes} are not an encoding of figures */
    public static LoadFigures decode(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        long writes = in.i64();
        long reads = in.i64();
        long[] errors = new long[RequestOutcome.values().length];
        for (int i = 0; i < errors.length; i++) errors[i] = in.i64();
        LoadFigures figures =
                new LoadFigures(
                        writes,
                        reads,
                        errors,
                        in.i64(),
                        in.i64(),
                        in.i64(),
                        Histograms.decode(in.bytes()),
                        Histograms.decode(in.bytes()));
        in.end();
        return figures;
    }
}
