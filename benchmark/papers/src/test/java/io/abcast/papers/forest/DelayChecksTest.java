package io.abcast.papers.forest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.JsonText;
import io.abcast.papers.result.PaperCell;
import io.abcast.papers.result.PaperResult;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
final class DelayChecksTest {
    private static double delays(PaperResult result, String row, String column) {
        return result.cells().stream()
                .filter(each -> each.row().equals(row) && each.column().equals(column))
                .filter(each -> each.measure().equals("delays"))
                .mapToDouble(PaperCell::ours)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void delaysAreThoseOfTheProtocol() {
        DelayChecks checks = DelayChecks.run(1, 1, line -> {});
        PaperResult result = checks.result();
        assertTrue(checks.holds(), result::toString);
        for (String n : new String[] {"n=3", "n=5", "n=7", "n=9"}) {
            assertEquals(2, delays(result, n, "fast commit"), 1e-6);
            assertEquals(2, delays(result, n, "linearizable read"), 1e-6);
        }
        for (String n : new String[] {"n=3", "n=5"}) {
            assertTrue(delays(result, n, "two that interfere, committed") <= 4, result::toString);
            assertTrue(delays(result, n, "two that interfere, committed") > 2, result::toString);
            assertTrue(delays(result, n, "two that interfere, executed") <= 5, result::toString);
        }
        assertEquals(2, delays(result, "n=3", "fast commit by one relay"), 1e-6);
        assertEquals(3, delays(result, "n=5", "fast commit by one relay"), 1e-6);
        double busy = delays(result, "n=5", "all interfere, longest until executed");
        assertTrue(busy > 4 && busy < 20, result::toString);
        String json = result.write(new JsonText(), "shallowforest", Map.of()).toString();
        String again =
                DelayChecks.run(1, 1, line -> {})
                        .result()
                        .write(new JsonText(), "shallowforest", Map.of())
                        .toString();
        assertEquals(json, again);
    }
}
