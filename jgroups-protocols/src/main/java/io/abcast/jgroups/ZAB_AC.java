package io.abcast.jgroups;

import org.jgroups.annotations.MBean;

/**
 * ZabAc of EL-Sanosi 2018, section 3.6.1: as {@link ZAB} with three members, and no others, but that a follower delivers on its
 * own log. 4 messages per request instead of 6. After a crash of the leader both others are needed: see docs/protocols/zab-ac.md.
 */
@MBean(description = "ZabAc: Zab for three members, where a follower delivers what it has logged")
public final class ZAB_AC extends ZabProtocol {}
