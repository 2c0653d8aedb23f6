package io.abcast.load.contest;

import io.abcast.command.process.Directories;
import io.abcast.command.process.ProcessRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The place where servers run: directories, networks and processes.
 *
 * @param directory directory in which servers keep logs and data, one sub-directory for each start
 * @param memory a directory in memory for the same purpose; {@code null}: this host has no file system in memory
 * @param isolation isolation of the servers' networks
 * @param registry registry of the servers' processes
 */
record RunPlace(Path directory, Path memory, Isolation isolation, ProcessRegistry registry) {
    /**
     * Deletes the data of servers that have stopped, and keeps their logs.
     *
     * @param life directory of these servers' incarnation
     * @param lifeInMemory directory of these servers in memory; {@code null}: there is no such directory
     */
    static void clear(Path life, Path lifeInMemory) throws IOException {
        if (lifeInMemory != null) Directories.delete(lifeInMemory);
        if (!Files.isDirectory(life)) return;
        try (Stream<Path> inside = Files.list(life)) {
            for (Path data : inside.filter(Files::isDirectory).toList()) Directories.delete(data);
        }
    }
}
