package io.abcast.jgroups.camu;

import io.abcast.driver.GroupDriver;
import io.abcast.jgroups.loop.EventLoop;

/**
 * A replica of a partition at this server, in the form that the {@link ServerLink} uses.
 *
 * @param group number of the replica's partition.
 * @param loop the event loop of the replica, which runs {@code driver}
 * @param driver the driver of the replica's node.
 * @param application handler of the messages that the receivers of other replicas send
 */
public record HostedReplica(
        int group, EventLoop loop, GroupDriver driver, ApplicationInbox application) {
    /** Receives the messages of other replicas' receivers, on the event loop of this replica. */
    @FunctionalInterface
    public interface ApplicationInbox {
        /**
         * Called for a message that the receiver of another replica has sent.
         *
         * @param from number of the partition of the sending receiver
         * @param server server id of the sending receiver
         */
        void onMessage(int from, int server, byte[] bytes);
    }
}
