package io.abcast.ordering.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.ToLongFunction;

/**
 * Schedules this member's requests for the bytes of values that it lacks, to one other member in each retry interval. A
 * value is requested only after it has been missing for one retry interval, because it may be in flight until then.
 */
public final class ValueFetch {
    private final Ports ports;
    private long askedNanos;
    private int turn;

    public ValueFetch(Ports ports) {
        this.ports = ports;
    }

    /**
     * The slots whose values this member must now request from member {@link #next}; empty if no request is due.
     *
     * @param missing missing values by slot
     * @param sinceNanos returns the time in ns when this member learned that the value is missing
     * @param max maximum number of slots in the returned list
     */
    public <T> List<Long> due(SortedMap<Long, T> missing, ToLongFunction<T> sinceNanos, int max) {
        long retry = ports.config().retryNanos();
        if (missing.isEmpty() || ports.nowNanos() - askedNanos < retry) return List.of();
        List<Long> slots = new ArrayList<>();
        for (Map.Entry<Long, T> each : missing.entrySet()) {
            if (slots.size() == max) break;
            if (ports.nowNanos() - sinceNanos.applyAsLong(each.getValue()) >= retry)
                slots.add(each.getKey());
        }
        if (!slots.isEmpty()) askedNanos = ports.nowNanos();
        return List.copyOf(slots);
    }

    /** Returns the server id of the next other member to ask for values. */
    public int next() {
        turn = (turn + 1) % ports.members().size();
        if (ports.members().id(turn) == ports.id()) turn = (turn + 1) % ports.members().size();
        return ports.members().id(turn);
    }
}
