package io.abcast.workloads.tpcc;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.partitions.DeclaredKeys;
import io.abcast.partitions.Procedure;
import io.abcast.partitions.RowKey;
import io.abcast.partitions.Transaction;
import io.abcast.workloads.Fields;
import io.abcast.workloads.tpcc.TpccRows.DistrictOrders;
import io.abcast.workloads.tpcc.TpccRows.Line;
import io.abcast.workloads.tpcc.TpccRows.Order;
import io.abcast.workloads.tpcc.TpccRows.Stock;
import java.util.TreeSet;

/**
 * The transaction Stock-Level (TPC-C 2.8), which counts the recently sold items that have a low stock. A query before
 * the transaction finds the items of the last 20 orders of a district. The query need not be repeated: TPC-C 2.8.2.3
 * requires only committed data that is as new as the beginning of the transaction.
 */
final class StockLevel implements Procedure {
    static final String NAME = "stock_level";
    private static final int RECENT_ORDERS = 20;
    private static final int ITEMS_MAX = RECENT_ORDERS * NewOrder.LINES_MAX;

    static final class RecentItems implements Procedure {
        static final String NAME = "recent_items";

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public void declare(byte[] arguments, DeclaredKeys keys) {
            keys.homeRead(Input.decode(arguments).orders());
        }

        @Override
        public byte[] run(byte[] arguments, Transaction tx) {
            Input input = Input.decode(arguments);
            TreeSet<Integer> items = new TreeSet<>();
            tx.atHome(input.orders(), () -> collect(input, items, tx));
            WireWriter answer = new WireWriter(4 * items.size()).varint(items.size());
            for (int each : items) answer.varint(each);
            return answer.toByteArray();
        }

        private static void collect(Input input, TreeSet<Integer> items, Transaction tx) {
            int next = Fields.i32(tx.get(input.orders()), DistrictOrders.NEXT);
            for (int o = Math.max(1, next - RECENT_ORDERS); o < next; o++) {
                byte[] order =
                        tx.get(
                                TpccTables.order(
                                        TpccTables.ORDER, input.warehouse, input.district, o));
                for (int l = 1; l <= order[Order.LINES]; l++) {
                    RowKey line = TpccTables.line(input.warehouse, input.district, o, l);
                    items.add(Fields.i32(tx.get(line), Line.ITEM));
                }
            }
        }
    }

    /** @param items numbers of the recently sold items; empty before the query has found them */
    record Input(int warehouse, int district, int threshold, int[] items) {
        byte[] encode() {
            WireWriter out = new WireWriter(8 + 4 * items.length);
            out.varint(warehouse).u8(district).u8(threshold).varint(items.length);
            for (int each : items) out.varint(each);
            return out.toByteArray();
        }

        static Input decode(byte[] bytes) {
            WireReader in = new WireReader(bytes);
            Input input =
                    new Input(in.count(TpccScale.WAREHOUSES_MAX), in.u8(), in.u8(), items(in));
            in.end();
            return input;
        }

        private static int[] items(WireReader in) {
            int[] items = new int[in.count(ITEMS_MAX)];
            for (int i = 0; i < items.length; i++) items[i] = in.count(Integer.MAX_VALUE);
            return items;
        }

        RowKey orders() {
            return TpccTables.district(TpccTables.DISTRICT_ORDERS, warehouse, district);
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Finder finder(byte[] arguments) {
        return new Finder(RecentItems.NAME, arguments);
    }

    @Override
    public byte[] complete(byte[] arguments, byte[] found) {
        Input input = Input.decode(arguments);
        int[] items = Input.items(new WireReader(found));
        return new Input(input.warehouse, input.district, input.threshold, items).encode();
    }

    @Override
    public void declare(byte[] arguments, DeclaredKeys keys) {
        Input input = Input.decode(arguments);
        for (int each : input.items) keys.homeRead(TpccTables.stock(input.warehouse, each));
    }

    @Override
    public byte[] run(byte[] arguments, Transaction tx) {
        Input input = Input.decode(arguments);
        int[] low = new int[1];
        tx.atHome(
                input.orders(),
                () -> {
                    for (int each : input.items) {
                        byte[] stock = tx.get(TpccTables.stock(input.warehouse, each));
                        if (Fields.i32(stock, Stock.QUANTITY) < input.threshold) low[0]++;
                    }
                });
        return new WireWriter(4).i32(low[0]).toByteArray();
    }
}
