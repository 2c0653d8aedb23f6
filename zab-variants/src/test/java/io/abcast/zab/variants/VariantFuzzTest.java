package io.abcast.zab.variants;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.kernel.log.Durability;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fault schedules from seeds, for every protocol of the family; a failure prints the command that runs its seed again. */
class VariantFuzzTest {
    @ParameterizedTest
    @CsvSource({
        "ZAB_AC, 3, 1, 1000",
        "ZAB_AA_LITE, 3, 1, 600",
        "ZAB_AA_LITE, 5, 1, 400",
        "ZAB_CT_LITE, 3, 1, 600",
        "ZAB_CT_LITE, 5, 1, 400",
        "ZAB_AA, 3, 1, 600",
        "ZAB_AA, 5, 1, 400",
        "ZAB_CT, 3, 1, 600",
        "ZAB_CT, 5, 1, 400",
        "ZAB_AUTO, 3, 1, 500",
        "ZAB_AUTO, 5, 1, 500"
    })
    void keepsEveryInvariantUnderAllFaults(String protocol, int nodes, long first, long last) {
        VariantSubject subject = new VariantSubject(protocol);
        List<FuzzResult> failed = new ArrayList<>();
        FuzzSettings settings = FuzzSettings.of(subject, nodes);
        long half = (first + last) / 2;
        new FuzzCampaign(settings.with(Durability.FSYNC))
                .run(first, half, r -> note(r, failed, subject));
        new FuzzCampaign(settings.with(Durability.MEMORY))
                .run(half + 1, last, r -> note(r, failed, subject));
        assertEquals(
                "",
                failed.isEmpty()
                        ? ""
                        : failed.size() + " failed, the first:\n" + failed.get(0).report());
    }

    private static void note(FuzzResult result, List<FuzzResult> failed, VariantSubject subject) {
        if (!result.passed()) failed.add(result);
        subject.nodes.clear();
    }
}
