package io.abcast.workloads.tpcc;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.partitions.DeclaredKeys;
import io.abcast.partitions.Procedure;
import io.abcast.partitions.RowKey;
import io.abcast.partitions.Transaction;

/**
 * The customer of a transaction, by number or by last name (TPC-C 2.5.1.2). If a last name is given, the submitting
 * store first finds the customer's number by a query.
 *
 * @param name number of the customer's last name; -1 if the customer is chosen by number
 * @param customer number of the customer; 0 if the number has not been found yet
 */
record CustomerChoice(int warehouse, int district, int name, int customer) {
    static final class ByName implements Procedure {
        static final String NAME = "customer_by_name";

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public void declare(byte[] arguments, DeclaredKeys keys) {
            keys.read(read(new WireReader(arguments)).names());
        }

        @Override
        public byte[] run(byte[] arguments, Transaction tx) {
            byte[] names = tx.get(read(new WireReader(arguments)).names());
            if (names == null || names.length == 0) throw tx.abort("no customer of this name");
            return new WireWriter(4).i32(TpccRows.middle(names)).toByteArray();
        }
    }

    void write(WireWriter out) {
        out.varint(warehouse).u8(district).i32(name).i32(customer);
    }

    static CustomerChoice read(WireReader in) {
        return new CustomerChoice(in.count(TpccScale.WAREHOUSES_MAX), in.u8(), in.i32(), in.i32());
    }

    boolean isByName() {
        return name >= 0;
    }

    RowKey names() {
        return TpccTables.name(warehouse, district, name);
    }

    RowKey customers() {
        return TpccTables.district(TpccTables.DISTRICT_CUSTOMERS, warehouse, district);
    }

    RowKey key(int table) {
        return TpccTables.customer(table, warehouse, district, customer);
    }

    /** Null if the customer's number is known. */
    Procedure.Finder finder() {
        if (!isByName()) return null;
        WireWriter out = new WireWriter(16);
        write(out);
        return new Procedure.Finder(ByName.NAME, out.toByteArray());
    }

    CustomerChoice found(byte[] answer) {
        return new CustomerChoice(warehouse, district, name, new WireReader(answer).i32());
    }

    void declare(DeclaredKeys keys) {
        if (isByName()) keys.read(names());
    }

    void check(Transaction tx) {
        if (!isByName()) return;
        byte[] names = tx.get(names());
        if (names == null || names.length == 0 || TpccRows.middle(names) != customer)
            throw tx.stale();
    }
}
