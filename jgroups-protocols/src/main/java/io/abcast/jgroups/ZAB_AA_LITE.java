package io.abcast.jgroups;

import org.jgroups.annotations.MBean;

/**
 * ZabAa of EL-Sanosi 2018, section 3.6.1: as {@link ZAB}, but followers ack to everyone, and each member delivers once it knows
 * that f followers have logged. N(N-1) messages per request. After a crash of the leader f+1 others are needed, which {@link ZAB_AA}
 * does not ask: see docs/protocols/zab-aa-lite.md.
 */
@MBean(
        description =
                "ZabAa: Zab whose followers ack to everyone and deliver once f of them have logged")
public final class ZAB_AA_LITE extends ZabProtocol {}
