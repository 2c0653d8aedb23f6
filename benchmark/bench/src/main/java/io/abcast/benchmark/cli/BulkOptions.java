package io.abcast.benchmark.cli;

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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * What {@code cast} and {@code receive} have in common. A model, and no annotations as other commands have: a receiver that is started
 * late is waited for, and to read annotations takes longer than the rest of its start.
 */
final class BulkOptions {
    private final CommandSpec spec;

    private final OptionSpec config;
    private final OptionSpec members;
    private final OptionSpec rate;
    private final OptionSpec blocks;
    private final OptionSpec blockBytes;
    private final OptionSpec randomBlocks;
    private final OptionSpec workers;
    private final OptionSpec memory;
    private final OptionSpec join;
    private final OptionSpec gone;
    private final OptionSpec stalled;
    private final OptionSpec quiet;
    private final OptionSpec json;

    BulkOptions(CommandSpec spec) {
        this.spec = spec;
        config =
                add(
                        option("--config", "FILE", Path.class)
                                .description(
                                        "A JGroups stack with COOPER in it, such as config/cooper-tcp.xml, in place of --members, --rate and all"
                                                + " that follows; -Dabcast.id is set from --id."));
        members =
                add(
                        option("--members", "HOST:PORT,...", String.class)
                                .description(
                                        "All members, the same list in the same order at each of them: the first has id 1, the next 2.",
                                        "Or with ids of their own: 7=HOST:PORT,9=HOST:PORT."));
        rate =
                add(
                        option("--rate", "RATE", Long.class)
                                .converters(new BitRateConverter())
                                .description(
                                        "Of this member's uplink, as 100mbit or 1gbit: never more is sent. Tell the links' rate: without it queues"
                                                + " build up in the network, and questions and answers wait in them."));
        blocks =
                add(
                        option("--blocks", "K", String.class)
                                .defaultValue("32")
                                .description(
                                        "Blocks of a batch; what the source says counts. 'profile': what suits the speed at which this host codes,"
                                                + " and the rate (Liu 2015, equation 3.1). Default: ${DEFAULT-VALUE}."));
        blockBytes =
                add(
                        option("--block-bytes", "SIZE", Long.class)
                                .converters(new SizeConverter())
                                .defaultValue("0")
                                .description(
                                        "Bytes of a block; what the source says counts. Default: what the rate sends in about 30 ms."));
        randomBlocks =
                add(
                        flag("--random-blocks")
                                .description(
                                        "Pass on random blocks as they are, and code none: slower, and here to be compared with. Of this member"
                                                + " alone."));
        workers =
                add(
                        option("--workers", "N", int.class)
                                .defaultValue("0")
                                .description(
                                        "Threads that code. Default: one for each core, at most 4."));
        memory =
                add(
                        option("--memory", "SIZE", Long.class)
                                .converters(new SizeConverter())
                                .defaultValue("192m")
                                .description(
                                        "For batches, about; what does not fit is read from disk again. Default: ${DEFAULT-VALUE}."));
        join =
                add(
                        time("--join", "60")
                                .description(
                                        "How long members may take to come; a transfer to the others goes on meanwhile. Default:"
                                                + " ${DEFAULT-VALUE} s."));
        gone =
                add(
                        time("--gone", "5")
                                .description(
                                        "How long a member that is gone is waited for once the others have finished. Default: ${DEFAULT-VALUE} s."));
        stalled =
                add(
                        time("--stalled", "10")
                                .description(
                                        "A receiver gives up when the source is gone and nothing new came for so long. Default: ${DEFAULT-VALUE}"
                                                + " s."));
        quiet = add(flag("--quiet").description("No progress; errors and the result only."));
        json = add(JsonOption.model());
    }

    static OptionSpec.Builder option(String name, String label, Class<?> type) {
        return OptionSpec.builder(name).paramLabel(label).type(type);
    }

    /** False by default: a model has no field to take that from. */
    static OptionSpec.Builder flag(String name) {
        return OptionSpec.builder(name).type(boolean.class).defaultValue("false");
    }

    private static OptionSpec.Builder time(String name, String seconds) {
        return option(name, "TIME", Double.class)
                .converters(new SecondsConverter())
                .defaultValue(seconds);
    }

    private OptionSpec add(OptionSpec.Builder option) {
        return add(spec, option);
    }

    /** Makes it one of the options of a command. */
    static OptionSpec add(CommandSpec spec, OptionSpec.Builder option) {
        OptionSpec made = option.build();
        spec.addOption(made);
        return made;
    }

    /** Whether it was given. */
    static boolean isSet(OptionSpec flag) {
        return flag.<Boolean>getValue();
    }

    boolean quiet() {
        return isSet(quiet);
    }

    JsonOption json() {
        return JsonOption.of(json);
    }

    /** This member, connected: over TCP, or in a channel. */
    BulkMember open(int id, boolean fsync, PrintWriter err) throws IOException {
        Consumer<String> notes =
                line -> {
                    err.println("abcast: " + line);
                    err.flush();
                };
        Path stack = config.getValue();
        if ((stack == null) == (members.getValue() == null))
            throw new ParameterException(
                    spec.commandLine(), "expected either --members or --config");
        if (stack != null) return BulkMember.inChannel(stack, id, notes);
        return new BulkMember(BulkTransfer.open(settings(id, notes).withFsync(fsync)), null);
    }

    private BulkSettings settings(int id, Consumer<String> notes) {
        boolean profile = "profile".equals(blocks.getValue());
        Long bits = rate.getValue();
        int coders = workers.<Integer>getValue();
        try {
            BulkSettings settings =
                    BulkSettings.of(id, addresses())
                            .withRate(bits == null ? 0 : bits)
                            .withBatches(
                                    profile ? 0 : blocks(),
                                    Math.toIntExact(blockBytes.<Long>getValue()))
                            .withRandomBlocks(isSet(randomBlocks))
                            .withMemory(memory.<Long>getValue())
                            .withWaits(seconds(join), seconds(gone), seconds(stalled))
                            .withNotes(notes);
            if (coders != 0) settings = settings.withWorkers(coders);
            return profile ? settings.withBlocksByProfile() : settings;
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private int blocks() {
        String text = blocks.getValue();
        try {
            int number = Integer.parseInt(text);
            if (number > 0) return number;
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new IllegalArgumentException(
                "--blocks: expected a number of at least 1, or 'profile', got '" + text + "'");
    }

    private static Duration seconds(OptionSpec time) {
        double seconds = time.<Double>getValue();
        return Duration.ofNanos((long) (Math.min(seconds, 1e9) * 1e9));
    }

    private Map<Integer, InetSocketAddress> addresses() {
        Map<Integer, InetSocketAddress> addresses = new TreeMap<>();
        int next = 1;
        for (String member : members.<String>getValue().split(",", -1)) {
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
