package io.abcast.papers.cooper;

import io.abcast.command.JsonText;
import io.abcast.report.SvgPlot;
import io.abcast.report.TextTable;
import java.util.List;

/**
 * A figure of Liu 2015, drawn from abcast's measurements.
 *
 * @param id number of the figure in Liu 2015
 * @param notes remarks that explain the numbers of the figure
 */
record FigureResult(
        String id,
        String title,
        List<TransferCell> cells,
        List<SvgPlot> plots,
        List<String> notes) {
    @Override
    public String toString() {
        TextTable table = new TextTable("", "", "", "ours", "±", "thesis");
        for (TransferCell cell : cells) table.row(cell.texts());
        StringBuilder text = new StringBuilder("Figure " + id + ": " + title + "\n\n" + table);
        for (String note : notes) text.append(note).append('\n');
        return text.toString();
    }

    JsonText write(JsonText json, CodingCost host, String kernel, int runs, long seed) {
        json.open('{').key("paper").value("cooper").key("item").value("figure " + id);
        json.key("runs").value(runs).key("seed").value(seed);
        json.key("coding_mb_per_s").value(host.encodeBytesPerSecond() / 1e6);
        json.key("kernel").value(kernel).key("cells").open('[');
        for (TransferCell cell : cells) cell.write(json);
        return json.close(']').close('}');
    }
}
