package io.abcast.server;

import io.abcast.client.wire.Command;
import io.abcast.client.wire.KeyPartitions;
import io.abcast.client.wire.MembersReply;
import io.abcast.client.wire.MembersRequest;
import io.abcast.client.wire.MultiPut;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.abcast.client.wire.StatusFields;
import io.abcast.command.figures.CompilerTime;
import io.abcast.command.figures.Histograms;
import io.abcast.jgroups.AbcastException;
import io.abcast.jgroups.AbcastProtocol;
import io.abcast.jgroups.Answers;
import io.abcast.jgroups.AtomicMulticast;
import io.abcast.jgroups.CAMU;
import io.abcast.jgroups.MulticastBatch;
import io.abcast.kernel.Membership;
import io.abcast.kernel.NodeStatus;
import io.abcast.ordering.camu.PartitionMap;
import io.abcast.ordering.camu.PartitionStatus;
import io.abcast.server.figures.Counter;
import io.abcast.server.figures.MemberFigures;
import io.abcast.server.figures.PolicyFigures;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jgroups.JChannel;

/**
 * The key-value store of one server, replicated by an {@link AtomicMulticast}: each key belongs to the partition that
 * {@link KeyPartitions} computes. A write of several keys is one transaction. A server without a replica of a key's
 * partition reads the key by a transaction.
 */
final class PartitionedReplica implements Replica {
    private final AtomicMulticast multicast;
    private final CAMU protocol;
    private final List<String> names;

    private final Map<String, KeyValuePartition> local = new ConcurrentSkipListMap<>();

    private final OrderedReads orderedReads = new OrderedReads();
    private final Set<String> wereActive = ConcurrentHashMap.newKeySet();

    private final LoopWakeups wakeups = new LoopWakeups();

    private final Recorder abdelivery = Histograms.sharedRecorder();

    private final Histogram sinceStart = Histograms.create();

    private final com.sun.management.OperatingSystemMXBean process =
            ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);

    /**
     * @param channel a channel that is not connected yet
     * @param partitions the partitions of the store, in the format of the attribute {@code partitions} of {@link CAMU}
     */
    PartitionedReplica(JChannel channel, CAMU protocol, String partitions) {
        this.protocol = protocol;
        names = PartitionMap.parse(partitions).names();
        multicast =
                AtomicMulticast.on(channel, this::newPartition, "key-value store 1, keys by hash");
    }

    private KeyValuePartition newPartition(String name) {
        KeyValuePartition partition =
                new KeyValuePartition(
                        names.indexOf(name), names.size(), wakeups, DeliveryLog.of(name, id()));
        local.put(name, partition);
        return partition;
    }

    AtomicMulticast multicast() {
        return multicast;
    }

    private String partitionOf(byte[] bytes, int offset, int length) {
        return names.get(KeyPartitions.of(bytes, offset, length, names.size()));
    }

    private String partitionOf(byte[] key) {
        return partitionOf(key, 0, key.length);
    }

    @Override
    public int id() {
        return multicast.id();
    }

    @Override
    public int partitions() {
        return names.size();
    }

    @Override
    public boolean appends() {
        return true;
    }

    /** Whether at least one replica of this server orders requests; requests to a partition without a leader wait. */
    @Override
    public boolean active() {
        boolean all = wereAllActive();
        boolean any = false;
        for (String name : local.keySet()) {
            if (!multicast.serves(name)) continue;
            if (all) return true;
            wereActive.add(name);
            any = true;
        }
        return any;
    }

    private boolean wereAllActive() {
        return wereActive.size() == local.size();
    }

    @Override
    public String reason() {
        return protocol.getReason();
    }

    @Override
    public boolean readable() {
        if (wereAllActive()) return true;
        // The call of {@code wereAllActive} records which replicas are active now.
        return active() && wereAllActive();
    }

    /**
     * Whether clients may read the key at this server. Clients must not read from a replica that an error has halted,
     * because its state no longer advances.
     */
    @Override
    public boolean holds(byte[] key) {
        return holds(partitionOf(key));
    }

    private boolean holds(String partition) {
        return local.containsKey(partition) && multicast.running(partition);
    }

    @Override
    public Item get(byte[] key) {
        KeyValuePartition partition = local.get(partitionOf(key));
        return partition == null ? null : partition.store().get(key);
    }

    @Override
    public Batch newBatch() {
        MulticastBatch batch = multicast.newBatch();
        return new Batch() {
            @Override
            public void add(byte[] command, ClientRequest request) {
                PartitionedReplica.this.add(batch, command, request);
            }

            @Override
            public void submit() {
                batch.submit();
            }
        };
    }

    private void add(MulticastBatch batch, byte[] command, ClientRequest request) {
        Set<String> destinations;
        if (request.op.hasManyKeys()) {
            MultiPut put = MultiPut.parse(command);
            destinations = new TreeSet<>();
            for (int i = 0; i < put.keys(); i++)
                destinations.add(names.get(put.partition(i, names.size())));
        } else {
            Command single = Command.parse(command);
            destinations = Set.of(partitionOf(command, single.keyOffset(), single.keyBytes()));
        }
        batch.add(destinations, command)
                .whenComplete(
                        (answers, failure) -> {
                            if (failure != null) failed(request, failure);
                            else written(request, answers);
                        });
    }

    private void written(ClientRequest request, Answers answers) {
        abdelivery.recordValue(Histograms.clampedMicros(System.nanoTime() - request.receivedNanos));
        WriteResult first = null;
        if (request.op == Op.APPENDS)
            request.gotItem(KeyValuePartition.valuesOf(answers.results().values()));
        for (byte[] bytes : answers.results().values()) {
            WriteResult result = KeyValuePartition.writtenOf(bytes);
            if (first == null || result.code().error()) first = result;
        }
        wakeups.complete(request, first.zxid(), first);
    }

    private static void failed(ClientRequest request, Throwable failure) {
        if (failure instanceof AbcastException why)
            request.failed(AbcastReplica.code(why), why.getMessage());
        else request.failed(ReplyCode.FAILED, String.valueOf(failure.getMessage()));
    }

    @Override
    public void linearize(byte[] key, ClientRequest request) {
        String partition = partitionOf(key);
        if (holds(partition)) {
            KeyValueStore store = local.get(partition).store();
            // Read the value at the read's place in the order: under strict consistency a later
            // state may be too new.
            multicast
                    .linearize(partition, () -> new Found(store.get(key)))
                    .whenComplete(
                            (found, failure) -> {
                                if (failure != null) failed(request, failure);
                                else gotRead(request, found.item());
                            });
            return;
        }
        orderedReads.add(
                () ->
                        multicast
                                .amcast(Set.of(partition), KeyValuePartition.orderedRead(key))
                                .whenComplete(
                                        (answers, failure) -> {
                                            if (failure != null) failed(request, failure);
                                            else
                                                gotRead(
                                                        request,
                                                        KeyValuePartition.valueOf(
                                                                answers.of(partition)));
                                        }));
    }

    private record Found(Item item) {}

    private void gotRead(ClientRequest request, Item value) {
        request.gotItem(value);
        wakeups.complete(request, 0, null);
    }

    @Override
    public void position(PositionReader reader, ClientRequest refused) {
        Map<String, CompletableFuture<Supplier<KeyValueStore.Position>>> frozen = new TreeMap<>();
        local.forEach(
                (name, partition) ->
                        frozen.put(
                                name,
                                multicast.readLocal(name, () -> partition.store().position())));
        CompletableFuture.allOf(frozen.values().toArray(CompletableFuture[]::new))
                .whenCompleteAsync(
                        (v, failure) -> {
                            if (failure != null) {
                                failed(refused, failure.getCause());
                                return;
                            }
                            List<KeyValueStore.Position> all = new ArrayList<>();
                            for (var each : frozen.values()) all.add(each.join().get());
                            reader.read(combine(all));
                        });
    }

    private static KeyValueStore.Position combine(List<KeyValueStore.Position> all) {
        long places = 0;
        long digest = 0;
        long keys = 0;
        for (KeyValueStore.Position each : all) {
            places += each.zxid();
            digest = 31 * digest + each.digest();
            keys += each.keys();
        }
        return new KeyValueStore.Position(places, digest, keys);
    }

    @Override
    public StatusFields status() {
        return PartitionReport.of(protocol, multicast);
    }

    @Override
    public void members(MembersRequest asked, MembersReader reader, ClientRequest refused) {
        if (asked.change() != null) {
            refused.failed(
                    ReplyCode.REFUSED,
                    "server %d: expected a change of one partition, which AtomicMulticast makes, got %s"
                            .formatted(id(), asked.change()));
            return;
        }
        TreeSet<Integer> servers = new TreeSet<>();
        for (String name : names)
            for (int each : multicast.membership(name).ids()) servers.add(each);
        int[] ids =
                servers.stream().mapToInt(Integer::intValue).limit(Membership.SIZE_MAX).toArray();
        reader.read(new MembersReply(Membership.of(ids), 0, "", protocol.getWireVersions()));
    }

    @Override
    public synchronized MemberFigures figures() {
        long[] counters = new long[Counter.count()];
        counters[Counter.CPU_NANOS.ordinal()] = process.getProcessCpuTime();
        counters[Counter.COMPILER_MILLIS.ordinal()] = CompilerTime.millis();
        for (GarbageCollectorMXBean gc : ManagementFactory.getGarbageCollectorMXBeans())
            counters[Counter.GC_MILLIS.ordinal()] += Math.max(0, gc.getCollectionTime());
        long places = 0;
        boolean leads = false;
        List<String> running = multicast.localPartitions();
        // Compare with {@code local}, because stores of local partitions exist before their
        // replicas run.
        boolean isActive = !running.isEmpty() && running.size() == local.size();
        for (String name : running) {
            add(counters, multicast.log(name));
            PartitionStatus status = multicast.status(name);
            isActive &= multicast.serves(name) && status != null && status.leader() != 0;
            if (status == null) continue;
            counters[Counter.DELIVERED.ordinal()] += status.seq();
            counters[Counter.MESSAGES_SENT.ordinal()] += status.messagesSent();
            places += status.seq();
            leads |= status.leads();
        }
        sinceStart.add(abdelivery.getIntervalHistogram());
        Runtime heap = Runtime.getRuntime();
        return new MemberFigures(
                id(),
                leads ? "LEADING" : "FOLLOWING",
                isActive,
                0,
                0,
                places,
                heap.totalMemory() - heap.freeMemory(),
                heap.maxMemory(),
                counters,
                PolicyFigures.none(),
                sinceStart.copy());
    }

    private static void add(long[] counters, AbcastProtocol log) {
        counters[Counter.LOG_ENTRIES.ordinal()] += log.getStorageEntries();
        counters[Counter.LOG_BYTES.ordinal()] += log.getStorageBytesWritten();
        counters[Counter.SYNCS.ordinal()] += log.getStorageSyncs();
        counters[Counter.SYNC_NANOS.ordinal()] += log.getStorageSyncTotal();
        counters[Counter.SNAPSHOTS.ordinal()] += log.getStorageSnapshotsTaken();
        NodeStatus s = log.status();
        if (s == null) return;
        counters[Counter.MESSAGES_SENT.ordinal()] += s.messagesSent();
        counters[Counter.MESSAGES_RECEIVED.ordinal()] += s.messagesReceived();
        counters[Counter.MESSAGES_DROPPED.ordinal()] += s.messagesDropped();
    }

    @Override
    public String toString() {
        return "partitions " + Arrays.toString(names.toArray());
    }
}
