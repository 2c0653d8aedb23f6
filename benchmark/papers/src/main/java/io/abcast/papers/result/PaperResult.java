package io.abcast.papers.result;

import io.abcast.command.JsonText;
import io.abcast.report.HtmlPage;
import io.abcast.report.SvgPlot;
import io.abcast.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A table or figure of a paper with the figures of abcast, or a computation that the paper does not have.
 *
 * @param name name of the table or figure in the paper, such as "table 7.2"
 * @param plots plots for the HTML page
 * @param notes notes that a reader of the table or figure needs
 */
public record PaperResult(
        String name, String title, List<PaperCell> cells, List<SvgPlot> plots, List<String> notes) {
    /** In percent; the documentation page of the paper must explain each cell that deviates more. */
    private static final double DEVIATION_PERCENT = 5;

    private String heading() {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1) + ": " + title;
    }

    private List<String> measures() {
        return cells.stream().map(PaperCell::measure).distinct().toList();
    }

    private TextTable grid(String measure) {
        List<PaperCell> all = cells.stream().filter(c -> c.measure().equals(measure)).toList();
        List<String> rows = all.stream().map(PaperCell::row).distinct().toList();
        List<String> columns = columns(rows, all);
        List<String> header = new ArrayList<>(List.of(measure));
        header.addAll(columns);
        TextTable grid = new TextTable(header.toArray(String[]::new));
        for (String row : rows) {
            List<PaperCell> line = all.stream().filter(c -> c.row().equals(row)).toList();
            grid.row(line(row, columns, line, PaperCell::oursText));
            if (line.stream().allMatch(c -> Double.isNaN(c.paper()))) continue;
            grid.row(line("  thesis", columns, line, c -> PaperCell.number(c.paper())));
            grid.row(line("  diff, %", columns, line, PaperCell::differenceText));
        }
        return grid;
    }

    private static List<String> columns(List<String> rows, List<PaperCell> cells) {
        List<String> columns = cells.stream().map(PaperCell::column).distinct().toList();
        return Set.copyOf(rows).equals(Set.copyOf(columns)) ? rows : columns;
    }

    private static String[] line(
            String name,
            List<String> columns,
            List<PaperCell> cells,
            Function<PaperCell, String> text) {
        List<String> line = new ArrayList<>(List.of(name));
        for (String column : columns)
            line.add(
                    cells.stream()
                            .filter(c -> c.column().equals(column))
                            .map(text)
                            .findFirst()
                            .orElse(""));
        return line.toArray(String[]::new);
    }

    private String deviations() {
        long compared = cells.stream().filter(c -> !Double.isNaN(c.paper())).count();
        long far =
                cells.stream()
                        .filter(c -> Math.abs(c.differencePercent()) > DEVIATION_PERCENT)
                        .count();
        return compared == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "%d of %d cells deviate from the thesis by more than %.0f %%.",
                        far,
                        compared,
                        DEVIATION_PERCENT);
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (!deviations().isEmpty()) lines.add(deviations());
        lines.addAll(notes);
        return lines;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(heading()).append('\n');
        for (String measure : measures()) text.append('\n').append(grid(measure));
        for (String line : lines()) text.append(line).append('\n');
        return text.toString();
    }

    /** The tables and plots of the result as HTML. */
    public String html() {
        StringBuilder html = new StringBuilder("<h2>").append(HtmlPage.escape(heading()));
        html.append("</h2>\n");
        for (SvgPlot plot : plots) html.append(plot).append('\n');
        for (String measure : measures()) html.append(grid(measure).html());
        for (String line : lines()) html.append(HtmlPage.paragraph(line));
        return html.toString();
    }

    /**
     * Writes this result as a JSON object.
     *
     * @param paper name of the command that repeats the paper
     * @param conditions settings of the run, by name
     */
    public JsonText write(JsonText json, String paper, Map<String, ?> conditions) {
        json.open('{').key("paper").value(paper).key("item").value(name);
        conditions.forEach((key, value) -> json.key(key).value(value));
        json.key("cells").open('[');
        for (PaperCell cell : cells) cell.write(json);
        return json.close(']').close('}');
    }
}
