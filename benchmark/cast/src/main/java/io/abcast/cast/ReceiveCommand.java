package io.abcast.cast;

import io.abcast.bulk.BulkReport;
import io.abcast.command.CommandFailedException;
import io.abcast.command.JsonOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code abcast receive}: receives files that another member casts. */
@Command(
        name = "receive",
        description = {
            "Receive the files that another member casts, and pass them on to the others (docs/bulk-transfer.md).",
            "A file appears under its name only when it is complete and its SHA-256 is correct."
                    + " If the command is started again after a failure, it continues with the"
                    + " parts that it has. The command ends when all members have all files."
        })
final class ReceiveCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Directory of the received files.")
    private Path directory;

    @Option(
            names = "--id",
            required = true,
            paramLabel = "N",
            description = "Id of this member in the list --members.")
    private int id;

    @Option(
            names = "--stay",
            description =
                    "Wait for the next transfer after each transfer, until a signal ends the command.")
    private boolean stay;

    @Option(
            names = "--fsync",
            description =
                    "Force files to disk before they appear under their names. Such files survive"
                            + " a power failure; otherwise they survive only the end of the"
                            + " process.")
    private boolean fsync;

    @Mixin private BulkOptions bulk;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        JsonOption json = bulk.json();
        if (!Files.isDirectory(directory))
            throw new CommandFailedException(directory + ": expected a directory");
        BlockingQueue<BulkReport> reports = new LinkedBlockingQueue<>();
        try (BulkMember self = bulk.open(id, fsync, err);
                BulkLine line = new BulkLine(self.transfer(), err, bulk.quiet());
                JsonOption.Lines documents = json.lines(out)) {
            self.transfer().receive(directory, reports::add);
            self.transfer().rehearse();
            while (true) {
                BulkReport report = reports.take();
                line.end();
                if (json.printsText()) BulkResult.print(out, report);
                if (json.wanted()) documents.add(BulkResult.json("receive", id, report));
                out.flush();
                if (!report.succeeded() && !stay)
                    throw new CommandFailedException(report.failure());
                if (!report.succeeded()) err.println("abcast receive: " + report.failure());
                err.flush();
                if (!stay) return 0;
            }
        } catch (IOException e) {
            throw new CommandFailedException(e.getMessage(), e);
        }
    }
}
