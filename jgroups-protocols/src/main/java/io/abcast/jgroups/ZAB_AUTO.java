package io.abcast.jgroups;

import io.abcast.zab.variants.CoinSettings;
import org.jgroups.annotations.MBean;

/**
 * Picks for the size of the ensemble: runs as {@link ZAB_AC} with three members and as {@link ZAB_CT} with more, and says why.
 */
@MBean(description = "Zab that picks for the ensemble: ZabAc for three members, ZabCT above")
public final class ZAB_AUTO extends CoinProtocol {
    /** With the attributes of {@link CoinSettings#defaults}. */
    public ZAB_AUTO() {
        super(CoinSettings.defaults());
    }
}
