package io.abcast.papers;

import io.abcast.command.CommandFailedException;
import io.abcast.command.JsonOption;
import io.abcast.command.JsonText;
import io.abcast.command.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Common parts of the commands {@code abcast papers}: the directory of the HTML report, and the display of progress.
 */
final class PapersReport {
    private static final long SHOW_NANOS = 5_000_000_000L;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Write report.html there, with tables and plots.")
    private Path directory;

    private long shown = System.nanoTime();

    void check(String option, List<String> ids, List<String> known) {
        for (String id : ids)
            if (!known.contains(id))
                throw new ParameterException(
                        spec.commandLine(),
                        option + " " + id + ": expected one of " + String.join(", ", known));
    }

    boolean wanted() {
        return directory != null;
    }

    /** Prints to standard error, so that progress lines never mix with the results on standard output. */
    void progress(int number, int experiments, String what) {
        PrintWriter err = spec.commandLine().getErr();
        String line = String.format("%d/%d  %.68s", number, experiments, what);
        if (Terminal.interactive()) {
            err.printf("\r%-78s%s", line, number == experiments ? "\n" : "");
        } else {
            if (System.nanoTime() - shown < SHOW_NANOS) return;
            shown = System.nanoTime();
            err.println(line);
        }
        err.flush();
    }

    void progress(String what) {
        if (System.nanoTime() - shown < SHOW_NANOS) return;
        shown = System.nanoTime();
        PrintWriter err = spec.commandLine().getErr();
        err.println(what);
        err.flush();
    }

    void tell(
            JsonOption json,
            Supplier<String> text,
            Supplier<JsonText> document,
            Supplier<String> html) {
        PrintWriter out = spec.commandLine().getOut();
        if (json.printsText()) out.print(text.get());
        json.write(out, document.get());
        if (wanted()) write(html.get(), json.printsText());
        out.flush();
    }

    private void write(String html, boolean tells) {
        Path file = directory.resolve("report.html");
        try {
            Files.createDirectories(directory);
            Files.writeString(file, html);
        } catch (IOException e) {
            throw new CommandFailedException("cannot write --report " + directory + ": " + e, e);
        }
        if (tells) spec.commandLine().getOut().println("report: " + file);
    }
}
