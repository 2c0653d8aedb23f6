package io.abcast.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.sim.Coverage;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import io.abcast.zab.variants.Variants;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A search that never gets somewhere finds nothing there. The seeds of this test meet every fault, every message, every phase and
 * every situation of the Zab family, except those in a list that gives the reason for each. An exception that is met fails the test too.
 */
@Execution(ExecutionMode.CONCURRENT)
final class CoverageTest {
    private static final String EXCEPTIONS = "unmet.txt";
    private static final long SEEDS = 40;

    @Test
    void theSearchGetsEverywhere() throws IOException {
        Coverage all = new Coverage(ZabAtlas.INSTANCE);
        long first = 1;
        List<String> protocols = new ArrayList<>(Variants.names());
        protocols.add(ZabFamily.MIXED);
        for (String protocol : protocols) {
            ZabFamily subject = new ZabFamily(protocol);
            for (int nodes : new int[] {3, 5}) {
                if (nodes > 3 && protocol.equals("ZAB_AC")) continue;
                FuzzCampaign campaign = new FuzzCampaign(FuzzSettings.of(subject, nodes));
                // A seed draws the same faults for every protocol.
                long last = first + SEEDS;
                for (long seed = first; seed < last; seed++) {
                    FuzzResult result = campaign.run(seed);
                    assertEquals("", result.passed() ? "" : result.report());
                }
                first = last;
                all.add(campaign.coverage());
            }
        }
        assertEquals(new TreeSet<>(exceptions()), new TreeSet<>(all.unmetNames()));
    }

    private static List<String> exceptions() throws IOException {
        List<String> names = new ArrayList<>();
        try (InputStream in = CoverageTest.class.getResourceAsStream(EXCEPTIONS)) {
            for (String line :
                    new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
                if (line.startsWith("#") || line.isBlank()) continue;
                int colon = line.lastIndexOf(": ");
                if (colon < 0) throw new IOException("expected NAME: REASON, got " + line);
                names.add(line.substring(0, colon));
            }
        }
        return names;
    }
}
