package io.abcast.jgroups;

import io.abcast.jgroups.loop.EventLoop;
import io.abcast.kernel.Membership;
import io.abcast.log.Storage;
import java.util.function.Consumer;

/** Runs an {@link AbcastProtocol} outside of a JGroups stack, as the log of a partition's replica. */
interface LogHost {
    /**
     * @param ended called once at the end of an event loop that has started, with the failure, or with {@code null} if
     *     the loop was stopped
     */
    EventLoop loop(Membership ensemble, Storage storage, Consumer<Throwable> ended);

    void ended(Throwable failure);
}
