package io.abcast.jgroups;

import io.abcast.zab.variants.CoinSettings;
import org.jgroups.annotations.MBean;

/**
 * The protocol ZabCT of EL-Sanosi 2018, section 3.6.3 and chapter 4. {@code ZAB_CT} differs from {@link ZAB} in two
 * rules. First, a follower tosses a coin (makes a random choice) for the entries that it has logged, and on Head sends
 * its ack to all members. Second, a member of {@code ZAB_CT} delivers an entry once it knows that f+1 of the 2f+1
 * voters have logged the entry. Each follower adapts the probability of Head (the choice to send acks to all) to the
 * load. While no probability of Head (sending acks to all) suits the load, an ensemble runs plain Zab.
 */
@MBean(
        description =
                "ZabCT: Zab whose followers toss an adaptive coin whether to ack; a member delivers an entry that f+1"
                        + " members have logged")
public final class ZAB_CT extends CoinProtocol {
    /**
     * Creates the protocol with the default attributes of the coin, a random choice; see {@link CoinSettings#defaults}.
     */
    public ZAB_CT() {
        super(CoinSettings.defaults());
    }
}
