package io.abcast.workloads.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.partitions.RowKey;
import io.abcast.workloads.StoreRuns;
import io.abcast.workloads.StoreWorkload.Checked;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MicroWorkloadTest {
    /** Few keys, so that most transactions of the workload conflict. */
    @ParameterizedTest
    @CsvSource({"1, 0, 1, 0", "2, 50, 2, 1", "4, 100, 3, 2", "3, 30, 3, 0"})
    void allWorkersGiveTheSameDigests(int partitions, int multi, int span, int hot)
            throws Exception {
        MicroSettings settings = new MicroSettings(partitions, 40, multi, span, hot, 10);
        StoreRuns runs = new StoreRuns(new MicroWorkload(settings), partitions, 2);
        runs.generate(5, 3_000);
        for (int workers : new int[] {1, 3}) {
            StoreRuns.Outcome outcome = runs.execute(workers);
            assertEquals(runs.generated().digests(), outcome.digests());
            assertEquals(runs.generated().aborted(), outcome.aborted());
            for (Checked each : outcome.conditions()) assertTrue(each.holds(), each::toString);
            assertTrue(outcome.aborted() > 0, "some transactions abort");
        }
    }

    @Test
    void transactionsHaveTheRequestedShape() {
        MicroSettings settings = new MicroSettings(5, 1_000, 20, 3, 2, 0);
        MicroGenerator generator = new MicroGenerator(settings, 9);
        int all = 50_000;
        int multis = 0;
        for (int i = 0; i < all; i++) {
            RowKey[] keys = generator.keys();
            assertEquals(MicroSettings.KEYS_PER_TRANSACTION, keys.length);
            Map<Integer, Integer> hot = new TreeMap<>();
            for (RowKey each : keys)
                hot.merge(
                        MicroTransaction.partitionOf(each),
                        (int) each.id() < settings.hotKeys() ? 1 : 0,
                        Integer::sum);
            if (hot.size() > 1) {
                multis++;
                assertEquals(3, hot.size());
            }
            for (int count : hot.values()) assertEquals(1, count, "one hot key per partition");
        }
        assertEquals(0.2, multis / (double) all, 0.01);
    }
}
