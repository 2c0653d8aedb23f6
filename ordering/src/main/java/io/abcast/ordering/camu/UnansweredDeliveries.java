package io.abcast.ordering.camu;

import io.abcast.ordering.camu.PartitionState.Unanswered;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Keeps the deliveries whose results the state machine has not returned, efficiently if most results come in the order
 * of the deliveries.
 */
final class UnansweredDeliveries {
    private final ArrayDeque<Unanswered> newest = new ArrayDeque<>();

    /**
     * The deliveries without a result before those in {@link #newest}, in the order of delivery; the key is the place
     * in the partition's order.
     */
    private final LinkedHashMap<Long, Unanswered> late = new LinkedHashMap<>();

    /** The delivery must be the next one in the partition's order. */
    void add(Unanswered delivery) {
        newest.add(delivery);
    }

    /** Returns {@code null} if the delivery is not in this collection. */
    Unanswered remove(long seq) {
        if (newest.isEmpty() || seq < newest.peek().seq()) return late.remove(seq);
        if (seq > newest.peekLast().seq()) return null;
        while (newest.peek().seq() < seq) {
            Unanswered passed = newest.poll();
            late.put(passed.seq(), passed);
        }
        // The seq numbers in the queue "newest" are consecutive, so the first delivery of the queue
        // now has the number seq.
        return newest.poll();
    }

    int size() {
        return newest.size() + late.size();
    }

    List<Long> seqs() {
        List<Long> all = new ArrayList<>(late.keySet());
        for (Unanswered each : newest) all.add(each.seq());
        return all;
    }
}
