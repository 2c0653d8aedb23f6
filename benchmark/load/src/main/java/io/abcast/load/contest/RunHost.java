package io.abcast.load.contest;

import io.abcast.command.figures.LoopbackCounters;
import io.abcast.command.figures.TcpConnections;
import io.abcast.command.process.Orders;
import io.abcast.command.process.ParentWatch;
import io.abcast.command.process.Reports;
import io.abcast.command.process.Sleep;
import io.abcast.load.ConnectionSpread;
import io.abcast.load.LoadFigures;
import io.abcast.load.LoadSource;
import io.abcast.load.LoadSpec;
import io.abcast.load.Payload;
import io.abcast.load.RateSchedule;
import io.abcast.load.Second;
import io.abcast.load.ShrinkableLoad;
import io.abcast.load.SteeringFigures;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Main class ({@code RunHost SPEC REPORTS}) of the JVM that makes the runs of one system, with each server in its own
 * JVM. For each line of standard input, the process puts load on the servers, measures them, and checks their states.
 * When its standard input ends, the process stops its servers and ends.
 */
public final class RunHost {
    static final String PHASE = "phase";

    static final String SECOND = "second";
    static final String CANNOT = "cannot";
    static final String FAILED = "failed";

    static final String CLIENTS = "clients";

    static final String RESULT = "result";

    static final String MEASURED = "measured";

    /** Maximum length of the warm-up of servers that are already warm, as a fraction of the usual maximum. */
    private static final double WARM_UP_AGAIN = 0.25;

    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration AGREE = Duration.ofSeconds(20);
    private static final long POLL_MILLIS = 50;
    private static final long SECOND_NANOS = 1_000_000_000;

    /**
     * With fewer clients, it would take minutes until the JIT compilers have compiled the code that the clients use.
     */
    private static final int WARM_UP_CLIENTS = 50;

    /** Time in seconds in which surplus clients end, and their last requests complete, before the next measurement. */
    private static final double SETTLE_SECONDS = 2;

    /**
     * Time in ns to wait before reading the numbers of syncs, because servers report syncs with a delay of at least a
     * second.
     */
    private static final long SYNCS_KNOWN_NANOS = 2_500_000_000L;

    private static final int READ_BACK = 256;

    private final RunSpec spec;
    private final Site site;
    private final PrintStream out;
    private final List<ServerHandle> servers = new ArrayList<>();
    private final BlockingQueue<String> orders = new LinkedBlockingQueue<>();
    private long writes;
    private boolean warm;

    private RunHost(RunSpec spec, PrintStream out) {
        this.spec = spec;
        this.out = out;
        site = spec.site();
    }

    public static void main(String[] args) throws IOException {
        PrintStream out = Reports.to(args[1]);
        RunHost host = new RunHost(RunSpec.decode(args[0]), out);
        Runtime.getRuntime().addShutdownHook(new Thread(host::end, "end-servers"));
        ParentWatch.readStdin(host.orders::add, 0);
        try {
            host.runAll();
        } catch (Throwable e) {
            e.printStackTrace();
            host.tell(FAILED, e instanceof IOException ? e.getMessage() : Orders.oneLine(e));
        }
        System.exit(0);
    }

    private synchronized void tell(String what, String text) {
        out.println(what + " " + text.replaceAll("\\s*\\R\\s*", " "));
        out.flush();
    }

    private void runAll() throws Exception {
        Contestant contestant = ServerHost.instance(site.contestant());
        String cannot = contestant.cannot(site.experiment());
        if (cannot != null) {
            tell(CANNOT, cannot);
            return;
        }
        contestant.prepare(site);
        tell(PHASE, "starting " + site.servers() + " servers");
        synchronized (servers) {
            for (int id = 1; id <= site.servers(); id++)
                servers.add(new ServerHandle(site, id, spec.serverFlags()));
        }
        while (true) {
            orders.take();
            run(contestant);
            tell(MEASURED, "");
        }
    }

    private void run(Contestant contestant) throws Exception {
        awaitReady();
        LoadSpec load = site.experiment().load();
        if (load.rate().isShare()) load = load.at(load.rate().of(closedLoop(contestant)));
        try (RunLoad clients = clients(contestant, warmUpLoad(load))) {
            for (Measurement measured : measure(clients.load())) tell(RESULT, measured.encode());
        }
    }

    /** The measurement in a closed loop also warms the servers up. */
    private double closedLoop(Contestant contestant) throws Exception {
        LoadSpec closed = site.experiment().load().at(RateSchedule.NONE);
        try (RunLoad clients = clients(contestant, closed)) {
            clients.load().start();
            WarmUp warmUp = warmUp(clients.load());
            clients.load().stop();
            if (warmUp.opsPerSecond() == 0)
                throw new IOException(
                        "no request was answered in the closed loop, so no share of its rate can be asked for; a longer --warmup may help");
            return warmUp.opsPerSecond();
        }
    }

    private RunLoad clients(Contestant contestant, LoadSpec load) throws Exception {
        return new RunLoad(contestant, site, servers, load, shards());
    }

    private void awaitReady() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + START.toNanos();
        while (!allReady()) {
            if (System.nanoTime() - deadline > 0)
                throw new IOException(
                        "not serving within "
                                + START.toSeconds()
                                + " s; logs in "
                                + site.directory());
            Thread.sleep(POLL_MILLIS);
        }
    }

    private boolean allReady() throws IOException {
        // Check all servers first: a running server may never become ready because another server
        // has ended.
        for (ServerHandle server : servers) server.checkAlive();
        for (ServerHandle server : servers) if (!server.ready()) return false;
        return true;
    }

    private LoadSpec warmUpLoad(LoadSpec load) {
        // Prolong the first step of the schedule of rates by the warm-up, because the load starts
        // with the warm-up.
        load = load.at(load.rate().prolonged(spec.warmupSeconds()));
        if (load.open() || spec.warmupSeconds() == 0) return load;
        return load.withClients(Math.max(WARM_UP_CLIENTS, load.clients()));
    }

    private int shards() {
        return ConnectionSpread.shards(
                spec.loadThreads(),
                site.experiment().load().clients(),
                site.experiment().connections());
    }

    private List<Measurement> measure(ShrinkableLoad load)
            throws IOException, InterruptedException {
        load.start();
        double warmedUp = warmUp(load).seconds();
        int running = warmUpLoad(site.experiment().load()).clients();
        List<Measurement> measured = new ArrayList<>();
        List<SyncPeriod> periods = new ArrayList<>();
        for (int clients : spec.clients()) {
            if (running > clients) {
                load.keep(clients);
                Sleep.until(System.nanoTime() + (long) (SETTLE_SECONDS * SECOND_NANOS));
                running = clients;
            }
            tell(CLIENTS, Integer.toString(clients));
            load.poll();
            long from = SyncCounter.now();
            measured.add(measure(load, warmedUp));
            periods.add(new SyncPeriod(from, SyncCounter.now()));
        }
        long end = System.nanoTime();
        LoadFigures late = load.stop();
        writes += measured.stream().mapToLong(m -> m.load().writes()).sum();
        String violation = violation();
        List<Measurement> ended = new ArrayList<>();
        for (int i = 0; i < measured.size(); i++) {
            Measurement m = measured.get(i);
            boolean last = i == measured.size() - 1;
            ended.add(
                    m.ended(
                            last ? late : LoadFigures.none(),
                            Double.isNaN(m.syncs()) ? syncs(periods.get(i), end) : m.syncs(),
                            violation));
        }
        return ended;
    }

    private record SyncPeriod(long from, long to) {}

    private Measurement measure(ShrinkableLoad load, double warmedUp)
            throws IOException, InterruptedException {
        LoopbackCounters wire = LoopbackCounters.read();
        double cpu = cpuNanos();
        double synced = synced();
        long start = System.nanoTime();
        LoadFigures sum = seconds(load);
        long end = System.nanoTime();
        double cpuUsed = cpuNanos() - cpu;
        synced = synced() - synced;
        LoopbackCounters crossed = LoopbackCounters.read().since(wire);
        return new Measurement(
                warmedUp,
                (end - start) / 1e9,
                sum,
                cpuUsed,
                crossed.bytes(),
                crossed.packets(),
                synced,
                connections(),
                "");
    }

    private WarmUp warmUp(LoadSource load) throws IOException, InterruptedException {
        double max = spec.warmupMaxSeconds() * (warm ? WARM_UP_AGAIN : 1);
        warm = true;
        WarmUp warmUp = new WarmUp(spec.warmupSeconds(), max);
        warmUp.run(
                load,
                this::compiled,
                (figures, at, length) -> tell(SECOND, line(true, figures, at, length)));
        return warmUp;
    }

    private LoadFigures seconds(LoadSource load) throws InterruptedException {
        LoadFigures sum = LoadFigures.none();
        long start = System.nanoTime();
        long end = start + (long) (spec.durationSeconds() * SECOND_NANOS);
        long last = start;
        while (last < end) {
            long until = Math.min(end, last + SECOND_NANOS);
            // A last interval of less than 0.2 s would give an outlier in the plots, so extend the
            // present interval to the end.
            if (end - until < SECOND_NANOS / 5) until = end;
            Sleep.until(until);
            LoadFigures figures = load.poll();
            long now = System.nanoTime();
            tell(SECOND, line(false, figures, (now - start) / 1e9, (now - last) / 1e9));
            sum = sum.plus(figures);
            last = now;
        }
        return sum;
    }

    private static String line(boolean warmup, LoadFigures figures, double at, double length) {
        return warmup
                + " "
                + at
                + " "
                + figures.answered() / length
                + " "
                + figures.writes() / length
                + " "
                + figures.latency().getValueAtPercentile(50)
                + " "
                + figures.latency().getValueAtPercentile(99)
                + " "
                + figures.errorsTotal();
    }

    static Second second(String[] words) {
        return new Second(
                Double.parseDouble(words[1]),
                Double.parseDouble(words[2]),
                Double.parseDouble(words[3]),
                Long.parseLong(words[4]),
                Long.parseLong(words[5]),
                Long.parseLong(words[6]),
                new SteeringFigures(null, Double.NaN, Double.NaN, Double.NaN));
    }

    private double cpuNanos() {
        double sum = 0;
        for (ServerHandle server : servers) sum += server.cpu().toNanos();
        return sum;
    }

    private double compiled() throws IOException {
        double sum = 0;
        for (ServerHandle server : servers) sum += server.compiled();
        return sum;
    }

    /** Number of syncs of all servers up to now; NaN if the servers do not count their syncs. */
    private double synced() throws IOException {
        double sum = 0;
        for (ServerHandle server : servers) sum += server.synced();
        return sum;
    }

    private double syncs(SyncPeriod period, long endNanos)
            throws IOException, InterruptedException {
        Sleep.until(
                endNanos
                        + (site.experiment().durability().equals("memory")
                                ? 0
                                : SYNCS_KNOWN_NANOS));
        double sum = 0;
        for (ServerHandle server : servers) sum += server.syncs(period.from, period.to);
        return sum;
    }

    private int connections() {
        if (site.experiment().attach().equals("embedded")) return 0;
        return TcpConnections.established();
    }

    /** Empty if the servers' states agree, and the servers have applied at least as many writes as were answered. */
    private String violation() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + AGREE.toNanos();
        String differing = differing();
        while (!differing.isEmpty() && System.nanoTime() - deadline < 0) {
            Thread.sleep(POLL_MILLIS);
            differing = differing();
        }
        return differing.isEmpty() ? misread() : differing;
    }

    private String differing() throws IOException {
        List<ContestantServer.State> states = new ArrayList<>();
        for (ServerHandle server : servers) states.add(server.state());
        return StateCheck.differing(states, site.ofEqualState(), writes);
    }

    private String misread() throws IOException {
        int keys = Math.min(site.experiment().load().keys(), READ_BACK);
        byte[][][] values = new byte[servers.size()][keys][];
        for (int server = 0; server < values.length; server++)
            for (int key = 0; key < keys; key++)
                values[server][key] = servers.get(server).read(key);
        return StateCheck.misread(values, written());
    }

    private List<byte[]> written() {
        LoadSpec load = warmUpLoad(site.experiment().load());
        List<byte[]> values = new ArrayList<>();
        if (site.experiment().attach().equals("embedded")) {
            int loaded = LoadInServers.loaded(site.servers(), load);
            for (int i = 0; i < loaded; i++)
                values.add(Payload.value(load.part(i, loaded).part(0, 1)));
            return values;
        }
        int parts = shards();
        for (int i = 0; i < parts; i++) values.add(Payload.value(load.part(i, parts)));
        return values;
    }

    /** Called even if the parent process was killed. */
    private void end() {
        synchronized (servers) {
            for (ServerHandle server : servers) server.end();
            for (ServerHandle server : servers) server.close();
        }
        try {
            RunPlace.clear(site.directory(), site.memory());
            if (site.memory() != null) Files.deleteIfExists(site.memory().getParent());
        } catch (DirectoryNotEmptyException e) {
            // Ignored: the parent directory is not empty, because other runs also have directories
            // in it.
        } catch (IOException e) {
            System.err.println("could not delete all data of the run: " + e);
        }
    }
}
