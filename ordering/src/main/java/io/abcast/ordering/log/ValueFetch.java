package io.abcast.ordering.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.ToLongFunction;

/**
 * Schedules this member's requests for the bytes of values that it lacks. In each retry interval this member asks one
 * other member, one member after another. This member requests a value only after the value has been missing for one
 * retry interval, because the value may be in flight until then.
 */
public final class ValueFetch {
    private final Ports ports;
    private long askedNanos;
    private int turn;

    public ValueFetch(Ports ports) {
        this.ports = ports;
    }

    /**
     * The slots whose values this member must request now; empty if no request is due. The method {@link #next} returns
     * the member that this member must ask for the values.
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

    /** Returns the server id of the next member to ask for values. The returned member is never this member itself. */
    public int next() {
        turn = (turn + 1) % ports.members().size();
        if (ports.members().id(turn) == ports.id()) turn = (turn + 1) % ports.members().size();
        return ports.members().id(turn);
    }
}
