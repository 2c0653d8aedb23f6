package io.abcast.jgroups;

import io.abcast.kernel.NodeStatus;

/**
 * Told when a member's role, leader, activity, or the reason why it is not active, has changed. Changes that follow one another within a few milliseconds
 * may be told as one.
 *
 * <p><b>Thread rule:</b> called by the member's event loop; must not block. An exception is logged and dropped.
 */
@FunctionalInterface
public interface StatusListener {
    /** @param status a {@link io.abcast.zab.ZabStatus} or a {@link io.abcast.ordering.log.LogStatus} */
    void onChange(NodeStatus status);
}
