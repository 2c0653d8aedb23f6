package io.abcast.jgroups;

import io.abcast.jgroups.loop.EventLoop;
import io.abcast.kernel.Membership;
import io.abcast.log.Storage;
import java.util.function.Consumer;

/** Runs an {@link AbcastProtocol} outside of a JGroups stack, as the log of a partition's replica. */
interface LogHost {
    /**
     * Makes the event loop of the replica that hosts the log. The driver in the event loop is connected to the other
     * replicas of the partition. The driver runs the node of the replica, which contains the node of the {@code
     * AbcastProtocol}.
     *
     * @param ended called once at the end of an event loop that has started, with the failure, or with {@code null} if
     *     the loop was stopped
     */
    EventLoop loop(Membership ensemble, Storage storage, Consumer<Throwable> ended);

    /**
     * Reports the end of an event loop that has started, with the failure, or with {@code null} if the loop was
     * stopped.
     */
    void ended(Throwable failure);
}
