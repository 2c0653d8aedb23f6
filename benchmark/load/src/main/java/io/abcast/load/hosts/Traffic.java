package io.abcast.load.hosts;

import java.nio.ByteBuffer;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;

/**
 * Sends the messages of one host, and counts finished and failed messages. One thread calls {@link #offer} and
 * {@link #line}.
 */
public abstract class Traffic implements AutoCloseable {
    private static final long MICRO = 1_000;
    private static final long LATENCY_MAX_MICROS = 600_000_000;

    private final HostPlan plan;
    private final Histogram latencies = new SynchronizedHistogram(LATENCY_MAX_MICROS, 3);
    private long offered;
    private long skipped;

    /** Latencies are recorded for messages that were due at this moment or later. */
    private volatile long measureFromNanos = Long.MAX_VALUE;

    protected Traffic(HostPlan plan) {
        this.plan = plan;
    }

    /** Whether the group is complete and messages can be sent now. */
    public abstract boolean isReady();

    /**
     * Describes the present state of the group. The text is part of the error message that the group is not complete.
     */
    public abstract String state();

    /** Sends a message, unless too many messages are in flight. Returns whether the message was sent. */
    protected abstract boolean send(byte[] payload);

    /**
     * The numbers of finished and of failed messages, then the number of messages that each sender has sent and this
     * host has delivered; separated by blanks.
     */
    protected abstract String counts();

    /** More figures of the system for the line of each second; empty if the system has no more figures. */
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
     * Sends the next message. If too many messages are in flight, skips this message.
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

    /** Numbers of offered and of skipped messages, followed by {@link #counts}. */
    public final String line() {
        return offered + " " + skipped + " " + counts();
    }

    /** Mean, median and 99th percentile of the latencies in microseconds. */
    final String latencies() {
        return String.format(
                Locale.ROOT,
                "%.0f %d %d",
                latencies.getMean(),
                latencies.getValueAtPercentile(50),
                latencies.getValueAtPercentile(99));
    }
}
