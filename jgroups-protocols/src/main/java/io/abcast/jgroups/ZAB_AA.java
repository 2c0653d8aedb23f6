package io.abcast.jgroups;

import org.jgroups.annotations.MBean;
import org.jgroups.annotations.Property;

/**
 * The protocol ZabAA of EL-Sanosi 2018, section 3.6.4. {@code ZAB_AA} differs from {@link ZAB} in two rules. First,
 * followers send their acks to all members. Second, a member delivers an entry once it knows that f+1 of the N = 2f+1
 * voters have logged it. With N voters, one request takes N(N-1) messages.
 */
@MBean(
        description =
                "ZabAA: Zab whose followers ack to all members; a member delivers an entry that f+1 members"
                        + " have logged")
public final class ZAB_AA extends ZabProtocol {
    @Property(
            description =
                    "Whether a follower counts the leader's log as one of the f+1 logs. False: only acks of followers"
                            + " count, as in EL-Sanosi 2018. Default: true",
            writable = false)
    private boolean counts_leader = true;

    @Override
    boolean countsLeader() {
        return counts_leader;
    }
}
