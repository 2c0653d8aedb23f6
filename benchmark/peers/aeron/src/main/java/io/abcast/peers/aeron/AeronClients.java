package io.abcast.peers.aeron;

import io.abcast.load.ConnectionSpread;
import io.abcast.load.LoadSpec;
import io.abcast.load.Operation;
import io.abcast.load.Payload;
import io.abcast.load.RequestOutcome;
import io.abcast.load.Target;
import io.abcast.load.contest.Attachment;
import io.abcast.load.contest.Site;
import io.aeron.Aeron;
import io.aeron.Publication;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.client.EgressListener;
import io.aeron.driver.MediaDriver;
import io.aeron.logbuffer.Header;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.SocketException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Clients of Aeron Cluster. Each connection of the load is one session of Aeron's own client, to the leader, which
 * alone accepts requests. A client inside a member has one session, over the media driver of that member.
 */
final class AeronClients implements Attachment {
    private static final long MESSAGE_SECONDS = 10;
    private static final String EGRESS_TERM = "term-length=64k";

    private static final int EGRESS_STREAM = 1_000;

    private final Site site;
    private final ConnectionSpread spread;

    private final MediaDriver driver;

    private final String directory;
    private final boolean ipc;
    private final List<PollingLoop> loops = new ArrayList<>();
    private final List<ShardTarget> targets = new ArrayList<>();

    static AeronClients remote(Site site, int shards) {
        String name = AeronContestant.driverDirectory(site, "clients").toString();
        MediaDriver driver = MediaDriver.launch(AeronContestant.driver(name));
        String directory = driver.aeronDirectoryName();
        return new AeronClients(site, site.connections(shards), driver, directory, false);
    }

    /** @param leads whether the member is the leader and accepts the session over shared memory */
    static AeronClients inside(Site site, String directory, boolean leads) {
        return new AeronClients(site, new ConnectionSpread(1, 1, 1), null, directory, leads);
    }

    private AeronClients(
            Site site, ConnectionSpread spread, MediaDriver driver, String directory, boolean ipc) {
        this.site = site;
        this.spread = spread;
        this.driver = driver;
        this.directory = directory;
        this.ipc = ipc;
    }

    @Override
    public ScheduledExecutorService newShard() {
        PollingLoop loop = new PollingLoop();
        loops.add(loop);
        return loop;
    }

    @Override
    public Target target(ScheduledExecutorService shard, int number, LoadSpec part) {
        ShardTarget target = new ShardTarget(Payload.value(part));
        PollingLoop loop = (PollingLoop) shard;
        CompletableFuture.runAsync(() -> connect(target, spread.of(number)), loop).join();
        targets.add(target);
        loop.add(target::poll);
        return target;
    }

    /** Runs on the polling thread, which must also run the conductor of the Aeron client. */
    private void connect(ShardTarget target, int sessions) {
        target.aeron =
                Aeron.connect(
                        new Aeron.Context()
                                .aeronDirectoryName(directory)
                                .useConductorAgentInvoker(true));
        int port = ipc ? 0 : freePort();
        for (int i = 0; i < sessions; i++) target.sessions.add(connect(target, port, i));
    }

    /**
     * @param port UDP port for the replies of all sessions of a thread, so that the thread need not poll a socket per
     *     session
     */
    private AeronCluster connect(ShardTarget target, int port, int session) {
        AeronCluster.Context context =
                new AeronCluster.Context()
                        .aeron(target.aeron)
                        .egressListener(target)
                        .egressStreamId(EGRESS_STREAM + session)
                        .messageTimeoutNs(TimeUnit.SECONDS.toNanos(MESSAGE_SECONDS));
        if (ipc)
            context.ingressChannel("aeron:ipc?" + AeronContestant.TERM)
                    .egressChannel("aeron:ipc?" + EGRESS_TERM);
        else
            context.ingressChannel("aeron:udp?" + AeronContestant.TERM)
                    .ingressEndpoints(AeronContestant.ingressEndpoints(site))
                    .egressChannel(
                            "aeron:udp?endpoint=" + Site.HOST + ":" + port + "|" + EGRESS_TERM);
        return AeronCluster.connect(context);
    }

    private static int freePort() {
        try (DatagramSocket socket = new DatagramSocket()) {
            return socket.getLocalPort();
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
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
        for (ShardTarget target : targets) {
            target.sessions.forEach(AeronCluster::close);
            target.aeron.close();
        }
        if (driver != null) driver.close();
    }

    /** If a session has no room, its request waits for the next poll. */
    private static final class ShardTarget implements Target, EgressListener {
        private static final long KEEP_ALIVE_NANOS = 1_000_000_000;

        private Aeron aeron;
        private final List<AeronCluster> sessions = new ArrayList<>();
        private final UnsafeBuffer message;
        private final Long2ObjectHashMap<Operation> inFlight = new Long2ObjectHashMap<>();

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

        /**
         * @return whether the request is now in flight or has ended; false if the session has no room for the request
         */
        private boolean offered(Operation operation) {
            AeronCluster session = sessions.get(operation.client() % sessions.size());
            message.putLong(StoreService.NUMBER, number);
            boolean write = operation.write();
            message.putInt(StoreService.KEY, write ? operation.key() : ~operation.key());
            int length = write ? message.capacity() : StoreService.VALUE;
            long position = session.offer(message, 0, length);
            if (position > 0) {
                inFlight.put(number++, operation);
                return true;
            }
            if (position == Publication.BACK_PRESSURED || position == Publication.ADMIN_ACTION)
                return false;
            operation.completed(RequestOutcome.DISCONNECTED);
            return true;
        }

        int poll() {
            int work = aeron.conductorAgentInvoker().invoke();
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
            Operation operation = inFlight.remove(buffer.getLong(offset));
            if (operation == null) return;
            boolean found = operation.write() || length > Long.BYTES;
            operation.completed(found ? RequestOutcome.OK : RequestOutcome.NOT_FOUND);
        }

        @Override
        public void close() {}
    }
}
