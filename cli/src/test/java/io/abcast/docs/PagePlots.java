package io.abcast.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.report.SvgPlot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The plots in docs/images that tests draw from tables of documentation pages. */
final class PagePlots {
    /** Each plot file contains the style sheet, because the file is shown outside the HTML reports. */
    private static final String STYLE =
            "<style>text { font: 12px sans-serif } .title { font-weight: 600; font-size: 14px } .axis { fill: #555 }"
                    + " .tick { fill: #444; font-size: 11px } .grid { stroke: #e4e4e4 }</style>\n"
                    + "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";

    private PagePlots() {}

    static void check(String name, SvgPlot plot) throws IOException {
        Path file = Documents.ROOT.resolve("docs/images").resolve(name);
        String drawn = svg(plot);
        if (Boolean.getBoolean("abcast.docs.write")) Files.writeString(file, drawn);
        assertEquals(drawn, Documents.read(file), "draw it again: -Dabcast.docs.write=true");
    }

    private static String svg(SvgPlot plot) {
        String svg = plot.toString();
        int tag = svg.indexOf('>') + 1;
        String body = svg.substring(tag).replace("><", ">\n<");
        return svg.substring(0, tag) + "\n" + STYLE + body + "\n";
    }
}
