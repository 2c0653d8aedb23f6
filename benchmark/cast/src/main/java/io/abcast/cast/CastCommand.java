package io.abcast.cast;

import io.abcast.bulk.BulkReport;
import io.abcast.bulk.BulkTransfer;
import io.abcast.command.CommandFailedException;
import io.abcast.command.JsonOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code abcast cast}: sends files to all other members of a group. */
@Command(
        name = "cast",
        description = {
            "Send files to all other members, which run receive (docs/bulk-transfer.md).",
            "The source sends each block about once; the receivers pass blocks on to each other."
                    + " The command ends when all members have the files. If a member does not"
                    + " have all files at the end, the exit code is 1."
        })
final class CastCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Files to send.")
    private List<Path> files;

    @Option(
            names = "--id",
            defaultValue = "1",
            paramLabel = "N",
            description = "Id of this member in the list --members. Default: ${DEFAULT-VALUE}.")
    private int id;

    @Mixin private BulkOptions bulk;

    @Override
    public Integer call() throws InterruptedException {
        BulkTransfer.warmUp();
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        JsonOption json = bulk.json();
        BulkReport report;
        try (BulkMember self = bulk.open(id, false, err);
                BulkLine line = new BulkLine(self.transfer(), err, bulk.quiet())) {
            report = self.transfer().send(files).get();
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
        json.write(out, BulkResult.json("cast", id, report));
        out.flush();
        if (!report.succeeded()) throw new CommandFailedException(report.failure());
        return 0;
    }
}
