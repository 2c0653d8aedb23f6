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
 * The directory for the data and the logs of the servers of a measurement: the directory of its report, or a temporary
 * directory. If the user presses Ctrl-C, a shutdown hook ends all servers and deletes their data. After a failed
 * measurement all files remain.
 */
public final class WorkDirectory {
    private final String command;
    private final Path path;
    private final boolean kept;
    private final ProcessRegistry registry = new ProcessRegistry();
    private final Thread hook;

    /**
     * Makes the work directory for a measurement.
     *
     * @param command name of the command, for error messages
     * @param report directory of the measurement's report; {@code null} for a temporary directory
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

    /** Returns the registry of the processes that the measurement has started. */
    public ProcessRegistry registry() {
        return registry;
    }

    /** Ends the server processes of the measurement; called after successful and failed measurements. */
    public void end() {
        registry.end();
        try {
            // Without this call, the shutdown hook would delete the servers' logs, although an
            // error message may name these logs.
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The shutdown hook is already running, because this process was interrupted.
        }
    }

    /** Deletes the data of the measurement's servers, and, if the measurement has no report, also the servers' logs. */
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
            err.println("abcast " + command + ": cannot delete " + path + ": " + e);
        }
    }
}
