package io.abcast.load.hosts;

import java.nio.ByteBuffer;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;

/**
 * Sends the messages of one host, and counts how they end. {@link #offer} and {@link #line} are called by one thread.
 */
public abstract class Traffic implements AutoCloseable {
    private static final long MICRO = 1_000;
    private static final long LATENCY_MAX_MICROS = 600_000_000;

    private final HostPlan plan;
    private final Histogram latencies = new SynchronizedHistogram(LATENCY_MAX_MICROS, 3);
    private long offered;
    private long skipped;

    /** Latencies count for messages that were due from this moment on. */
    private volatile long measureFromNanos = Long.MAX_VALUE;

    protected Traffic(HostPlan plan) {
        this.plan = plan;
    }

    /** Whether the group is complete and messages can be sent now. */
    public abstract boolean isReady();

    /** Description of the present state of the group, for the message that it is not complete. */
    public abstract String state();

    /** Sends a message, unless too many are in flight; the result is whether it was sent. */
    protected abstract boolean send(byte[] payload);

    /** Number of finished and failed messages, and of messages delivered by each sender, each as a number. */
    protected abstract String counts();

    /** A line with more figures of the system, for each second; empty without such figures. */
    protected String figures() {
        return "";
    }

    /** Ends the member. */
    @Override
    public abstract void close();

    final void measureFrom(long nanos) {
        measureFromNanos = nanos;
    }

    /**
     * Sends the next message, or skips it if too many are in flight.
     *
     * @param dueNanos moment at which the message is due, from which its latency counts
     */
    public final void offer(long dueNanos) {
        offered++;
        byte[] payload = new byte[plan.payloadBytes()];
        ByteBuffer.wrap(payload).putLong(offered - skipped).putLong(dueNanos).putInt(plan.host());
        if (!send(payload)) skipped++;
    }

    /** The number of a message among those that its sender has sent, from 1. */
    protected static long number(byte[] payload) {
        return ByteBuffer.wrap(payload).getLong();
    }

    /** The host that has sent a message. */
    protected static int host(byte[] payload) {
        return ByteBuffer.wrap(payload).getInt(16);
    }

    /** Records the latency of a message. */
    protected final void finished(byte[] payload) {
        long dueNanos = ByteBuffer.wrap(payload).getLong(8);
        if (dueNanos < measureFromNanos) return;
        long micros = (System.nanoTime() - dueNanos) / MICRO;
        latencies.recordValue(Math.min(LATENCY_MAX_MICROS, Math.max(0, micros)));
    }

    /** Numbers of offered and of skipped messages, and then {@link #counts}. */
    public final String line() {
        return offered + " " + skipped + " " + counts();
    }

    /** Mean, median and 99th percentile in microseconds. */
    final String latencies() {
        return String.format(
                Locale.ROOT,
                "%.0f %d %d",
                latencies.getMean(),
                latencies.getValueAtPercentile(50),
                latencies.getValueAtPercentile(99));
    }
}
