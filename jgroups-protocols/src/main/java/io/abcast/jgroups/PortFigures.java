package io.abcast.jgroups;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What became of the connections of a group port. Any thread. */
final class PortFigures {
    /** Accepted, and not yet known who they are. */
    final AtomicInteger underWay = new AtomicInteger();

    final LongAdder refused = new LongAdder();
    final LongAdder late = new LongAdder();
    final LongAdder evicted = new LongAdder();
}
