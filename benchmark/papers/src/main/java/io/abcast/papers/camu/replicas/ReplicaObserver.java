package io.abcast.papers.camu.replicas;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.Message;
import io.abcast.kernel.Refusal;

/**
 * Receives the deliveries, answers, refusals and messages of the replicas. All times that the observer receives are
 * virtual times in ns.
 */
public interface ReplicaObserver {
    /**
     * Called when a replica has delivered a payload.
     *
     * @param stamp the timestamp of the transaction; {@code null} if the node orders a single group
     */
    default void delivered(ReplicaHost at, GroupTimestamp stamp, byte[] payload, long now) {}

    /** Called when a replica answers a request of a caller. */
    default void answered(ReplicaHost at, long request, long now) {}

    /** Called when a replica refuses a request, which then has no effect. */
    default void refused(ReplicaHost at, long request, Refusal why, long now) {}

    /**
     * Called when a replica has sent a protocol message to a replica of its own or another group. Log operations of a
     * replica are not reported as sent messages.
     */
    default void sent(ReplicaHost from, ReplicaHost to, Message message) {}
}
