package io.abcast.jgroups;

import org.jgroups.annotations.MBean;

/**
 * ZabAc of EL-Sanosi 2018, section 3.6.1: as {@link ZAB} with three members, and no others, but that a follower delivers on its
 * own ack. 4 messages per request instead of 6. A leader that crashed must not have the last word: see docs/protocols.
 */
@MBean(description = "ZabAc: Zab for three members, where a follower delivers on its own ack")
public final class ZAB_AC extends ZabProtocol {}
