package io.abcast.jgroups;

import io.abcast.jgroups.loop.EventLoop;
import io.abcast.kernel.Membership;
import io.abcast.log.Storage;
import java.util.function.Consumer;

/** Runs an {@link AbcastProtocol} outside of a stack, as the log of a partition's replica. */
interface LogHost {
    /**
     * Makes the event loop of the replica, with a driver that is connected to the other replicas. The node of the
     * driver contains the node of the protocol.
     *
     * @param ended called once at the end of a loop that has started, with the failure or null
     */
    EventLoop loop(Membership ensemble, Storage storage, Consumer<Throwable> ended);

    /** Reports the end of a loop that has started, with the failure or null. */
    void ended(Throwable failure);
}
