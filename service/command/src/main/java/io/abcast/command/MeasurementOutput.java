package io.abcast.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The files (JSON, HTML report) that a measurement writes in addition to its table. The command checks before the
 * measurement that it can write the files.
 */
public final class MeasurementOutput {
    private static final String REPORT_FILE = "report.html";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write the figures as JSON to FILE; - writes to standard output.")
    private String json;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description =
                    "Write the report with plots to DIR/report.html, and keep the logs in DIR.")
    private Path report;

    public void check() {
        if (report != null)
            Outputs.checkDirectory(spec.commandLine(), "--report", report, REPORT_FILE);
        if (json != null && !json.equals("-"))
            Outputs.checkFile(spec.commandLine(), "--json", Path.of(json));
    }

    /** The output for text that people read. If the JSON goes to standard output, this text goes to standard error. */
    public PrintWriter text() {
        return "-".equals(json) ? spec.commandLine().getErr() : spec.commandLine().getOut();
    }

    /** The directory of the measurement's report; {@code null} without a report. */
    public Path directory() {
        return report;
    }

    /**
     * Writes the output files that the user has requested: {@code document} supplies the JSON, {@code page} the HTML
     * report.
     */
    public void write(Supplier<?> document, Supplier<?> page) throws IOException {
        if (json != null) {
            String text = document.get() + System.lineSeparator();
            if (json.equals("-")) spec.commandLine().getOut().print(text);
            else Files.writeString(Path.of(json), text);
            spec.commandLine().getOut().flush();
        }
        if (report == null) return;
        Path html = report.resolve(REPORT_FILE);
        Files.writeString(html, page.get().toString());
        text().println("report: " + html);
    }
}
