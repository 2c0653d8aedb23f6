package io.abcast.workloads.tpcc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.partitions.RowKey;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.rows.FrozenRows;
import io.abcast.partitions.rows.RowTables;
import io.abcast.workloads.Fields;
import io.abcast.workloads.StoreWorkload.Checked;
import io.abcast.workloads.tpcc.TpccWorkload.Remote;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Tests that the check of each TPC-C condition detects rows that violate the condition. */
final class TpccConditionsTest {
    private static final TpccScale SCALE = new TpccScale(2, 50, 30);

    private final StoreDefinition definition =
            new TpccWorkload(SCALE, 2, Remote.THESIS, 3).definition();

    private List<Checked> checked(Consumer<RowTables> fault) {
        List<FrozenRows> partitions = new ArrayList<>();
        for (int p = 0; p < 2; p++) {
            RowTables rows = new RowTables(definition.tables());
            definition.population().populate(p, rows::load);
            if (p == 1) fault.accept(rows);
            rows.beginFreeze(1);
            partitions.add(rows.finishFreeze());
        }
        return new TpccConditions(SCALE, partitions, new long[20]).all();
    }

    private void assertViolates(Consumer<RowTables> fault, String... conditions) {
        List<String> violated =
                checked(fault).stream()
                        .filter(each -> !each.holds())
                        .map(each -> each.condition().split(" ", 2)[0])
                        .toList();
        assertEquals(List.of(conditions), violated);
    }

    private static Consumer<RowTables> add64(RowKey key, int at, long more) {
        return rows -> {
            byte[] row = rows.get(key).clone();
            Fields.i64(row, at, Fields.i64(row, at) + more);
            rows.put(key, row, 1);
        };
    }

    private static Consumer<RowTables> add32(RowKey key, int at, int more) {
        return rows -> {
            byte[] row = rows.get(key).clone();
            Fields.i32(row, at, Fields.i32(row, at) + more);
            rows.put(key, row, 1);
        };
    }

    private static Consumer<RowTables> remove(RowKey key) {
        return rows -> {
            assertTrue(rows.get(key) != null, key::toString);
            rows.put(key, null, 1);
        };
    }

    @Test
    void thePopulationKeepsAllConditions() {
        assertViolates(rows -> {});
    }

    @Test
    void amountsThatDifferAreFound() {
        RowKey warehouse = TpccTables.warehouse(TpccTables.WAREHOUSE_YTD, 2);
        assertViolates(add64(warehouse, 0, 1), "3.3.2.1", "3.3.2.8", "sum(C_YTD_PAYMENT)");
        RowKey district = TpccTables.district(TpccTables.DISTRICT_YTD, 2, 3);
        assertViolates(add64(district, TpccRows.DistrictYtd.YTD, 1), "3.3.2.1", "3.3.2.9");
        RowKey history = TpccTables.history(2, 3, 4);
        assertViolates(
                add64(history, TpccRows.History.AMOUNT, 1), "3.3.2.8", "3.3.2.9", "3.3.2.10");
        RowKey customer = TpccTables.customer(TpccTables.CUSTOMER_BALANCE, 2, 3, 4);
        assertViolates(add64(customer, TpccRows.Balance.BALANCE, 1), "3.3.2.10", "3.3.2.12");
        assertViolates(
                add64(customer, TpccRows.Balance.YTD_PAYMENT, 1), "3.3.2.12", "sum(C_YTD_PAYMENT)");
        RowKey line = TpccTables.line(2, 3, 4, 1);
        assertViolates(add32(line, TpccRows.Line.AMOUNT, 1), "3.3.2.10", "3.3.2.12");
        assertViolates(add32(TpccTables.stock(2, 5), TpccRows.Stock.YTD, 1), "sum(S_YTD)");
    }

    @Test
    void ordersThatDifferAreFound() {
        RowKey orders = TpccTables.district(TpccTables.DISTRICT_ORDERS, 2, 1);
        assertViolates(add32(orders, TpccRows.DistrictOrders.NEXT, 1), "3.3.2.2");
        RowKey last = TpccTables.order(TpccTables.NEW_ORDER, 2, 1, 30);
        assertViolates(remove(last), "3.3.2.2", "3.3.2.5", "3.3.2.11");
        RowKey middle = TpccTables.order(TpccTables.NEW_ORDER, 2, 1, 25);
        assertViolates(remove(middle), "3.3.2.3", "3.3.2.5", "3.3.2.11");
        assertViolates(remove(TpccTables.line(2, 1, 5, 2)), "3.3.2.4", "3.3.2.6");
        RowKey delivered = TpccTables.order(TpccTables.ORDER, 2, 1, 5);
        assertViolates(
                rows -> {
                    byte[] row = rows.get(delivered).clone();
                    row[TpccRows.Order.CARRIER] = 0;
                    rows.put(delivered, row, 1);
                },
                "3.3.2.5",
                "3.3.2.7");
        RowKey line = TpccTables.line(2, 1, 5, 1);
        assertViolates(add64(line, TpccRows.Line.DELIVERY, -TpccPopulation.TIME), "3.3.2.7");
    }
}
