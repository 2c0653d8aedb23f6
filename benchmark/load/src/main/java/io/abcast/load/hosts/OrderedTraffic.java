package io.abcast.load.hosts;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Requests of one host to a system that orders them. This class bounds the requests in flight, and counts committed and
 * failed requests.
 */
public abstract class OrderedTraffic extends Traffic {
    /** Bound of the requests in flight, in bytes. */
    public static final int OPEN_BYTES_MAX = 8 << 20;

    /** Time limit of a request in seconds. A request without an answer fails after this time. */
    public static final int REQUEST_SECONDS_MAX = 30;

    private final int openMax;
    private final AtomicLong open = new AtomicLong();
    private final AtomicLong committed = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();

    protected OrderedTraffic(HostPlan plan) {
        super(plan);
        openMax = Math.max(1, OPEN_BYTES_MAX / plan.payloadBytes());
    }

    /** Submits a request. Then any thread calls either {@link #committed} or {@link #failed}, once. */
    protected abstract void submit(byte[] payload);

    @Override
    protected final boolean send(byte[] payload) {
        if (open.get() >= openMax) return false;
        open.incrementAndGet();
        submit(payload);
        return true;
    }

    /** Counts a request whose answer has arrived. */
    protected final void committed(byte[] payload) {
        open.decrementAndGet();
        committed.incrementAndGet();
        finished(payload);
    }

    /** Counts a request that was refused, or had no answer in time. The request may still take effect. */
    protected final void failed() {
        open.decrementAndGet();
        failed.incrementAndGet();
    }

    @Override
    protected final String counts() {
        return committed + " " + failed;
    }
}
