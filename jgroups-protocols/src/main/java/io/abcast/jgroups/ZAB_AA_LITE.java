package io.abcast.jgroups;

import org.jgroups.annotations.MBean;

/**
 * ZabAa of EL-Sanosi 2018, section 3.6.2: as {@link ZAB}, but followers ack to everyone, and each member delivers once it knows
 * that f followers have logged. N(N-1) messages per request. Its counterpart without LITE's election rule is {@link ZAB_AA}.
 */
@MBean(
        description =
                "ZabAa: Zab whose followers ack to everyone and deliver once f of them have acked")
public final class ZAB_AA_LITE extends ZabProtocol {}
