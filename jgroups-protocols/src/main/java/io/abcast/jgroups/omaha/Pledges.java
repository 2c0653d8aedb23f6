package io.abcast.jgroups.omaha;

import io.abcast.dissemination.omaha.PledgeHandle;
import io.abcast.kernel.Entry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jgroups.Address;

/** A node's open pledges at the {@code OMAHA} of its stack. Used by the loop only. */
public final class Pledges {
    /** Open at a time; a node that has more forgets to end them, and {@code OMAHA} ends them in time. */
    private static final int OPEN_MAX = 65_536;

    private final PledgeTaker omaha;
    private final long app;
    private final Map<Long, PledgeHandle> open = new HashMap<>();

    /** By entry, what {@link io.abcast.kernel.Message#instance} says of the messages that bring it about. */
    private final ToLongFunction<Entry> instances;

    /** @param app the number under which messages of this node travel */
    public Pledges(PledgeTaker omaha, long app, ToLongFunction<Entry> instances) {
        this.omaha = omaha;
        this.app = app;
        this.instances = instances;
    }

    /** Under which messages of this node travel. */
    public long app() {
        return app;
    }

    public void begin(long pledge, List<Address> to, long expectedNanos) {
        end(pledge);
        if (open.size() >= OPEN_MAX) end();
        open.put(pledge, omaha.beginPledge(app, to, expectedNanos));
    }

    public void end(long pledge) {
        PledgeHandle handle = open.remove(pledge);
        if (handle != null) omaha.endPledge(handle);
    }

    /** A request of this node was delivered here: an instance has ended. */
    public void delivered(Entry entry, long nanos) {
        omaha.completed(instances.applyAsLong(entry), nanos);
    }

    /** All of them. */
    public void end() {
        open.clear();
        omaha.abort(app);
    }
}
