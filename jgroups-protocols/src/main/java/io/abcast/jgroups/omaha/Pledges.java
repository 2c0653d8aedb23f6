package io.abcast.jgroups.omaha;

import io.abcast.dissemination.omaha.PledgeHandle;
import io.abcast.kernel.Entry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jgroups.Address;

/** The open pledges that a node has made to the {@code OMAHA} of its stack. Used by the event loop only. */
public final class Pledges {
    /**
     * Maximum number of open pledges. If the bound is reached, the node has failed to end its pledges, and all of them
     * are ended.
     */
    private static final int OPEN_MAX = 65_536;

    private final PledgeTaker omaha;
    private final long app;
    private final Map<Long, PledgeHandle> open = new HashMap<>();

    /** Maps an entry to the {@link io.abcast.kernel.Message#instance} of the messages that order it. */
    private final ToLongFunction<Entry> instances;

    /** @param app the application number of this node's messages */
    public Pledges(PledgeTaker omaha, long app, ToLongFunction<Entry> instances) {
        this.omaha = omaha;
        this.app = app;
        this.instances = instances;
    }

    /** The application number of this node's messages. */
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

    /** Reports that a request of this node was delivered at this member, which ends an instance. */
    public void delivered(Entry entry, long nanos) {
        omaha.completed(instances.applyAsLong(entry), nanos);
    }

    /** Ends all pledges. */
    public void end() {
        open.clear();
        omaha.abort(app);
    }
}
