package io.abcast.benchmark.papers.omaha;

import io.abcast.benchmark.report.JsonText;
import io.abcast.benchmark.report.SvgPlot;
import java.util.List;

/**
 * A table or figure, drawn.
 *
 * @param name such as "table II"
 * @param plots for the page
 */
record Result(String name, String title, List<Block> blocks, List<SvgPlot> plots) {
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(name.substring(0, 1).toUpperCase(java.util.Locale.ROOT))
                .append(name.substring(1))
                .append(": ")
                .append(title)
                .append('\n');
        for (Block block : blocks) {
            text.append('\n').append(block);
            if (!Double.isNaN(block.worst()))
                text.append("largest difference: ").append(Cell.number(block.worst())).append('\n');
        }
        return text.toString();
    }

    JsonText write(JsonText json) {
        json.open('{').key("paper").value("omaha").key("item").value(name).key("cells").open('[');
        for (Block block : blocks) block.cells().forEach(cell -> cell.write(json));
        return json.close(']').close('}');
    }
}
