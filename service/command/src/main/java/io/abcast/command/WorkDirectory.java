package io.abcast.command;

import io.abcast.command.process.Directories;
import io.abcast.command.process.ProcessRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the servers of a measurement keep their data and logs: the report's directory, or a temporary one. Ctrl-C leaves no process and
 * no data behind; after a failure everything stays, since it names the logs.
 */
public final class WorkDirectory {
    private final String command;
    private final Path path;
    private final boolean kept;
    private final ProcessRegistry registry = new ProcessRegistry();
    private final Thread hook;

    /**
     * @param command its name, for messages
     * @param report {@code null}: none
     */
    public WorkDirectory(String command, Path report, PrintWriter err) throws IOException {
        this.command = command;
        kept = report != null;
        path = kept ? report : Files.createTempDirectory("abcast-" + command + "-");
        Files.createDirectories(path);
        hook = new Thread(() -> interrupted(err), "end-servers");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    public Path path() {
        return path;
    }

    /** Of the processes that run. */
    public ProcessRegistry registry() {
        return registry;
    }

    /** Ends the processes, whatever became of the measurement. */
    public void end() {
        registry.end();
        try {
            // Else the logs that a failure names would be deleted at the end of this process.
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It runs: this process was interrupted.
        }
    }

    /** Of a report the logs are kept, the replicas' data is not; of no report, nothing is. */
    public void clean() throws IOException {
        if (!kept) {
            Directories.delete(path);
            return;
        }
        try (Stream<Path> runs = Files.list(path)) {
            for (Path run : runs.filter(Files::isDirectory).toList())
                try (Stream<Path> inside = Files.list(run)) {
                    List<Path> data = inside.filter(Files::isDirectory).toList();
                    for (Path one : data) Directories.delete(one);
                }
        }
    }

    private void interrupted(PrintWriter err) {
        registry.end();
        try {
            clean();
        } catch (IOException e) {
            err.println("abcast " + command + ": left behind: " + path + ": " + e);
        }
    }
}
