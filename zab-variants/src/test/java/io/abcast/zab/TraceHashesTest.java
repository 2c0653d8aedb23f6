package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzSettings;
import io.abcast.zab.variants.Variants;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests that the simulated run of a seed has the same trace on every JDK, by the golden hashes in {@code
 * trace-hashes.txt}.
 *
 * <p>After a change of a protocol or of the simulator, this command rewrites {@code trace-hashes.txt}: {@code mvn test
 * -pl zab-variants -am -Dtest=TraceHashesTest -Dsurefire.failIfNoSpecifiedTests=false -Dabcast.hashes=rewrite}.
 */
@Execution(ExecutionMode.CONCURRENT)
class TraceHashesTest {
    private static final Path GOLDEN = Path.of("src/test/resources/io/abcast/zab/trace-hashes.txt");
    private static final int SEEDS = 5;

    @Test
    void seedsHaveTheirGoldenTraces() throws IOException {
        List<String> lines = new ArrayList<>();
        List<String> protocols = new ArrayList<>(Variants.names());
        protocols.add(VariantSubject.MIXED);
        for (String protocol : protocols) {
            FuzzCampaign campaign =
                    new FuzzCampaign(FuzzSettings.of(new VariantSubject(protocol), 3));
            for (long seed = 1; seed <= SEEDS; seed++)
                lines.add(
                        "%s 3 %d %016x".formatted(protocol, seed, campaign.run(seed).traceHash()));
        }
        String found = String.join("\n", lines) + "\n";
        if ("rewrite".equals(System.getProperty("abcast.hashes"))) {
            Files.createDirectories(GOLDEN.getParent());
            Files.writeString(GOLDEN, found);
        }
        assertEquals(Files.readString(GOLDEN, StandardCharsets.UTF_8), found);
    }
}
