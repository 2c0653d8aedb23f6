package io.abcast.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.papers.camu.CamuEvaluation;
import io.abcast.report.SvgPlot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the plot and the worked example in docs/papers/camu.md agree with the page's table and with the code. */
final class CamuPageTest {
    private static final String PAGE = "docs/papers/camu.md";
    private static final String FIRST_CELL = "statement";

    private static List<List<String>> table(String section) {
        List<List<String>> rows = new ArrayList<>();
        for (String line : section.split("\n")) {
            if (line.startsWith("| ")) rows.add(cells(line));
            else if (!rows.isEmpty() && !line.startsWith("|-")) break;
        }
        return rows;
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        for (String each : line.substring(1, line.length() - 1).split("\\|"))
            cells.add(each.strip());
        return cells;
    }

    private static String section(String title) {
        return Documents.between(Documents.read(PAGE), "\n## " + title + "\n", "\n## ");
    }

    @Test
    void plotShowsTheTable() throws IOException {
        List<List<String>> rows = table(section("Processor time"));
        List<String> costs = rows.get(0);
        assertEquals(FIRST_CELL, costs.get(0));
        SvgPlot plot =
                new SvgPlot(
                                "Ratios of the thesis's statements, all operations",
                                "processor time of a message, us",
                                "ratio")
                        .xFromZero()
                        .logarithmic();
        for (List<String> row : rows.subList(1, rows.size())) {
            List<SvgPlot.Point> points = new ArrayList<>();
            for (int i = 1; i < row.size(); i++)
                points.add(
                        new SvgPlot.Point(
                                Double.parseDouble(costs.get(i)), Double.parseDouble(row.get(i))));
            plot.line(row.get(0), points);
        }
        PagePlots.check("camu-statements.svg", plot);
    }

    @Test
    void exampleIsThatOfTheCommand() {
        CamuEvaluation evaluation =
                new CamuEvaluation(
                        new CamuEvaluation.Settings(1, 1, 1, 0, null, false, false), line -> {});
        evaluation.addFigure("3.3");
        String json = evaluation.json().toString();
        List<List<String>> rows = table(section("The worked example"));
        for (List<String> row : rows.subList(1, rows.size())) {
            String round = "\"column\":\"round " + row.get(0) + "\",\"measure\":";
            for (int partition = 1; partition <= 2; partition++)
                expect(json, partition, round + "\"LMEC\",\"ours\":" + row.get(partition));
            expect(json, 2, round + "\"MEC\",\"ours\":" + row.get(3));
        }
    }

    private static void expect(String json, int partition, String cell) {
        String text = "{\"row\":\"partition " + partition + "\"," + cell + ".0,";
        assertEquals(true, json.contains(text), text);
    }
}
