package io.abcast.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program that runs on a host of the lab (a network namespace). A shell waits for the program, so that the program's
 * total processor time can be read after its end. The class is thread-safe.
 */
public final class HostProcess {
    /** Arguments: the log file, the file for the exit code, and the program's command line. */
    private static final String SCRIPT =
            "log=$1; code=$2; shift 2; \"$@\" >\"$log\" 2>&1 </dev/null;"
                    + " echo \"$?\" >\"$code.part\"; mv \"$code.part\" \"$code\"; read -r end";

    private static final long END_SECONDS = 5;
    private static final int SHOWN_MAX = 300;

    private final String name;
    private final Path log;
    private final Process shell;
    private final Path code;
    private int exitCode;
    private boolean exited;
    private boolean ended;
    private double cpuSeconds;

    HostProcess(String name, List<String> on, Path log, List<String> command) throws IOException {
        this.name = name;
        this.log = log;
        List<String> all = new ArrayList<>(on);
        code = log.resolveSibling(log.getFileName() + ".exit");
        all.addAll(List.of("sh", "-c", SCRIPT, "sh", log.toString(), code.toString()));
        all.addAll(command);
        Files.deleteIfExists(code);
        shell =
                new ProcessBuilder(all)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start();
    }

    /** Whether the program has exited or was killed. */
    public synchronized boolean exited() {
        if (exited || ended) return true;
        try {
            // Check the shell before its file with the exit code: in the opposite order, it could
            // write the file and end in between.
            boolean alive = shell.isAlive();
            if (Files.exists(code)) exitCode = Integer.parseInt(Files.readString(code).strip());
            else if (alive) return false;
            else exitCode = shell.exitValue();
            Files.deleteIfExists(code);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        exited = true;
        return true;
    }

    /** @return exit code of the program; -1 if the program was killed with its host */
    public synchronized int exitCode() {
        return exited() && exited ? exitCode : -1;
    }

    /** @throws IOException if the program has ended too early; the message has the last lines of its log */
    public void expectRunning() throws IOException {
        if (exited()) throw new IOException(failure());
    }

    /** Text for users that describes a program which ended too early. */
    public String failure() {
        return name + " ended with exit code " + exitCode() + tail();
    }

    private String tail() {
        try {
            String text = text().strip().replaceAll("\\s*\\R\\s*", " | ");
            if (text.isEmpty()) return "";
            return ": ..." + text.substring(Math.max(0, text.length() - SHOWN_MAX));
        } catch (IOException e) {
            return "";
        }
    }

    /** Output that the program has written up to now. */
    public String text() throws IOException {
        return Files.exists(log) ? new String(Files.readAllBytes(log), StandardCharsets.UTF_8) : "";
    }

    /** Processor time in seconds that the program has used up to now. */
    public synchronized double cpuSeconds() {
        return ended ? cpuSeconds : ProcessTimes.treeSeconds(shell.toHandle());
    }

    /**
     * Kills the program, as a loss of power would; returns when all its processes have ended, or after some seconds.
     */
    public synchronized void kill() {
        if (ended) return;
        cpuSeconds = ProcessTimes.treeSeconds(shell.toHandle());
        ended = true;
        List<ProcessHandle> all = shell.toHandle().descendants().toList();
        shell.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
        try {
            shell.waitFor(END_SECONDS, TimeUnit.SECONDS);
            shell.getOutputStream().close();
        } catch (IOException e) {
            // Ignored: the shell has already ended.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
