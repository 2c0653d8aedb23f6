package io.abcast.papers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A table as EL-Sanosi 2018 prints it. The printed table is read from a resource file {@code zab/ID.csv}. The resource
 * file has comments with {@code #}, then a line {@code part,measure,ROWS,N,N,...} where ROWS is {@code WR} or
 * {@code clients}, then one line for each printed row.
 *
 * @param id number of the table in EL-Sanosi 2018.
 * @param title title of the table, from the first comment of the resource file.
 * @param rowsAre name of the quantity that varies from row to row of the table.
 * @param servers number of servers (N) of each column of the table.
 */
record ThesisTable(
        String id, String title, RowsAre rowsAre, List<Integer> servers, List<Row> rows) {
    enum RowsAre {
        WR,
        clients
    }

    /**
     * @param part letter of the part of the table: a, b, ...; empty if the table has no parts
     * @param value write ratio in percent, or number of clients, of the row
     * @param cells cells of the row, one per column
     */
    record Row(String part, ThesisMeasure measure, int value, List<Cell> cells) {}

    /**
     * @param text text that EL-Sanosi 2018 prints in the cell, without %; empty if the thesis leaves the cell empty
     * @param value number that the text of the cell means; NaN if the text is not a number
     */
    record Cell(String text, double value) {
        static Cell of(String text) {
            boolean number = !text.isEmpty() && !text.equals(UNRESPONSIVE);
            return new Cell(text, number ? Double.parseDouble(text) : Double.NaN);
        }
    }

    /** Text that EL-Sanosi 2018 prints in a table cell if Zab became unresponsive. */
    static final String UNRESPONSIVE = "X";

    static ThesisTable load(String id) {
        String name = "zab/" + id + ".csv";
        try (InputStream in = ThesisTable.class.getResourceAsStream(name)) {
            if (in == null) throw new IllegalArgumentException("no resource " + name);
            return parse(id, new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    static ThesisTable parse(String id, BufferedReader in) throws IOException {
        String title = "";
        RowsAre rowsAre = null;
        List<Integer> servers = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.startsWith("#")) {
                if (title.isEmpty()) title = line.substring(1).strip();
                continue;
            }
            String[] fields = line.split(",", -1);
            try {
                if (rowsAre == null) {
                    rowsAre = RowsAre.valueOf(fields[2]);
                    for (int i = 3; i < fields.length; i++)
                        servers.add(Integer.parseInt(fields[i]));
                } else {
                    rows.add(row(fields, servers.size()));
                }
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                throw new IllegalArgumentException(
                        "table " + id + ": unexpected line \"" + line + "\": " + e.getMessage(), e);
            }
        }
        return new ThesisTable(id, title, rowsAre, List.copyOf(servers), List.copyOf(rows));
    }

    private static Row row(String[] fields, int columns) {
        if (fields.length != 3 + columns)
            throw new IllegalArgumentException(
                    "expected " + (3 + columns) + " fields, got " + fields.length);
        List<Cell> cells = new ArrayList<>(columns);
        for (int i = 3; i < fields.length; i++) cells.add(Cell.of(fields[i]));
        return new Row(
                fields[0],
                ThesisMeasure.named(fields[1]),
                Integer.parseInt(fields[2]),
                List.copyOf(cells));
    }
}
