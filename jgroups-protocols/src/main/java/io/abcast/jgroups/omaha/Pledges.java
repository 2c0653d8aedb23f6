package io.abcast.jgroups.omaha;

import io.abcast.dissemination.omaha.PledgeHandle;
import io.abcast.kernel.Entry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jgroups.Address;

/**
 * The pledges (announcements of messages) that a node has made to {@code OMAHA} below in its stack and not ended yet.
 * Only the event loop uses the {@code Pledges}.
 */
public final class Pledges {
    /** A node with this number of open pledges has failed to end them, so all are ended. */
    private static final int OPEN_MAX = 65_536;

    private final PledgeTaker omaha;
    private final long app;
    private final Map<Long, PledgeHandle> open = new HashMap<>();

    private final ToLongFunction<Entry> instances;

    /** @param app the number that identifies this node among the applications of {@code OMAHA} */
    public Pledges(PledgeTaker omaha, long app, ToLongFunction<Entry> instances) {
        this.omaha = omaha;
        this.app = app;
        this.instances = instances;
    }

    /** Returns the number that identifies this node among the applications of {@code OMAHA}. */
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

    /**
     * Reports that this member has delivered a request of this node, which ends an instance whose latency {@code OMAHA}
     * measures.
     */
    public void delivered(Entry entry, long nanos) {
        omaha.completed(instances.applyAsLong(entry), nanos);
    }

    /** Ends all announcements (pledges) of the node that are still open. */
    public void end() {
        open.clear();
        omaha.abort(app);
    }
}
