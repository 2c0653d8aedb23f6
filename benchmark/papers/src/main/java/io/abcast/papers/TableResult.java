package io.abcast.papers;

import io.abcast.command.JsonText;
import io.abcast.report.TextTable;
import io.abcast.sim.testbed.TestbedMeasurement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A table of EL-Sanosi 2018 that shows abcast's figures beside those of the thesis. */
record TableResult(ThesisTable table, List<CellResult> cells) {
    static TableResult of(ThesisItem item, ThesisTrials trials) {
        ThesisTable table = ThesisTable.load(item.id());
        List<CellResult> cells = new ArrayList<>();
        for (ThesisTable.Row row : table.rows()) {
            for (int i = 0; i < table.servers().size(); i++) {
                ThesisTable.Cell paper = row.cells().get(i);
                int servers = table.servers().get(i);
                if (!ThesisItem.shows(row, i)) continue;
                ThesisExperiment experiment = item.experiment(table, row, servers);
                cells.add(
                        new CellResult(
                                row.part(),
                                row.measure(),
                                row.value(),
                                servers,
                                row.measure().of(trials, experiment),
                                trials.over(experiment, TestbedMeasurement::fallenBack).mean(),
                                paper));
            }
        }
        return new TableResult(table, cells);
    }

    /** Grouped by part and measured quantity, in the order of EL-Sanosi 2018. */
    Map<String, List<CellResult>> blocks() {
        Map<String, List<CellResult>> blocks = new LinkedHashMap<>();
        for (CellResult cell : cells) {
            String part = cell.part().isEmpty() ? "" : "(" + cell.part() + ") ";
            blocks.computeIfAbsent(part + cell.measure().title, b -> new ArrayList<>()).add(cell);
        }
        return blocks;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(table.title()).append("\n");
        blocks().forEach(
                        (name, block) ->
                                text.append('\n')
                                        .append(name)
                                        .append('\n')
                                        .append(grid(block))
                                        .append(zabMode(block)));
        return text.toString();
    }

    private String zabMode(List<CellResult> block) {
        Map<Integer, String> byRow = new LinkedHashMap<>();
        for (CellResult cell : block)
            if (!cell.zabModeText().isEmpty())
                byRow.merge(cell.row(), cell.zabModeText(), (one, other) -> one + ", " + other);
        if (byRow.isEmpty()) return "";
        StringBuilder text = new StringBuilder("of the time in Zab's mode: ");
        String separator = "";
        for (Map.Entry<Integer, String> row : byRow.entrySet()) {
            text.append(separator).append(table.rowsAre()).append(' ').append(row.getKey());
            text.append(": ").append(row.getValue());
            separator = "; ";
        }
        return text.append('\n').toString();
    }

    private String grid(List<CellResult> block) {
        List<Integer> columns = block.stream().map(CellResult::column).distinct().sorted().toList();
        List<String> header = new ArrayList<>(List.of(table.rowsAre().toString()));
        for (int column : columns) header.addAll(List.of("N=" + column, "thesis", "diff"));
        TextTable grid = new TextTable(header.toArray(String[]::new));
        for (int row : block.stream().map(CellResult::row).distinct().toList()) {
            List<String> line = new ArrayList<>(List.of(Integer.toString(row)));
            for (int column : columns) line.addAll(texts(block, row, column));
            grid.row(line.toArray(String[]::new));
        }
        return grid.toString();
    }

    private static List<String> texts(List<CellResult> block, int row, int column) {
        for (CellResult c : block)
            if (c.row() == row && c.column() == column)
                return List.of(c.oursText(), c.paper().text(), c.differenceText());
        return List.of("", "", "");
    }

    JsonText write(JsonText json) {
        json.open('{').key("paper").value("zab").key("item").value("table " + table.id());
        json.key("cells").open('[');
        cells.forEach(cell -> cell.write(json));
        return json.close(']').close('}');
    }
}
