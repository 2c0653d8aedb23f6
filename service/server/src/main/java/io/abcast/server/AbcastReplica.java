package io.abcast.server;

import io.abcast.client.wire.MembersReply;
import io.abcast.client.wire.MembersRequest;
import io.abcast.client.wire.ReplyCode;
import io.abcast.client.wire.StatusFields;
import io.abcast.command.figures.CompilerTime;
import io.abcast.command.figures.Histograms;
import io.abcast.jgroups.AbcastBatch;
import io.abcast.jgroups.AbcastCallback;
import io.abcast.jgroups.AbcastException;
import io.abcast.jgroups.AbcastProtocol;
import io.abcast.jgroups.AtomicBroadcast;
import io.abcast.jgroups.OMAHA;
import io.abcast.jgroups.ReadCallback;
import io.abcast.jgroups.Receiver;
import io.abcast.kernel.Membership;
import io.abcast.kernel.NodeStatus;
import io.abcast.kernel.Zxid;
import io.abcast.log.Storage;
import io.abcast.ordering.log.LogStatus;
import io.abcast.server.figures.Counter;
import io.abcast.server.figures.MemberFigures;
import io.abcast.server.figures.PolicyFigures;
import io.abcast.zab.ZabStatus;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jgroups.JChannel;

/**
 * The key-value store of one member, replicated by an {@link AtomicBroadcast}. For each write that this member accepts,
 * it measures the time from the receipt of the write (t0) to its delivery (t1).
 */
final class AbcastReplica implements Replica {
    private static final int POSITIONS_WAITING_MAX = 16;

    private final AtomicBroadcast broadcast;
    private final AbcastProtocol protocol;
    private final KeyValueStore store;

    /**
     * Whether the protocol orders all writes, not only interfering ones, so that a linearizable read need not name its
     * keys to the protocol.
     */
    private final boolean totalOrder;

    private final com.sun.management.OperatingSystemMXBean process =
            ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);

    /**
     * Computes the state digests that clients request, one after another, off the event loop. The executor has no
     * thread while no client requests a digest.
     */
    private final ThreadPoolExecutor positions =
            new ThreadPoolExecutor(
                    1,
                    1,
                    1,
                    TimeUnit.SECONDS,
                    new ArrayBlockingQueue<>(POSITIONS_WAITING_MAX),
                    task -> {
                        Thread thread = new Thread(task, "state digest");
                        thread.setDaemon(true);
                        return thread;
                    });

    /** Times in microseconds from the receipt of a write (t0) to its delivery (t1), recorded by the event loop. */
    private final SingleWriterRecorder abdelivery = Histograms.recorder();

    private Histogram interval;

    private final Histogram sinceStart = Histograms.create();
    private volatile boolean wasActive;

    /**
     * The completion queues to wake after the present batch of deliveries; only the member's event loop uses this
     * field.
     */
    private final Wakeups wakeups = new Wakeups();

    AbcastReplica(JChannel channel, AbcastProtocol protocol, KeyValueStore store) {
        this.protocol = protocol;
        this.store = store;
        totalOrder = store.totalOrder();
        broadcast = AtomicBroadcast.on(channel, new Deliveries(), KeyInterference.OF_STORE);
        positions.allowCoreThreadTimeOut(true);
        broadcast.addStatusListener(
                status -> {
                    if (status.active()) wasActive = true;
                });
    }

    @Override
    public int id() {
        return broadcast.id();
    }

    @Override
    public boolean active() {
        NodeStatus status = broadcast.nodeStatus();
        return status != null && status.active();
    }

    /**
     * Number of partitions of the keys: 1 with a total order; otherwise 0, because no write may then concern several
     * keys.
     */
    @Override
    public int partitions() {
        return totalOrder ? 1 : 0;
    }

    @Override
    public String reason() {
        return broadcast.reason();
    }

    @Override
    public boolean readable() {
        return wasActive;
    }

    @Override
    public Item get(byte[] key) {
        return store.get(key);
    }

    AtomicBroadcast broadcast() {
        return broadcast;
    }

    private final class Deliveries implements Receiver {
        @Override
        public Object abdeliver(long zxid, int origin, byte[] payload) {
            return store.abdeliver(zxid, origin, payload);
        }

        @Override
        public void onAnswered() {
            wakeups.wake();
        }

        @Override
        public Storage.SnapshotWriter snapshot() {
            return store.snapshot();
        }

        @Override
        public void restore(InputStream content) throws IOException {
            store.restore(content);
        }
    }

    @Override
    public Batch newBatch() {
        AbcastBatch batch = broadcast.newBatch();
        return new Batch() {
            @Override
            public void add(byte[] command, ClientRequest request) {
                batch.add(command, new Write(request));
            }

            @Override
            public void submit() {
                batch.submit();
            }
        };
    }

    private final class Write implements AbcastCallback {
        private final ClientRequest request;

        Write(ClientRequest request) {
            this.request = request;
        }

        @Override
        public void onDelivered(long zxid, Object result) {
            abdelivery.recordValue(
                    Histograms.clampedMicros(System.nanoTime() - request.receivedNanos));
            request.done(zxid, (WriteResult) result, wakeups);
        }

        @Override
        public void onFailed(AbcastException why) {
            request.failed(code(why), why.getMessage());
        }
    }

    @Override
    public void linearize(byte[] key, ClientRequest request) {
        ReadCallback callback =
                new ReadCallback() {
                    @Override
                    public void onReady() {
                        request.done(0, null, wakeups);
                    }

                    @Override
                    public void onFailed(AbcastException why) {
                        request.failed(code(why), why.getMessage());
                    }
                };
        if (totalOrder) broadcast.linearize(callback);
        else broadcast.linearize(callback, KeyInterference.name(key));
    }

    static ReplyCode code(AbcastException why) {
        return switch (why.reason()) {
            case BUSY -> ReplyCode.BUSY;
            case NO_QUORUM -> ReplyCode.NOT_READY;
            case INVALID_PAYLOAD -> ReplyCode.MALFORMED;
            case TOO_LARGE -> ReplyCode.TOO_LARGE;
            // A request that never left this member may also time out, but certainly has no effect.
            case TIMEOUT -> why.mayHaveTakenEffect() ? ReplyCode.TIMEOUT : ReplyCode.NOT_READY;
            case STOPPED -> why.mayHaveTakenEffect() ? ReplyCode.FAILED : ReplyCode.NOT_READY;
            case UNKNOWN -> ReplyCode.UNKNOWN;
            case CHANGE_REFUSED -> ReplyCode.REFUSED;
            case CHANGE_NOT_READY -> ReplyCode.LATER;
            case NOT_MEMBER -> ReplyCode.NOT_READY;
            case UNKNOWN_DESTINATION -> ReplyCode.MALFORMED;
        };
    }

    @Override
    public void position(PositionReader reader, ClientRequest refused) {
        if (broadcast.execute(() -> report(store.position(), reader, refused))) return;
        boolean running = broadcast.nodeStatus() != null && !broadcast.stopped().isDone();
        String member = "server " + id();
        if (running) refused.failed(ReplyCode.BUSY, member + ": too many requests in flight");
        else refused.failed(ReplyCode.NOT_READY, member + ": " + broadcast.reason());
    }

    private void report(
            Supplier<KeyValueStore.Position> position,
            PositionReader reader,
            ClientRequest refused) {
        try {
            positions.execute(() -> reader.read(position.get()));
        } catch (RejectedExecutionException e) {
            refused.failed(
                    ReplyCode.BUSY, "server " + id() + ": too many digests are being computed");
        }
    }

    @Override
    public StatusFields status() {
        return StatusReport.of(protocol, broadcast.membership());
    }

    @Override
    public void members(MembersRequest asked, MembersReader reader, ClientRequest refused) {
        Membership known = broadcast.membership();
        if (asked.change() == null) {
            if (known == null)
                refused.failed(ReplyCode.NOT_READY, "server " + id() + ": " + broadcast.reason());
            else reader.read(members(known));
            return;
        }
        broadcast.changeMembership(
                asked.change(),
                new AbcastCallback() {
                    @Override
                    public void onDelivered(long zxid, Object now) {
                        reader.read(members((Membership) now));
                    }

                    @Override
                    public void onFailed(AbcastException why) {
                        refused.failed(code(why), why.getMessage());
                    }
                });
    }

    private MembersReply members(Membership now) {
        NodeStatus s = broadcast.nodeStatus();
        return new MembersReply(
                now,
                s == null ? 0 : s.leader(),
                s instanceof ZabStatus zab ? zab.pendingChange() : "",
                protocol.getWireVersions());
    }

    @Override
    public synchronized MemberFigures figures() {
        NodeStatus s = broadcast.nodeStatus();
        long[] counters = new long[Counter.count()];
        counters[Counter.CPU_NANOS.ordinal()] = process.getProcessCpuTime();
        counters[Counter.LOG_ENTRIES.ordinal()] = protocol.getStorageEntries();
        counters[Counter.LOG_BYTES.ordinal()] = protocol.getStorageBytesWritten();
        counters[Counter.SYNCS.ordinal()] = protocol.getStorageSyncs();
        counters[Counter.SYNC_NANOS.ordinal()] = protocol.getStorageSyncTotal();
        counters[Counter.MESSAGES_AGGREGATED.ordinal()] = aggregated();
        counters[Counter.SNAPSHOTS.ordinal()] = protocol.getStorageSnapshotsTaken();
        counters[Counter.COMPILER_MILLIS.ordinal()] = CompilerTime.millis();
        for (GarbageCollectorMXBean gc : ManagementFactory.getGarbageCollectorMXBeans())
            counters[Counter.GC_MILLIS.ordinal()] += Math.max(0, gc.getCollectionTime());
        if (s != null) {
            counters[Counter.DELIVERED.ordinal()] = s.delivered();
            counters[Counter.MESSAGES_SENT.ordinal()] = s.messagesSent();
            counters[Counter.MESSAGES_RECEIVED.ordinal()] = s.messagesReceived();
            counters[Counter.MESSAGES_DROPPED.ordinal()] = s.messagesDropped();
        }
        if (s instanceof ZabStatus zab) {
            counters[Counter.PROPOSALS.ordinal()] = zab.proposals();
            counters[Counter.PROPOSALS_SENT.ordinal()] = zab.proposalsSent();
            counters[Counter.PROPOSALS_RECEIVED.ordinal()] = zab.proposalsReceived();
            counters[Counter.ACKS_SENT.ordinal()] = zab.acksSent();
            counters[Counter.ACKS_RECEIVED.ordinal()] = zab.acksReceived();
            counters[Counter.COMMITS_SENT.ordinal()] = zab.commitsSent();
            counters[Counter.COMMITS_RECEIVED.ordinal()] = zab.commitsReceived();
            counters[Counter.ELECTIONS.ordinal()] = zab.elections();
            counters[Counter.SWITCHES.ordinal()] = zab.switches();
        }
        interval = abdelivery.getIntervalHistogram(interval);
        sinceStart.add(interval);
        Runtime heap = Runtime.getRuntime();
        return new MemberFigures(
                broadcast.id(),
                s == null ? "STOPPED" : s.role().name(),
                s != null && s.active(),
                s == null ? 0 : s.leader(),
                epoch(s),
                s == null ? 0 : s.deliveredZxid(),
                heap.totalMemory() - heap.freeMemory(),
                heap.maxMemory(),
                counters,
                s instanceof ZabStatus zab ? policy(zab) : PolicyFigures.none(),
                sinceStart.copy());
    }

    private static int epoch(NodeStatus s) {
        if (s instanceof ZabStatus zab) return zab.currentEpoch();
        return s instanceof LogStatus log ? (int) Math.min(Zxid.EPOCH_MAX, log.round()) : 0;
    }

    private long aggregated() {
        OMAHA omaha = protocol.getProtocolStack().findProtocol(OMAHA.class);
        return omaha == null ? 0 : omaha.getAggregatedMessages();
    }

    private static PolicyFigures policy(ZabStatus s) {
        return new PolicyFigures(
                s.protocol(), s.zabMode(), s.coin().p(), s.coin().lambda(), s.coin().delayNanos());
    }
}
