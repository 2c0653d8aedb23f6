package io.abcast.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.abcast.report.SvgPlot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Tests docs/images/throughput-over-latency.svg against the first table below "Throughput over latency" in
 * docs/performance.md. With {@code -Dabcast.docs.write=true}, the test writes the plot file.
 */
final class ThroughputPlotTest {
    private static final String PAGE = "docs/performance.md";
    private static final String PLOT = "throughput-over-latency.svg";

    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| (ZAB\\w*) ((?:\\| [\\d,]+ \\([\\d.]+\\) )+)\\|");

    private static final Pattern CELL = Pattern.compile("([\\d,]+) \\(([\\d.]+)\\)");

    private static final Pattern CLIENTS = Pattern.compile("([\\d,]+) clients?");

    @Test
    void plotShowsTheTable() throws IOException {
        PagePlots.check(PLOT, plot(Documents.read(PAGE)));
    }

    private static SvgPlot plot(String page) {
        String section = page.substring(page.indexOf("\n## Throughput over latency\n"));
        int head = section.indexOf("\n| writes/s");
        List<String> clients = new ArrayList<>();
        Matcher column = CLIENTS.matcher(section.substring(head, section.indexOf('\n', head + 1)));
        while (column.find()) clients.add(column.group(1));
        Matcher row = ROW.matcher(section.substring(head, section.indexOf("\n\n", head)));
        Map<String, List<SvgPlot.Point>> lines = new LinkedHashMap<>();
        while (row.find()) {
            List<SvgPlot.Point> points = new ArrayList<>();
            Matcher cell = CELL.matcher(row.group(2));
            while (cell.find())
                points.add(
                        new SvgPlot.Point(
                                Double.parseDouble(cell.group(2)),
                                Double.parseDouble(cell.group(1).replace(",", "")),
                                Double.NaN,
                                clients.get(points.size())));
            assertEquals(clients.size(), points.size(), row.group(1));
            lines.put(row.group(1), points);
        }
        assertFalse(lines.isEmpty(), "no row of ZAB in the table");
        SvgPlot plot =
                new SvgPlot(
                        "Throughput over latency: 3 servers, 1 KB; a point is named after its clients",
                        "median latency, ms",
                        "writes/s");
        lines.forEach(plot::line);
        return plot.xFromZero();
    }
}
