package io.abcast.lab;

import io.abcast.command.process.Directories;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The labs (emulated networks) that one command uses, one after another, with shared directories for logs and for the
 * hosts' files in memory. Ctrl-C ends the present lab with all its programs, and deletes the files of the series. After
 * a failure the logs remain, because the error message names them. Any thread may call {@link #close}; only one thread
 * may call the other methods.
 */
public final class LabSeries implements AutoCloseable {
    private static final int TRIES_MAX = 100;

    private final String command;
    private final String congestionControl;
    private final boolean kept;
    private final Path logs;
    private final Path memory;
    private final Thread hook;
    private Lab lab;
    private boolean closed;

    /**
     * Makes the directory for the logs of the labs.
     *
     * @param command name of the command, for messages and names of directories
     * @param report directory of the report, in which the logs remain; {@code null} for a temporary directory
     * @param congestionControl congestion control of TCP on the hosts; empty for the default of this machine
     * @param err receives a message if files or networks remain after Ctrl-C
     */
    public LabSeries(String command, Path report, String congestionControl, PrintWriter err)
            throws IOException {
        this.command = command;
        this.congestionControl = congestionControl;
        kept = report != null;
        logs = kept ? report : Files.createTempDirectory("abcast-" + command + "-");
        memory = Lab.memory(command);
        hook = new Thread(() -> interrupted(err), "end-hosts");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Removes networks and files that ended processes left behind, and tests whether this machine can create a lab.
     *
     * @throws CannotException if this machine cannot create a lab; the message has the reason
     */
    public void check() throws CannotException, IOException {
        Lab.sweep();
        Lab.check(congestionControl, logs);
        Files.createDirectories(memory);
    }

    public Path logs() {
        return logs;
    }

    /** Directory in memory for the files of the labs' hosts, which {@link #check} creates. */
    public Path memory() {
        return memory;
    }

    /**
     * Makes a lab (emulated network) whose cables have the same rate in both directions; callers must close it.
     *
     * @param name name of the run, for the names of its namespaces and logs
     * @param bitsPerSecond rate of each cable in bit/s
     */
    public Lab even(String name, int hosts, long bitsPerSecond)
            throws CannotException, IOException {
        return begin(name, LabSpec.even(prefix(name), hosts, bitsPerSecond, congestionControl));
    }

    /**
     * Makes a lab (emulated network) whose cables may have different rates; callers must close it.
     *
     * @param name name of the run, for the names of its namespaces and logs
     */
    public Lab of(String name, List<Long> uplinks, List<Long> downlinks)
            throws CannotException, IOException {
        return begin(name, new LabSpec(prefix(name), uplinks, downlinks, congestionControl));
    }

    private static String prefix(String name) {
        return Lab.prefix() + "-" + name;
    }

    private synchronized Lab begin(String name, LabSpec spec) throws CannotException, IOException {
        if (closed) throw new IOException("interrupted");
        lab = new Lab(spec, Files.createDirectories(logs.resolve(name)));
        return lab;
    }

    public synchronized boolean isClosed() {
        return closed;
    }

    /**
     * Deletes the logs of the labs, unless the command writes a report; called after a measurement without a failure.
     */
    public void clean() throws IOException {
        if (!kept) Directories.delete(logs);
    }

    /**
     * Ends the present lab (emulated network), and removes networks and files in memory; a second call has no effect.
     */
    @Override
    public void close() throws IOException {
        end();
        try {
            // The shutdown hook would delete the logs, which an error message may name.
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The hook cannot be removed, because it is running: this process was interrupted.
        }
        if (kept) return;
        try {
            Files.deleteIfExists(logs);
        } catch (DirectoryNotEmptyException e) {
            // Ignored: the directory contains logs of a failed run, which must remain.
        }
    }

    private synchronized void end() throws IOException {
        closed = true;
        if (lab != null) lab.close();
        for (int tries = 1; ; tries++) {
            try {
                Directories.delete(memory);
                return;
            } catch (IOException e) {
                // Try again, because an interrupted thread may still create or remove files of its
                // run.
                if (tries == TRIES_MAX) throw e;
            }
        }
    }

    private void interrupted(PrintWriter err) {
        try {
            end();
            clean();
        } catch (IOException e) {
            err.println(
                    "abcast "
                            + command
                            + ": could not remove all processes, networks and files: "
                            + e);
        }
    }
}
