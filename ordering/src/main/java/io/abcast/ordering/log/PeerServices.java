package io.abcast.ordering.log;

import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;

/**
 * Services of a node for those of its parts that do not depend on the kind of order: transfers of snapshots, and bounds
 * for each sender.
 */
public interface PeerServices {
    int id();

    Membership members();

    LogConfig config();

    long nowNanos();

    /** Sends a message. A message to this member itself arrives after the present event. */
    void send(int to, Message message);

    void report(String line);

    /** Counts a refused message of another member. From time to time, refusals are reported to the operator. */
    void refuse(int from, Object message, Refusals.Reason reason);
}
