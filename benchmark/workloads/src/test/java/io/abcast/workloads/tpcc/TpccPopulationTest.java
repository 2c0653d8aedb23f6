package io.abcast.workloads.tpcc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.rows.FrozenRows;
import io.abcast.partitions.rows.RowTables;
import io.abcast.workloads.Fields;
import io.abcast.workloads.tpcc.TpccWorkload.Remote;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tests the initial rows of the tables against TPC-C 1.2.1 and 4.3.3.1. */
final class TpccPopulationTest {
    @Test
    void oneWarehouseHasTheFullScale() {
        StoreDefinition definition =
                new TpccWorkload(TpccScale.full(1), 1, Remote.THESIS, 1).definition();
        RowTables tables = new RowTables(definition.tables());
        definition.population().populate(0, tables::load);
        tables.beginFreeze(1);
        FrozenRows rows = tables.finishFreeze();
        assertEquals(100_000, rows.count(TpccTables.ITEM));
        assertEquals(100_000, rows.count(TpccTables.STOCK));
        assertEquals(1, rows.count(TpccTables.WAREHOUSE));
        assertEquals(10, rows.count(TpccTables.DISTRICT));
        assertEquals(30_000, rows.count(TpccTables.CUSTOMER));
        assertEquals(30_000, rows.count(TpccTables.HISTORY));
        assertEquals(30_000, rows.count(TpccTables.ORDER));
        assertEquals(9_000, rows.count(TpccTables.NEW_ORDER));
        int lines = rows.count(TpccTables.ORDER_LINE);
        assertTrue(lines > 290_000 && lines < 310_000, () -> lines + " lines");
        byte[] ytd = rows.get(TpccTables.warehouse(TpccTables.WAREHOUSE_YTD, 1));
        assertEquals(300_000_00, Fields.i64(ytd, 0));
        int[] bad = new int[1];
        rows.forEach(
                TpccTables.CUSTOMER,
                (key, row) -> {
                    if (!TpccRows.Customer.isGood(row)) bad[0]++;
                });
        assertEquals(3_000, bad[0], 300);
        int[] original = new int[1];
        rows.forEach(
                TpccTables.STOCK,
                (key, row) -> {
                    if (TpccRows.Stock.isOriginal(row)) original[0]++;
                });
        assertEquals(10_000, original[0], 600);
    }

    @Test
    void lastNamesHaveThreeSyllables() {
        assertEquals("BARBARBAR", text(TpccRandom.lastName(0)));
        assertEquals("PRICALLYOUGHT", text(TpccRandom.lastName(371)));
    }

    private static String text(byte[] ascii) {
        return new String(ascii, StandardCharsets.US_ASCII);
    }

    /** TPC-C 2.5.2.2 about the choice of a customer by last name: "the row at position n/2 rounded up". */
    @Test
    void theMiddleCustomerIsSelectedByName() {
        assertEquals(7, TpccRows.middle(TpccRows.names(new int[] {7})));
        assertEquals(7, TpccRows.middle(TpccRows.names(new int[] {7, 8})));
        assertEquals(2_999, TpccRows.middle(TpccRows.names(new int[] {7, 2_999, 9})));
        assertEquals(8, TpccRows.middle(TpccRows.names(new int[] {7, 8, 9, 10})));
    }

    @Test
    void aPermutationHasEachNumberOnce() {
        int[] all = new TpccRandom(1, 1, TpccScale.full(1), true).permutation(3_000);
        int[] sorted = all.clone();
        Arrays.sort(sorted);
        for (int i = 0; i < sorted.length; i++) assertEquals(i + 1, sorted[i]);
        assertTrue(!Arrays.equals(all, sorted));
    }

    @Test
    void amountsHaveTwoDecimals() {
        assertEquals("-10.00", TpccRows.amount(-1_000));
        assertEquals("0.05", TpccRows.amount(5));
        assertEquals("-0.05", TpccRows.amount(-5));
        assertEquals("123456.78", TpccRows.amount(12_345_678));
    }
}
