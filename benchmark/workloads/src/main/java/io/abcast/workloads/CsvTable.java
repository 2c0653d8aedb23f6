package io.abcast.workloads;

import io.abcast.partitions.rows.FrozenRows;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A table of a workload as a CSV file: a header with the names of the columns, then the rows by primary key. */
public interface CsvTable {
    /** Receives lines. */
    interface Lines {
        void add(CharSequence line) throws IOException;
    }

    /** Name of the file, without its ending. */
    String name();

    List<String> columns();

    /** Adds a line for each row. */
    void lines(FrozenRows rows, Lines lines) throws IOException;

    /** Writes the files of one replica into a directory, which is created if it is missing. */
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
