package io.abcast.load.contest;

import io.abcast.command.process.Directories;
import io.abcast.command.process.ProcessRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Where servers run.
 *
 * @param directory where they keep logs and data, one sub-directory for each life
 * @param memory the same in memory; {@code null}: this host has none
 * @param isolation of their networks
 * @param registry of their processes
 */
record RunPlace(Path directory, Path memory, Isolation isolation, ProcessRegistry registry) {
    /**
     * A life has ended: deletes its data. Its logs are kept.
     *
     * @param life its directory
     * @param lifeInMemory likewise; {@code null}: it has none
     */
    static void clear(Path life, Path lifeInMemory) throws IOException {
        if (lifeInMemory != null) Directories.delete(lifeInMemory);
        if (!Files.isDirectory(life)) return;
        try (Stream<Path> inside = Files.list(life)) {
            for (Path data : inside.filter(Files::isDirectory).toList()) Directories.delete(data);
        }
    }
}
