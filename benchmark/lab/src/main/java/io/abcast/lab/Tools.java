package io.abcast.lab;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs programs that are installed on this machine. The class is thread-safe. */
public final class Tools {
    private static final long SECONDS_MAX = 20;

    private Tools() {}

    /**
     * @throws CannotException if a program is not on the PATH; the message has the first missing program and its Debian
     *     package
     */
    public static void need(String debianPackage, String... programs) throws CannotException {
        for (String program : programs)
            if (!there(program))
                throw new CannotException(
                        "there is no program "
                                + program
                                + " on the PATH (Debian: apt-get install "
                                + debianPackage
                                + ")");
    }

    public static boolean there(String program) {
        String path = System.getenv("PATH");
        if (path == null) return false;
        for (String directory : path.split(File.pathSeparator, -1))
            if (!directory.isEmpty() && Files.isExecutable(Path.of(directory, program)))
                return true;
        return false;
    }

    /**
     * Runs a program to its end, and returns its output.
     *
     * @throws IOException if the command fails; the message has the command and its output
     */
    public static String run(List<String> command) throws IOException {
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                        .start();
        try {
            String out =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS))
                throw new IOException(
                        String.join(" ", command) + ": expected an end within a time limit");
            if (process.exitValue() != 0)
                throw new IOException(
                        String.join(" ", command)
                                + ": "
                                + (out.isBlank()
                                        ? "exit code " + process.exitValue()
                                        : out.strip().replaceAll("\\s*\\R\\s*", "; ")));
            return out;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(String.join(" ", command) + ": interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }
}
