package io.abcast.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Repeats runs of {@code sim fuzz} in which the reports and proposals of a regency of FBP take most of the regency's
 * maximum time.
 */
class SlowNetworkSearchTest {
    /** No request has been answered when the faults end, and six of seven members must report and vote. */
    @Tag("search")
    @Test
    void forwardedRequestsDoNotDelayReports() {
        FuzzSettings settings = FuzzSettings.of(new OrderingFamily("FBP"), 7);
        FuzzResult result = new FuzzCampaign(settings).run(97_003_153);
        assertEquals("", result.report());
    }
}
