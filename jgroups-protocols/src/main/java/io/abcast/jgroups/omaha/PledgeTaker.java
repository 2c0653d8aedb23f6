package io.abcast.jgroups.omaha;

import io.abcast.dissemination.omaha.PledgeHandle;
import java.util.Collection;
import org.jgroups.Address;

/** Accepts pledges to send; implemented by the element OMAHA of a stack. Safe from any thread. */
public interface PledgeTaker {
    /**
     * Begins a pledge.
     *
     * @return {@code null} if the pledge has no effect
     */
    PledgeHandle beginPledge(long app, Collection<Address> to, long expectedNanos);

    void endPledge(PledgeHandle pledge);

    /** Reports that an instance has ended at this member, after {@code latencyNanos}. */
    void completed(long instance, long latencyNanos);

    /** Ends all pledges of an application. */
    void abort(long app);
}
