package io.abcast.workloads.tpcc;

import io.abcast.partitions.RowKey;
import io.abcast.partitions.StoreTable;
import java.util.List;

/**
 * The tables of the TPC-C store, and the keys of their rows. Columns that never change are in separate tables, which
 * need no locks. A lock on DISTRICT_ORDERS protects all orders of a district, and a lock on DISTRICT_CUSTOMERS all
 * customers, so that no search for keys is necessary.
 *
 * <p>A key packs the warehouse (from bit 44 on), the district (from bit 40 on) and the lower numbers into a long.
 */
final class TpccTables {
    static final int ITEM = 1;
    static final int WAREHOUSE = 2;
    static final int DISTRICT = 3;
    static final int CUSTOMER = 4;
    static final int STOCK = 5;
    static final int WAREHOUSE_YTD = 6;
    static final int DISTRICT_YTD = 7;
    static final int DISTRICT_ORDERS = 8;
    static final int DISTRICT_CUSTOMERS = 9;
    static final int CUSTOMER_BALANCE = 10;
    static final int CUSTOMER_DATA = 11;
    static final int CUSTOMER_ORDER = 12;
    static final int CUSTOMER_NAME = 13;
    static final int HISTORY = 14;
    static final int ORDER = 15;
    static final int NEW_ORDER = 16;
    static final int ORDER_LINE = 17;

    private static final int WAREHOUSE_SHIFT = 44;
    private static final int DISTRICT_SHIFT = 40;
    private static final int LINE_BITS = 4;
    private static final long BELOW_DISTRICT = (1L << DISTRICT_SHIFT) - 1;

    private TpccTables() {}

    static List<StoreTable> all() {
        return List.of(
                StoreTable.everywhere(ITEM, "item"),
                StoreTable.fixed(WAREHOUSE, "warehouse"),
                StoreTable.fixed(DISTRICT, "district"),
                StoreTable.fixed(CUSTOMER, "customer"),
                StoreTable.rows(STOCK, "stock"),
                StoreTable.rows(WAREHOUSE_YTD, "warehouse_ytd"),
                StoreTable.rows(DISTRICT_YTD, "district_ytd"),
                StoreTable.rows(DISTRICT_ORDERS, "district_orders"),
                StoreTable.rows(DISTRICT_CUSTOMERS, "district_customers"),
                covered(CUSTOMER_BALANCE, "customer_balance", DISTRICT_CUSTOMERS),
                covered(CUSTOMER_DATA, "customer_data", DISTRICT_CUSTOMERS),
                covered(CUSTOMER_ORDER, "customer_order", DISTRICT_ORDERS),
                StoreTable.rows(CUSTOMER_NAME, "customer_name"),
                covered(HISTORY, "history", DISTRICT_YTD),
                covered(ORDER, "order", DISTRICT_ORDERS),
                covered(NEW_ORDER, "new_order", DISTRICT_ORDERS),
                covered(ORDER_LINE, "order_line", DISTRICT_ORDERS));
    }

    private static StoreTable covered(int number, String name, int by) {
        return StoreTable.covered(number, name, key -> RowKey.of(by, key.id() & ~BELOW_DISTRICT));
    }

    static RowKey item(int item) {
        return RowKey.of(ITEM, item);
    }

    static RowKey warehouse(int table, int warehouse) {
        return RowKey.of(table, (long) warehouse << WAREHOUSE_SHIFT);
    }

    static RowKey district(int table, int warehouse, int district) {
        return RowKey.of(table, inDistrict(warehouse, district, 0));
    }

    static RowKey customer(int table, int warehouse, int district, int customer) {
        return RowKey.of(table, inDistrict(warehouse, district, customer));
    }

    static RowKey name(int warehouse, int district, int name) {
        return RowKey.of(CUSTOMER_NAME, inDistrict(warehouse, district, name));
    }

    static RowKey stock(int warehouse, int item) {
        return RowKey.of(STOCK, (long) warehouse << WAREHOUSE_SHIFT | item);
    }

    static RowKey history(int warehouse, int district, int number) {
        return RowKey.of(HISTORY, inDistrict(warehouse, district, number));
    }

    static RowKey order(int table, int warehouse, int district, int order) {
        return RowKey.of(table, inDistrict(warehouse, district, order));
    }

    static RowKey line(int warehouse, int district, int order, int line) {
        return RowKey.of(
                ORDER_LINE, inDistrict(warehouse, district, (long) order << LINE_BITS | line));
    }

    private static long inDistrict(int warehouse, int district, long number) {
        return (long) warehouse << WAREHOUSE_SHIFT | (long) district << DISTRICT_SHIFT | number;
    }

    static int warehouseOf(RowKey key) {
        return (int) (key.id() >>> WAREHOUSE_SHIFT);
    }

    static int districtOf(RowKey key) {
        return (int) (key.id() >>> DISTRICT_SHIFT) & 15;
    }

    static int numberOf(RowKey key) {
        return (int) (key.id() & BELOW_DISTRICT);
    }

    static int orderOfLine(RowKey key) {
        return (int) ((key.id() & BELOW_DISTRICT) >>> LINE_BITS);
    }

    static int lineOfLine(RowKey key) {
        return (int) (key.id() & (1 << LINE_BITS) - 1);
    }
}
