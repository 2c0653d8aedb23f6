package io.abcast.jgroups.camu;

import io.abcast.driver.GroupDriver;
import io.abcast.jgroups.loop.EventLoop;

/**
 * A replica of a partition at this server.
 *
 * @param group number of the partition
 * @param loop the event loop that runs the driver
 * @param driver the driver of the replica's node
 * @param application receives the messages of other receivers
 */
public record HostedReplica(
        int group, EventLoop loop, GroupDriver driver, ApplicationInbox application) {
    /** Receives messages of other receivers, on the event loop of the replica. */
    @FunctionalInterface
    public interface ApplicationInbox {
        /**
         * Handles a message.
         *
         * @param from number of the partition of the sender
         * @param server server id of the sender
         */
        void onMessage(int from, int server, byte[] bytes);
    }
}
