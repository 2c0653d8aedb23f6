package io.abcast.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.wire.Command;
import io.abcast.client.wire.KeyPartitions;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.abcast.jgroups.CAMU;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jgroups.JChannel;
import org.jgroups.protocols.SHARED_LOOPBACK;
import org.jgroups.protocols.SHARED_LOOPBACK_PING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the replicas of a server's partitions without a client port. */
final class PartitionedReplicaTest {
    private static final int SECONDS = 30;

    private final List<JChannel> channels = new ArrayList<>();
    private final ExecutorService loop = Executors.newSingleThreadExecutor();
    private final CompletionQueue completions = new CompletionQueue(loop, () -> {});

    @AfterEach
    void close() {
        channels.forEach(JChannel::close);
        loop.shutdown();
    }

    private PartitionedReplica start(String map, int server) throws Exception {
        CAMU camu = new CAMU();
        camu.setPartitions(map).setServerId(server).setDurability("memory");
        JChannel channel =
                new JChannel(
                        new SHARED_LOOPBACK(),
                        new SHARED_LOOPBACK_PING(),
                        new NAKACK2(),
                        new UNICAST3(),
                        new STABLE(),
                        new GMS().setJoinTimeout(500),
                        camu);
        channels.add(channel);
        PartitionedReplica replica = new PartitionedReplica(channel, camu, map);
        channel.connect("partitioned-replica-" + map);
        return replica;
    }

    private static void awaitActive(PartitionedReplica replica) throws InterruptedException {
        assertTrue(replica.multicast().awaitActive(Duration.ofSeconds(SECONDS)));
    }

    private final class Awaited extends ClientRequest {
        final Semaphore replied = new Semaphore(0);

        Awaited(Op op) {
            super(op, 1, System.nanoTime(), 0);
        }

        @Override
        CompletionQueue queue() {
            return completions;
        }

        @Override
        void reply() {
            replied.release();
        }

        Awaited await() throws InterruptedException {
            assertTrue(replied.tryAcquire(SECONDS, TimeUnit.SECONDS), "no reply");
            return this;
        }
    }

    private Awaited put(PartitionedReplica replica, byte[] key, String value)
            throws InterruptedException {
        Awaited request = new Awaited(Op.PUT);
        Replica.Batch batch = replica.newBatch();
        batch.add(Command.put(0, 0, key, value.getBytes(UTF_8)), request);
        batch.submit();
        return request.await();
    }

    private static byte[] key(int partition) {
        int i = 0;
        byte[] key;
        do key = ("k" + i++).getBytes(UTF_8);
        while (KeyPartitions.of(key, 2) != partition);
        return key;
    }

    private static String text(Item item) {
        return new String(item.bytes(), item.offset(), item.length(), UTF_8);
    }

    @Test
    void theStateOfAStoppedReplicaIsNotRead() throws Exception {
        String map = "A=1,2,3;B=1,2,3";
        List<PartitionedReplica> replicas = new ArrayList<>();
        for (int id = 1; id <= 3; id++) replicas.add(start(map, id));
        for (PartitionedReplica each : replicas) awaitActive(each);
        PartitionedReplica first = replicas.get(0);
        byte[] key = key(0);
        assertEquals(ReplyCode.OK, put(first, key, "old").code);
        first.multicast().log("A").stop();
        for (int i = 0; i < SECONDS; i++)
            if (put(replicas.get(1), key, "new").code == ReplyCode.OK) break;
        assertTrue(first.active(), "the replica of B goes on");
        assertFalse(first.holds(key), "the replica of A has stopped");
        Awaited read = new Awaited(Op.READ);
        first.linearize(key, read);
        read.await();
        assertEquals(ReplyCode.OK, read.code, read.text);
        assertEquals("new", text(read.item));
        assertTrue(first.holds(key(1)));
    }

    /** Servers call {@code active} before every request, so retained memory would add up. */
    @Test
    void askingWhetherAReplicaIsActiveRetainsNoMemory() throws Exception {
        PartitionedReplica replica = start("A=1;B=1", 1);
        awaitActive(replica);
        for (int i = 0; i < 10_000; i++) assertTrue(replica.active());
        long before = usedBytes();
        for (int i = 0; i < 1_000_000; i++) assertTrue(replica.active());
        long grown = usedBytes() - before;
        assertTrue(grown < 16 << 20, () -> grown + " bytes for a million questions");
    }

    private static long usedBytes() {
        Runtime heap = Runtime.getRuntime();
        System.gc();
        return heap.totalMemory() - heap.freeMemory();
    }
}
