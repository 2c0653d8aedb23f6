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
 * A table of the thesis, as printed. The table is read from a resource {@code zab/ID.csv}. The file has comments with
 * {@code #}, then a line {@code part,measure,ROWS,N,N,...} where ROWS is {@code WR} or {@code clients}, then a line for
 * each printed row.
 *
 * @param id number of the table in the thesis.
 * @param title title of the table, from the first comment of the file
 * @param rowsAre the quantity that varies from row to row
 * @param servers number of servers of each column
 */
record ThesisTable(
        String id, String title, RowsAre rowsAre, List<Integer> servers, List<Row> rows) {
    enum RowsAre {
        WR,
        clients
    }

    /**
     * @param part letter of the part of the table: a, b, ...; empty if the table has no parts
     * @param value write ratio or number of clients
     * @param cells one cell per column
     */
    record Row(String part, ThesisMeasure measure, int value, List<Cell> cells) {}

    /**
     * A printed cell.
     *
     * @param text printed text, without %; empty if the thesis prints nothing
     * @param value value of the text; NaN if the text is not a number
     */
    record Cell(String text, double value) {
        static Cell of(String text) {
            boolean number = !text.isEmpty() && !text.equals(UNRESPONSIVE);
            return new Cell(text, number ? Double.parseDouble(text) : Double.NaN);
        }
    }

    /** Text that the thesis prints in a cell if Zab became unresponsive. */
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

    /** @throws IllegalArgumentException if a line does not have the format above; the message names the line */
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
