package io.abcast.workloads.tpcc;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.partitions.DeclaredKeys;
import io.abcast.partitions.Procedure;
import io.abcast.partitions.RowKey;
import io.abcast.partitions.Transaction;
import io.abcast.workloads.Fields;
import io.abcast.workloads.tpcc.TpccRows.Balance;
import io.abcast.workloads.tpcc.TpccRows.DistrictOrders;
import io.abcast.workloads.tpcc.TpccRows.Line;
import io.abcast.workloads.tpcc.TpccRows.Order;

/**
 * The transaction Delivery (TPC-C 2.7), which delivers the oldest undelivered order of each district of a warehouse.
 */
final class DeliveryRun implements Procedure {
    static final String NAME = "delivery";

    record Input(int warehouse, int carrier, long time) {
        byte[] encode() {
            return new WireWriter(16).varint(warehouse).u8(carrier).i64(time).toByteArray();
        }

        static Input decode(byte[] bytes) {
            WireReader in = new WireReader(bytes);
            Input input = new Input(in.count(TpccScale.WAREHOUSES_MAX), in.u8(), in.i64());
            in.end();
            return input;
        }
    }

    /** Number of the delivered order of each district; 0 if the district had no undelivered order. */
    static int[] delivered(byte[] answer) {
        WireReader in = new WireReader(answer);
        int[] orders = new int[TpccScale.DISTRICTS];
        for (int i = 0; i < orders.length; i++) orders[i] = in.i32();
        in.end();
        return orders;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void declare(byte[] arguments, DeclaredKeys keys) {
        int w = Input.decode(arguments).warehouse;
        for (int d = 1; d <= TpccScale.DISTRICTS; d++) {
            keys.homeUpdate(TpccTables.district(TpccTables.DISTRICT_ORDERS, w, d));
            keys.homeUpdate(TpccTables.district(TpccTables.DISTRICT_CUSTOMERS, w, d));
        }
    }

    @Override
    public byte[] run(byte[] arguments, Transaction tx) {
        Input input = Input.decode(arguments);
        WireWriter answer = new WireWriter(4 * TpccScale.DISTRICTS);
        RowKey home = TpccTables.district(TpccTables.DISTRICT_ORDERS, input.warehouse, 1);
        tx.atHome(
                home,
                () -> {
                    for (int d = 1; d <= TpccScale.DISTRICTS; d++)
                        answer.i32(deliver(input, d, tx));
                });
        return answer.toByteArray();
    }

    private static int deliver(Input input, int d, Transaction tx) {
        int w = input.warehouse;
        RowKey headKey = TpccTables.district(TpccTables.DISTRICT_ORDERS, w, d);
        byte[] head = tx.get(headKey).clone();
        int number = Fields.i32(head, DistrictOrders.UNDELIVERED);
        if (number == Fields.i32(head, DistrictOrders.NEXT)) return 0;
        Fields.i32(head, DistrictOrders.UNDELIVERED, number + 1);
        tx.put(headKey, head);
        tx.remove(TpccTables.order(TpccTables.NEW_ORDER, w, d, number));
        RowKey orderKey = TpccTables.order(TpccTables.ORDER, w, d, number);
        byte[] order = tx.get(orderKey).clone();
        order[Order.CARRIER] = (byte) input.carrier;
        tx.put(orderKey, order);
        long sum = 0;
        for (int l = 1; l <= order[Order.LINES]; l++) {
            RowKey lineKey = TpccTables.line(w, d, number, l);
            byte[] line = tx.get(lineKey).clone();
            sum += Fields.i32(line, Line.AMOUNT);
            Fields.i64(line, Line.DELIVERY, input.time);
            tx.put(lineKey, line);
        }
        int customer = Fields.i32(order, Order.CUSTOMER);
        RowKey balanceKey = TpccTables.customer(TpccTables.CUSTOMER_BALANCE, w, d, customer);
        byte[] balance = tx.get(balanceKey).clone();
        Fields.i64(balance, Balance.BALANCE, Fields.i64(balance, Balance.BALANCE) + sum);
        Fields.i32(balance, Balance.DELIVERIES, Fields.i32(balance, Balance.DELIVERIES) + 1);
        tx.put(balanceKey, balance);
        return number;
    }
}
