package io.abcast.workloads.tpcc;

/**
 * Numbers of rows (TPC-C 1.2.1, 4.3.3.1). Only {@link #full} is TPC-C; tests use smaller ones.
 *
 * @param warehouses warehouses of all partitions together
 * @param items items, and stocks of each warehouse
 * @param customers customers, and initial orders, of each district; a multiple of 10
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

    /** The scale of the specification. */
    public static TpccScale full(int warehouses) {
        return new TpccScale(warehouses, 100_000, 3_000);
    }

    /** Initial orders of a district that are delivered already. */
    int delivered() {
        return customers / 10 * 7;
    }

    /** Number of different last names. */
    int names() {
        return Math.min(NAMES, customers);
    }

    /** A number for each district of all warehouses: 0, 1, 2, and so on. */
    int district(int warehouse, int district) {
        return (warehouse - 1) * DISTRICTS + district - 1;
    }

    /** A number for each customer of all warehouses: 0, 1, 2, and so on. */
    int customer(int warehouse, int district, int customer) {
        return district(warehouse, district) * customers + customer - 1;
    }
}
