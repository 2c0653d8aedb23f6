package io.abcast.jgroups;

import io.abcast.zab.variants.CoinSettings;
import org.jgroups.annotations.MBean;

/**
 * The protocol ZabCt of EL-Sanosi 2018, section 3.6.2. {@code ZAB_CT_LITE} differs from {@link ZAB} in two rules.
 * First, a follower tosses a fair coin (makes a random choice) for the entries that it has logged, and on Head sends
 * its ack to all members. Second, a member delivers an entry once it knows that f followers have logged it, where the
 * ensemble has 2f+1 voters. After a crash of a leader, the ensemble needs f+1 voters besides that leader, see
 * docs/protocols/zab-ct-lite.md.
 */
@MBean(
        description =
                "ZabCt: Zab whose followers toss a coin whether to ack; a member delivers an entry that f followers"
                        + " have logged")
public final class ZAB_CT_LITE extends CoinProtocol {
    /**
     * Creates the protocol with the attributes of {@link CoinSettings#fair}: the coin, a random choice, gives Head with
     * probability 0.5.
     */
    public ZAB_CT_LITE() {
        super(CoinSettings.fair());
    }
}
