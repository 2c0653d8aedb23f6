package io.abcast.workloads.tpcc;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.partitions.DeclaredKeys;
import io.abcast.partitions.Procedure;
import io.abcast.partitions.RowKey;
import io.abcast.partitions.Transaction;
import io.abcast.workloads.Fields;
import io.abcast.workloads.tpcc.TpccRows.Balance;
import io.abcast.workloads.tpcc.TpccRows.Customer;
import io.abcast.workloads.tpcc.TpccRows.DistrictYtd;
import io.abcast.workloads.tpcc.TpccRows.History;
import io.abcast.workloads.tpcc.TpccRows.Place;
import java.util.Arrays;

/** The transaction Payment (TPC-C 2.5). The customer may belong to another warehouse than the payment. */
final class Payment implements Procedure {
    static final String NAME = "payment";
    private static final int AMOUNT_MAX = 500_000;

    /** @param amount amount of the payment in cents */
    record Input(int warehouse, int district, CustomerChoice customer, int amount, long time) {
        byte[] encode() {
            WireWriter out = new WireWriter(40).varint(warehouse).u8(district);
            customer.write(out);
            return out.varint(amount).i64(time).toByteArray();
        }

        static Input decode(byte[] bytes) {
            WireReader in = new WireReader(bytes);
            Input input =
                    new Input(
                            in.count(TpccScale.WAREHOUSES_MAX),
                            in.u8(),
                            CustomerChoice.read(in),
                            in.count(AMOUNT_MAX),
                            in.i64());
            in.end();
            return input;
        }

        RowKey warehouseYtd() {
            return TpccTables.warehouse(TpccTables.WAREHOUSE_YTD, warehouse);
        }

        RowKey districtYtd() {
            return TpccTables.district(TpccTables.DISTRICT_YTD, warehouse, district);
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Finder finder(byte[] arguments) {
        return Input.decode(arguments).customer.finder();
    }

    @Override
    public byte[] complete(byte[] arguments, byte[] found) {
        Input input = Input.decode(arguments);
        CustomerChoice customer = input.customer.found(found);
        return new Input(input.warehouse, input.district, customer, input.amount, input.time)
                .encode();
    }

    @Override
    public void declare(byte[] arguments, DeclaredKeys keys) {
        Input input = Input.decode(arguments);
        keys.homeUpdate(input.warehouseYtd());
        keys.homeUpdate(input.districtYtd());
        keys.homeUpdate(input.customer.customers());
        input.customer.declare(keys);
    }

    @Override
    public byte[] run(byte[] arguments, Transaction tx) {
        Input input = Input.decode(arguments);
        input.customer.check(tx);
        WireWriter answer = new WireWriter(256);
        tx.atHome(input.warehouseYtd(), () -> book(input, answer, tx));
        tx.atHome(input.customer.customers(), () -> credit(input, answer, tx));
        return answer.toByteArray();
    }

    private static void book(Input input, WireWriter answer, Transaction tx) {
        byte[] warehouseYtd = tx.get(input.warehouseYtd()).clone();
        Fields.i64(warehouseYtd, 0, Fields.i64(warehouseYtd, 0) + input.amount);
        tx.put(input.warehouseYtd(), warehouseYtd);
        byte[] ytd = tx.get(input.districtYtd()).clone();
        int history = Fields.i32(ytd, DistrictYtd.HISTORIES) + 1;
        Fields.i64(ytd, DistrictYtd.YTD, Fields.i64(ytd, DistrictYtd.YTD) + input.amount);
        Fields.i32(ytd, DistrictYtd.HISTORIES, history);
        tx.put(input.districtYtd(), ytd);
        byte[][] warehouse =
                Place.texts(tx.get(TpccTables.warehouse(TpccTables.WAREHOUSE, input.warehouse)));
        byte[][] district =
                Place.texts(
                        tx.get(
                                TpccTables.district(
                                        TpccTables.DISTRICT, input.warehouse, input.district)));
        byte[] data =
                TpccRows.ascii(TpccRows.text(warehouse[0]) + "    " + TpccRows.text(district[0]));
        CustomerChoice customer = input.customer;
        tx.put(
                TpccTables.history(input.warehouse, input.district, history),
                History.row(
                        customer.customer(),
                        customer.district(),
                        customer.warehouse(),
                        input.time,
                        input.amount,
                        data));
        for (byte[] text : warehouse) answer.bytes(text);
        for (byte[] text : district) answer.bytes(text);
    }

    private static void credit(Input input, WireWriter answer, Transaction tx) {
        CustomerChoice choice = input.customer;
        RowKey key = choice.key(TpccTables.CUSTOMER_BALANCE);
        byte[] balance = tx.get(key).clone();
        long left = Fields.i64(balance, Balance.BALANCE) - input.amount;
        long paid = Fields.i64(balance, Balance.YTD_PAYMENT) + input.amount;
        Fields.i64(balance, Balance.BALANCE, left);
        Fields.i64(balance, Balance.YTD_PAYMENT, paid);
        Fields.i32(balance, Balance.PAYMENTS, Fields.i32(balance, Balance.PAYMENTS) + 1);
        tx.put(key, balance);
        byte[] customer = tx.get(choice.key(TpccTables.CUSTOMER));
        answer.i32(choice.customer()).i64(left).raw(customer);
        if (Customer.isGood(customer)) return;
        RowKey dataKey = choice.key(TpccTables.CUSTOMER_DATA);
        byte[] begin =
                TpccRows.ascii(
                        choice.customer()
                                + " "
                                + choice.district()
                                + " "
                                + choice.warehouse()
                                + " "
                                + input.district
                                + " "
                                + input.warehouse
                                + " "
                                + TpccRows.amount(input.amount)
                                + "|");
        byte[] old = tx.get(dataKey);
        int length = Math.min(TpccRows.CUSTOMER_DATA_BYTES_MAX, begin.length + old.length);
        byte[] data = Arrays.copyOf(begin, length);
        System.arraycopy(old, 0, data, begin.length, length - begin.length);
        tx.put(dataKey, data);
    }
}
