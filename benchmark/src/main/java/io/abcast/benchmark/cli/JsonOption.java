package io.abcast.benchmark.cli;

import io.abcast.benchmark.report.JsonText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** {@code --json FILE}, as every command takes it. */
final class JsonOption {
    @Option(
            names = "--json",
            paramLabel = "FILE",
            description =
                    "Write the result as JSON too; - for standard output instead of the text.")
    private String file;

    boolean printsText() {
        return !"-".equals(file);
    }

    /** Writes one document, if it was asked for. */
    void write(PrintWriter out, JsonText document) {
        if (file == null) {
            return;
        }
        if (!printsText()) {
            out.println(document);
            return;
        }
        try {
            Files.writeString(Path.of(file), document + "\n");
        } catch (IOException e) {
            throw new CommandFailedException("cannot write --json " + file + ": " + e, e);
        }
    }
}
