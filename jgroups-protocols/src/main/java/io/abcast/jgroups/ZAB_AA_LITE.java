package io.abcast.jgroups;

import org.jgroups.annotations.MBean;

/**
 * ZabAa of EL-Sanosi 2018, section 3.6.1. The protocol differs from {@link ZAB} in two rules. Followers send their acks
 * to all members. A member delivers an entry once it knows that f followers have logged the entry, where the ensemble
 * has N = 2f+1 voters. Ordering one request takes N(N-1) messages. After a crash of the leader the ensemble needs f+1
 * other voters, which {@link ZAB_AA} does not need: see docs/protocols/zab-aa-lite.md.
 */
@MBean(
        description =
                "ZabAa: Zab whose followers ack to all members; a member delivers an entry that f followers"
                        + " have logged")
public final class ZAB_AA_LITE extends ZabProtocol {}
