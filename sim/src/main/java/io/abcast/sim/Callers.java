package io.abcast.sim;

import io.abcast.driver.Failure;
import io.abcast.driver.LoopEvent;
import io.abcast.driver.PendingRead;
import io.abcast.driver.PendingRequest;
import io.abcast.driver.Sink;
import io.abcast.kernel.Keys;
import io.abcast.kernel.MembershipChange;
import io.abcast.sim.check.RunHistory;
import java.util.ArrayDeque;
import java.util.IdentityHashMap;

/**
 * The simulated clients of one server process. The clients of a process submit requests and reads, and the
 * {@link RunHistory} records the answers.
 */
final class Callers implements Sink {
    private final RunHistory history;
    private final SkewedClock clock;
    private final SimulatedProcess process;
    private final int life;

    private final IdentityHashMap<Object, io.abcast.sim.check.ObservedRequest> unnumbered =
            new IdentityHashMap<>();

    /** Each element also stores the time in ns, on the clock of the process, at which the driver passed the request. */
    private final ArrayDeque<Handed> handed = new ArrayDeque<>();

    private int places;

    private record Handed(io.abcast.sim.check.ObservedRequest request, long nanos) {}

    Callers(RunHistory history, SimulatedProcess process, int life, SkewedClock clock) {
        this.clock = clock;
        this.history = history;
        this.process = process;
        this.life = life;
    }

    private final class Asked extends PendingRequest {
        private final io.abcast.sim.check.ObservedRequest record;

        Asked(byte[] payload, io.abcast.sim.check.ObservedRequest record) {
            super(payload);
            this.record = record;
        }

        Asked(MembershipChange change, io.abcast.sim.check.ObservedRequest record) {
            super(change);
            this.record = record;
        }

        @Override
        protected void onDelivered(long zxid, Object result) {
            history.toldDelivered(record);
        }

        @Override
        protected void onFailed(Failure why) {
            history.toldFailed(record, why.refusal(), why.mayHaveTakenEffect());
        }
    }

    private final class AskedRead extends PendingRead {
        private final io.abcast.sim.check.ObservedRead record;

        AskedRead(Keys keys, io.abcast.sim.check.ObservedRead record) {
            super(keys);
            this.record = record;
        }

        @Override
        protected void onReady() {
            history.readReady(record);
        }

        @Override
        protected void onFailed(Failure why) {
            history.readFailed(record);
        }
    }

    io.abcast.sim.check.ObservedRequest submit(byte[] payload) {
        byte[] own = payload.clone();
        io.abcast.sim.check.ObservedRequest record = history.submitted(process.rank(), life, own);
        unnumbered.put(own, record);
        post(new Asked(own, record));
        return record;
    }

    void post(LoopEvent event) {
        places++;
        process.post(event);
    }

    io.abcast.sim.check.ObservedRequest reconfigure(MembershipChange change) {
        MembershipChange own = new MembershipChange(change.kind(), change.id());
        io.abcast.sim.check.ObservedRequest record = history.changeSubmitted(process.rank(), life);
        unnumbered.put(own, record);
        post(new Asked(own, record));
        return record;
    }

    io.abcast.sim.check.ObservedRead read(Keys keys) {
        io.abcast.sim.check.ObservedRead record = history.readStarted(process.rank(), life, keys);
        post(new AskedRead(keys, record));
        return record;
    }

    void numbered(Object content, long number) {
        io.abcast.sim.check.ObservedRequest record = unnumbered.remove(content);
        if (record == null) {
            history.breach(process.rank(), "handed a request that no client has submitted");
            return;
        }
        history.numbered(record, number);
        handed.addLast(new Handed(record, clock.nanos()));
    }

    boolean isOverdue(long nowNanos, long nanosMax) {
        while (!handed.isEmpty() && handed.peekFirst().request().isTold()) handed.removeFirst();
        return !handed.isEmpty() && nowNanos - handed.peekFirst().nanos() > nanosMax;
    }

    @Override
    public void tell(PendingRequest request) {
        request.tell();
    }

    @Override
    public void ready(PendingRead read) {
        read.ready();
    }

    @Override
    public void run(Runnable code) {
        code.run();
    }

    @Override
    public void onAnswered() {}

    @Override
    public void release(int count, long bytes) {
        places -= count;
    }

    /** Events that wait in the inbox occupy a place, as do accepted requests and reads until they are answered. */
    int places() {
        return places;
    }

    @Override
    public void delivered(long tookNanos, long nowNanos) {}

    /** Does nothing, because the simulator receives the line from the node, see {@link ObservedEffects#report}. */
    @Override
    public void report(String line) {}

    @Override
    public void onTick() {}
}
