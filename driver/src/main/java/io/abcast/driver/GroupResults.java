package io.abcast.driver;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupNode;
import java.util.ArrayDeque;
import java.util.HashMap;

/**
 * The deliveries whose results the node has not received yet. The node receives results in the order in which they
 * arrive, so that a delivery without a result holds up no other one.
 *
 * <p><b>Bound:</b> {@link GroupDriver#RESULTS_MAX} deliveries. At the bound, {@link #add} throws.
 *
 * <p><b>Thread rule:</b> used by the thread that runs the driver.
 */
final class GroupResults {
    private record Result(long seq, byte[] bytes) {}

    /** The deliveries without a result, by seq; never iterated. */
    private final HashMap<Long, GroupDelivery> open = new HashMap<>();

    /** The results for the node. */
    private final ArrayDeque<Result> ready = new ArrayDeque<>();

    /** Seq of the last delivery; 0 before the first one. */
    private long last;

    /** Seq of the last delivery before the last {@link #freeze}. */
    private long frozenSeq;

    /** Number of deliveries up to {@link #frozenSeq} without a result. */
    private int frozenOpen;

    /**
     * Adds the next delivery.
     *
     * @param result its result; {@code null} if the result comes later
     * @throws IllegalStateException if the delivery does not follow the previous one, or at the bound
     */
    void add(GroupDelivery delivery, byte[] result) {
        if (last != 0 && delivery.seq() != last + 1)
            throw new IllegalStateException(
                    "the node delivered transaction "
                            + delivery.seq()
                            + ": expected "
                            + (last + 1));
        if (waiting() == GroupDriver.RESULTS_MAX)
            throw new IllegalStateException(
                    "the receiver owes the results of "
                            + GroupDriver.RESULTS_MAX
                            + " deliveries before delivery "
                            + delivery.seq());
        last = delivery.seq();
        if (result == null) open.put(last, delivery);
        else ready.add(new Result(last, result));
    }

    /**
     * Sets the result of a delivery. Ignores a delivery that this object does not hold, because it has a result, or
     * because the state has been replaced since that delivery.
     */
    @SuppressWarnings("ReferenceEquality") // a replaced state may have an equal delivery
    void set(GroupDelivery delivery, byte[] result) {
        long seq = delivery.seq();
        if (open.get(seq) != delivery) return;
        open.remove(seq);
        if (seq <= frozenSeq) frozenOpen--;
        ready.add(new Result(seq, result));
    }

    /** Whether the node must receive a result. */
    boolean isReady() {
        return !ready.isEmpty();
    }

    /** Passes a result to the node. */
    void handTo(GroupNode node) {
        Result result = ready.remove();
        node.onResult(result.seq, result.bytes);
    }

    /** Records that the state after all deliveries so far is frozen. */
    void freeze() {
        frozenSeq = last;
        frozenOpen = open.size();
    }

    /** Number of deliveries before the last {@link #freeze} that have no result. */
    int frozen() {
        return frozenOpen;
    }

    /** Removes all deliveries, because the state is replaced. */
    void clear() {
        open.clear();
        ready.clear();
        last = 0;
        frozenSeq = 0;
        frozenOpen = 0;
    }

    /** Number of deliveries whose results the node has not received. */
    int waiting() {
        return open.size() + ready.size();
    }
}
