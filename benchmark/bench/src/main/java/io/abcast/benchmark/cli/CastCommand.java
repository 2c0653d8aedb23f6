package io.abcast.benchmark.cli;

import io.abcast.bulk.BulkReport;
import io.abcast.command.CommandFailedException;
import io.abcast.command.JsonOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;

/** Sends files to all other members. */
final class CastCommand implements Callable<Integer> {
    private final CommandSpec spec = Main.model(this);
    private final PositionalParamSpec files;
    private final OptionSpec id;
    private final BulkOptions bulk;

    private CastCommand() {
        spec.name("cast")
                .usageMessage()
                .description(
                        "Send files to all other members, which run receive (docs/bulk-transfer.md).",
                        "Each block leaves here about once; the receivers pass them on to one another. Ends when all have the files."
                                + " Exit code 1 when a member has not got them.");
        files =
                PositionalParamSpec.builder()
                        .paramLabel("FILE")
                        .type(Path[].class)
                        .arity("1..*")
                        .required(true)
                        .description("What to send.")
                        .build();
        spec.addPositional(files);
        id =
                BulkOptions.add(
                        spec,
                        BulkOptions.option("--id", "N", int.class)
                                .defaultValue("1")
                                .description(
                                        "This member's id among --members. Default: ${DEFAULT-VALUE}."));
        bulk = new BulkOptions(spec);
    }

    static CommandSpec model() {
        return new CastCommand().spec;
    }

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        JsonOption json = bulk.json();
        int member = id.<Integer>getValue();
        BulkReport report;
        try (BulkMember self = bulk.open(member, false, err);
                BulkLine line = new BulkLine(self.transfer(), err, bulk.quiet())) {
            report = self.transfer().send(List.of(files.<Path[]>getValue())).get();
            line.end();
        } catch (IOException e) {
            throw new CommandFailedException(e.getMessage(), e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause)
                throw new CommandFailedException(cause.getMessage(), cause);
            if (e.getCause() instanceof IllegalArgumentException cause)
                throw new ParameterException(spec.commandLine(), cause.getMessage(), cause);
            throw new IllegalStateException(e.getCause());
        }
        if (json.printsText()) BulkResult.print(out, report);
        json.write(out, BulkResult.json("cast", member, report));
        out.flush();
        if (!report.succeeded()) throw new CommandFailedException(report.failure());
        return 0;
    }
}
