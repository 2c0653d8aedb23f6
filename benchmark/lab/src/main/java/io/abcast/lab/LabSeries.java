package io.abcast.lab;

import io.abcast.command.process.Directories;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The labs of one command, one after another, with a directory for logs and one in memory for the hosts' files. Ctrl-C
 * ends the present lab with all its programs, and deletes the files. After a failure the logs are kept, because the error
 * message names them. {@link #close} may be called from any thread; the other methods are for one thread.
 */
public final class LabSeries implements AutoCloseable {
    /** Maximum number of attempts to remove a directory in which another thread still works. */
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
     * Makes the directory of the logs.
     *
     * @param command name of the command, for messages and directories
     * @param report directory of the report, which keeps the logs; {@code null} for a temporary directory
     * @param congestionControl congestion control of TCP; empty: the default of this machine
     * @param err receives a message if Ctrl-C leaves something behind
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
     * Removes the remains of earlier processes and tests whether this machine can have a lab.
     *
     * @throws CannotException if this machine cannot have a lab; the message has the reason
     */
    public void check() throws CannotException, IOException {
        Lab.sweep();
        Lab.check(congestionControl, logs);
        Files.createDirectories(memory);
    }

    public Path logs() {
        return logs;
    }

    /** The directory in memory. The directory exists after {@link #check}. */
    public Path memory() {
        return memory;
    }

    /**
     * Makes a lab whose cables have the same rate in both directions. The caller closes the lab.
     *
     * @param name name of the run, for its namespaces and its logs
     * @param bitsPerSecond rate of each cable
     */
    public Lab even(String name, int hosts, long bitsPerSecond)
            throws CannotException, IOException {
        return begin(name, LabSpec.even(prefix(name), hosts, bitsPerSecond, congestionControl));
    }

    /**
     * Makes a lab. The caller closes the lab.
     *
     * @param name name of the run, for its namespaces and its logs
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

    /** Deletes the logs, unless there is a report. Called after a measurement without a failure. */
    public void clean() throws IOException {
        if (!kept) Directories.delete(logs);
    }

    /** Ends the present lab and its programs, and removes networks and the files in memory. Idempotent. */
    @Override
    public void close() throws IOException {
        end();
        try {
            // Without this line, at the end of this process, the hook would delete the logs that an
            // error message names.
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The hook is running, because this process was interrupted.
        }
        if (kept) return;
        try {
            Files.deleteIfExists(logs);
        } catch (DirectoryNotEmptyException e) {
            // A run has failed, so the logs of the run are kept.
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
                // Try again, because an interrupted thread may still remove or create files of the
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
