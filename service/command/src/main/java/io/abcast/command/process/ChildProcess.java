package io.abcast.command.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A child process of this JVM, which can be started, watched, ended and started again. The output of the child process
 * is appended to a file.
 */
public class ChildProcess implements AutoCloseable {
    private static final long STOP_SECONDS = 10;
    private static final int TAIL_LINES = 5;
    private static final int SIGNALLED = 128;

    private final String name;
    private final Path log;
    private final List<String> command;
    private Process process;

    /**
     * Describes a child process without starting it.
     *
     * @param name name of the child process in error messages
     * @param log file for the output of the child process
     * @param command the command line of the child process; every start reads the list again, so changes of the list
     *     apply to the next start
     */
    protected ChildProcess(String name, Path log, List<String> command) {
        this.name = name;
        this.log = log;
        this.command = command;
    }

    public final Path log() {
        return log;
    }

    /**
     * Starts the child process, for the first time or again.
     *
     * @param further arguments that follow the command line of the child process
     */
    protected final void start(List<String> further) throws IOException {
        if (alive()) throw new IllegalStateException(name + " is running");
        List<String> all = new ArrayList<>(command);
        all.addAll(further);
        process =
                new ProcessBuilder(all)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start();
    }

    protected final Process process() {
        return process;
    }

    public final boolean alive() {
        return process != null && process.isAlive();
    }

    public final long pid() {
        return process.pid();
    }

    /** Sends SIGSTOP, which pauses the child process and keeps its connections open. */
    public final void pause() throws IOException {
        signal("STOP");
    }

    /** Sends SIGCONT, which continues the child process after {@link #pause}. */
    public final void resume() throws IOException {
        signal("CONT");
    }

    private void signal(String signal) throws IOException {
        Process kill =
                new ProcessBuilder("kill", "-" + signal, Long.toString(pid()))
                        .redirectErrorStream(true)
                        .start();
        String said = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (kill.waitFor() != 0)
                throw new IOException("kill -" + signal + " of " + name + ": " + said.strip());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /**
     * Sends SIGKILL, so the child process can neither flush data nor close connections. The method returns when the
     * child process has ended.
     */
    public final void kill() {
        process.destroyForcibly();
        join(STOP_SECONDS);
    }

    /**
     * Sends SIGTERM, and then SIGKILL if the child process does not end in time.
     *
     * @return the exit code of the child process
     */
    public final int stop() {
        process.destroy();
        if (!join(STOP_SECONDS)) kill();
        return process.exitValue();
    }

    /** Sends SIGTERM, and does not wait for the end of the child process. */
    public final void terminate() {
        process.destroy();
    }

    /**
     * Waits for the end of the child process.
     *
     * @return false if the child process is still running after {@code seconds}
     */
    public final boolean join(long seconds) {
        try {
            return process.waitFor(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    public final int exitCode() {
        return process.exitValue();
    }

    /**
     * Describes the end of a child process that is not alive: its exit code, its log file, and the last lines of the
     * log.
     */
    public final String end() {
        StringBuilder text = new StringBuilder(name);
        if (process == null) return text.append(" was not started").toString();
        int code = exitCode();
        // If a signal has ended a process, the JDK reports 128 plus the number of the signal as the
        // exit code.
        int signal = code - SIGNALLED;
        if (signal == 9) text.append(" was killed (signal 9)");
        else if (signal > 0) text.append(" was ended by signal ").append(signal);
        else text.append(" ended with exit code ").append(code);
        String tail = tail();
        text.append(", its log ").append(log);
        return tail.isEmpty()
                ? text.append(" is empty").toString()
                : text.append(" ends: ").append(tail).toString();
    }

    /** Returns the last lines of the child process's log. */
    public final String tail() {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join(
                    System.lineSeparator(),
                    lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
        } catch (IOException e) {
            return "(" + log + ": " + e.getMessage() + ")";
        }
    }

    @Override
    public void close() {
        if (alive()) stop();
    }
}
