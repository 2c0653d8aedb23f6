package io.abcast.benchmark.report;

import java.util.ArrayList;
import java.util.List;

/** Columns of equal width; the first is left-aligned, numbers are to the right. */
public final class TextTable {
    private final List<String[]> rows = new ArrayList<>();

    public TextTable(String... header) {
        rows.add(header);
    }

    public TextTable row(String... cells) {
        if (cells.length != rows.get(0).length)
            throw new IllegalArgumentException(
                    "cells: expected " + rows.get(0).length + ", got " + cells.length);
        rows.add(cells);
        return this;
    }

    @Override
    public String toString() {
        int[] widths = new int[rows.get(0).length];
        for (String[] row : rows)
            for (int i = 0; i < row.length; i++) widths[i] = Math.max(widths[i], row[i].length());
        StringBuilder text = new StringBuilder();
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                String padding = " ".repeat(widths[i] - row[i].length());
                text.append(i == 0 ? "" : "  ");
                text.append(i == 0 ? row[i] + padding : padding + row[i]);
            }
            text.append(System.lineSeparator());
        }
        return text.toString();
    }
}
