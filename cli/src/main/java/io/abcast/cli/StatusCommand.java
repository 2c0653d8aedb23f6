package io.abcast.cli;

import io.abcast.client.admin.ClusterLook;
import io.abcast.client.admin.StatusAsker;
import io.abcast.command.CommandFailedException;
import io.abcast.command.JsonOption;
import io.abcast.command.SecondsConverter;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code abcast status}: prints the status of the servers of a running cluster. */
@Command(
        name = "status",
        description = {
            "Print the status of the servers of a running cluster, asked through their client ports.",
            "Exit code 0: all servers serve under one leader that all members follow; with EPAXOS, which has no leader,"
                    + " all members serve; with CAMU, each partition has a leader among the asked servers. 1: there are problems, which the last lines list. Warnings are printed"
                    + " and do not change the exit code."
        },
        sortOptions = false)
final class StatusCommand implements Callable<Integer> {
    private static final int SERVERS_MAX = 64;

    @Spec private CommandSpec spec;

    @Option(
            names = "--servers",
            paramLabel = "HOST:PORT,...",
            split = ",",
            defaultValue = "127.0.0.1:7101,127.0.0.1:7102,127.0.0.1:7103",
            description = "Client ports of the servers to ask. Default: ${DEFAULT-VALUE}.")
    private List<String> servers;

    @Option(
            names = "--timeout",
            defaultValue = "2",
            paramLabel = "SECONDS",
            converter = SecondsConverter.class,
            description = "Maximum wait for the answer of a server. Default: ${DEFAULT-VALUE}.")
    private double timeout;

    @Option(
            names = "--watch",
            paramLabel = "SECONDS",
            converter = SecondsConverter.class,
            description = "Repeat the status at this interval. Default: print it once.")
    private Double watch;

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "Number of repetitions with --watch. Default: until interrupted.")
    private Integer count;

    @Option(
            names = "--client-keys",
            paramLabel = "DIR",
            description =
                    "Ask over TLS, with client-NAME.p12 and trust.p12 in DIR. Default: no TLS.")
    private Path clientKeys;

    @Option(
            names = "--client-name",
            paramLabel = "NAME",
            defaultValue = "operator",
            description =
                    "Name of the client key to use with --client-keys. Default: ${DEFAULT-VALUE}.")
    private String clientName;

    @Mixin private JsonOption json;

    @Override
    public Integer call() throws InterruptedException {
        List<InetSocketAddress> addresses = addresses();
        if (!(timeout > 0 && timeout <= 3600))
            throw wrong("--timeout: expected more than 0 and at most 3600 seconds, got " + timeout);
        if (watch != null && !(watch >= 0.1 && watch <= 86_400))
            throw wrong("--watch: expected 0.1 to 86400 seconds, got " + watch);
        if (count != null && (watch == null || count < 1))
            throw wrong("--count: expected at least 1, with --watch, got " + count);
        Duration patience = Duration.ofMillis(Math.max(1, Math.round(timeout * 1e3)));
        PrintWriter out = spec.commandLine().getOut();
        try (StatusAsker asker = new StatusAsker(clientKeys, clientName)) {
            if (watch == null) {
                ClusterLook look = asker.look(addresses, patience);
                if (json.printsText()) out.print(new StatusTable(look));
                json.write(out, StatusJson.of(look));
                out.flush();
                return look.problems().isEmpty() ? 0 : 1;
            }
            return watch(out, asker, addresses, patience);
        } catch (IOException e) {
            throw new CommandFailedException(e.getMessage(), e);
        }
    }

    private int watch(
            PrintWriter out,
            StatusAsker asker,
            List<InetSocketAddress> addresses,
            Duration patience)
            throws InterruptedException {
        try (JsonOption.Lines lines = json.lines(out)) {
            for (int i = 1; ; i++) {
                ClusterLook look = asker.look(addresses, patience);
                if (json.printsText())
                    out.print(
                            LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS)
                                    + System.lineSeparator()
                                    + new StatusTable(look)
                                    + System.lineSeparator());
                if (json.wanted()) lines.add(StatusJson.of(look));
                out.flush();
                if (count != null && i >= count) return look.problems().isEmpty() ? 0 : 1;
                Thread.sleep(Math.round(watch * 1e3));
            }
        }
    }

    private List<InetSocketAddress> addresses() {
        if (servers.size() > SERVERS_MAX)
            throw wrong("--servers: expected at most " + SERVERS_MAX + ", got " + servers.size());
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (String server : servers) {
            String text = server.strip();
            int colon = text.lastIndexOf(':');
            String port = text.substring(colon + 1);
            if (colon < 1 || !port.matches("\\d{1,5}") || Integer.parseInt(port) > 65_535)
                throw wrong("--servers: expected host:port,..., got " + server);
            addresses.add(
                    InetSocketAddress.createUnresolved(
                            text.substring(0, colon).replaceAll("^\\[|]$", ""),
                            Integer.parseInt(port)));
        }
        return addresses;
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
