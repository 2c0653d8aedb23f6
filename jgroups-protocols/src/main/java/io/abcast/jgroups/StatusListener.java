package io.abcast.jgroups;

import io.abcast.zab.ZabStatus;

/**
 * Told when a member's role, leader, activity, or the reason why it is not active, has changed. Changes that follow one another within a few milliseconds
 * may be told as one.
 *
 * <p><b>Thread rule:</b> called by the member's event loop; must not block. An exception is logged and dropped.
 */
@FunctionalInterface
public interface StatusListener {
    void onChange(ZabStatus status);
}
