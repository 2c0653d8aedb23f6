package io.abcast.benchmark.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Directories with all that is in them. */
public final class Directories {
    private Directories() {}

    /** Does nothing if there is none. */
    public static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) return;
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }
    }
}
