package io.abcast.workloads.tpcc;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.partitions.DeclaredKeys;
import io.abcast.partitions.Procedure;
import io.abcast.partitions.RowKey;
import io.abcast.partitions.Transaction;
import io.abcast.workloads.Fields;
import io.abcast.workloads.tpcc.TpccRows.Customer;
import io.abcast.workloads.tpcc.TpccRows.DistrictOrders;
import io.abcast.workloads.tpcc.TpccRows.Item;
import io.abcast.workloads.tpcc.TpccRows.Line;
import io.abcast.workloads.tpcc.TpccRows.Order;
import io.abcast.workloads.tpcc.TpccRows.Place;
import io.abcast.workloads.tpcc.TpccRows.Stock;

/**
 * The transaction New-Order (TPC-C 2.4). Only the partition of the order's warehouse waits for values of other
 * partitions: the stock rows of remote warehouses.
 */
final class NewOrder implements Procedure {
    static final String NAME = "new_order";
    static final String INVALID_ITEM = "item number is not valid";
    static final int LINES_MAX = 15;

    /** Each array has one element for each line of the order. */
    record Input(
            int warehouse,
            int district,
            int customer,
            long time,
            int[] items,
            int[] suppliers,
            int[] quantities) {
        byte[] encode() {
            WireWriter out = new WireWriter(24 + 8 * items.length);
            out.varint(warehouse).u8(district).varint(customer).i64(time).u8(items.length);
            for (int i = 0; i < items.length; i++)
                out.varint(items[i]).varint(suppliers[i]).u8(quantities[i]);
            return out.toByteArray();
        }

        static Input decode(byte[] bytes) {
            WireReader in = new WireReader(bytes);
            int warehouse = in.count(TpccScale.WAREHOUSES_MAX);
            int district = in.u8();
            int customer = in.count(Integer.MAX_VALUE);
            long time = in.i64();
            int count = in.count(LINES_MAX);
            int[][] lines = new int[3][count];
            for (int i = 0; i < count; i++) {
                lines[0][i] = in.count(Integer.MAX_VALUE);
                lines[1][i] = in.count(TpccScale.WAREHOUSES_MAX);
                lines[2][i] = in.u8();
            }
            in.end();
            return new Input(warehouse, district, customer, time, lines[0], lines[1], lines[2]);
        }

        boolean isRemote(int line) {
            return suppliers[line] != warehouse;
        }

        boolean allLocal() {
            for (int supplier : suppliers) if (supplier != warehouse) return false;
            return true;
        }

        RowKey orders() {
            return TpccTables.district(TpccTables.DISTRICT_ORDERS, warehouse, district);
        }

        RowKey stock(int line) {
            return TpccTables.stock(suppliers[line], items[line]);
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void declare(byte[] arguments, DeclaredKeys keys) {
        Input input = Input.decode(arguments);
        keys.homeUpdate(input.orders());
        for (int i = 0; i < input.items.length; i++) {
            if (input.isRemote(i)) keys.update(input.stock(i));
            else keys.homeUpdate(input.stock(i));
        }
    }

    @Override
    public byte[] run(byte[] arguments, Transaction tx) {
        Input input = Input.decode(arguments);
        byte[][] items = new byte[input.items.length][];
        for (int i = 0; i < items.length; i++) {
            items[i] = tx.get(TpccTables.item(input.items[i]));
            if (items[i] == null) throw tx.abort(INVALID_ITEM);
        }
        byte[][] stocks = new byte[items.length][];
        for (int i = 0; i < items.length; i++)
            if (input.isRemote(i)) stocks[i] = take(input, i, tx);
        byte[][] answer = new byte[1][];
        tx.atHome(input.orders(), () -> answer[0] = order(input, items, stocks, tx));
        return answer[0];
    }

    private static byte[] take(Input input, int line, Transaction tx) {
        byte[] stock = tx.get(input.stock(line)).clone();
        int ordered = input.quantities[line];
        int left = Fields.i32(stock, Stock.QUANTITY) - ordered;
        Fields.i32(stock, Stock.QUANTITY, left >= 10 ? left : left + 91);
        add(stock, Stock.YTD, ordered);
        add(stock, Stock.ORDERS, 1);
        if (input.isRemote(line)) add(stock, Stock.REMOTE_ORDERS, 1);
        tx.put(input.stock(line), stock);
        return stock;
    }

    private static void add(byte[] row, int at, int more) {
        Fields.i32(row, at, Fields.i32(row, at) + more);
    }

    private static byte[] order(Input input, byte[][] items, byte[][] stocks, Transaction tx) {
        int w = input.warehouse;
        int d = input.district;
        byte[] head = tx.get(input.orders()).clone();
        int number = Fields.i32(head, DistrictOrders.NEXT);
        Fields.i32(head, DistrictOrders.NEXT, number + 1);
        tx.put(input.orders(), head);
        tx.put(
                TpccTables.order(TpccTables.ORDER, w, d, number),
                Order.row(input.customer, input.time, 0, items.length, input.allLocal()));
        tx.put(TpccTables.order(TpccTables.NEW_ORDER, w, d, number), TpccRows.NEW_ORDER);
        byte[] last = new byte[4];
        Fields.i32(last, 0, number);
        tx.put(TpccTables.customer(TpccTables.CUSTOMER_ORDER, w, d, input.customer), last);
        WireWriter answer = new WireWriter(64 + 40 * items.length).i32(number);
        long sum = 0;
        for (int i = 0; i < items.length; i++) {
            byte[] stock = stocks[i] == null ? take(input, i, tx) : stocks[i];
            int price = Fields.i32(items[i], Item.PRICE);
            int amount = price * input.quantities[i];
            sum += amount;
            byte[] line =
                    Line.row(
                            input.items[i],
                            input.suppliers[i],
                            0,
                            input.quantities[i],
                            amount,
                            Stock.info(stock, d));
            tx.put(TpccTables.line(w, d, number, i + 1), line);
            boolean brand = Item.isOriginal(items[i]) && Stock.isOriginal(stock);
            answer.bytes(Item.texts(items[i])[Item.NAME]);
            answer.varint(Fields.i32(stock, Stock.QUANTITY)).u8(brand ? 'B' : 'G');
            answer.varint(price).varint(amount);
        }
        return total(input, sum, answer, tx);
    }

    private static byte[] total(Input input, long sum, WireWriter answer, Transaction tx) {
        byte[] customer =
                tx.get(
                        TpccTables.customer(
                                TpccTables.CUSTOMER,
                                input.warehouse,
                                input.district,
                                input.customer));
        int discount = Fields.i32(customer, Customer.DISCOUNT);
        int taxes =
                tax(tx, TpccTables.warehouse(TpccTables.WAREHOUSE, input.warehouse))
                        + tax(
                                tx,
                                TpccTables.district(
                                        TpccTables.DISTRICT, input.warehouse, input.district));
        long total = sum * (10_000 - discount) * (10_000 + taxes) / 100_000_000;
        answer.bytes(Customer.texts(customer)[Customer.LAST]);
        answer.u8(Customer.isGood(customer) ? 'G' : 'B').varint(discount).varint(taxes);
        return answer.varint(total).toByteArray();
    }

    private static int tax(Transaction tx, RowKey place) {
        return Fields.i32(tx.get(place), Place.TAX);
    }
}
