package io.abcast.papers;

import io.abcast.report.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Lists the differences between abcast's figures and the figures of EL-Sanosi 2018. The list has one line for each
 * table, part of a table, and measured quantity.
 */
final class Differences {
    private final TextTable text =
            new TextTable("table", "cells", "mean", "mean size", "worst", "at", "ours higher");

    Differences(List<TableResult> results) {
        for (TableResult result : results)
            result.blocks().forEach((name, block) -> line(result.table(), name, block));
    }

    private void line(ThesisTable table, String name, List<CellResult> block) {
        List<CellResult> cells = new ArrayList<>(block);
        cells.removeIf(cell -> Double.isNaN(cell.difference()));
        if (cells.isEmpty()) return;
        ThesisMeasure measure = cells.get(0).measure();
        CellResult worst =
                cells.stream()
                        .max(Comparator.comparingDouble(c -> Math.abs(c.difference())))
                        .orElseThrow();
        long higher = cells.stream().filter(c -> c.difference() > 0).count();
        text.row(
                table.id() + " " + name,
                Integer.toString(cells.size()),
                measure.signed(mean(cells.stream().map(CellResult::difference).toList())),
                measure.text(mean(cells.stream().map(c -> Math.abs(c.difference())).toList())),
                worst.differenceText(),
                String.format(
                        Locale.ROOT, "%s %d, N=%d", table.rowsAre(), worst.row(), worst.column()),
                higher + " of " + cells.size());
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(v -> v).average().orElse(Double.NaN);
    }

    @Override
    public String toString() {
        return "Ours minus the thesis's, for the cells where it prints a number\n\n" + text;
    }
}
