package io.abcast.jgroups;

import io.abcast.zab.variants.CoinSettings;
import org.jgroups.annotations.MBean;

/**
 * ZabCt of EL-Sanosi 2018, section 3.6.2. The protocol differs from {@link ZAB} in two rules. A follower tosses a fair
 * coin for the entries that it has logged, and on Head sends its ack to all members. A member delivers an entry once it
 * knows that f followers have logged the entry, where the ensemble has 2f+1 voters. The protocol sends fewer acks than
 * {@link ZAB_AA_LITE} and delivers a little later. After a crash of the leader the ensemble needs f+1 other voters: see
 * docs/protocols/zab-ct-lite.md.
 */
@MBean(
        description =
                "ZabCt: Zab whose followers toss a coin whether to ack; a member delivers an entry that f followers"
                        + " have logged")
public final class ZAB_CT_LITE extends CoinProtocol {
    /** Creates the protocol with the attributes of {@link CoinSettings#fair}, whose coin is fair. */
    public ZAB_CT_LITE() {
        super(CoinSettings.fair());
    }
}
