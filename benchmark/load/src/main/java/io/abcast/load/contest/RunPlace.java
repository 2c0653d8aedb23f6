package io.abcast.load.contest;

import io.abcast.command.process.Directories;
import io.abcast.command.process.ProcessRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The environment in which the servers of a run work: directories, networks and processes.
 *
 * @param directory directory in which servers keep logs and data, one sub-directory for each start of a system
 * @param memory directory in memory for logs and data of servers; {@code null} if this host has no file system in
 *     memory
 */
record RunPlace(Path directory, Path memory, Isolation isolation, ProcessRegistry registry) {
    /**
     * Deletes the data of stopped servers, and keeps their logs.
     *
     * @param life directory of one start of the stopped servers
     * @param lifeInMemory directory in memory of the same start of the servers; {@code null} if there is no such
     *     directory
     */
    static void clear(Path life, Path lifeInMemory) throws IOException {
        if (lifeInMemory != null) Directories.delete(lifeInMemory);
        if (!Files.isDirectory(life)) return;
        try (Stream<Path> inside = Files.list(life)) {
            for (Path data : inside.filter(Files::isDirectory).toList()) Directories.delete(data);
        }
    }
}
