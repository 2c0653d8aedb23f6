package io.abcast.workloads.tpcc;

import io.abcast.partitions.RowKey;
import io.abcast.partitions.rows.FrozenRows;
import io.abcast.workloads.Fields;
import io.abcast.workloads.StoreWorkload.Checked;
import io.abcast.workloads.tpcc.TpccRows.Balance;
import io.abcast.workloads.tpcc.TpccRows.DistrictOrders;
import io.abcast.workloads.tpcc.TpccRows.DistrictYtd;
import io.abcast.workloads.tpcc.TpccRows.History;
import io.abcast.workloads.tpcc.TpccRows.Line;
import io.abcast.workloads.tpcc.TpccRows.Order;
import io.abcast.workloads.tpcc.TpccRows.Stock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;

/**
 * Checks the consistency conditions 3.3.2.1 to 3.3.2.12 of TPC-C over the rows of all partitions, and two more
 * conditions about several partitions. Condition 11 also needs the number of orders that the transactions of the run
 * have delivered. Condition 10 needs the history rows of all partitions, because a payment is in the history of its own
 * warehouse.
 */
final class TpccConditions {
    private final TpccScale scale;
    private final List<FrozenRows> partitions;

    /**
     * Orders that transactions have delivered according to their answers, by district; {@code null} if some answers are
     * unknown.
     */
    private final long[] answered;

    private final int districts;

    // Sums of payments (year-to-date amounts), by warehouse.
    private final long[] warehouseYtd;
    private final long[] warehouseHistory;
    private final long[] districtYtdSum;

    // Sums of payments (year-to-date amounts), by district.
    private final long[] districtYtd;
    private final long[] districtHistory;
    private final long[] nextOrder;
    private final long[] orders;
    private final long[] lastOrder;
    private final long[] linesOfOrders;
    private final long[] delivered;
    private final long[] newOrders;
    private final long[] firstNewOrder;
    private final long[] lastNewOrder;
    private final long[] lines;

    // Amounts of each customer, in cents: balance, payments and deliveries.
    private final long[] balance;
    private final long[] ytdPayment;
    private final long[] deliveredAmount;
    private final long[] paid;

    private long stockYtd;
    private long orderedQuantity;
    private String carrierViolation = "";
    private String countViolation = "";
    private String deliveryViolation = "";

    TpccConditions(TpccScale scale, List<FrozenRows> partitions, long[] answered) {
        this.scale = scale;
        this.partitions = partitions;
        this.answered = answered;
        districts = scale.warehouses() * TpccScale.DISTRICTS;
        int customers = districts * scale.customers();
        warehouseYtd = new long[scale.warehouses()];
        warehouseHistory = new long[scale.warehouses()];
        districtYtdSum = new long[scale.warehouses()];
        districtYtd = new long[districts];
        districtHistory = new long[districts];
        nextOrder = new long[districts];
        orders = new long[districts];
        lastOrder = new long[districts];
        linesOfOrders = new long[districts];
        delivered = new long[districts];
        newOrders = new long[districts];
        firstNewOrder = new long[districts];
        lastNewOrder = new long[districts];
        lines = new long[districts];
        balance = new long[customers];
        ytdPayment = new long[customers];
        deliveredAmount = new long[customers];
        paid = new long[customers];
    }

    List<Checked> all() {
        for (FrozenRows rows : partitions) {
            money(rows);
            orders(rows);
            lines(rows);
            customers(rows);
            rows.forEach(TpccTables.STOCK, (key, row) -> stockYtd += Fields.i32(row, Stock.YTD));
        }
        List<Checked> all = new ArrayList<>();
        all.add(
                equal(
                        "3.3.2.1",
                        warehouseYtd.length,
                        w -> warehouseYtd[w],
                        w -> districtYtdSum[w]));
        all.add(Checked.of("3.3.2.2", first(districts, this::lastOrders)));
        all.add(Checked.of("3.3.2.3", first(districts, this::gap)));
        all.add(equal("3.3.2.4", districts, d -> linesOfOrders[d], d -> lines[d]));
        all.add(Checked.of("3.3.2.5", carrierViolation));
        all.add(Checked.of("3.3.2.6", countViolation));
        all.add(Checked.of("3.3.2.7", deliveryViolation));
        all.add(
                equal(
                        "3.3.2.8",
                        warehouseYtd.length,
                        w -> warehouseYtd[w],
                        w -> warehouseHistory[w]));
        all.add(equal("3.3.2.9", districts, d -> districtYtd[d], d -> districtHistory[d]));
        all.add(
                equal(
                        "3.3.2.10",
                        balance.length,
                        c -> balance[c],
                        c -> deliveredAmount[c] - paid[c]));
        long[] counted = answered == null ? delivered : answered;
        all.add(
                equal(
                        "3.3.2.11",
                        districts,
                        d -> orders[d] - newOrders[d],
                        d -> scale.delivered() + counted[d]));
        all.add(
                equal(
                        "3.3.2.12",
                        balance.length,
                        c -> balance[c] + ytdPayment[c],
                        c -> deliveredAmount[c]));
        all.add(payments());
        all.add(
                equal(
                        "sum(S_YTD) = sum(OL_QUANTITY) of new orders",
                        1,
                        i -> stockYtd,
                        i -> orderedQuantity));
        return all;
    }

    private Checked payments() {
        long initial = (long) TpccScale.DISTRICTS * scale.customers() * TpccPopulation.PAYMENT;
        long ytd = sum(warehouseYtd) - initial * scale.warehouses();
        long more = sum(ytdPayment) - (long) TpccPopulation.PAYMENT * ytdPayment.length;
        return equal("sum(C_YTD_PAYMENT) = sum(W_YTD) since the start", 1, i -> more, i -> ytd);
    }

    private static long sum(long[] all) {
        long sum = 0;
        for (long each : all) sum += each;
        return sum;
    }

    private static Checked equal(
            String condition, int count, IntToLongFunction one, IntToLongFunction other) {
        return Checked.of(
                condition,
                first(
                        count,
                        i ->
                                one.applyAsLong(i) == other.applyAsLong(i)
                                        ? ""
                                        : "number %d: %d and %d differ"
                                                .formatted(
                                                        i,
                                                        one.applyAsLong(i),
                                                        other.applyAsLong(i))));
    }

    private static String first(int count, IntFunction<String> violation) {
        for (int i = 0; i < count; i++) {
            String found = violation.apply(i);
            if (!found.isEmpty()) return found;
        }
        return "";
    }

    private String lastOrders(int d) {
        boolean ordersRight = lastOrder[d] == nextOrder[d] - 1;
        boolean newOrdersRight = newOrders[d] == 0 || lastNewOrder[d] == nextOrder[d] - 1;
        if (ordersRight && newOrdersRight) return "";
        return "district %d: D_NEXT_O_ID %d, last order %d, last new order %d"
                .formatted(d, nextOrder[d], lastOrder[d], lastNewOrder[d]);
    }

    private String gap(int d) {
        long span = newOrders[d] == 0 ? 0 : lastNewOrder[d] - firstNewOrder[d] + 1;
        if (span == newOrders[d]) return "";
        return "district %d: %d new orders from %d to %d"
                .formatted(d, newOrders[d], firstNewOrder[d], lastNewOrder[d]);
    }

    private int districtOf(RowKey key) {
        return scale.district(TpccTables.warehouseOf(key), TpccTables.districtOf(key));
    }

    private void money(FrozenRows rows) {
        rows.forEach(
                TpccTables.WAREHOUSE_YTD,
                (key, row) -> warehouseYtd[TpccTables.warehouseOf(key) - 1] = Fields.i64(row, 0));
        rows.forEach(
                TpccTables.DISTRICT_YTD,
                (key, row) -> {
                    long ytd = Fields.i64(row, DistrictYtd.YTD);
                    districtYtd[districtOf(key)] = ytd;
                    districtYtdSum[TpccTables.warehouseOf(key) - 1] += ytd;
                });
        rows.forEach(
                TpccTables.HISTORY,
                (key, row) -> {
                    long amount = Fields.i64(row, History.AMOUNT);
                    warehouseHistory[TpccTables.warehouseOf(key) - 1] += amount;
                    districtHistory[districtOf(key)] += amount;
                    paid[
                                    scale.customer(
                                            Fields.i32(row, History.CUSTOMER_WAREHOUSE),
                                            Fields.i32(row, History.CUSTOMER_DISTRICT),
                                            Fields.i32(row, History.CUSTOMER))] +=
                            amount;
                });
    }

    private void orders(FrozenRows rows) {
        rows.forEach(
                TpccTables.DISTRICT_ORDERS,
                (key, row) -> nextOrder[districtOf(key)] = Fields.i32(row, DistrictOrders.NEXT));
        rows.forEach(
                TpccTables.ORDER,
                (key, row) -> {
                    int d = districtOf(key);
                    int number = TpccTables.numberOf(key);
                    orders[d]++;
                    lastOrder[d] = number;
                    linesOfOrders[d] += row[Order.LINES];
                    boolean undelivered = row[Order.CARRIER] == 0;
                    if (!undelivered && number > scale.delivered()) delivered[d]++;
                    RowKey newOrder = RowKey.of(TpccTables.NEW_ORDER, key.id());
                    if (undelivered != (rows.get(newOrder) != null))
                        carrierViolation =
                                "district %d, order %d: O_CARRIER_ID %d"
                                        .formatted(d, number, row[Order.CARRIER]);
                    String wrong = countsLines(rows, key, row[Order.LINES]);
                    if (!wrong.isEmpty()) countViolation = wrong;
                });
        rows.forEach(
                TpccTables.NEW_ORDER,
                (key, row) -> {
                    int d = districtOf(key);
                    int number = TpccTables.numberOf(key);
                    if (newOrders[d]++ == 0) firstNewOrder[d] = number;
                    lastNewOrder[d] = number;
                    if (rows.get(RowKey.of(TpccTables.ORDER, key.id())) == null)
                        carrierViolation = "district %d: no order %d".formatted(d, number);
                });
    }

    private static String countsLines(FrozenRows rows, RowKey order, int count) {
        int w = TpccTables.warehouseOf(order);
        int d = TpccTables.districtOf(order);
        int number = TpccTables.numberOf(order);
        for (int l = 1; l <= count; l++)
            if (rows.get(TpccTables.line(w, d, number, l)) == null)
                return "order %d of district %d/%d: no line %d".formatted(number, w, d, l);
        if (count < NewOrder.LINES_MAX
                && rows.get(TpccTables.line(w, d, number, count + 1)) != null)
            return "order %d of district %d/%d: more than %d lines".formatted(number, w, d, count);
        return "";
    }

    private void lines(FrozenRows rows) {
        rows.forEach(
                TpccTables.ORDER_LINE,
                (key, row) -> {
                    int w = TpccTables.warehouseOf(key);
                    int d = TpccTables.districtOf(key);
                    int number = TpccTables.orderOfLine(key);
                    lines[districtOf(key)]++;
                    byte[] order = rows.get(TpccTables.order(TpccTables.ORDER, w, d, number));
                    if (order == null) {
                        countViolation =
                                "order %d of district %d/%d has lines only".formatted(number, w, d);
                        return;
                    }
                    boolean isDelivered = Fields.i64(row, Line.DELIVERY) != 0;
                    if (isDelivered != (order[Order.CARRIER] != 0))
                        deliveryViolation =
                                "order %d of district %d/%d: OL_DELIVERY_D and O_CARRIER_ID differ"
                                        .formatted(number, w, d);
                    int c = scale.customer(w, d, Fields.i32(order, Order.CUSTOMER));
                    if (isDelivered) deliveredAmount[c] += Fields.i32(row, Line.AMOUNT);
                    if (number > scale.customers())
                        orderedQuantity += Fields.i32(row, Line.QUANTITY);
                });
    }

    private void customers(FrozenRows rows) {
        rows.forEach(
                TpccTables.CUSTOMER_BALANCE,
                (key, row) -> {
                    int c =
                            scale.customer(
                                    TpccTables.warehouseOf(key),
                                    TpccTables.districtOf(key),
                                    TpccTables.numberOf(key));
                    balance[c] = Fields.i64(row, Balance.BALANCE);
                    ytdPayment[c] = Fields.i64(row, Balance.YTD_PAYMENT);
                });
    }
}
