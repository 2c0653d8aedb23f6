package io.abcast.jgroups;

import io.abcast.zab.variants.CoinSettings;
import org.jgroups.annotations.MBean;

/**
 * ZabCt of EL-Sanosi 2018, section 3.6.2: as {@link ZAB}, but a follower tosses a fair coin for what it has logged, and on Head
 * acks to everyone; each member delivers once it knows that f followers have logged. Fewer acks than {@link ZAB_AA_LITE}, a
 * little later. After a crash of the leader f+1 others are needed: see docs/protocols/zab-ct-lite.md.
 */
@MBean(
        description =
                "ZabCt: Zab whose followers toss a coin whether to ack, and deliver once f of them have logged")
public final class ZAB_CT_LITE extends CoinProtocol {
    /** With the attributes of {@link CoinSettings#fair}. */
    public ZAB_CT_LITE() {
        super(CoinSettings.fair());
    }
}
