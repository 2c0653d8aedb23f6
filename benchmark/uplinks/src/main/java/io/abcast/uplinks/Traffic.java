package io.abcast.uplinks;

import java.nio.ByteBuffer;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;

/** Sends the messages of one host, and counts what becomes of them. {@link #offer} is called by one thread. */
abstract class Traffic {
    private static final long MICRO = 1_000;
    private static final long LATENCY_MAX_MICROS = 600_000_000;

    private final HostPlan plan;
    private final Histogram latencies = new SynchronizedHistogram(LATENCY_MAX_MICROS, 3);
    private long offered;
    private long skipped;

    /** Latencies count for messages that were due from this moment on. */
    private volatile long measureFromNanos = Long.MAX_VALUE;

    Traffic(HostPlan plan) {
        this.plan = plan;
    }

    /** Whether messages can be sent now. */
    abstract boolean isReady();

    /** Sends a message, unless too many are in flight. */
    abstract boolean send(byte[] payload);

    /** Number of finished and failed messages, and of messages delivered by each sender, each as a number. */
    abstract String counts();

    final void measureFrom(long nanos) {
        measureFromNanos = nanos;
    }

    /** @param dueNanos moment at which the message is due, from which its latency counts */
    final void offer(long dueNanos) {
        offered++;
        byte[] payload = new byte[plan.payloadBytes()];
        ByteBuffer.wrap(payload).putLong(offered - skipped).putLong(dueNanos).putInt(plan.host());
        if (!send(payload)) skipped++;
    }

    /** The number of a message among those that its sender has sent, from 1. */
    static long number(byte[] payload) {
        return ByteBuffer.wrap(payload).getLong();
    }

    /** The host that has sent a message. */
    static int host(byte[] payload) {
        return ByteBuffer.wrap(payload).getInt(16);
    }

    final void finished(byte[] payload) {
        long dueNanos = ByteBuffer.wrap(payload).getLong(8);
        if (dueNanos < measureFromNanos) return;
        long micros = (System.nanoTime() - dueNanos) / MICRO;
        latencies.recordValue(Math.min(LATENCY_MAX_MICROS, Math.max(0, micros)));
    }

    /** Offered, skipped, and then {@link #counts}. */
    final String line() {
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
