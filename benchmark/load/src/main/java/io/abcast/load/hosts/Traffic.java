package io.abcast.load.hosts;

import java.nio.ByteBuffer;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;

/**
 * Sends the messages of one host, and counts the finished and the failed messages. Only one thread calls {@link #offer}
 * and {@link #line}.
 */
public abstract class Traffic implements AutoCloseable {
    private static final long MICRO = 1_000;
    private static final long LATENCY_MAX_MICROS = 600_000_000;

    private final HostPlan plan;
    private final Histogram latencies = new SynchronizedHistogram(LATENCY_MAX_MICROS, 3);
    private long offered;
    private long skipped;

    /** Latencies of messages that were due before this time, a value of {@link System#nanoTime}, are not recorded. */
    private volatile long measureFromNanos = Long.MAX_VALUE;

    protected Traffic(HostPlan plan) {
        this.plan = plan;
    }

    /** Whether the group is complete, so that the host can send messages now. */
    public abstract boolean isReady();

    /** Describes the present state of the group, for the error message about a group that does not become complete. */
    public abstract String state();

    /** Sends a message, unless too many messages of this host are in flight; returns whether it was sent. */
    protected abstract boolean send(byte[] payload);

    /**
     * The number of finished messages and of failed messages, and the number of delivered messages of each sender, as
     * text separated by blanks.
     */
    protected abstract String counts();

    /** Additional figures of this system for the output line of each second; empty if it has no additional figures. */
    protected String figures() {
        return "";
    }

    /** Ends the membership of this host in the group. */
    @Override
    public abstract void close();

    final void measureFrom(long nanos) {
        measureFromNanos = nanos;
    }

    /**
     * Sends the next message of this host, or skips it if too many messages are in flight.
     *
     * @param dueNanos time in ns at which the message is due, from which its latency counts
     */
    public final void offer(long dueNanos) {
        offered++;
        byte[] payload = new byte[plan.payloadBytes()];
        ByteBuffer.wrap(payload).putLong(offered - skipped).putLong(dueNanos).putInt(plan.host());
        if (!send(payload)) skipped++;
    }

    /** The number of a message among all messages of its sender, from 1. */
    protected static long number(byte[] payload) {
        return ByteBuffer.wrap(payload).getLong();
    }

    /** The number of the host that has sent a message. */
    protected static int host(byte[] payload) {
        return ByteBuffer.wrap(payload).getInt(16);
    }

    /** Records the latency of a finished message of this host. */
    protected final void finished(byte[] payload) {
        long dueNanos = ByteBuffer.wrap(payload).getLong(8);
        if (dueNanos < measureFromNanos) return;
        long micros = (System.nanoTime() - dueNanos) / MICRO;
        latencies.recordValue(Math.min(LATENCY_MAX_MICROS, Math.max(0, micros)));
    }

    /** The numbers of offered and of skipped messages of this host, followed by {@link #counts}. */
    public final String line() {
        return offered + " " + skipped + " " + counts();
    }

    /** Mean, median and 99th percentile in us. */
    final String latencies() {
        return String.format(
                Locale.ROOT,
                "%.0f %d %d",
                latencies.getMean(),
                latencies.getValueAtPercentile(50),
                latencies.getValueAtPercentile(99));
    }
}
