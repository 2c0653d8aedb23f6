package io.abcast.jgroups;

import io.abcast.kernel.NodeStatus;

/**
 * Receives changes of a member's role, leader or activity, and of the reason why it is not active. Several changes
 * within a few milliseconds may be reported as one change.
 *
 * <p><b>Thread rule:</b> the event loop of the member calls the listener. A listener must not block. An exception that
 * a listener throws is logged and dropped.
 */
@FunctionalInterface
public interface StatusListener {
    /**
     * @param status the new status: a {@link io.abcast.zab.ZabStatus}, a {@link io.abcast.ordering.log.LogStatus} or an
     *     {@link io.abcast.ordering.epaxos.EpaxosStatus}, as the protocol has it
     */
    void onChange(NodeStatus status);
}
