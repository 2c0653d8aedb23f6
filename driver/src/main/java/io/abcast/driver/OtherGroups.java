package io.abcast.driver;

import io.abcast.kernel.Message;

/**
 * Sends messages of a {@link GroupDriver} to the replicas of all groups.
 *
 * <p><b>Thread rule:</b> The thread that runs the driver calls the method {@code send}, which does not block.
 */
@FunctionalInterface
public interface OtherGroups {
    /**
     * Sends {@code message} to the replica of {@code group} at {@code server}, see {@link
     * io.abcast.kernel.GroupEffects#sendTo}. The message is dropped if this process knows no replica of {@code group}
     * at {@code server}.
     */
    void send(int group, int server, Message message);
}
