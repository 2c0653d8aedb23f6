package io.abcast.jgroups;

import io.abcast.dissemination.omaha.PledgeHandle;
import io.abcast.kernel.Entry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jgroups.Address;

/** A node's open pledges at the {@link OMAHA} of its stack. Used by the loop only. */
final class Pledges {
    /** Open at a time; a node that has more forgets to end them, and {@link OMAHA} ends them in time. */
    private static final int OPEN_MAX = 65_536;

    private final OMAHA omaha;
    private final long app = OMAHA.application();
    private final Map<Long, PledgeHandle> open = new HashMap<>();

    /** By entry, what {@link io.abcast.kernel.Message#instance} says of the messages that bring it about. */
    private final ToLongFunction<Entry> instances;

    Pledges(OMAHA omaha, ToLongFunction<Entry> instances) {
        this.omaha = omaha;
        this.instances = instances;
    }

    /** Under which messages of this node travel. */
    long app() {
        return app;
    }

    void begin(long pledge, List<Address> to, long expectedNanos) {
        end(pledge);
        if (open.size() >= OPEN_MAX) end();
        open.put(pledge, omaha.beginPledge(app, to, expectedNanos));
    }

    void end(long pledge) {
        PledgeHandle handle = open.remove(pledge);
        if (handle != null) omaha.endPledge(handle);
    }

    /** A request of this node was delivered here: an instance has ended. */
    void delivered(Entry entry, long nanos) {
        omaha.completed(instances.applyAsLong(entry), nanos);
    }

    /** All of them. */
    void end() {
        open.clear();
        omaha.abort(app);
    }
}
