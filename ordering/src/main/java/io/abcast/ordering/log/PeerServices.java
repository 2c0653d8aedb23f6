package io.abcast.ordering.log;

import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;

/** Services of a node of this module for its parts that know no order: transfers of snapshots, bounds per sender. */
public interface PeerServices {
    int id();

    Membership members();

    LogConfig config();

    long nowNanos();

    /** Sends a message. A message to this member itself arrives after the present event. */
    void send(int to, Message message);

    void report(String line);

    /** Counts a refused message of another member, and reports refusals from time to time. */
    void refuse(int from, Object message, Refusals.Reason reason);
}
