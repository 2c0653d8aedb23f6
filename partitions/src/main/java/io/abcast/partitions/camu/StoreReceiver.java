package io.abcast.partitions.camu;

import io.abcast.jgroups.PartitionDelivery;
import io.abcast.jgroups.PartitionPort;
import io.abcast.jgroups.PartitionReceiver;
import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.log.Storage;
import io.abcast.partitions.StoreDigest;
import io.abcast.partitions.order.OrderedReplica;
import io.abcast.partitions.order.ReplicaPort;
import io.abcast.partitions.order.StoreOrder;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Connects a store's replica of one partition with the multicast protocol {@link io.abcast.jgroups.CAMU}. The event
 * loop of {@code CAMU} calls the methods of {@link PartitionReceiver}; the threads of the store call the methods of
 * {@link ReplicaPort}.
 */
final class StoreReceiver implements PartitionReceiver {
    private static final long SNAPSHOT_SECONDS = 60;

    private static final int DIGEST_BYTES = 16;

    private final int partition;
    private final List<String> names;
    private final StoreOrder.Factory factory;

    /** The deliveries without a result, by number (seq); {@code CAMU} bounds their number. */
    private final Map<Long, PartitionDelivery> open = new ConcurrentHashMap<>();

    private volatile OrderedReplica replica;

    private volatile CompletableFuture<Storage.SnapshotWriter> snapshot = new CompletableFuture<>();

    StoreReceiver(int partition, List<String> names, StoreOrder.Factory factory) {
        this.partition = partition;
        this.names = names;
        this.factory = factory;
    }

    @Override
    public void start(PartitionPort port) {
        end();
        open.clear();
        replica = factory.replica(partition, new Port(port));
    }

    void end() {
        OrderedReplica old = replica;
        if (old != null) old.stop();
        endSnapshot();
    }

    private void endSnapshot() {
        snapshot.completeExceptionally(new IOException("the replica of the store has stopped"));
    }

    @Override
    public byte[] deliver(PartitionDelivery delivery) {
        open.put(delivery.seq(), delivery);
        replica.deliver(delivery.numbered());
        return null;
    }

    @Override
    public void onMessage(String from, int server, byte[] bytes) {
        replica.onMessage(names.indexOf(from), server, bytes);
    }

    @Override
    public void onSnapshotDurable(long seq) {
        replica.onSnapshotDurable(seq);
    }

    @Override
    public void onDigest(long seq, byte[] digest) {
        WireReader in = new WireReader(digest);
        try {
            StoreDigest agreed = new StoreDigest(in.i64(), in.i64());
            in.end();
            replica.onDigest(seq, agreed);
        } catch (MalformedFrameException e) {
            throw new IllegalStateException(
                    "digest after delivery " + seq + ": " + e.getMessage(), e);
        }
    }

    @Override
    public Storage.SnapshotWriter snapshot() {
        CompletableFuture<Storage.SnapshotWriter> asked = new CompletableFuture<>();
        snapshot = asked;
        replica.snapshot(asked::complete);
        return out -> await(asked).writeTo(out);
    }

    private static Storage.SnapshotWriter await(CompletableFuture<Storage.SnapshotWriter> asked)
            throws IOException {
        try {
            return asked.get(SNAPSHOT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e);
        } catch (TimeoutException e) {
            throw new IOException(
                    "the store gave no snapshot within " + SNAPSHOT_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void restore(InputStream content) throws IOException {
        open.clear();
        replica.restore(content);
    }

    private final class Port implements ReplicaPort {
        private final PartitionPort port;
        private final AtomicBoolean isDiscarded = new AtomicBoolean();

        Port(PartitionPort port) {
            this.port = port;
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // a delivery of a replaced state may be equal
        public void result(GroupDelivery delivery, byte[] result) {
            PartitionDelivery waiting = open.get(delivery.seq());
            if (waiting == null || waiting.numbered() != delivery) return;
            open.remove(delivery.seq(), waiting);
            waiting.answer(result);
        }

        @Override
        public void send(int toPartition, int toServer, byte[] message) {
            port.send(names.get(toPartition), toServer, message);
        }

        @Override
        public int[] members(int of) {
            return port.members(names.get(of)).ids();
        }

        @Override
        public boolean leads() {
            return port.leads();
        }

        @Override
        public void digest(long seq, StoreDigest digest) {
            WireWriter out = new WireWriter(DIGEST_BYTES);
            port.digest(seq, out.i64(digest.order()).i64(digest.writes()).toByteArray());
        }

        @Override
        public void discard(String reason) {
            if (isDiscarded.compareAndSet(false, true)) port.discard(reason);
        }

        @Override
        public void halt(Throwable cause) {
            endSnapshot();
            port.halt(cause);
        }
    }
}
