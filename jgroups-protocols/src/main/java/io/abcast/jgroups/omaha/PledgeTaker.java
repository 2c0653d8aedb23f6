package io.abcast.jgroups.omaha;

import io.abcast.dissemination.omaha.PledgeHandle;
import java.util.Collection;
import org.jgroups.Address;

/** Takes pledges to send: the element OMAHA of a stack. Safe from any thread. */
public interface PledgeTaker {
    /** @return {@code null} if the pledge is of no use */
    PledgeHandle beginPledge(long app, Collection<Address> to, long expectedNanos);

    void endPledge(PledgeHandle pledge);

    /** An instance has ended here, after so long. */
    void completed(long instance, long latencyNanos);

    /** Ends all pledges of an application. */
    void abort(long app);
}
