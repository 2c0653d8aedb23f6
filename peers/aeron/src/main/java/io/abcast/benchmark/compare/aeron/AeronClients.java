package io.abcast.benchmark.compare.aeron;

import io.abcast.benchmark.compare.Attachment;
import io.abcast.benchmark.compare.Site;
import io.abcast.benchmark.load.LoadSpec;
import io.abcast.benchmark.load.Operation;
import io.abcast.benchmark.load.Payload;
import io.abcast.benchmark.load.Target;
import io.abcast.benchmark.wire.ReplyCode;
import io.aeron.Publication;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.client.EgressListener;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.Header;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Aeron Cluster's own client: a session per connection, all on one media driver. Sessions are with the leader, which
 * alone takes ingress.
 */
final class AeronClients implements Attachment {
    private static final long MESSAGE_SECONDS = 10;

    private final Site site;
    private final int sessions;
    private final MediaDriver driver;
    private final List<PollingLoop> loops = new ArrayList<>();
    private final List<ShardTarget> targets = new ArrayList<>();

    AeronClients(Site site, int shards) {
        this.site = site;
        sessions = site.connectionsPerServer(shards) * site.servers();
        driver =
                MediaDriver.launch(
                        new MediaDriver.Context()
                                .aeronDirectoryName(
                                        AeronContestant.driverDirectory(site, "clients").toString())
                                .threadingMode(ThreadingMode.SHARED)
                                .termBufferSparseFile(true)
                                .dirDeleteOnStart(true)
                                .dirDeleteOnShutdown(true));
    }

    @Override
    public ScheduledExecutorService newShard() {
        PollingLoop loop = new PollingLoop();
        loops.add(loop);
        return loop;
    }

    /** Connects; returns when all sessions are open. */
    @Override
    public Target target(ScheduledExecutorService shard, LoadSpec part) {
        ShardTarget target = new ShardTarget(Payload.value(part));
        for (int i = 0; i < sessions; i++) target.sessions.add(connect(target));
        targets.add(target);
        ((PollingLoop) shard).add(target::poll);
        return target;
    }

    private AeronCluster connect(EgressListener listener) {
        return AeronCluster.connect(
                new AeronCluster.Context()
                        .aeronDirectoryName(driver.aeronDirectoryName())
                        .ingressChannel("aeron:udp?" + AeronContestant.TERM)
                        .ingressEndpoints(AeronContestant.ingressEndpoints(site))
                        .egressChannel("aeron:udp?endpoint=" + Site.HOST + ":0|term-length=64k")
                        .egressListener(listener)
                        .messageTimeoutNs(TimeUnit.SECONDS.toNanos(MESSAGE_SECONDS)));
    }

    @Override
    public void close() {
        for (PollingLoop loop : loops) {
            loop.shutdown();
            try {
                loop.awaitTermination(1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        for (ShardTarget target : targets) target.sessions.forEach(AeronCluster::close);
        driver.close();
    }

    /** Requests by their number; those that found no room wait for the next poll. */
    private static final class ShardTarget implements Target, EgressListener {
        private static final long KEEP_ALIVE_NANOS = 1_000_000_000;

        private final List<AeronCluster> sessions = new ArrayList<>();
        private final UnsafeBuffer message;
        private final Long2ObjectHashMap<Operation> underWay = new Long2ObjectHashMap<>();

        /** Bounded by the operations under way. */
        private final ArrayDeque<Operation> waiting = new ArrayDeque<>();

        private long number;
        private long keptAliveNanos = System.nanoTime();

        ShardTarget(byte[] value) {
            message = new UnsafeBuffer(new byte[StoreService.VALUE + value.length]);
            message.putBytes(StoreService.VALUE, value);
        }

        @Override
        public void send(Operation operation) {
            if (!waiting.isEmpty() || !offered(operation)) waiting.add(operation);
        }

        /** Whether it is under way, or has ended. */
        private boolean offered(Operation operation) {
            AeronCluster session = sessions.get(operation.client() % sessions.size());
            message.putLong(StoreService.NUMBER, number);
            message.putInt(StoreService.KEY, operation.key());
            long position = session.offer(message, 0, message.capacity());
            if (position > 0) {
                underWay.put(number++, operation);
                return true;
            }
            if (position == Publication.BACK_PRESSURED || position == Publication.ADMIN_ACTION)
                return false;
            operation.completed(ReplyCode.DISCONNECTED);
            return true;
        }

        int poll() {
            int work = 0;
            for (AeronCluster session : sessions) work += session.pollEgress();
            while (!waiting.isEmpty() && offered(waiting.peek())) {
                waiting.remove();
                work++;
            }
            if (System.nanoTime() - keptAliveNanos > KEEP_ALIVE_NANOS) {
                keptAliveNanos = System.nanoTime();
                for (AeronCluster session : sessions) session.sendKeepAlive();
            }
            return work;
        }

        @Override
        public void onMessage(
                long session,
                long timestamp,
                DirectBuffer buffer,
                int offset,
                int length,
                Header header) {
            Operation operation = underWay.remove(buffer.getLong(offset));
            if (operation != null) operation.completed(ReplyCode.OK);
        }

        @Override
        public void close() {}
    }
}
