package io.abcast.server;

import io.abcast.client.wire.StatusFields;
import io.abcast.server.figures.Counter;
import io.abcast.server.figures.MemberFigures;
import io.netty.handler.ssl.SslContext;
import java.util.concurrent.atomic.LongAdder;

/** The state that all connections of a client port share; any thread may call its methods. */
final class PortContext {
    private final Replica replica;
    private final Admission admission;
    private final PortLimits limits;
    private final RateLimitedLog log;
    private final SslContext tls;
    final LongAdder requests = new LongAdder();
    final LongAdder busy = new LongAdder();
    final LongAdder malformed = new LongAdder();
    final LongAdder rejected = new LongAdder();
    final LongAdder evicted = new LongAdder();

    PortContext(
            Replica replica,
            Admission admission,
            PortLimits limits,
            RateLimitedLog log,
            SslContext tls) {
        this.replica = replica;
        this.admission = admission;
        this.limits = limits;
        this.log = log;
        this.tls = tls;
    }

    Replica replica() {
        return replica;
    }

    Admission admission() {
        return admission;
    }

    SslContext tls() {
        return tls;
    }

    PortLimits limits() {
        return limits;
    }

    void rejected(Object from, String why) {
        rejected.increment();
        log.line("client port: closed " + from + ": " + why);
    }

    void evicted(Object from, String why) {
        evicted.increment();
        log.line("client port: closed " + from + ": " + why);
    }

    StatusFields status() {
        return replica.status()
                .put("client_in_flight", admission.inFlight())
                .put("client_requests", requests.sum())
                .put("client_busy", busy.sum())
                .put("client_malformed", malformed.sum())
                .put("client_evicted", evicted.sum() + rejected.sum());
    }

    /** The lock ensures that only one thread at a time calls {@link Replica#figures}. */
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
