package io.abcast.benchmark.twophase;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.partitions.PartitionedStore;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreOptions;
import io.abcast.partitions.StoreOutcome;
import io.abcast.partitions.StoreOutcome.Status;
import io.abcast.partitions.StoreTable;
import io.abcast.partitions.order.LocalMulticast;
import io.abcast.partitions.replica.KeyDeclaration;
import io.abcast.partitions.replica.LockedStore;
import io.abcast.partitions.replica.StoreCall;
import io.abcast.partitions.rows.FrozenRows;
import io.abcast.workloads.StoreWorkload;
import io.abcast.workloads.StoreWorkload.Call;
import io.abcast.workloads.StoreWorkload.Checked;
import io.abcast.workloads.micro.MicroSettings;
import io.abcast.workloads.micro.MicroWorkload;
import io.abcast.workloads.tpcc.TpccScale;
import io.abcast.workloads.tpcc.TpccWorkload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Tests random schedules of two-phase commit with the transactional store: the outcome must equal that of some serial
 * order (serializability).
 */
final class StoreScheduleTest {
    private static final int SEEDS = 12;
    private static final int TRANSACTIONS = 300;
    private static final int PARTITIONS = 3;

    private long attempts;
    private int restores;
    private int multis;
    private int rollbacks;

    @Test
    void tpccHasTheOutcomeOfASerialOrderAndItsConditionsHold() throws Exception {
        for (long seed = 1; seed <= SEEDS; seed++)
            check(
                    new TpccWorkload(
                            new TpccScale(PARTITIONS, 60, 10),
                            PARTITIONS,
                            seed % 2 == 0 ? TpccWorkload.Remote.THESIS : TpccWorkload.Remote.SPEC,
                            seed),
                    seed,
                    14);
        assertTrue(rollbacks > SEEDS / 2, rollbacks + " transactions that their procedure aborted");
    }

    @Test
    void hotRecordsHaveTheOutcomeOfASerialOrder() throws Exception {
        for (long seed = 1; seed <= SEEDS; seed++)
            check(new MicroWorkload(new MicroSettings(PARTITIONS, 40, 50, 2, 2, 10)), seed, 1);
        assertTrue(rollbacks > 0, rollbacks + " transactions that their procedure aborted");
    }

    private void check(StoreWorkload workload, long seed, int conditions) throws Exception {
        try {
            run(workload, seed, conditions);
        } catch (Throwable e) {
            throw new AssertionError(workload.describe() + ", seed " + seed + ": " + e, e);
        }
        // Over many seeds, the schedules must contain each of these events; few seeds may lack one.
        if (seed < SEEDS) return;
        assertTrue(attempts > SEEDS, attempts + " aborted attempts");
        assertTrue(restores > SEEDS, restores + " replicas from snapshots");
        assertTrue(multis > SEEDS * TRANSACTIONS / 20, multis + " multis");
    }

    private void run(StoreWorkload workload, long seed, int conditions) throws Exception {
        StoreDefinition definition = workload.definition();
        List<Call> calls = calls(workload, seed);
        List<byte[]> payloads = new ArrayList<>();
        List<int[]> destinations = new ArrayList<>();
        for (Call each : calls) {
            payloads.add(new StoreCall(each.procedure(), each.arguments()).encode());
            destinations.add(
                    KeyDeclaration.destinations(
                            definition, definition.procedure(each.procedure()), each.arguments()));
        }
        StoreSchedule schedule = new StoreSchedule(seed, definition, PARTITIONS);
        schedule.run(payloads, destinations);
        attempts += schedule.aborts();
        restores += schedule.restores;
        List<FrozenRows> rows = new ArrayList<>();
        for (int p = 0; p < PARTITIONS; p++) {
            rows.add(schedule.work(p).rows());
            assertEquals(schedule.work(p).digest(), schedule.followingWork(p).digest());
            assertEquals(
                    text(definition, rows.get(p)),
                    text(definition, schedule.followingWork(p).rows()));
        }
        replay(schedule, definition, rows);
        StoreWorkload.Check check = workload.check();
        for (int i = 0; i < calls.size(); i++) {
            StoreOutcome outcome = outcome(schedule.transactions.get(i).answers);
            if (outcome.partitions().size() > 1) multis++;
            if (!outcome.committed()) rollbacks++;
            check.outcome(calls.get(i), outcome);
        }
        List<Checked> checked = check.conditions(rows, true);
        assertEquals(conditions, checked.size());
        for (Checked each : checked) assertTrue(each.holds(), each::toString);
    }

    private static List<Call> calls(StoreWorkload workload, long seed) throws Exception {
        List<Call> calls = new ArrayList<>();
        StoreWorkload.Generator generator = workload.generator(seed);
        LocalMulticast multicast =
                LocalMulticast.of(PARTITIONS, 1, new LocalMulticast.Settings(16, false));
        try (PartitionedStore store =
                PartitionedStore.start(
                        multicast.at(1),
                        workload.definition(),
                        StoreOptions.DEFAULT.withWorkers(0))) {
            for (int i = 0; i < TRANSACTIONS; i++) {
                Call call = generator.next();
                byte[] completed = store.prepare(call.procedure(), call.arguments()).get();
                calls.add(new Call(call.procedure(), completed));
            }
        }
        return calls;
    }

    private static StoreOutcome outcome(GroupAnswers answers) {
        List<String> names = new ArrayList<>();
        List<byte[]> results = new ArrayList<>();
        Status status = null;
        for (int i = 0; i < answers.groups().length; i++) {
            StoreCall.Answer answer = StoreCall.Answer.decode(answers.results()[i]);
            names.add("P" + answers.groups()[i]);
            results.add(answer.result());
            if (status != null) assertEquals(status, answer.status());
            status = answer.status();
        }
        return new StoreOutcome(answers.timestamp(), status, "", names, results);
    }

    private static void replay(
            StoreSchedule schedule, StoreDefinition definition, List<FrozenRows> rows)
            throws Exception {
        Map<GroupTimestamp, StoreSchedule.Done> byTimestamp = new HashMap<>();
        for (StoreSchedule.Done each : schedule.transactions) {
            assertNotNull(each.answers);
            byTimestamp.put(each.answers.timestamp(), each);
        }
        assertEquals(schedule.transactions.size(), byTimestamp.size());
        assertEquals(schedule.transactions.size(), schedule.order.size());
        List<LockedStore> serial = new ArrayList<>();
        for (int p = 0; p < PARTITIONS; p++) serial.add(new LockedStore(p, definition, null));
        for (CommitId id : schedule.order) {
            StoreSchedule.Done done = byTimestamp.get(StoreWork.timestamp(id));
            List<LockedStore.Part> parts = new ArrayList<>();
            for (int p : done.participants)
                parts.add(
                        serial.get(p)
                                .part(done.call, done.participants, new GroupTimestamp(0, 0, 1)));
            List<byte[]> values = parts.stream().map(LockedStore.Part::read).toList();
            List<byte[]> answers = parts.stream().map(part -> part.execute(values)).toList();
            int home = Arrays.binarySearch(done.answers.groups(), done.participants[0]);
            assertArrayEquals(answers.get(0), done.answers.results()[home]);
            for (byte[] each : answers) assertEquals(answers.get(0)[0], each[0]);
        }
        for (int p = 0; p < PARTITIONS; p++)
            assertEquals(text(definition, serial.get(p).rows()), text(definition, rows.get(p)));
    }

    private static Map<String, String> text(StoreDefinition definition, FrozenRows rows) {
        Map<String, String> text = new TreeMap<>();
        for (StoreTable table : definition.tables())
            rows.forEach(
                    table.number(),
                    (key, row) -> text.put(definition.show(key), Arrays.toString(row)));
        return text;
    }
}
