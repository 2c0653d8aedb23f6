package io.abcast.driver;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupNode;

/**
 * The deliveries whose results the node has not received yet, in the order of the deliveries. Results may arrive in any
 * order; the node receives them in the order of the deliveries.
 *
 * <p><b>Bound:</b> {@link GroupDriver#RESULTS_MAX} deliveries. At the bound, {@link #add} throws.
 *
 * <p><b>Thread rule:</b> used by the thread that runs the driver.
 */
final class GroupResults {
    private GroupDelivery[] deliveries = new GroupDelivery[64];
    private byte[][] results = new byte[64][];

    // The deliveries without a handed result have the numbers [oldest, next), in consecutive order.
    private long oldest;
    private long next;

    /**
     * Adds the next delivery.
     *
     * @param result its result; {@code null} if the result comes later
     * @throws IllegalStateException if the delivery does not follow the previous one, or at the bound
     */
    void add(GroupDelivery delivery, byte[] result) {
        if (oldest == next) {
            oldest = delivery.seq();
            next = oldest;
        } else if (delivery.seq() != next) {
            throw new IllegalStateException(
                    "the node delivered transaction " + delivery.seq() + ": expected " + next);
        }
        if (waiting() == GroupDriver.RESULTS_MAX)
            throw new IllegalStateException(
                    "the receiver owes the results of "
                            + GroupDriver.RESULTS_MAX
                            + " deliveries, the first of which is "
                            + oldest);
        if (waiting() == deliveries.length) grow();
        int slot = slot(next++);
        deliveries[slot] = delivery;
        results[slot] = result;
    }

    /**
     * Sets the result of a delivery. Ignores a delivery that this object does not hold, because the state has been
     * replaced since that delivery.
     *
     * @throws IllegalStateException if the delivery already has a result
     */
    @SuppressWarnings("ReferenceEquality") // a replaced state may have an equal delivery
    void set(GroupDelivery delivery, byte[] result) {
        long seq = delivery.seq();
        if (seq < oldest || seq >= next || deliveries[slot(seq)] != delivery) return;
        if (results[slot(seq)] != null)
            throw new IllegalStateException("a second result of delivery " + seq);
        results[slot(seq)] = result;
    }

    /** Whether the result of the oldest delivery is known. */
    boolean isReady() {
        return oldest != next && results[slot(oldest)] != null;
    }

    /** Removes the oldest delivery, whose result is known, and passes its result to the node. */
    void handTo(GroupNode node) {
        int slot = slot(oldest);
        byte[] result = results[slot];
        deliveries[slot] = null;
        results[slot] = null;
        node.onResult(oldest++, result);
    }

    /** Removes all deliveries, because the state is replaced. */
    void clear() {
        while (oldest != next) {
            int slot = slot(oldest++);
            deliveries[slot] = null;
            results[slot] = null;
        }
    }

    /** Number of deliveries whose results the node has not received. */
    int waiting() {
        return (int) (next - oldest);
    }

    private int slot(long seq) {
        return (int) seq & deliveries.length - 1;
    }

    private void grow() {
        GroupDelivery[] oldDeliveries = deliveries;
        byte[][] oldResults = results;
        deliveries = new GroupDelivery[2 * oldDeliveries.length];
        results = new byte[deliveries.length][];
        for (long seq = oldest; seq < next; seq++) {
            int from = (int) seq & oldDeliveries.length - 1;
            deliveries[slot(seq)] = oldDeliveries[from];
            results[slot(seq)] = oldResults[from];
        }
    }
}
