package io.abcast.jgroups;

import io.abcast.zab.variants.CoinSettings;
import org.jgroups.annotations.MBean;

/**
 * ZabCT of EL-Sanosi 2018, section 3.6.3 and chapter 4: as {@link ZAB}, but a follower tosses a coin for what it has logged, and on Head acks to
 * everyone; each member delivers once it knows that f+1 members have logged. The coin follows the load; while none would do,
 * the ensemble runs as Zab does, and no switch makes deliveries wait.
 */
@MBean(
        description =
                "ZabCT: Zab whose followers toss an adaptive coin whether to ack, and deliver once f+1 members have logged")
public final class ZAB_CT extends CoinProtocol {
    /** With the attributes of {@link CoinSettings#defaults}. */
    public ZAB_CT() {
        super(CoinSettings.defaults());
    }
}
