package io.abcast.ordering.camu;

import io.abcast.ordering.camu.PartitionState.Unanswered;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** The deliveries whose results are missing. Results mostly come in the order of the deliveries. */
final class UnansweredDeliveries {
    /** The deliveries behind the last one that has its result, in their order. */
    private final ArrayDeque<Unanswered> newest = new ArrayDeque<>();

    /** Earlier deliveries, by seq, in their order. */
    private final LinkedHashMap<Long, Unanswered> late = new LinkedHashMap<>();

    /** Adds the next delivery. */
    void add(Unanswered delivery) {
        newest.add(delivery);
    }

    /** Removes a delivery and returns it; {@code null} if it is not there. */
    Unanswered remove(long seq) {
        if (newest.isEmpty() || seq < newest.peek().seq()) return late.remove(seq);
        if (seq > newest.peekLast().seq()) return null;
        while (newest.peek().seq() < seq) {
            Unanswered passed = newest.poll();
            late.put(passed.seq(), passed);
        }
        // No number is missing between two deliveries without results.
        return newest.poll();
    }

    int size() {
        return newest.size() + late.size();
    }

    /** The seq of each delivery, ascending. */
    List<Long> seqs() {
        List<Long> all = new ArrayList<>(late.keySet());
        for (Unanswered each : newest) all.add(each.seq());
        return all;
    }
}
