package io.abcast.jgroups;

import org.jgroups.annotations.MBean;

/**
 * The protocol ZabAa of EL-Sanosi 2018, section 3.6.1. {@code ZAB_AA_LITE} differs from {@link ZAB} in two rules.
 * First, followers of {@code ZAB_AA_LITE} send their acks to all members. Second, a member of {@code ZAB_AA_LITE}
 * delivers an entry once it knows that f followers have logged the entry, where the ensemble has N = 2f+1 voters. With
 * N voters, {@code ZAB_AA_LITE} orders one request with N(N-1) messages. After a crash of a leader of {@code
 * ZAB_AA_LITE}, the ensemble needs f+1 voters besides that leader, see docs/protocols/zab-aa-lite.md. After a crash of
 * a leader of {@link ZAB_AA}, any f+1 voters suffice, even with that leader.
 */
@MBean(
        description =
                "ZabAa: Zab whose followers ack to all members; a member delivers an entry that f followers"
                        + " have logged")
public final class ZAB_AA_LITE extends ZabProtocol {}
