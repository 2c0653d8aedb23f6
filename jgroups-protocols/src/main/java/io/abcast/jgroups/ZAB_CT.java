package io.abcast.jgroups;

import io.abcast.zab.variants.CoinSettings;
import org.jgroups.annotations.MBean;

/**
 * ZabCT of EL-Sanosi 2018, section 3.6.3 and chapter 4. The protocol differs from {@link ZAB} in two rules. A follower
 * tosses a coin for the entries that it has logged, and on Head sends its ack to all members. A member delivers an
 * entry once it knows that f+1 of the 2f+1 voters have logged the entry. Each follower adapts the probability of Head
 * to the load. While no probability suits the load, the ensemble runs plain Zab. A switch to plain Zab or back never
 * makes deliveries wait.
 */
@MBean(
        description =
                "ZabCT: Zab whose followers toss an adaptive coin whether to ack; a member delivers an entry that f+1"
                        + " members have logged")
public final class ZAB_CT extends CoinProtocol {
    /** Creates the protocol with the default attributes of {@link CoinSettings#defaults}. */
    public ZAB_CT() {
        super(CoinSettings.defaults());
    }
}
