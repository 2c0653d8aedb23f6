package io.abcast.ordering.log;

import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;

/**
 * Services that a node offers to its parts, such as the transfer of snapshots and the bounds on messages of each
 * sender.
 */
public interface PeerServices {
    int id();

    Membership members();

    LogConfig config();

    long nowNanos();

    /**
     * Sends {@code message} to member {@code to}. If {@code to} is this member, the node handles the message after the
     * present event.
     */
    void send(int to, Message message);

    void report(String line);

    /** Counts {@code message} of member {@code from}, which this member refuses for {@code reason}. */
    void refuse(int from, Object message, Refusals.Reason reason);
}
