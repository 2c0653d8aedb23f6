package io.abcast.jgroups.omaha;

import io.abcast.dissemination.omaha.PledgeHandle;
import java.util.Collection;
import org.jgroups.Address;

/**
 * Accepts pledges: announcements of an application that it will soon send to some members. The element OMAHA of a stack
 * implements this interface. Any thread may call the methods.
 */
public interface PledgeTaker {
    /**
     * Begins a pledge.
     *
     * @return {@code null} if the pledge has no effect
     */
    PledgeHandle beginPledge(long app, Collection<Address> to, long expectedNanos);

    void endPledge(PledgeHandle pledge);

    /** Reports that an instance has ended at this member, {@code latencyNanos} ns after it began. */
    void completed(long instance, long latencyNanos);

    /** Ends all pledges of an application. */
    void abort(long app);
}
