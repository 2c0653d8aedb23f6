package io.abcast.workloads.tpcc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.workloads.StoreRuns;
import io.abcast.workloads.StoreWorkload;
import io.abcast.workloads.StoreWorkload.Call;
import io.abcast.workloads.StoreWorkload.Checked;
import io.abcast.workloads.tpcc.TpccWorkload.Remote;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Execution(ExecutionMode.CONCURRENT)
final class TpccRunTest {
    static final TpccScale SMALL = new TpccScale(3, 200, 30);

    @ParameterizedTest
    @CsvSource({"1, THESIS", "2, THESIS", "3, THESIS", "2, SPEC", "3, SPEC"})
    void allWorkersGiveTheSameDigestsAndTheConditionsHold(int partitions, Remote remote)
            throws Exception {
        StoreWorkload workload = new TpccWorkload(SMALL, partitions, remote, 7);
        StoreRuns runs = new StoreRuns(workload, partitions, 2);
        runs.generate(11, 3_000);
        List<String> digests = runs.generated().digests();
        for (int workers : new int[] {1, 2, 5}) {
            StoreRuns.Outcome outcome = runs.execute(workers);
            assertEquals(digests, outcome.digests(), workers + " workers");
            for (Checked each : outcome.conditions()) assertTrue(each.holds(), each::toString);
            assertEquals(14, outcome.conditions().size());
        }
    }

    /**
     * Vandevoorde 2018, Table 5.1, about the shares of the transactions: "New order 45%, Payment 43%, Delivery 4%,
     * Order-status 4%, Stock-level 4%".
     */
    @Test
    void theMixIsThatOfTableFivePointOne() {
        Map<String, Integer> counts = new TreeMap<>();
        StoreWorkload.Generator generator =
                new TpccWorkload(SMALL, 3, Remote.THESIS, 1).generator(2);
        int all = 200_000;
        for (int i = 0; i < all; i++) counts.merge(generator.next().procedure(), 1, Integer::sum);
        assertEquals(
                new TreeSet<>(
                        List.of(
                                NewOrder.NAME,
                                Payment.NAME,
                                DeliveryRun.NAME,
                                OrderStatus.NAME,
                                StockLevel.NAME)),
                counts.keySet());
        assertEquals(0.45, counts.get(NewOrder.NAME) / (double) all, 0.005);
        assertEquals(0.43, counts.get(Payment.NAME) / (double) all, 0.005);
        for (String rare : List.of(DeliveryRun.NAME, OrderStatus.NAME, StockLevel.NAME))
            assertEquals(0.04, counts.get(rare) / (double) all, 0.002, rare);
    }

    @ParameterizedTest
    @CsvSource({"THESIS, 2", "SPEC, 3"})
    void tenToElevenPercentAreMultisAndOnePercentOfNewOrdersRollBack(Remote remote, int most) {
        StoreWorkload.Generator generator =
                new TpccWorkload(new TpccScale(8, 100_000, 3_000), 8, remote, 1).generator(3);
        int all = 300_000;
        int multis = 0;
        int orders = 0;
        int rollbacks = 0;
        int widest = 0;
        for (int i = 0; i < all; i++) {
            Call call = generator.next();
            if (call.procedure().equals(Payment.NAME)) {
                Payment.Input payment = Payment.Input.decode(call.arguments());
                if (payment.customer().warehouse() != payment.warehouse()) multis++;
            }
            if (!call.procedure().equals(NewOrder.NAME)) continue;
            NewOrder.Input order = NewOrder.Input.decode(call.arguments());
            TreeSet<Integer> warehouses = new TreeSet<>(List.of(order.warehouse()));
            for (int each : order.suppliers()) warehouses.add(each);
            if (warehouses.size() > 1) multis++;
            widest = Math.max(widest, warehouses.size());
            orders++;
            if (Arrays.stream(order.items()).anyMatch(item -> item > 100_000)) rollbacks++;
        }
        assertTrue(widest >= most && (remote == Remote.SPEC || widest == most), "" + widest);
        double share = 100.0 * multis / all;
        assertTrue(share > 10 && share < 11, () -> share + " % multis");
        assertEquals(0.01, rollbacks / (double) orders, 0.001);
    }

    @Test
    void theSameSeedGivesTheSameOrder() throws Exception {
        List<List<String>> digests = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            StoreRuns runs = new StoreRuns(new TpccWorkload(SMALL, 2, Remote.THESIS, 7), 2, 1);
            runs.generate(11, 300);
            digests.add(runs.generated().digests());
        }
        assertEquals(digests.get(0), digests.get(1));
    }
}
