package io.abcast.load.contest;

import io.abcast.command.figures.CompilerTime;
import io.abcast.command.process.Orders;
import io.abcast.command.process.Reports;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Main class of the JVM of one server of any measured system: {@code ServerHost SITE ID REPORTS}. The process reads
 * orders from standard input, one per line, and answers each order with a line over {@link Reports}. The process ends
 * when its standard input ends.
 */
public final class ServerHost {
    static final String READY = "ready";

    static final String LEADS = "leads";
    static final String STATE = "state";
    static final String READ = "read";
    static final String COMPILED = "compiled";
    static final String SYNCED = "synced";
    static final String SYNCS = "syncs";

    /** Time in ms after which a stopping server is killed; all figures are read before the stop. */
    private static final long CLOSE_MILLIS = 1_000;

    private final ContestantServer server;
    private final SyncCounter syncs;
    private final LoadOrders load;

    private ServerHost(ContestantServer server, SyncCounter syncs) {
        this.server = server;
        this.syncs = syncs;
        load = new LoadOrders(server::attach);
    }

    public static void main(String[] args) throws Exception {
        PrintStream answers = Reports.to(args[2]);
        Site site = Site.decode(args[0]);
        int id = Integer.parseInt(args[1]);
        boolean files = !site.experiment().durability().equals("memory");
        SyncCounter syncs = files ? new SyncCounter() : null;
        ContestantServer server;
        try {
            server = instance(site.contestant()).start(site, id);
        } catch (Exception | LinkageError e) {
            e.printStackTrace();
            Orders.fail(e, answers);
            Runtime.getRuntime().halt(1);
            return;
        }
        new ServerHost(server, syncs).serve(answers);
        closeSoon(server);
    }

    static Contestant instance(String className) throws ReflectiveOperationException {
        return Class.forName(className)
                .asSubclass(Contestant.class)
                .getDeclaredConstructor()
                .newInstance();
    }

    private void serve(PrintStream answers) throws IOException {
        BufferedReader orders =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String order = orders.readLine(); order != null; order = orders.readLine())
            Orders.answer(order, this::obey, answers);
    }

    private String obey(String order) throws Exception {
        String[] words = order.split(" ", -1);
        switch (words[0]) {
            case READY -> {
                return Boolean.toString(server.ready());
            }
            case LEADS -> {
                return Boolean.toString(server.leads());
            }
            case STATE -> {
                ContestantServer.State state = server.state();
                return state.applied() + " " + state.digest() + " " + state.keys();
            }
            case READ -> {
                byte[] value = server.read(Integer.parseInt(words[1]));
                return value == null ? "-" : Base64.getEncoder().encodeToString(value);
            }
            case COMPILED -> {
                return Long.toString(CompilerTime.millis());
            }
            case SYNCED -> {
                long synced = server.syncs();
                return synced < 0 ? "-" : Long.toString(synced);
            }
            case SYNCS -> {
                long from = Long.parseLong(words[1]);
                return syncs == null
                        ? "-"
                        : Long.toString(syncs.between(from, Long.parseLong(words[2])));
            }
            default -> {
                return load.obey(order);
            }
        }
    }

    private static void closeSoon(ContestantServer server) throws InterruptedException {
        Thread closer =
                new Thread(
                        () -> {
                            try {
                                server.close();
                            } catch (IOException e) {
                                System.err.println("closing: " + e);
                            }
                        },
                        "close");
        closer.setDaemon(true);
        closer.start();
        closer.join(CLOSE_MILLIS);
        Runtime.getRuntime().halt(0);
    }
}
