package io.abcast.papers.camu;

import io.abcast.sim.Rng;
import java.util.List;

/**
 * A workload of Vandevoorde 2018 (section 5.1.1): the types of operations, and the number of destinations of each
 * operation.
 */
enum CamuLoad {
    /**
     * One warehouse in each partition, and at most two partitions in an operation (Vandevoorde 2018, section 4.1.1).
     */
    TPCC("TPC-C"),

    MICRO_2("micro, 2 partitions"),
    MICRO_4("micro, 4 partitions");

    /** In percent, in the order of {@link #kinds} (Vandevoorde 2018, Table 5.1). */
    private static final int[] MIX = {45, 43, 4, 4, 4};

    private static final int NEW_ORDER = 0;
    private static final int PAYMENT = 1;

    /** TPC-C, 2.4.1.3: an order has 5 to 15 lines. */
    private static final int LINES_MIN = 5;

    private static final int LINES_MAX = 15;

    /** TPC-C, 2.4.1.5: probability that a line of an order comes from a remote warehouse. */
    private static final double REMOTE_LINE = 0.01;

    /** TPC-C, 2.5.1.2: probability that the customer of a payment belongs to a remote warehouse. */
    private static final double REMOTE_CUSTOMER = 0.15;

    private final String title;

    CamuLoad(String title) {
        this.title = title;
    }

    List<String> kinds() {
        return this == TPCC
                ? List.of("New order", "Payment", "Delivery", "Order-status", "Stock-level")
                : List.of("micro");
    }

    int nextKind(Rng random) {
        if (this != TPCC) return 0;
        int percent = random.below(100);
        int kind = 0;
        while (percent >= MIX[kind]) percent -= MIX[kind++];
        return kind;
    }

    /**
     * Number of destinations besides the origin; all remote lines of a TPC-C order refer to the same remote warehouse.
     */
    int nextRemote(int kind, Rng random) {
        return switch (this) {
            case MICRO_2 -> 1;
            case MICRO_4 -> 3;
            case TPCC -> isRemote(kind, random) ? 1 : 0;
        };
    }

    private static boolean isRemote(int kind, Rng random) {
        if (kind == PAYMENT) return random.chance(REMOTE_CUSTOMER);
        if (kind != NEW_ORDER) return false;
        long lines = random.between(LINES_MIN, LINES_MAX);
        boolean isRemote = false;
        for (int line = 0; line < lines; line++) isRemote |= random.chance(REMOTE_LINE);
        return isRemote;
    }

    @Override
    public String toString() {
        return title;
    }
}
