package io.abcast.partitions.replica;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.SplitMix64;
import io.abcast.partitions.Cells;
import io.abcast.partitions.Cells.Use;
import io.abcast.partitions.Cells.Used;
import io.abcast.partitions.PartitionedStore;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreDigest;
import io.abcast.partitions.StoreOptions;
import io.abcast.partitions.order.LocalMulticast;
import io.abcast.partitions.order.StoreOrder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Runs replicas under random schedules and faults, and compares their answers with an execution of the same order in
 * one thread.
 */
@Execution(ExecutionMode.CONCURRENT)
final class ReplicaScheduleTest {
    private static final int SEEDS = 300;
    private static final int TRANSACTIONS = 240;
    private static final int STEPS = 16_000;
    private static final int CELLS = 12;

    private record Order(
            List<List<GroupDelivery>> logs,
            List<StoreDigest> digests,
            List<GroupAnswers> answers) {}

    private static Order order(long seed, int partitions, StoreDefinition definition) {
        SplitMix64 random = new SplitMix64(seed);
        LocalMulticast multicast =
                LocalMulticast.of(partitions, 1, new LocalMulticast.Settings(10, false));
        StoreOrder access = multicast.at(1);
        List<List<GroupDelivery>> logs = new ArrayList<>();
        for (int p = 0; p < partitions; p++) logs.add(new ArrayList<>());
        List<GroupAnswers> answers = new ArrayList<>();
        List<StoreDigest> digests = new ArrayList<>();
        try (PartitionedStore store =
                PartitionedStore.start(access, definition, StoreOptions.DEFAULT.withWorkers(0))) {
            for (long i = 1; i <= TRANSACTIONS; i++) {
                byte[] arguments = Cells.mix(random.next(), cells(random));
                int[] groups =
                        KeyDeclaration.destinations(
                                definition, definition.procedure("mix"), arguments);
                byte[] payload = new StoreCall("mix", arguments).encode();
                answers.add(access.amcast(groups, payload).join());
                GroupTimestamp timestamp = new GroupTimestamp(i << 8, 1, i);
                assertEquals(timestamp, answers.get(answers.size() - 1).timestamp());
                for (int group : groups) {
                    long seq = logs.get(group).size() + 1L;
                    logs.get(group).add(new GroupDelivery(seq, timestamp, groups, payload));
                }
            }
            for (String name : access.partitions()) digests.add(store.digest(name).join());
        }
        return new Order(logs, digests, answers);
    }

    private static Used[] cells(SplitMix64 random) {
        int count = 1 + (int) Long.remainderUnsigned(random.next(), 4);
        Set<Long> different = new LinkedHashSet<>();
        while (different.size() < count)
            different.add(Long.remainderUnsigned(random.next(), CELLS));
        List<Used> cells = new ArrayList<>();
        for (long each : different) {
            int use = (int) Long.remainderUnsigned(random.next(), Use.values().length);
            cells.add(new Used(Use.values()[use], each));
        }
        return cells.toArray(Used[]::new);
    }

    @Test
    void anyScheduleGivesTheOutcomeOfASequentialExecution() {
        int restarts = 0;
        int discards = 0;
        int lost = 0;
        long asked = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            int partitions = 1 + (int) (seed % 3);
            int replicas = seed % 4 == 0 ? 1 : 3;
            boolean small = replicas == 3 && seed % 2 == 0;
            StoreDefinition definition = Cells.definition(partitions);
            Order order = order(seed, partitions, definition);
            SteppedCluster cluster =
                    new SteppedCluster(
                            seed,
                            definition,
                            small ? 3_000 : 1 << 24,
                            replicas,
                            seed % 5 != 0,
                            order.logs);
            try {
                cluster.run(STEPS / 2);
                if (!small && seed % 3 == 0) cluster.crashAll();
                cluster.run(STEPS / 2);
                cluster.heal();
                cluster.check(order.digests);
                for (GroupAnswers each : order.answers) compare(each, cluster, order);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
            restarts += cluster.restarts;
            lost += cluster.lost;
            for (SteppedCluster.Node each : cluster.nodes()) {
                discards += each.discards;
                asked += each.core.figures().asked();
            }
        }
        String coverage =
                "restarts %d, discards %d, lost messages %d, requests for values %d"
                        .formatted(restarts, discards, lost, asked);
        assertTrue(restarts > 100 && discards > 10 && lost > 1000 && asked > 1000, coverage);
    }

    private static void compare(GroupAnswers expected, SteppedCluster cluster, Order order) {
        for (int i = 0; i < expected.groups().length; i++) {
            List<GroupDelivery> log = order.logs.get(expected.groups()[i]);
            for (GroupDelivery each : log)
                if (each.timestamp().equals(expected.timestamp()))
                    assertArrayEquals(
                            expected.results()[i],
                            cluster.answers(expected.groups()[i]).get(each.seq()));
        }
    }
}
