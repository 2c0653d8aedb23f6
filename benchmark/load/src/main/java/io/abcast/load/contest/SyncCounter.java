package io.abcast.load.contest;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;

/**
 * Counts the syncs to disk ({@code FileChannel.force}) that this JVM makes, from JFR events, for any system that runs
 * in the JVM. The counter does not count syncs of mapped buffers.
 */
final class SyncCounter implements AutoCloseable {
    /** About 10,000 syncs per second for 7 minutes; syncs beyond this number are not counted. */
    private static final int SYNCS_MAX = 4_194_304;

    private final RecordingStream stream = new RecordingStream();

    /** Ends of syncs, in ns since the Unix epoch, approximately in ascending order. */
    private long[] ends = new long[1024];

    private int count;

    SyncCounter() {
        stream.enable("jdk.FileForce").withThreshold(Duration.ZERO).withoutStackTrace();
        stream.onEvent("jdk.FileForce", this::add);
        stream.setReuse(true);
        stream.startAsync();
    }

    private synchronized void add(RecordedEvent event) {
        if (count == SYNCS_MAX) return;
        if (count == ends.length) ends = Arrays.copyOf(ends, count * 2);
        ends[count++] = nanos(event.getEndTime());
    }

    /**
     * Number of syncs that ended in [from, to), in ns since the Unix epoch; it may lack syncs of the last two seconds.
     */
    synchronized long between(long from, long to) {
        return Arrays.stream(ends, 0, count).filter(end -> end >= from && end < to).count();
    }

    static long now() {
        return nanos(Instant.now());
    }

    private static long nanos(Instant instant) {
        return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
    }

    @Override
    public void close() {
        stream.close();
    }
}
