package io.abcast.jgroups;

import io.abcast.kernel.NodeStatus;

/**
 * Listener that receives changes of a member's role, leader or activity, and of the reason why the member orders no
 * requests. The member may report several changes of its status within a few milliseconds as one change.
 *
 * <p><b>Thread rule:</b> the event loop of the member calls the listener. A listener must not block. The member logs
 * and drops its exceptions.
 */
@FunctionalInterface
public interface StatusListener {
    /**
     * @param status the member's new status: a {@link io.abcast.zab.ZabStatus}, a
     *     {@link io.abcast.ordering.log.LogStatus} or an {@link io.abcast.ordering.epaxos.EpaxosStatus}, depending on
     *     the protocol
     */
    void onChange(NodeStatus status);
}
