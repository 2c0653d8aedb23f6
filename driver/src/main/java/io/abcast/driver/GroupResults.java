package io.abcast.driver;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupNode;
import java.util.ArrayDeque;
import java.util.HashMap;

/**
 * The deliveries of a group whose results the node has not received yet. The node receives results in the order in
 * which the application reports them, so a missing result does not delay other results.
 *
 * <p><b>Bound:</b> At most {@link GroupDriver#RESULTS_MAX} deliveries wait for their results.
 *
 * <p><b>Thread rule:</b> only the thread that runs the driver uses this {@code GroupResults}.
 */
final class GroupResults {
    private record Result(long seq, byte[] bytes) {}

    /** No code iterates over this map, so that the order of its elements cannot influence the driver. */
    private final HashMap<Long, GroupDelivery> open = new HashMap<>();

    private final ArrayDeque<Result> ready = new ArrayDeque<>();

    /** Number of the last delivery; 0 before the first delivery. */
    private long last;

    private long frozenSeq;

    private int frozenOpen;

    /**
     * @param result the application's result for the delivery; {@code null} if the application reports the result later
     * @throws IllegalStateException if the delivery does not follow the previous delivery, or if {@code RESULTS_MAX}
     *     deliveries wait for their results
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
     * Has no effect if the delivery already has a result, or if a snapshot has replaced the state after the delivery.
     */
    @SuppressWarnings("ReferenceEquality") // a delivery of a replaced state may be equal
    void set(GroupDelivery delivery, byte[] result) {
        long seq = delivery.seq();
        if (open.get(seq) != delivery) return;
        open.remove(seq);
        if (seq <= frozenSeq) frozenOpen--;
        ready.add(new Result(seq, result));
    }

    boolean isReady() {
        return !ready.isEmpty();
    }

    void handTo(GroupNode node) {
        Result result = ready.remove();
        node.onResult(result.seq, result.bytes);
    }

    void freeze() {
        frozenSeq = last;
        frozenOpen = open.size();
    }

    int frozen() {
        return frozenOpen;
    }

    void clear() {
        open.clear();
        ready.clear();
        last = 0;
        frozenSeq = 0;
        frozenOpen = 0;
    }

    int waiting() {
        return open.size() + ready.size();
    }
}
