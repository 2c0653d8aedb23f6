package io.abcast.report;

import java.util.ArrayList;
import java.util.List;

/** A table as text with aligned columns: the first column left, and numbers right. */
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

    /** The table as HTML. */
    public String html() {
        StringBuilder html = new StringBuilder("<table>");
        for (String[] row : rows) {
            String cell = row == rows.get(0) ? "th" : "td";
            html.append("<tr>");
            for (String text : row)
                html.append('<').append(cell).append('>').append(SvgPlot.escape(text));
            html.append("\n");
        }
        return html.append("</table>\n").toString();
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
