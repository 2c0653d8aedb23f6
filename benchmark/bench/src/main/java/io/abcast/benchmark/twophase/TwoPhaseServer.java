package io.abcast.benchmark.twophase;

import io.abcast.jgroups.AtomicMulticast;
import io.abcast.jgroups.PartitionDelivery;
import io.abcast.jgroups.PartitionPort;
import io.abcast.jgroups.PartitionReceiver;
import io.abcast.kernel.NodeStatus;
import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import org.jgroups.JChannel;

/**
 * A server of the two-phase commit, with a coordinator and replicas of partitions. The log of each partition is the log
 * of {@code CAMU}, so that measurements of CAMU and of two-phase commit compare only the protocols.
 */
final class TwoPhaseServer implements AutoCloseable {
    /**
     * Time in ns that an older transaction waits for the locks of a younger, prepared transaction before the server
     * tries to abort the younger one.
     */
    private static final long WOUND_NANOS = 10_000_000;

    /** Time in ns after which a prepared participant asks the home partition for the decision. */
    private static final long RESOLVE_NANOS = 2_000_000_000;

    private static final long LOOK_MILLIS = 5;

    private static final int BACKOFF_MICROS_MIN = 500;
    private static final int BACKOFF_MICROS_MAX = 3_000;

    private final JChannel channel;
    private final AtomicMulticast multicast;
    private final List<String> names;
    private final Map<String, ReplicaOfPartition> local = new ConcurrentSkipListMap<>();
    private final CommitCoordinator coordinator;

    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(
                    task -> {
                        Thread thread = new Thread(task, "two-phase");
                        thread.setDaemon(true);
                        return thread;
                    });

    private final CommitResolver resolver = new CommitResolver(this::append);

    TwoPhaseServer(
            JChannel channel,
            int server,
            List<String> names,
            IntFunction<PartitionWork> works,
            String application) {
        this.channel = channel;
        this.names = names;
        multicast =
                AtomicMulticast.on(
                        channel,
                        name -> {
                            int number = names.indexOf(name);
                            ReplicaOfPartition replica =
                                    new ReplicaOfPartition(number, works.apply(number));
                            local.put(name, replica);
                            return replica;
                        },
                        "two-phase commit 1; " + application);
        coordinator =
                new CommitCoordinator(
                        this::append,
                        names.size(),
                        server,
                        this::backOff,
                        () -> System.currentTimeMillis() * 1000);
    }

    void start(String cluster) throws Exception {
        channel.connect(cluster);
        timer.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private CompletableFuture<byte[]> append(int partition, byte[] entry) {
        String name = names.get(partition);
        return multicast.amcast(Set.of(name), entry).thenApply(answers -> answers.of(name));
    }

    CommitCoordinator coordinator() {
        return coordinator;
    }

    /** Null if this server has no replica of the partition. */
    PartitionWork work(int partition) {
        ReplicaOfPartition replica = local.get(names.get(partition));
        return replica == null ? null : replica.work;
    }

    boolean ready() {
        List<String> partitions = multicast.localPartitions();
        if (partitions.isEmpty()) return false;
        for (String partition : partitions) {
            NodeStatus status = multicast.logStatus(partition);
            if (status == null || !status.active()) return false;
        }
        return true;
    }

    boolean awaitActive(Duration limit) throws InterruptedException {
        return multicast.awaitActive(limit);
    }

    List<Integer> hosted() {
        return multicast.localPartitions().stream().map(names::indexOf).sorted().toList();
    }

    /**
     * Runs the query between two entries of the partition's log; its second argument is the number of transaction parts
     * that wait for locks or decisions.
     */
    <T> CompletableFuture<T> ask(int partition, BiFunction<PartitionWork, Integer, T> query) {
        ReplicaOfPartition replica = local.get(names.get(partition));
        return multicast.readLocal(
                names.get(partition),
                () -> query.apply(replica.work, replica.machine.unfinished()));
    }

    boolean leads() {
        return !local.isEmpty() && local.values().iterator().next().leads();
    }

    CompletableFuture<Integer> unfinished() {
        CompletableFuture<Integer> sum = CompletableFuture.completedFuture(0);
        for (int partition : hosted())
            sum = sum.thenCombine(ask(partition, (work, parts) -> parts), Integer::sum);
        return sum;
    }

    private void look() {
        for (ReplicaOfPartition replica : local.values()) if (replica.leads()) replica.look();
    }

    private void backOff(Runnable task) {
        int micros = ThreadLocalRandom.current().nextInt(BACKOFF_MICROS_MIN, BACKOFF_MICROS_MAX);
        timer.schedule(task, micros, TimeUnit.MICROSECONDS);
    }

    @Override
    public void close() {
        timer.shutdownNow();
        channel.close();
    }

    private final class ReplicaOfPartition implements PartitionReceiver {
        private final int number;
        private final PartitionWork work;
        private final CommitMachine machine;
        private volatile PartitionPort port;

        ReplicaOfPartition(int number, PartitionWork work) {
            this.number = number;
            this.work = work;
            machine = new CommitMachine(number, work);
        }

        @Override
        public void start(PartitionPort given) {
            port = given;
        }

        boolean leads() {
            PartitionPort given = port;
            return given != null && given.leads();
        }

        void look() {
            port.execute(
                    () -> {
                        for (CommitMachine.Doubt doubt :
                                machine.doubts(System.nanoTime(), WOUND_NANOS, RESOLVE_NANOS))
                            resolver.resolve(number, doubt);
                    });
        }

        @Override
        public byte[] deliver(PartitionDelivery delivery) {
            return machine.deliver(delivery.payload(), delivery::answer, System.nanoTime());
        }

        @Override
        public Storage.SnapshotWriter snapshot() {
            return machine.snapshot();
        }

        @Override
        public void restore(InputStream content) throws IOException {
            machine.restore(content, System.nanoTime());
        }
    }
}
