package io.abcast.driver;

import io.abcast.kernel.Message;

/**
 * The replicas of all groups, to which a {@link GroupDriver} sends messages.
 *
 * <p><b>Thread rule:</b> called by the thread that runs the driver; the method does not block.
 */
@FunctionalInterface
public interface OtherGroups {
    /** See {@link io.abcast.kernel.GroupEffects#sendTo}. Drops the message if no such replica is known. */
    void send(int group, int server, Message message);
}
