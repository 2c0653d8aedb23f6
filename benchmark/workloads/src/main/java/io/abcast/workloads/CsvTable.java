package io.abcast.workloads;

import io.abcast.partitions.rows.FrozenRows;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A table as a CSV file: a header line with the column names, and one line per row, in the order of the primary key.
 */
public interface CsvTable {
    /** Receives the lines of a table's CSV file. */
    interface Lines {
        void add(CharSequence line) throws IOException;
    }

    /** Name of the CSV file, without its extension. */
    String name();

    List<String> columns();

    /** Passes one line for each row of the table to {@code lines}. */
    void lines(FrozenRows rows, Lines lines) throws IOException;

    /**
     * Writes the tables of one replica as CSV files into a directory, which this method creates if it does not exist.
     */
    static void write(List<CsvTable> tables, FrozenRows rows, Path directory) throws IOException {
        Files.createDirectories(directory);
        for (CsvTable table : tables) {
            Path file = directory.resolve(table.name() + ".csv");
            try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
                out.write(String.join(",", table.columns()));
                out.write('\n');
                table.lines(
                        rows,
                        line -> {
                            out.append(line);
                            out.write('\n');
                        });
            }
        }
    }
}
