package io.abcast.jgroups.omaha;

import io.abcast.dissemination.omaha.PledgeHandle;
import java.util.Collection;
import org.jgroups.Address;

/**
 * Accepts pledges, in which an application announces that it will soon send to some members. The JGroups protocol
 * {@code OMAHA} implements {@code PledgeTaker}. Any thread may call the methods of {@code PledgeTaker}.
 */
public interface PledgeTaker {
    /**
     * Begins a pledge: announces that an application will soon send to the members {@code to}.
     *
     * @return a handle of the pledge; {@code null} if {@code OMAHA} ignores the pledge
     */
    PledgeHandle beginPledge(long app, Collection<Address> to, long expectedNanos);

    void endPledge(PledgeHandle pledge);

    /**
     * Reports that an instance, a unit of work of an application, has ended at this member, {@code latencyNanos} ns
     * after its beginning.
     */
    void completed(long instance, long latencyNanos);

    /** Ends all pledges that an application has made. */
    void abort(long app);
}
