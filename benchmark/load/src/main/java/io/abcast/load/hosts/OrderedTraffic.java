package io.abcast.load.hosts;

import java.util.concurrent.atomic.AtomicLong;

/** Sends the requests of one host to a system that orders requests, with a bounded number of requests in flight. */
public abstract class OrderedTraffic extends Traffic {
    /** Maximum number of bytes of a host's requests in flight. */
    public static final int OPEN_BYTES_MAX = 8 << 20;

    /** Time in seconds after which a request without an answer counts as failed. */
    public static final int REQUEST_SECONDS_MAX = 30;

    private final int openMax;
    private final AtomicLong open = new AtomicLong();
    private final AtomicLong committed = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();

    protected OrderedTraffic(HostPlan plan) {
        super(plan);
        openMax = Math.max(1, OPEN_BYTES_MAX / plan.payloadBytes());
    }

    /**
     * Submits a request to the measured system; when it ends, any thread calls {@link #committed} or {@link #failed},
     * exactly once.
     */
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

    /** Counts a request that the system refused, or that had no answer in time; it may still take effect. */
    protected final void failed() {
        open.decrementAndGet();
        failed.incrementAndGet();
    }

    @Override
    protected final String counts() {
        return committed + " " + failed;
    }
}
