package io.abcast.command.figures;

import io.abcast.kernel.MalformedFrameException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * Makes and decodes histograms of latencies. The latencies in a histogram are in microseconds, at most 1 h, with three
 * significant digits.
 */
public final class Histograms {
    /** The highest latency in a histogram: 1 h in microseconds. A latency of more than 1 h counts as 1 h. */
    public static final long MICROS_MAX = 3_600_000_000L;

    private static final int DIGITS = 3;

    private Histograms() {}

    public static Histogram create() {
        return new Histogram(MICROS_MAX, DIGITS);
    }

    /**
     * Makes a recorder into which one thread records latencies, while another thread takes a histogram of each
     * interval.
     */
    public static SingleWriterRecorder recorder() {
        return new SingleWriterRecorder(MICROS_MAX, DIGITS);
    }

    /** Makes a recorder into which several threads may record latencies. */
    public static Recorder sharedRecorder() {
        return new Recorder(MICROS_MAX, DIGITS);
    }

    public static long clampedMicros(long nanos) {
        return Math.max(0, Math.min(MICROS_MAX, nanos / 1000));
    }

    public static byte[] encode(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Arrays.copyOf(buffer.array(), length);
    }

    /**
     * Decodes a histogram of latencies.
     *
     * @throws MalformedFrameException if {@code bytes} is not an encoded histogram
     */
    public static Histogram decode(byte[] bytes) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), MICROS_MAX);
        } catch (DataFormatException | RuntimeException e) {
            throw new MalformedFrameException("histogram: " + e);
        }
    }
}
