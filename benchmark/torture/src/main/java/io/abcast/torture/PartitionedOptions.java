package io.abcast.torture;

import io.abcast.command.Outputs;
import io.abcast.command.Usage;
import io.abcast.server.ProtocolNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of {@code abcast torture} that apply only to CAMU. */
final class PartitionedOptions {
    private static final int PARTITIONS_MAX = 8;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            description =
                    "Number of partitions, with --protocol CAMU; every server holds a replica of each. Default: 2.")
    private Integer partitions;

    @Option(
            names = "--consistency",
            paramLabel = "HOW",
            description =
                    "Attribute consistency of CAMU: serializable or strict. With strict, the check also uses the"
                            + " times of the answers. Default: serializable.")
    private String consistency;

    @Option(
            names = "--fast",
            paramLabel = "on|off",
            description = "Attribute fast of CAMU. Default: off.")
    private String fast;

    @Option(
            names = "--links",
            paramLabel = "LINKS",
            description =
                    "Attribute links of CAMU, such as on, off or A-B. Default: as in the stack file.")
    private String links;

    @Option(
            names = "--deliveries",
            paramLabel = "FILE",
            description =
                    "Write requests, crashes and the deliveries of all replicas of CAMU as JSON lines. All clients"
                            + " then append to lists and read lists.")
    private Path deliveries;

    /** @return the partitions of the torture run; {@code null} if the protocol is not CAMU */
    PartitionedRun checked(Usage usage, String protocol) {
        if (!protocol.equals(ProtocolNames.CAMU)) {
            String given = given();
            if (given != null) throw usage.wrong(given, "it with --protocol CAMU only", protocol);
            return null;
        }
        int count = partitions == null ? 2 : partitions;
        if (count < 1 || count > PARTITIONS_MAX)
            throw usage.wrong("--partitions", "1.." + PARTITIONS_MAX, count);
        List<String> arguments = new ArrayList<>();
        boolean isStrict =
                consistency != null
                        && usage.oneOf(
                                        "--consistency",
                                        consistency,
                                        List.of("serializable", "strict"))
                                .equals("strict");
        arguments.addAll(
                List.of("--set", "CAMU.consistency=" + (isStrict ? "strict" : "serializable")));
        boolean isFast =
                fast != null && usage.oneOf("--fast", fast, List.of("on", "off")).equals("on");
        arguments.addAll(List.of("--set", "CAMU.fast=" + isFast));
        if (links != null) arguments.addAll(List.of("--set", "CAMU.links=" + links));
        if (deliveries != null) Outputs.checkFile(usage.command(), "--deliveries", deliveries);
        return new PartitionedRun(count, isStrict, arguments, deliveries);
    }

    private String given() {
        if (partitions != null) return "--partitions";
        if (consistency != null) return "--consistency";
        if (fast != null) return "--fast";
        if (links != null) return "--links";
        return deliveries == null ? null : "--deliveries";
    }
}
