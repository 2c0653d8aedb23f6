package io.abcast.papers.result;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers that a paper prints, read from a resource file. The resource file has a comment, a header, and one line for
 * each row.
 *
 * @param title title of the table: the comment of the resource file
 * @param columns names of the columns
 * @param rows for each row, by its name: one value for each column; a value is NaN if the paper prints no number
 */
public record PrintedTable(String title, List<String> columns, Map<String, double[]> rows) {
    /**
     * Reads a printed table from a resource file.
     *
     * @param owner a class in the package of the resource
     * @param name name of the resource file without its suffix, such as "table-7.2"
     */
    public static PrintedTable load(Class<?> owner, String name) {
        String file = name + ".csv";
        try (InputStream in = owner.getResourceAsStream(file)) {
            if (in == null) throw new IllegalArgumentException("no resource " + file);
            List<String> lines =
                    new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
            List<String> columns = fields(lines.get(1));
            Map<String, double[]> rows = new LinkedHashMap<>();
            for (String line : lines.subList(2, lines.size())) {
                List<String> fields = fields(line);
                if (fields.size() != columns.size())
                    throw new IllegalArgumentException(
                            file + ": expected " + columns.size() + " numbers in " + line);
                rows.put(
                        line.substring(0, line.indexOf(',')),
                        fields.stream().mapToDouble(PrintedTable::number).toArray());
            }
            return new PrintedTable(lines.get(0).substring(1).strip(), columns, rows);
        } catch (IOException e) {
            throw new UncheckedIOException(file, e);
        }
    }

    private static List<String> fields(String line) {
        List<String> fields = Arrays.asList(line.split(",", -1));
        return fields.subList(1, fields.size());
    }

    private static double number(String field) {
        return field.isEmpty() ? Double.NaN : Double.parseDouble(field);
    }

    /** The number in a row and a column of the printed table; NaN if the paper prints no number there. */
    public double at(String row, String column) {
        double[] values = rows.get(row);
        int index = columns.indexOf(column);
        return values == null || index < 0 ? Double.NaN : values[index];
    }
}
