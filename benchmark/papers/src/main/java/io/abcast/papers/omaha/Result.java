package io.abcast.papers.omaha;

import io.abcast.command.JsonText;
import io.abcast.report.HtmlPage;
import io.abcast.report.SvgPlot;
import java.util.List;
import java.util.Locale;

/**
 * A table or figure of Mahamdi et al., 2023 with the results of abcast, as text and as plots.
 *
 * @param name name of the table or figure in the paper, such as "table II"
 * @param plots plots of the result for the HTML page, as SVG
 */
record Result(String name, String title, List<Block> blocks, List<SvgPlot> plots) {
    String heading() {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1) + ": " + title;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(heading()).append('\n');
        for (Block block : blocks) text.append('\n').append(block);
        return text.toString();
    }

    String html() {
        StringBuilder html = new StringBuilder("<h2>").append(HtmlPage.escape(heading()));
        html.append("</h2>\n");
        for (SvgPlot plot : plots) html.append(plot).append('\n');
        for (Block block : blocks) {
            html.append("<h3>").append(HtmlPage.escape(block.title())).append("</h3>\n");
            html.append(block.grid().html()).append(HtmlPage.paragraph(block.worstText()));
        }
        return html.toString();
    }

    JsonText write(JsonText json) {
        json.open('{').key("paper").value("omaha").key("item").value(name).key("cells").open('[');
        for (Block block : blocks) block.cells().forEach(cell -> cell.write(json));
        return json.close(']').close('}');
    }
}
