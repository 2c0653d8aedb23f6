package io.abcast.benchmark.cli;

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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Receives what another member casts. */
final class ReceiveCommand implements Callable<Integer> {
    private final CommandSpec spec = Main.model(this);
    private final PositionalParamSpec directory;
    private final OptionSpec id;
    private final OptionSpec stay;
    private final OptionSpec fsync;
    private final BulkOptions bulk;

    private ReceiveCommand() {
        spec.name("receive")
                .usageMessage()
                .description(
                        "Receive the files that another member casts, and pass them on to the others (docs/bulk-transfer.md).",
                        "A file is in its place only when it is whole and its SHA-256 agrees; until then it grows beside it. Started again"
                                + " after a failure, it goes on with what it has. Ends when this member has everything and so have the others.");
        directory =
                PositionalParamSpec.builder()
                        .paramLabel("DIR")
                        .type(Path.class)
                        .required(true)
                        .description("Where the files go.")
                        .build();
        spec.addPositional(directory);
        id =
                BulkOptions.add(
                        spec,
                        BulkOptions.option("--id", "N", int.class)
                                .required(true)
                                .description("This member's id among --members."));
        stay =
                BulkOptions.add(
                        spec,
                        BulkOptions.flag("--stay")
                                .description(
                                        "Wait for the next transfer when one is over; end by a signal."));
        fsync =
                BulkOptions.add(
                        spec,
                        BulkOptions.flag("--fsync")
                                .description(
                                        "Force files to disk before they are in their place: they then survive a power cut, not only a"
                                                + " killed process."));
        bulk = new BulkOptions(spec);
    }

    static CommandSpec model() {
        return new ReceiveCommand().spec;
    }

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        JsonOption json = bulk.json();
        int member = id.<Integer>getValue();
        boolean stays = BulkOptions.isSet(stay);
        Path to = directory.getValue();
        if (!Files.isDirectory(to)) throw new CommandFailedException(to + ": expected a directory");
        BlockingQueue<BulkReport> reports = new LinkedBlockingQueue<>();
        try (BulkMember self = bulk.open(member, BulkOptions.isSet(fsync), err);
                BulkLine line = new BulkLine(self.transfer(), err, bulk.quiet());
                JsonOption.Lines documents = json.lines(out)) {
            self.transfer().receive(to, reports::add);
            self.transfer().rehearse();
            while (true) {
                BulkReport report = reports.take();
                line.end();
                if (json.printsText()) BulkResult.print(out, report);
                if (json.wanted()) documents.add(BulkResult.json("receive", member, report));
                out.flush();
                if (!report.succeeded() && !stays)
                    throw new CommandFailedException(report.failure());
                if (!report.succeeded()) err.println("abcast receive: " + report.failure());
                err.flush();
                if (!stays) return 0;
            }
        } catch (IOException e) {
            throw new CommandFailedException(e.getMessage(), e);
        }
    }
}
