package io.abcast.cast;

import io.abcast.bulk.BulkSettings;
import io.abcast.bulk.BulkTransfer;
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

/** What {@code cast} and {@code receive} have in common. */
final class BulkOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "A JGroups stack with COOPER in it, such as config/cooper-tcp.xml, in place of --members,"
                            + " --rate and all that follows; -Dabcast.id is set from --id.")
    private Path config;

    @Option(
            names = "--members",
            paramLabel = "HOST:PORT,...",
            description = {
                "All members, the same list in the same order at each of them: the first has id 1, the"
                        + " next 2.",
                "Or with ids of their own: 7=HOST:PORT,9=HOST:PORT."
            })
    private String members;

    @Option(
            names = "--rate",
            converter = BitRateConverter.class,
            paramLabel = "RATE",
            description =
                    "Of this member's uplink, as 100mbit or 1gbit: never more is sent. Tell the links' rate:"
                            + " without it queues build up in the network, and questions and answers wait in them.")
    private Long rate;

    @Option(
            names = "--blocks",
            defaultValue = "32",
            paramLabel = "K",
            description =
                    "Blocks of a batch; what the source says counts. 'profile': what suits the speed at which"
                            + " this host codes, and the rate (Liu 2015, equation 3.1). Default: ${DEFAULT-VALUE}.")
    private String blocks;

    @Option(
            names = "--block-bytes",
            defaultValue = "0",
            converter = SizeConverter.class,
            paramLabel = "SIZE",
            description =
                    "Bytes of a block; what the source says counts. Default: what the rate sends in about 30"
                            + " ms.")
    private long blockBytes;

    @Option(
            names = "--random-blocks",
            description =
                    "Pass on random blocks as they are, and code none: slower, and here to be compared with."
                            + " Of this member alone.")
    private boolean randomBlocks;

    @Option(
            names = "--workers",
            defaultValue = "0",
            paramLabel = "N",
            description = "Threads that code. Default: one for each core, at most 4.")
    private int workers;

    @Option(
            names = "--memory",
            defaultValue = "192m",
            converter = SizeConverter.class,
            paramLabel = "SIZE",
            description =
                    "For batches, about; what does not fit is read from disk again. Default:"
                            + " ${DEFAULT-VALUE}.")
    private long memory;

    @Option(
            names = "--join",
            defaultValue = "60",
            converter = SecondsConverter.class,
            paramLabel = "TIME",
            description =
                    "How long members may take to come; a transfer to the others goes on meanwhile. Default:"
                            + " ${DEFAULT-VALUE} s.")
    private double join;

    @Option(
            names = "--gone",
            defaultValue = "5",
            converter = SecondsConverter.class,
            paramLabel = "TIME",
            description =
                    "How long a member that is gone is waited for once the others have finished. Default:"
                            + " ${DEFAULT-VALUE} s.")
    private double gone;

    @Option(
            names = "--stalled",
            defaultValue = "10",
            converter = SecondsConverter.class,
            paramLabel = "TIME",
            description =
                    "A receiver gives up when the source is gone and nothing new came for so long. Default:"
                            + " ${DEFAULT-VALUE} s.")
    private double stalled;

    @Option(names = "--quiet", description = "No progress; errors and the result only.")
    private boolean quiet;

    @Mixin private JsonOption json;

    boolean quiet() {
        return quiet;
    }

    JsonOption json() {
        return json;
    }

    /** This member, connected: over TCP, or in a channel. */
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
            // Said below.
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
