package io.abcast.server;

import io.abcast.client.wire.MembersReply;
import io.abcast.client.wire.MembersRequest;
import io.abcast.client.wire.ReplyCode;
import io.abcast.client.wire.StatusFields;
import io.abcast.command.figures.Histograms;
import io.abcast.kernel.Membership;
import io.abcast.server.figures.Counter;
import io.abcast.server.figures.MemberFigures;
import io.abcast.server.figures.PolicyFigures;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;

/**
 * A replica that is not a member of a group, for tests of the client port. The fake replica orders requests on one
 * thread, or holds all requests until the test releases them.
 */
final class FakeReplica implements Replica, AutoCloseable {
    private static final Histogram NO_LATENCIES = Histograms.create();

    final KeyValueStore store = new KeyValueStore(true);
    final AtomicInteger inFlightMost = new AtomicInteger();
    final AtomicInteger linearized = new AtomicInteger();
    volatile boolean active = true;
    volatile ReplyCode refusal;
    private final ExecutorService loop = Executors.newSingleThreadExecutor();
    private final ArrayDeque<Runnable> held = new ArrayDeque<>();
    private final AtomicInteger inFlight = new AtomicInteger();
    private boolean holding;
    private long zxid;

    synchronized void hold() {
        holding = true;
    }

    synchronized void release() {
        holding = false;
        held.forEach(loop::execute);
        held.clear();
    }

    synchronized void releaseLast() {
        loop.execute(held.removeLast());
    }

    synchronized int heldBack() {
        return held.size();
    }

    private synchronized void run(Runnable task) {
        int now = inFlight.incrementAndGet();
        inFlightMost.accumulateAndGet(now, Math::max);
        Runnable counted =
                () -> {
                    inFlight.decrementAndGet();
                    task.run();
                };
        if (holding) held.add(counted);
        else loop.execute(counted);
    }

    @Override
    public int id() {
        return 1;
    }

    @Override
    public boolean active() {
        return active;
    }

    @Override
    public String reason() {
        return active ? "" : "refused by the test";
    }

    @Override
    public boolean readable() {
        return active;
    }

    @Override
    public Batch newBatch() {
        List<Runnable> waiting = new ArrayList<>();
        return new Batch() {
            @Override
            public void add(byte[] command, ClientRequest request) {
                waiting.add(() -> order(command, request));
            }

            @Override
            public void submit() {
                waiting.forEach(Runnable::run);
                waiting.clear();
            }
        };
    }

    private void order(byte[] command, ClientRequest request) {
        if (refusal != null) {
            request.failed(refusal, "refused by the test");
            return;
        }
        run(
                () -> {
                    long position = ++zxid;
                    request.done(position, store.abdeliver(position, 1, command));
                });
    }

    @Override
    public void linearize(byte[] key, ClientRequest request) {
        linearized.incrementAndGet();
        run(() -> request.done(0, null));
    }

    @Override
    public Item get(byte[] key) {
        return store.get(key);
    }

    @Override
    public void position(PositionReader reader, ClientRequest refused) {
        if (refusal != null) {
            refused.failed(refusal, "refused by the test");
            return;
        }
        loop.execute(() -> reader.read(store.position().get()));
    }

    @Override
    public StatusFields status() {
        return new StatusFields().put("id", 1).put("role", "LEADING");
    }

    @Override
    public void members(MembersRequest asked, MembersReader reader, ClientRequest refused) {
        if (refusal != null) {
            refused.failed(refusal, "refused by the test");
            return;
        }
        Membership present = Membership.of(1, 2, 3);
        if (asked.change() != null) present = present.after(asked.change());
        Membership now = present;
        loop.execute(() -> reader.read(new MembersReply(now, 1, "", "1=2")));
    }

    @Override
    public MemberFigures figures() {
        return new MemberFigures(
                1,
                "LEADING",
                active,
                1,
                1,
                zxid,
                0,
                0,
                new long[Counter.count()],
                PolicyFigures.none(),
                NO_LATENCIES);
    }

    @Override
    public void close() {
        loop.shutdownNow();
    }
}
