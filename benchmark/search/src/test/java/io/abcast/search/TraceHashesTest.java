package io.abcast.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests that {@code sim fuzz} and {@code sim replay} run a seed with the same events as the tests of zab-variants. */
@Execution(ExecutionMode.CONCURRENT)
class TraceHashesTest {
    private static final Path GOLDEN =
            Path.of("../../zab-variants/src/test/resources/io/abcast/zab/trace-hashes.txt");

    @Test
    void seedGivesTheSameRunAsInTheSuite() throws IOException {
        List<String> lines = Files.readAllLines(GOLDEN);
        assertFalse(lines.isEmpty());
        for (String line : lines) {
            String[] fields = line.split(" ");
            FuzzSettings settings =
                    FuzzSettings.of(new ZabFamily(fields[0]), Integer.parseInt(fields[1]));
            long hash = new FuzzCampaign(settings).run(Long.parseLong(fields[2])).traceHash();
            assertEquals(fields[3], "%016x".formatted(hash), line);
        }
    }
}
