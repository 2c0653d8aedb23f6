package io.abcast.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

final class FormsTest {
    @Test
    void plotsAreWellFormed() throws Exception {
        SvgPlot plot =
                new SvgPlot("a < b & \"c\"", "x", "y")
                        .line("one", List.of(new SvgPlot.Point(0, 3, 1), new SvgPlot.Point(5, 0)))
                        .line("nothing", List.of())
                        .line("no number", List.of(new SvgPlot.Point(1, Double.NaN)));
        parse(plot.toString());
        parse(new SvgPlot("empty", "x", "y").toString());
        parse(
                new SvgPlot("named", "x", "y")
                        .xLabels(List.of("<p>", "q"))
                        .line("l", List.of(new SvgPlot.Point(0, 1e-9), new SvgPlot.Point(1, 1e9)))
                        .toString());
    }

    @Test
    void aLogarithmicAxisShowsPositiveValues() throws Exception {
        SvgPlot.Point point = new SvgPlot.Point(1, 0.3, 0.1, "250");
        String plot =
                new SvgPlot("p99", "requests/s", "ms")
                        .xFromZero()
                        .logarithmic()
                        .line("some", List.of(point, new SvgPlot.Point(2, 700)))
                        .line("none", List.of(new SvgPlot.Point(3, 0)))
                        .toString();
        parse(plot);
        for (String tick : List.of(">0.2<", ">1<", ">500<", ">1,000<", ">250<"))
            assertTrue(plot.contains(tick), tick + " in " + plot);
        assertFalse(plot.contains(">0.1<"), plot);
        parse(new SvgPlot("nothing", "x", "y").logarithmic().toString());
    }

    @Test
    void valuesThatRoundToZeroHaveNoSign() {
        assertEquals("0.0", Numbers.spread(List.of(-0.04), 1));
        assertEquals("-0.1", Numbers.spread(List.of(-0.06), 1));
        assertEquals("0", Numbers.number(new Interval95(-0.4, Double.NaN), 0));
    }

    @Test
    void tableColumnsLineUp() {
        String text = new TextTable("name", "n").row("a", "1").row("long", "1000").toString();
        assertEquals(List.of("name     n", "a        1", "long  1000"), text.lines().toList());
        assertThrows(IllegalArgumentException.class, () -> new TextTable("a").row("1", "2"));
    }

    private static void parse(String svg) throws Exception {
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)));
    }
}
