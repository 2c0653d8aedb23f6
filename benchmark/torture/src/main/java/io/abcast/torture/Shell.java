package io.abcast.torture;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

final class Shell {
    private static final long SECONDS = 60;

    private Shell() {}

    record Result(int exitCode, String output) {}

    /** @throws IOException if the command fails; the message contains the command's output */
    static String run(String... command) throws IOException {
        return run(List.of(command), "");
    }

    static String run(List<String> command, String input) throws IOException {
        Result result = result(command, input);
        if (result.exitCode == 0) return result.output;
        throw new IOException(
                String.join(" ", command)
                        + ": exit code "
                        + result.exitCode
                        + ": "
                        + result.output.strip());
    }

    static Result result(List<String> command, String input) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            try (OutputStream in = process.getOutputStream()) {
                in.write(input.getBytes(StandardCharsets.UTF_8));
            }
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS))
                throw new IOException(String.join(" ", command) + ": still running");
            return new Result(process.exitValue(), output);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }
}
