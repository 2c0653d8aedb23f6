package io.abcast.cast;

import io.abcast.bulk.BulkSettings;
import io.abcast.bulk.BulkTransfer;
import io.abcast.command.BitRateConverter;
import io.abcast.command.JsonOption;
import io.abcast.command.SecondsConverter;
import io.abcast.command.SizeConverter;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command-line options that the commands {@code cast} and {@code receive} have in common. */
final class BulkOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "JGroups stack with COOPER, such as config/cooper-tcp.xml, in place of --members,"
                            + " --rate and the options below; -Dabcast.id is set from --id.")
    private Path config;

    @Option(
            names = "--members",
            paramLabel = "HOST:PORT,...",
            description = {
                "All members, as the same list in the same order at each member. The first member"
                        + " has id 1, the second one id 2, and so on.",
                "The list may give the ids instead: 7=HOST:PORT,9=HOST:PORT."
            })
    private String members;

    @Option(
            names = "--rate",
            converter = BitRateConverter.class,
            paramLabel = "RATE",
            description =
                    "Rate of this member's uplink, such as 100mbit or 1gbit, which the member"
                            + " never exceeds. Set the rate of the link: if it is unlimited,"
                            + " queues build up in the network and delay control messages.")
    private Long rate;

    @Option(
            names = "--blocks",
            defaultValue = "32",
            paramLabel = "K",
            description =
                    "Number of blocks in each batch; all members use the value of the source."
                            + " 'profile': the best number for the coding speed of this host and"
                            + " the rate (Liu 2015, equation 3.1). Default: ${DEFAULT-VALUE}.")
    private String blocks;

    @Option(
            names = "--block-bytes",
            defaultValue = "0",
            converter = SizeConverter.class,
            paramLabel = "SIZE",
            description =
                    "Length of each block in bytes; all members use the value of the source."
                            + " Default: the bytes that the rate sends in about 30 ms.")
    private long blockBytes;

    @Option(
            names = "--random-blocks",
            description =
                    "Pass on random blocks without coding. This is slower, and serves for"
                            + " comparison only. Applies to this member only.")
    private boolean randomBlocks;

    @Option(
            names = "--workers",
            defaultValue = "0",
            paramLabel = "N",
            description = "Number of coding threads. Default: one per core, at most 4.")
    private int workers;

    @Option(
            names = "--memory",
            defaultValue = "192m",
            converter = SizeConverter.class,
            paramLabel = "SIZE",
            description =
                    "Approximate memory for batches. Batches that do not fit into it are read"
                            + " from the disk again. Default: ${DEFAULT-VALUE}.")
    private long memory;

    @Option(
            names = "--join",
            defaultValue = "60",
            converter = SecondsConverter.class,
            paramLabel = "TIME",
            description =
                    "Maximum time for members to join. The transfer to the members that have"
                            + " joined starts earlier. Default: ${DEFAULT-VALUE} s.")
    private double join;

    @Option(
            names = "--gone",
            defaultValue = "5",
            converter = SecondsConverter.class,
            paramLabel = "TIME",
            description =
                    "Time to wait for a disconnected member after all other members have"
                            + " finished. Default: ${DEFAULT-VALUE} s.")
    private double gone;

    @Option(
            names = "--stalled",
            defaultValue = "10",
            converter = SecondsConverter.class,
            paramLabel = "TIME",
            description =
                    "Time after which a receiver gives up, if it gets no new data and the source"
                            + " is disconnected. Default: ${DEFAULT-VALUE} s.")
    private double stalled;

    @Option(names = "--quiet", description = "Print only errors and the result, no progress.")
    private boolean quiet;

    @Mixin private JsonOption json;

    boolean quiet() {
        return quiet;
    }

    JsonOption json() {
        return json;
    }

    BulkMember open(int id, boolean fsync, PrintWriter err) throws IOException {
        Consumer<String> notes =
                line -> {
                    err.println("abcast: " + line);
                    err.flush();
                };
        if ((config == null) == (members == null))
            throw new ParameterException(
                    spec.commandLine(), "expected either --members or --config");
        if (config != null) return BulkMember.inChannel(config, id, notes);
        return new BulkMember(BulkTransfer.open(settings(id, notes).withFsync(fsync)), null);
    }

    private BulkSettings settings(int id, Consumer<String> notes) {
        boolean profile = "profile".equals(blocks);
        try {
            BulkSettings settings =
                    BulkSettings.of(id, addresses())
                            .withRate(rate == null ? 0 : rate)
                            .withBatches(profile ? 0 : blocks(), Math.toIntExact(blockBytes))
                            .withRandomBlocks(randomBlocks)
                            .withMemory(memory)
                            .withWaits(seconds(join), seconds(gone), seconds(stalled))
                            .withNotes(notes);
            if (workers != 0) settings = settings.withWorkers(workers);
            return profile ? settings.withBlocksByProfile() : settings;
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private int blocks() {
        try {
            int number = Integer.parseInt(blocks);
            if (number > 0) return number;
        } catch (NumberFormatException e) {
            // not a number: the exception below reports the wrong value
        }
        throw new IllegalArgumentException(
                "--blocks: expected a number of at least 1, or 'profile', got '" + blocks + "'");
    }

    private static Duration seconds(double seconds) {
        return Duration.ofNanos((long) (Math.min(seconds, 1e9) * 1e9));
    }

    private Map<Integer, InetSocketAddress> addresses() {
        Map<Integer, InetSocketAddress> addresses = new TreeMap<>();
        int next = 1;
        for (String member : members.split(",", -1)) {
            String address = member.strip();
            int equals = address.indexOf('=');
            int id = next++;
            try {
                if (equals >= 0) id = Integer.parseInt(address.substring(0, equals));
                int colon = address.lastIndexOf(':');
                String host = address.substring(equals + 1, Math.max(equals + 1, colon));
                int port = Integer.parseInt(address.substring(colon + 1));
                if (host.isEmpty() || port < 1) throw new NumberFormatException();
                if (addresses.put(id, new InetSocketAddress(host, port)) != null)
                    throw new IllegalArgumentException("--members: two members of id " + id);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "--members: expected HOST:PORT or ID=HOST:PORT, got '" + member + "'", e);
            }
        }
        if (addresses.size() < 2)
            throw new IllegalArgumentException("--members: expected at least two members");
        return addresses;
    }
}
