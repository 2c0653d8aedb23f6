package io.abcast.benchmark.cli;

import io.abcast.benchmark.sim.ZabFamily;
import io.abcast.kernel.Membership;
import io.abcast.kernel.log.Durability;
import io.abcast.sim.Fault;
import io.abcast.sim.FuzzSettings;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What {@code sim fuzz} and {@code sim replay} have in common: together with a seed it says everything about a run. */
final class SimOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--protocol",
            defaultValue = "ZAB",
            description = "Which protocol runs. Default: ${DEFAULT-VALUE}.")
    private String protocol;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "3",
            description = "Members of the cluster, an odd number. Default: ${DEFAULT-VALUE}.")
    private int nodes;

    @Option(
            names = "--faults",
            paramLabel = "LIST",
            defaultValue = "all",
            description =
                    "all, none, or some of crash,restart,partition,asym,loss,tail,snapshot,pause,"
                            + "hints,dup,disk,forget,torn,rot. Default: ${DEFAULT-VALUE}.")
    private String faults;

    @Option(
            names = "--durability",
            description = "memory, file or fsync. Default: drawn from the seed, memory or fsync.")
    private Durability durability;

    /** A new campaign's settings; the subject in it belongs to one thread. */
    FuzzSettings settings() {
        String name = protocol.toUpperCase(Locale.ROOT);
        if (nodes < 1 || nodes > Membership.SIZE_MAX || nodes % 2 == 0) {
            throw wrong(
                    "--nodes: expected an odd number in 1.."
                            + Membership.SIZE_MAX
                            + ", got "
                            + nodes);
        }
        ProtocolNames.check(spec.commandLine(), name, nodes);
        return FuzzSettings.of(new ZabFamily(name), nodes).with(durability).with(parsedFaults());
    }

    String protocol() {
        return protocol.toUpperCase(Locale.ROOT);
    }

    int nodes() {
        return nodes;
    }

    private Set<Fault> parsedFaults() {
        try {
            return Fault.parse(faults);
        } catch (IllegalArgumentException e) {
            throw wrong("--faults: " + e.getMessage());
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
