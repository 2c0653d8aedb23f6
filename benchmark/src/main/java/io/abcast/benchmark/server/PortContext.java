package io.abcast.benchmark.server;

import io.abcast.benchmark.wire.Counter;
import io.abcast.benchmark.wire.MemberFigures;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What all connections of a client port share. Safe from any thread. */
final class PortContext {
    private final Replica replica;
    private final Admission admission;
    private final PortLimits limits;
    private final LocalLoad localLoad;
    private final RateLimitedLog log;
    private final AtomicInteger connections = new AtomicInteger();
    final LongAdder requests = new LongAdder();
    final LongAdder busy = new LongAdder();
    final LongAdder malformed = new LongAdder();
    final LongAdder rejected = new LongAdder();
    final LongAdder evicted = new LongAdder();

    /** @param localLoad clients inside the server; {@code null} if the harness may not start any */
    PortContext(
            Replica replica,
            Admission admission,
            PortLimits limits,
            LocalLoad localLoad,
            RateLimitedLog log) {
        this.replica = replica;
        this.admission = admission;
        this.limits = limits;
        this.localLoad = localLoad;
        this.log = log;
    }

    Replica replica() {
        return replica;
    }

    Admission admission() {
        return admission;
    }

    PortLimits limits() {
        return limits;
    }

    LocalLoad localLoad() {
        return localLoad;
    }

    /** Whether there is room for one more connection; if so, it counts from now on. */
    boolean opened() {
        if (connections.incrementAndGet() <= ClientPort.CONNECTIONS_MAX) return true;
        connections.decrementAndGet();
        log.line(
                "client port: more than "
                        + ClientPort.CONNECTIONS_MAX
                        + " connections; closed one");
        return false;
    }

    void closed() {
        connections.decrementAndGet();
    }

    void rejected(Object from, String why) {
        rejected.increment();
        log.line("client port: closed " + from + ": " + why);
    }

    void evicted(Object from, String why) {
        evicted.increment();
        log.line("client port: closed " + from + ": " + why);
    }

    /** The replica's figures, with those of the port; one caller at a time. */
    synchronized MemberFigures figures() {
        MemberFigures figures = replica.figures();
        long[] counters = figures.counters();
        counters[Counter.REQUESTS.ordinal()] = requests.sum();
        counters[Counter.REQUESTS_BUSY.ordinal()] = busy.sum();
        counters[Counter.REQUESTS_MALFORMED.ordinal()] = malformed.sum();
        counters[Counter.STREAMS_REJECTED.ordinal()] = rejected.sum();
        counters[Counter.CONNECTIONS_EVICTED.ordinal()] = evicted.sum();
        return figures;
    }
}
