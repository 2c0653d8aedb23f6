package io.abcast.cast.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program on a host of the lab, under a shell that outlives it, so that its processor time can still be asked for when
 * it has ended. Safe from any thread.
 */
final class HostProcess {
    /** The log is the first argument, the file for the exit code the second, the program and its arguments are the others. */
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

    /** @param on what runs a command on the host */
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

    /** Whether the program has ended by itself or was killed. */
    synchronized boolean exited() {
        if (exited || ended) return true;
        try {
            // In this order: the shell may write the code and end between two looks.
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

    /** @return -1 if it was killed with its host */
    synchronized int exitCode() {
        return exited() && exited ? exitCode : -1;
    }

    /** @throws IOException if the program has ended, although it should go on: what it said last */
    void expectRunning() throws IOException {
        if (exited()) throw new IOException(failure());
    }

    /** What a user needs to know of a program that ended too early. */
    String failure() {
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

    /** What it has printed so far. */
    String text() throws IOException {
        return Files.exists(log) ? new String(Files.readAllBytes(log), StandardCharsets.UTF_8) : "";
    }

    /** So far; what it took in all, once it was ended. */
    synchronized double cpuSeconds() {
        return ended ? cpuSeconds : ProcessTimes.treeSeconds(shell.toHandle());
    }

    /** As when a host loses its power. Returns when all is gone, or after some seconds. */
    synchronized void kill() {
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
            // It has gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
