package io.abcast.workloads;

import io.abcast.workloads.process.StoreServeCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code abcast store}: the commands of the partitioned store. */
@Command(
        name = "store",
        description = {
            "Run the partitioned transactional store.",
            "run executes one order of transactions in one process with several numbers of workers, and compares the"
                    + " results. serve runs one server of the store over CAMU, as bench starts it."
        },
        synopsisSubcommandLabel = "run|serve",
        subcommands = {StoreRunCommand.class, StoreServeCommand.class})
final class StoreCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "expected run or serve");
    }
}
