package io.abcast.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.abcast.report.SvgPlot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Draws docs/images/throughput-over-latency.svg from the first table below "Throughput over latency" in
 * docs/performance.md. {@code -Dabcast.docs.write=true} writes the file. Without this property the test requires that
 * the file equals the drawing.
 */
final class ThroughputPlotTest {
    private static final String PAGE = "docs/performance.md";
    private static final Path PLOT =
            Documents.ROOT.resolve("docs/images/throughput-over-latency.svg");

    /** Matches a row of the table, with the protocol and a cell for each number of clients. */
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| (ZAB\\w*) ((?:\\| [\\d,]+ \\([\\d.]+\\) )+)\\|");

    /** Matches a cell of the table, with the writes per second and the median latency in milliseconds. */
    private static final Pattern CELL = Pattern.compile("([\\d,]+) \\(([\\d.]+)\\)");

    private static final Pattern CLIENTS = Pattern.compile("([\\d,]+) clients?");

    /**
     * Style sheet of the picture. The picture contains this style sheet, because it is shown outside the pages of
     * reports, which have a style sheet of their own.
     */
    private static final String STYLE =
            "<style>text { font: 12px sans-serif } .title { font-weight: 600; font-size: 14px } .axis { fill: #555 }"
                    + " .tick { fill: #444; font-size: 11px } .grid { stroke: #e4e4e4 }</style>\n"
                    + "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";

    @Test
    void plotShowsTheTable() throws IOException {
        String plot = plot(Documents.read(PAGE));
        if (Boolean.getBoolean("abcast.docs.write")) Files.writeString(PLOT, plot);
        assertEquals(plot, Documents.read(PLOT), "draw it again: -Dabcast.docs.write=true");
    }

    private static String plot(String page) {
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
        String svg = plot.xFromZero().toString();
        int tag = svg.indexOf('>') + 1;
        String body = svg.substring(tag).replace("><", ">\n<");
        return svg.substring(0, tag) + "\n" + STYLE + body + "\n";
    }
}
