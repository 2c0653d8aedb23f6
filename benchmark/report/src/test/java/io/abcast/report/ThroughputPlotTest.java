package io.abcast.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

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
 * Draws docs/images/throughput-over-latency.svg from the table "Host A" of docs/performance.md. {@code
 * -Dabcast.docs.write=true} writes the file. Without this property the test requires that the file equals the drawing.
 */
final class ThroughputPlotTest {
    private static final Path PAGE = Path.of("docs", "performance.md");
    private static final Path PLOT = Path.of("docs", "images", "throughput-over-latency.svg");

    /** Variant and durability, clients, writes/s and p50 of a row. */
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| (ZAB\\w*, \\w+) \\| (\\d+) \\| ([\\d,]+) \\| ([\\d.]+) \\|");

    /** The file has its own style sheet, because it is shown without the page of a report. */
    private static final String STYLE =
            "<style>text { font: 12px sans-serif } .title { font-weight: 600; font-size: 14px } .axis { fill: #555 }"
                    + " .tick { fill: #444; font-size: 11px } .grid { stroke: #e4e4e4 }</style>\n"
                    + "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";

    @Test
    void thePlotShowsTheTableOfHostA() throws IOException {
        Path root = root();
        String plot = plot(Files.readString(root.resolve(PAGE)));
        if (Boolean.getBoolean("abcast.docs.write")) Files.writeString(root.resolve(PLOT), plot);
        assertEquals(
                plot,
                Files.readString(root.resolve(PLOT)),
                "draw it again: -Dabcast.docs.write=true");
    }

    private static String plot(String page) {
        int begin = page.indexOf("\n### Host A\n");
        Matcher row = ROW.matcher(page.substring(begin, page.indexOf("\n### ", begin + 1)));
        Map<String, List<SvgPlot.Point>> lines = new LinkedHashMap<>();
        while (row.find())
            lines.computeIfAbsent(row.group(1), name -> new ArrayList<>())
                    .add(
                            new SvgPlot.Point(
                                    Double.parseDouble(row.group(4)),
                                    Double.parseDouble(row.group(3).replace(",", "")),
                                    Double.NaN,
                                    row.group(2)));
        assertFalse(lines.isEmpty(), "no row of ZAB in the table of host A");
        SvgPlot plot =
                new SvgPlot(
                        "Throughput over latency: host A, 3 servers, 1 KB; a point is named after its clients",
                        "median latency, ms",
                        "writes/s");
        lines.forEach(plot::line);
        String svg = plot.xFromZero().toString();
        int head = svg.indexOf('>') + 1;
        String body = svg.substring(head).replace("><", ">\n<");
        return svg.substring(0, head) + "\n" + STYLE + body + "\n";
    }

    /** Maven runs tests in the module's directory, editors often at the root. */
    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.exists(here.resolve(PAGE))) here = here.getParent();
        return here;
    }
}
