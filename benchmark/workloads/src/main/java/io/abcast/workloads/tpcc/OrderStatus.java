package io.abcast.workloads.tpcc;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.partitions.DeclaredKeys;
import io.abcast.partitions.Procedure;
import io.abcast.partitions.RowKey;
import io.abcast.partitions.Transaction;
import io.abcast.workloads.Fields;
import io.abcast.workloads.tpcc.TpccRows.Balance;
import io.abcast.workloads.tpcc.TpccRows.Order;

/** The transaction Order-Status (TPC-C 2.6), which reads the last order of a customer. */
final class OrderStatus implements Procedure {
    static final String NAME = "order_status";

    static byte[] arguments(CustomerChoice customer) {
        WireWriter out = new WireWriter(16);
        customer.write(out);
        return out.toByteArray();
    }

    private static CustomerChoice choice(byte[] arguments) {
        WireReader in = new WireReader(arguments);
        CustomerChoice choice = CustomerChoice.read(in);
        in.end();
        return choice;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Finder finder(byte[] arguments) {
        return choice(arguments).finder();
    }

    @Override
    public byte[] complete(byte[] arguments, byte[] found) {
        return arguments(choice(arguments).found(found));
    }

    @Override
    public void declare(byte[] arguments, DeclaredKeys keys) {
        CustomerChoice choice = choice(arguments);
        choice.declare(keys);
        keys.homeRead(choice.customers());
        keys.homeRead(orders(choice));
    }

    private static RowKey orders(CustomerChoice choice) {
        return TpccTables.district(
                TpccTables.DISTRICT_ORDERS, choice.warehouse(), choice.district());
    }

    @Override
    public byte[] run(byte[] arguments, Transaction tx) {
        CustomerChoice choice = choice(arguments);
        choice.check(tx);
        WireWriter answer = new WireWriter(512);
        tx.atHome(orders(choice), () -> answer(choice, answer, tx));
        return answer.toByteArray();
    }

    private static void answer(CustomerChoice choice, WireWriter answer, Transaction tx) {
        int w = choice.warehouse();
        int d = choice.district();
        byte[] balance = tx.get(choice.key(TpccTables.CUSTOMER_BALANCE));
        answer.i64(Fields.i64(balance, Balance.BALANCE));
        answer.bytes(tx.get(choice.key(TpccTables.CUSTOMER)));
        int number = Fields.i32(tx.get(choice.key(TpccTables.CUSTOMER_ORDER)), 0);
        byte[] order = tx.get(TpccTables.order(TpccTables.ORDER, w, d, number));
        answer.i32(number).raw(order);
        for (int l = 1; l <= order[Order.LINES]; l++)
            answer.raw(tx.get(TpccTables.line(w, d, number, l)));
    }
}
