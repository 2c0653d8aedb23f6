package io.abcast.ordering.fbp;

import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Value;
import java.util.Iterator;
import java.util.LinkedHashMap;

/**
 * Requests that their origins have sent to this member themselves: what a leader proposes on behalf of others is accepted only
 * if it is one of them. Bounded; the oldest go first, and come again.
 */
final class HeardRequests {
    private static final int COUNT_MAX = 8_192;

    private record Name(int origin, long request) {}

    private record Heard(Value value, long nanos) {}

    private final Ports ports;
    private final LinkedHashMap<Name, Heard> heard = new LinkedHashMap<>();

    HeardRequests(Ports ports) {
        this.ports = ports;
    }

    void add(Value value) {
        Name name = new Name(value.origin(), value.request());
        if (ports.isOrdered(name.origin(), name.request())) return;
        heard.putIfAbsent(name, new Heard(value, ports.nowNanos()));
        if (heard.size() > COUNT_MAX) {
            Iterator<Name> oldest = heard.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    boolean contains(Value value) {
        Heard known = heard.get(new Name(value.origin(), value.request()));
        return known != null && known.value().equals(value);
    }

    void onApplied(Value value) {
        heard.remove(new Name(value.origin(), value.request()));
    }

    /** Whether a request that could be ordered next has waited for so long. */
    boolean anyWaits(long nanos) {
        Iterator<Heard> i = heard.values().iterator();
        while (i.hasNext()) {
            Heard next = i.next();
            boolean known = ports.isOrdered(next.value().origin(), next.value().request());
            // What its origin does not repeat any more it does not wait for.
            if (known || ports.nowNanos() - next.nanos() > 16 * nanos) i.remove();
            else if (ports.nowNanos() - next.nanos() > nanos && ports.isNext(next.value()))
                return true;
        }
        return false;
    }
}
