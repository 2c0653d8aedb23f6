package io.abcast.workloads.tpcc;

import io.abcast.workloads.StoreWorkload.Call;
import java.util.function.IntSupplier;

/**
 * Generates TPC-C transactions in the mix of Table 5.1 of Vandevoorde 2018, with the inputs of TPC-C 2.4.1 to 2.8.1.
 */
final class TpccGenerator {
    private static final int NEW_ORDER_PERCENT = 45;
    private static final int PAYMENT_PERCENT = 43;
    private static final int DELIVERY_PERCENT = 4;
    private static final int ORDER_STATUS_PERCENT = 4;

    private final TpccRandom random;
    private final TpccScale scale;
    private final boolean atMostTwoWarehouses;
    private long time = TpccPopulation.TIME;

    /**
     * @param constants seed of the constants C of TPC-C's function NURand
     * @param atMostTwoWarehouses whether all remote lines of an order have the same warehouse
     */
    TpccGenerator(long seed, long constants, TpccScale scale, boolean atMostTwoWarehouses) {
        random = new TpccRandom(seed, constants, scale, false);
        this.scale = scale;
        this.atMostTwoWarehouses = atMostTwoWarehouses;
    }

    Call next() {
        time++;
        int w = random.uniform(1, scale.warehouses());
        int percent = random.uniform(1, 100);
        if ((percent -= NEW_ORDER_PERCENT) <= 0) return new Call(NewOrder.NAME, newOrder(w));
        if ((percent -= PAYMENT_PERCENT) <= 0) return new Call(Payment.NAME, payment(w));
        if ((percent -= DELIVERY_PERCENT) <= 0) return new Call(DeliveryRun.NAME, delivery(w));
        if ((percent -= ORDER_STATUS_PERCENT) <= 0)
            return new Call(OrderStatus.NAME, OrderStatus.arguments(local(w, district())));
        return new Call(StockLevel.NAME, stockLevel(w));
    }

    private int district() {
        return random.uniform(1, TpccScale.DISTRICTS);
    }

    private byte[] newOrder(int w) {
        int d = district();
        int c = random.customer();
        int count = random.uniform(5, NewOrder.LINES_MAX);
        boolean rollsBack = random.uniform(1, 100) == 1;
        int[] items = new int[count];
        int[] suppliers = new int[count];
        int[] quantities = new int[count];
        int remote = scale.warehouses() > 1 ? otherThan(w) : w;
        IntSupplier supplier = atMostTwoWarehouses ? () -> remote : () -> otherThan(w);
        for (int i = 0; i < count; i++) {
            items[i] = random.item();
            boolean isRemote = scale.warehouses() > 1 && random.uniform(1, 100) == 1;
            suppliers[i] = isRemote ? supplier.getAsInt() : w;
            quantities[i] = random.uniform(1, 10);
        }
        if (rollsBack) items[count - 1] = scale.items() + 1;
        return new NewOrder.Input(w, d, c, time, items, suppliers, quantities).encode();
    }

    /** There must be at least two warehouses. */
    private int otherThan(int w) {
        int other = random.uniform(1, scale.warehouses() - 1);
        return other < w ? other : other + 1;
    }

    private byte[] payment(int w) {
        int d = district();
        boolean isRemote = scale.warehouses() > 1 && random.plain().percent(15);
        CustomerChoice customer = isRemote ? local(otherThan(w), district()) : local(w, d);
        return new Payment.Input(w, d, customer, random.uniform(100, 500_000), time).encode();
    }

    /** On average, six of ten customers are chosen by last name, and four by number. */
    private CustomerChoice local(int w, int d) {
        if (random.plain().percent(60)) return new CustomerChoice(w, d, random.name(), 0);
        return new CustomerChoice(w, d, -1, random.customer());
    }

    private byte[] delivery(int w) {
        return new DeliveryRun.Input(w, random.uniform(1, 10), time).encode();
    }

    private byte[] stockLevel(int w) {
        int threshold = random.uniform(10, 20);
        return new StockLevel.Input(w, district(), threshold, new int[0]).encode();
    }
}
