package io.abcast.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.papers.forest.ForestEvaluation;
import io.abcast.papers.forest.Loads;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests that docs/papers/shallowforest.md states the gains and objectives that {@code abcast forest} computes. */
final class ShallowForestPageTest {
    private static final Pattern ROW =
            Pattern.compile(
                    "(?m)^\\| (\\d) \\| ([\\d.]+) \\| ([\\d.]+) \\| [\\d.]+ \\| [^|]* \\| ([\\d.,]+) \\|$");

    private static final Pattern CELL =
            Pattern.compile(
                    "\"row\":\"n=(\\d)\",\"column\":\"s=([\\d.]+)\",\"measure\":\"(\\w+)\",\"ours\":([\\d.]+)");

    @Test
    void hasTheGainsAndObjectivesOfTheCommand() {
        String text =
                Documents.between(
                        Documents.read("docs/papers/shallowforest.md"),
                        "\n## Gain and objective\n",
                        "\n## ");
        Map<String, String> page = new TreeMap<>();
        Matcher row = ROW.matcher(text);
        while (row.find()) {
            String key = row.group(1) + " " + row.group(2) + " ";
            page.put(key + "gain", row.group(3));
            page.put(key + "objective", row.group(4).replace(",", ""));
        }
        ForestEvaluation evaluation = new ForestEvaluation(Loads.PRINTED, 1, progress -> {});
        evaluation.addTable("gain");
        Map<String, String> command = new TreeMap<>();
        Matcher cell = CELL.matcher(evaluation.json().toString());
        while (cell.find()) {
            String key = cell.group(1) + " " + cell.group(2) + " " + cell.group(3);
            double value = Double.parseDouble(cell.group(4));
            command.put(
                    key,
                    cell.group(3).equals("gain")
                            ? String.format(Locale.ROOT, "%.3f", value)
                            : String.format(Locale.ROOT, "%.1f", value).replace(".0", ""));
        }
        assertEquals(12, command.size());
        assertEquals(command, page);
    }
}
