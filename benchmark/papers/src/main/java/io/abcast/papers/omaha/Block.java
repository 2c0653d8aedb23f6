package io.abcast.papers.omaha;

import io.abcast.report.TextTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Cells of a table or figure that the output shows as one grid. The grid of a measured quantity has a row for each
 * load; the grid of a plot line has a row for each measured quantity.
 *
 * @param title title above the grid
 * @param corner header of the grid column that has the names of the rows
 */
record Block(String title, String corner, List<AggregationCell> cells) {
    TextTable grid() {
        List<String> columns = cells.stream().map(AggregationCell::column).distinct().toList();
        List<String> header = new ArrayList<>(List.of(corner));
        header.addAll(columns);
        TextTable grid = new TextTable(header.toArray(String[]::new));
        for (String row : cells.stream().map(this::row).distinct().toList()) {
            List<AggregationCell> line = cells.stream().filter(c -> row(c).equals(row)).toList();
            grid.row(line(row, line.stream().map(AggregationCell::oursText).toList()));
            if (line.stream().allMatch(c -> Double.isNaN(c.paper()))) continue;
            grid.row(line("  paper", line.stream().map(AggregationCell::paperText).toList()));
            grid.row(line("  diff", line.stream().map(AggregationCell::differenceText).toList()));
        }
        return grid;
    }

    private String row(AggregationCell cell) {
        return cell.line().isEmpty() ? cell.trial().load().title : cell.measure().title;
    }

    @Override
    public String toString() {
        return title + "\n" + grid() + worstText();
    }

    private static String[] line(String name, List<String> texts) {
        List<String> line = new ArrayList<>(List.of(name));
        line.addAll(texts);
        return line.toArray(String[]::new);
    }

    /** The largest difference from a figure of Mahamdi et al., 2023; NaN if the paper prints no figure. */
    double worst() {
        return cells.stream()
                .mapToDouble(c -> Math.abs(c.difference()))
                .filter(d -> !Double.isNaN(d))
                .max()
                .orElse(Double.NaN);
    }

    String worstText() {
        return Double.isNaN(worst())
                ? ""
                : "largest difference: " + AggregationCell.number(worst()) + "\n";
    }
}
