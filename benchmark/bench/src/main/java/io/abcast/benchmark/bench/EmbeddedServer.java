package io.abcast.benchmark.bench;

import io.abcast.benchmark.load.LocalTarget;
import io.abcast.command.CommandLines;
import io.abcast.command.process.Orders;
import io.abcast.command.process.ParentWatch;
import io.abcast.command.process.Reports;
import io.abcast.load.LoadSpec;
import io.abcast.load.contest.Attachment;
import io.abcast.load.contest.LoadOrders;
import io.abcast.server.ReplicaServer;
import io.abcast.server.ServerCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.ScheduledExecutorService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * An {@code abcast server} whose benchmark clients run in the server's own process. The server reads the orders of
 * {@link LoadOrders} from standard input, and ends when its standard input ends.
 */
@Command(name = "server")
public final class EmbeddedServer extends ServerCommand {
    /** Command-line option whose value is the address of the {@link Reports} to which the server sends its answers. */
    public static final String ANSWERS = "--answers";

    @Option(names = ANSWERS, required = true, paramLabel = "SOCKET")
    private String answers;

    public static void main(String[] args) {
        System.exit(CommandLines.run(new EmbeddedServer(), "server", args));
    }

    @Override
    protected void serving(ReplicaServer server) throws IOException {
        PrintStream out = Reports.to(answers);
        LoadOrders load = new LoadOrders(() -> clients(server));
        ParentWatch.readStdin(order -> Orders.answer(order, load::obey, out), 0);
    }

    private static Attachment clients(ReplicaServer server) {
        return new Attachment() {
            @Override
            public LocalTarget target(ScheduledExecutorService shard, int number, LoadSpec part) {
                return new LocalTarget(server, shard, part);
            }

            @Override
            public void close() {}
        };
    }
}
