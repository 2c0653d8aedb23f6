package io.abcast.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code abcast forest}: the parent command of the computations for FOREST (ShallowForest). */
@Command(
        name = "forest",
        description = "Compute ShallowForest's plans (docs/protocols/forest.md).",
        synopsisSubcommandLabel = "plan",
        subcommands = ForestPlanCommand.class)
final class ForestCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "expected plan");
    }
}
