package io.abcast.workloads.tpcc;

import io.abcast.kernel.SplitMix64;
import io.abcast.partitions.Population;
import io.abcast.workloads.Fields;
import io.abcast.workloads.tpcc.TpccRows.Balance;
import io.abcast.workloads.tpcc.TpccRows.Customer;
import io.abcast.workloads.tpcc.TpccRows.DistrictOrders;
import io.abcast.workloads.tpcc.TpccRows.DistrictYtd;
import io.abcast.workloads.tpcc.TpccRows.History;
import io.abcast.workloads.tpcc.TpccRows.Item;
import io.abcast.workloads.tpcc.TpccRows.Line;
import io.abcast.workloads.tpcc.TpccRows.Order;
import io.abcast.workloads.tpcc.TpccRows.Place;
import io.abcast.workloads.tpcc.TpccRows.Stock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The initial rows of the TPC-C tables (TPC-C 4.3.3.1), which depend only on the seed and on the number of the
 * warehouse.
 */
final class TpccPopulation implements Population {
    /** Value of all time columns in the initial rows: 2026-01-01, in ms since 1970. */
    static final long TIME = 1_767_225_600_000L;

    /** Initial payment of each customer, in cents. */
    static final int PAYMENT = 1_000;

    private static final long CREDIT_LIMIT = 5_000_000;

    private final TpccScale scale;
    private final long seed;
    private final IntUnaryOperator partitionOf;

    TpccPopulation(TpccScale scale, long seed, IntUnaryOperator partitionOf) {
        this.scale = scale;
        this.seed = seed;
        this.partitionOf = partitionOf;
    }

    @Override
    public String name() {
        return "tpcc %d warehouses %d items %d customers seed %d"
                .formatted(scale.warehouses(), scale.items(), scale.customers(), seed);
    }

    @Override
    public void populate(int partition, Sink rows) {
        items(random(0), rows);
        for (int w = 1; w <= scale.warehouses(); w++)
            if (partitionOf.applyAsInt(w) == partition) warehouse(w, rows);
    }

    private TpccRandom random(int part) {
        return new TpccRandom(SplitMix64.mix(SplitMix64.mix(seed) + part), seed, scale, true);
    }

    private void items(TpccRandom random, Sink rows) {
        for (int i = 1; i <= scale.items(); i++)
            rows.put(
                    TpccTables.item(i),
                    Item.row(
                            random.uniform(1, 10_000),
                            random.uniform(100, 10_000),
                            random.plain().text(14, 24),
                            random.data()));
    }

    private void warehouse(int w, Sink rows) {
        TpccRandom random = random(w);
        rows.put(TpccTables.warehouse(TpccTables.WAREHOUSE, w), place(random));
        byte[] ytd = new byte[8];
        Fields.i64(ytd, 0, (long) TpccScale.DISTRICTS * scale.customers() * PAYMENT);
        rows.put(TpccTables.warehouse(TpccTables.WAREHOUSE_YTD, w), ytd);
        for (int i = 1; i <= scale.items(); i++) rows.put(TpccTables.stock(w, i), stock(random));
        for (int d = 1; d <= TpccScale.DISTRICTS; d++) {
            district(w, d, random, rows);
            customers(w, d, random, rows);
            orders(w, d, random, rows);
        }
    }

    private static byte[] place(TpccRandom random) {
        return Place.row(
                random.uniform(0, 2_000),
                random.plain().text(6, 10),
                random.plain().text(10, 20),
                random.plain().text(10, 20),
                random.plain().text(10, 20),
                random.plain().text(2, 2),
                random.zip());
    }

    private static byte[] stock(TpccRandom random) {
        byte[] data = random.data();
        byte[] row = new byte[Stock.DATA + data.length];
        Fields.i32(row, Stock.QUANTITY, random.uniform(10, 100));
        random.plain().fill(row, Stock.INFOS, Stock.DATA - Stock.INFOS);
        System.arraycopy(data, 0, row, Stock.DATA, data.length);
        return row;
    }

    private void district(int w, int d, TpccRandom random, Sink rows) {
        rows.put(TpccTables.district(TpccTables.DISTRICT, w, d), place(random));
        byte[] ytd = new byte[DistrictYtd.BYTES];
        Fields.i64(ytd, DistrictYtd.YTD, (long) scale.customers() * PAYMENT);
        Fields.i32(ytd, DistrictYtd.HISTORIES, scale.customers());
        rows.put(TpccTables.district(TpccTables.DISTRICT_YTD, w, d), ytd);
        byte[] orders = new byte[DistrictOrders.BYTES];
        Fields.i32(orders, DistrictOrders.NEXT, scale.customers() + 1);
        Fields.i32(orders, DistrictOrders.UNDELIVERED, scale.delivered() + 1);
        rows.put(TpccTables.district(TpccTables.DISTRICT_ORDERS, w, d), orders);
    }

    private void customers(int w, int d, TpccRandom random, Sink rows) {
        byte[][] first = new byte[scale.customers() + 1][];
        List<List<Integer>> byName = new ArrayList<>();
        for (int i = 0; i < scale.names(); i++) byName.add(new ArrayList<>());
        for (int c = 1; c <= scale.customers(); c++) {
            int name = c <= scale.names() ? c - 1 : random.name();
            first[c] = random.plain().text(8, 16);
            byName.get(name).add(c);
            rows.put(
                    TpccTables.customer(TpccTables.CUSTOMER, w, d, c),
                    customer(first[c], TpccRandom.lastName(name), random));
            byte[] balance = new byte[Balance.BYTES];
            Fields.i64(balance, Balance.BALANCE, -PAYMENT);
            Fields.i64(balance, Balance.YTD_PAYMENT, PAYMENT);
            Fields.i32(balance, Balance.PAYMENTS, 1);
            rows.put(TpccTables.customer(TpccTables.CUSTOMER_BALANCE, w, d, c), balance);
            rows.put(
                    TpccTables.customer(TpccTables.CUSTOMER_DATA, w, d, c),
                    random.plain().text(300, 500));
            rows.put(
                    TpccTables.history(w, d, c),
                    History.row(c, d, w, TIME, PAYMENT, random.plain().text(12, 24)));
        }
        Comparator<Integer> byFirst = Comparator.comparing(c -> first[c], Arrays::compare);
        for (int name = 0; name < byName.size(); name++) {
            List<Integer> all = byName.get(name);
            all.sort(byFirst);
            int[] customers = all.stream().mapToInt(c -> c).toArray();
            rows.put(TpccTables.name(w, d, name), TpccRows.names(customers));
        }
    }

    private static byte[] customer(byte[] first, byte[] last, TpccRandom random) {
        return Customer.row(
                random.uniform(0, 5_000),
                !random.plain().percent(10),
                CREDIT_LIMIT,
                TIME,
                first,
                last,
                random.plain().text(10, 20),
                random.plain().text(10, 20),
                random.plain().text(10, 20),
                random.plain().text(2, 2),
                random.zip(),
                random.plain().digits(16));
    }

    private void orders(int w, int d, TpccRandom random, Sink rows) {
        int[] customers = random.permutation(scale.customers());
        for (int o = 1; o <= scale.customers(); o++) {
            boolean delivered = o <= scale.delivered();
            int customer = customers[o - 1];
            int lines = random.uniform(5, 15);
            int carrier = delivered ? random.uniform(1, 10) : 0;
            rows.put(
                    TpccTables.order(TpccTables.ORDER, w, d, o),
                    Order.row(customer, TIME, carrier, lines, true));
            if (!delivered)
                rows.put(TpccTables.order(TpccTables.NEW_ORDER, w, d, o), TpccRows.NEW_ORDER);
            byte[] last = new byte[4];
            Fields.i32(last, 0, o);
            rows.put(TpccTables.customer(TpccTables.CUSTOMER_ORDER, w, d, customer), last);
            for (int l = 1; l <= lines; l++) {
                int amount = delivered ? 0 : random.uniform(1, 999_999);
                rows.put(
                        TpccTables.line(w, d, o, l),
                        Line.row(
                                random.uniform(1, scale.items()),
                                w,
                                delivered ? TIME : 0,
                                5,
                                amount,
                                random.plain().text(TpccRows.INFO_BYTES, TpccRows.INFO_BYTES)));
            }
        }
    }
}
