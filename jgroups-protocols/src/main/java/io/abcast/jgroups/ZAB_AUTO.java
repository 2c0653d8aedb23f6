package io.abcast.jgroups;

import io.abcast.zab.variants.CoinSettings;
import org.jgroups.annotations.MBean;

/**
 * Chooses a Zab variant by the size of the ensemble: {@link ZAB_AC} for three members and {@link ZAB_CT} for more
 * members. A log line at the start reports the chosen variant and the reason.
 */
@MBean(
        description =
                "Zab variant by the size of the ensemble: ZabAc for three members, ZabCT for more")
public final class ZAB_AUTO extends CoinProtocol {
    /**
     * Creates the protocol with the default attributes of the coin, a random choice; see {@link CoinSettings#defaults}.
     */
    public ZAB_AUTO() {
        super(CoinSettings.defaults());
    }
}
