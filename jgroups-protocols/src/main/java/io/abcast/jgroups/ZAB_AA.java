package io.abcast.jgroups;

import org.jgroups.annotations.MBean;
import org.jgroups.annotations.Property;

/**
 * ZabAA of EL-Sanosi 2018, section 3.6.4: as {@link ZAB}, but followers ack to everyone, and each member delivers once it knows
 * that f+1 members have logged. N(N-1) messages per request.
 */
@MBean(
        description =
                "ZabAA: Zab whose members ack to everyone and deliver once f+1 of them have logged")
public final class ZAB_AA extends ZabProtocol {
    @Property(
            description =
                    "Whether a follower counts the leader's log as one of f+1. False: followers' acks alone, as"
                            + " EL-Sanosi 2018 does. Default: true",
            writable = false)
    private boolean counts_leader = true;

    @Override
    boolean countsLeader() {
        return counts_leader;
    }
}
