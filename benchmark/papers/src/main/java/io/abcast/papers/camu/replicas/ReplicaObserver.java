package io.abcast.papers.camu.replicas;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.Message;
import io.abcast.kernel.Refusal;

/** Receives what the replicas do. Times are in ns. */
public interface ReplicaObserver {
    /**
     * A replica has delivered a payload.
     *
     * @param stamp the timestamp of the transaction; {@code null} if the node orders one group only
     */
    default void delivered(ReplicaHost at, GroupTimestamp stamp, byte[] payload, long now) {}

    /** A request is answered to the caller at a replica. */
    default void answered(ReplicaHost at, long request, long now) {}

    /** A request is refused, and has no effect. */
    default void refused(ReplicaHost at, long request, Refusal why, long now) {}

    /** A replica has sent a message to a replica of any group, outside its log. */
    default void sent(ReplicaHost from, ReplicaHost to, Message message) {}
}
