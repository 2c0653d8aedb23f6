package io.abcast.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a measurement's figures go beside the table: tried before anything is measured, written after. */
public final class MeasurementOutput {
    private static final String REPORT_FILE = "report.html";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write the figures as JSON; - for standard output.")
    private String json;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Write DIR/report.html with plots, and keep the logs there.")
    private Path report;

    public void check() {
        if (report != null)
            Outputs.checkDirectory(spec.commandLine(), "--report", report, REPORT_FILE);
        if (json != null && !json.equals("-"))
            Outputs.checkFile(spec.commandLine(), "--json", Path.of(json));
    }

    /** For people: with JSON on standard output everything else goes beside it. */
    public PrintWriter text() {
        return "-".equals(json) ? spec.commandLine().getErr() : spec.commandLine().getOut();
    }

    /** {@code null}: none was asked for. */
    public Path directory() {
        return report;
    }

    /** What was asked for. */
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
