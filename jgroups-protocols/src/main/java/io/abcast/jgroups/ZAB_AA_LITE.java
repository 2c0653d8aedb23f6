package io.abcast.jgroups;

import org.jgroups.annotations.MBean;

/**
 * The protocol ZabAa of EL-Sanosi 2018, section 3.6.1. {@code ZAB_AA_LITE} differs from {@link ZAB} in two rules.
 * First, followers send their acks to all members. Second, a member delivers an entry once it knows that f followers
 * have logged it, where the ensemble has N = 2f+1 voters. With N voters, one request takes N(N-1) messages. After a
 * crash of a leader, the ensemble needs f+1 voters besides that leader, see docs/protocols/zab-aa-lite.md.
 */
@MBean(
        description =
                "ZabAa: Zab whose followers ack to all members; a member delivers an entry that f followers"
                        + " have logged")
public final class ZAB_AA_LITE extends ZabProtocol {}
