package io.abcast.workloads;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code abcast store}: the partitioned store without a network. */
@Command(
        name = "store",
        description = {
            "Run the partitioned transactional store in one process, without a network.",
            "run executes one order of transactions with several numbers of workers, and compares the results."
        },
        synopsisSubcommandLabel = "run",
        subcommands = StoreRunCommand.class)
final class StoreCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "expected run");
    }
}
