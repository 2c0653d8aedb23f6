package io.abcast.workloads.tpcc;

/**
 * Numbers of rows of the TPC-C tables (TPC-C 1.2.1, 4.3.3.1). Only the scale of {@link #full} conforms to TPC-C; tests
 * use smaller scales.
 *
 * @param warehouses number of warehouses of all partitions together
 * @param items number of items, which is also the number of stock rows of each warehouse
 * @param customers number of customers of each district, which is also the number of its initial orders; a multiple of
 *     10
 */
public record TpccScale(int warehouses, int items, int customers) {
    static final int DISTRICTS = 10;
    static final int WAREHOUSES_MAX = 0xFFFF;
    private static final int NAMES = 1000;

    public TpccScale {
        if (warehouses < 1 || warehouses > WAREHOUSES_MAX)
            throw new IllegalArgumentException(
                    "warehouses: expected 1.." + WAREHOUSES_MAX + ", got " + warehouses);
        if (items < 1 || customers < 10 || customers % 10 != 0)
            throw new IllegalArgumentException(
                    "scale: expected items, and customers by tens, got %d and %d"
                            .formatted(items, customers));
    }

    /** The numbers of rows that TPC-C specifies for a number of warehouses. */
    public static TpccScale full(int warehouses) {
        return new TpccScale(warehouses, 100_000, 3_000);
    }

    int delivered() {
        return customers / 10 * 7;
    }

    int names() {
        return Math.min(NAMES, customers);
    }

    /** Number among the districts of all warehouses, from 0. */
    int district(int warehouse, int district) {
        return (warehouse - 1) * DISTRICTS + district - 1;
    }

    /** Number among the customers of all warehouses, from 0. */
    int customer(int warehouse, int district, int customer) {
        return district(warehouse, district) * customers + customer - 1;
    }
}
