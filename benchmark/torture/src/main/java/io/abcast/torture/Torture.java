package io.abcast.torture;

import io.abcast.client.ClientLoops;
import io.abcast.server.ProtocolNames;
import io.abcast.server.figures.MemberFigures;
import io.abcast.testkit.ClusterSpec;
import io.abcast.testkit.Control;
import io.abcast.testkit.Hosts;
import io.abcast.testkit.LocalEnsemble;
import io.abcast.testkit.ServerProcess;
import io.abcast.torture.FaultSchedule.Episode;
import io.abcast.torture.TortureResult.EpisodeResult;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs one torture test of an ensemble: puts load on servers, injects and heals faults, and checks everything that
 * clients observed. The method {@link #close} ends all processes of the run and removes all mounts, even after a
 * failure.
 */
public final class Torture implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(90);
    private static final Duration AGREE = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 200;
    private static final long SAY_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int LOOPS = 2;
    private static final long BURST_ANSWER_SECONDS = 3;

    private final TortureSpec spec;
    private final Consumer<String> out;
    private final long startNanos = System.nanoTime();
    private final Violations violations;
    private final List<EpisodeResult> episodes = new ArrayList<>();
    private final Injections injections = new Injections();
    private final List<String> settings;
    private final ClientLoops loops = new ClientLoops(LOOPS);
    private final Disks disks;
    private final ServerLinks links;
    private final LocalEnsemble cluster;
    private ServerEnsemble ensemble;
    private MemberWatch watch;
    private TortureLoad load;
    private ProcessFaults processFaults;
    private DiskAttacks diskFaults;
    private long saidNanos = startNanos;
    private long saidAnswers;
    private boolean closed;

    /** @param out receives the log of the run, line by line */
    public Torture(TortureSpec spec, Consumer<String> out) throws IOException {
        this.spec = spec;
        this.out = out;
        violations = new Violations(this::say);
        Files.createDirectories(spec.directory());
        settings = DrawnSettings.draw(spec.protocol(), spec.seed());
        disks = new Disks(spec.directory(), spec.nodes(), spec.sandboxed());
        Hosts hosts;
        Path stack = spec.config();
        if (spec.sandboxed()) {
            NamespaceHosts spaces = new NamespaceHosts(spec.nodes(), disks);
            hosts = spaces;
            links = spaces;
        } else {
            DiscardHosts discard = new DiscardHosts(LocalEnsemble.loopback(spec.nodes()), disks);
            hosts = discard;
            links = discard;
            stack = DiscardHosts.stack(spec.config(), spec.directory());
        }
        List<String> arguments = new ArrayList<>();
        if (spec.partitioned() != null)
            arguments.addAll(spec.partitioned().serverArguments(spec.nodes()));
        for (String setting : settings)
            arguments.addAll(List.of("--set", spec.protocol() + "." + setting));
        cluster =
                new LocalEnsemble(
                        new ClusterSpec(
                                spec.nodes(),
                                spec.protocol(),
                                stack,
                                spec.durability(),
                                true,
                                spec.directory(),
                                spec.jvmFlags(),
                                arguments),
                        hosts);
    }

    /**
     * Runs the torture test; violations are part of the result, and cause no exception.
     *
     * @throws IOException if the run cannot start, or cannot continue
     */
    public TortureResult run() throws IOException, InterruptedException {
        List<FaultKind> possible =
                FaultKind.possible(
                        spec.partitioned() != null || !ProtocolNames.leaderless(spec.protocol()),
                        spec.durable(),
                        // A CAMU server on a full disk does not stop: its replicas that still have
                        // space continue.
                        disks.canBeFull() && spec.partitioned() == null,
                        links.single());
        possible.retainAll(spec.faults());
        if (possible.isEmpty())
            throw new IOException(
                    "none of the chosen faults is possible on this host with " + spec.protocol());
        say("seed " + spec.seed() + "; faults: " + labels(possible));
        say("links: " + links.means() + "; disks: " + disks.means());
        say("settings: " + String.join(", ", settings));
        cluster.start(START);
        say(spec.nodes() + " servers serve");
        Availability availability = new Availability(System.nanoTime());
        try (HistoryFile history =
                        new HistoryFile(spec.directory().resolve("history.txt.gz"), startNanos);
                Registers registers =
                        new Registers(violations, RegisterCheck::check, System.nanoTime())) {
            load = new TortureLoad(availability, history, violations);
            ListHistory lists = new ListHistory(violations::add);
            ensemble = new ServerEnsemble(cluster, links, spec.durable());
            watch = new MemberWatch(cluster, loops.next());
            processFaults = new ProcessFaults(ensemble, watch, links.single());
            List<InetSocketAddress> servers = cluster.addresses();
            PlainClient burst = new PlainClient(loops.next(), servers, BURST_ANSWER_SECONDS);
            diskFaults = new DiskAttacks(ensemble, watch, disks, violations, burst);
            try (burst;
                    TortureClients clients =
                            new TortureClients(spec, servers, loops, load, registers, lists)) {
                clients.start();
                long began = System.nanoTime();
                breakThings(new FaultSchedule(possible, spec.durable(), spec.seed()), began);
                double seconds = (System.nanoTime() - began) / 1e9;
                say("all faults are healed; final checks");
                clients.end();
                long stall = availability.longestNanos(began, System.nanoTime());
                registers.finish();
                if (spec.partitioned() != null) check(lists);
                long onceKeys = agreeAndLook(clients.ledgers());
                String problem = injections.problem();
                if (problem != null) violations.add(problem);
                writeDeliveries(lists);
                return result(seconds, registers, onceKeys, lists.txns().size(), stall);
            }
        }
    }

    private void check(ListHistory lists) {
        boolean strict = spec.partitioned().strict();
        new ListCheck(lists, strict, violations::add).run();
        say(
                "searched cycles in "
                        + lists.txns().size()
                        + " transactions on lists"
                        + (strict ? ", with real-time edges" : ""));
    }

    private void writeDeliveries(ListHistory lists) throws IOException {
        PartitionedRun run = spec.partitioned();
        if (run == null || run.deliveries() == null) return;
        new TortureDeliveries(run, spec.nodes())
                .write(spec.directory(), lists.txns(), ensemble.crashes());
    }

    private void breakThings(FaultSchedule schedule, long began)
            throws IOException, InterruptedException {
        long end = began + (long) (spec.minutes() * 60e9);
        while (System.nanoTime() - end < 0) {
            Episode episode = schedule.next();
            pause(episode.calmMillis());
            if (!run(episode)) return;
        }
    }

    private boolean run(Episode episode) throws IOException, InterruptedException {
        List<ActiveFault> faults = new ArrayList<>();
        List<FaultKind> kinds = new ArrayList<>();
        ensemble.watchQuorum();
        long began = System.nanoTime();
        for (FaultKind kind : episode.kinds()) {
            if (!faults.isEmpty()) Thread.sleep(episode.laterMillis());
            ActiveFault fault = fault(kind, episode.random());
            try {
                say(episode.number() + " " + kind.label() + ": " + fault.begin());
            } catch (NotInjected e) {
                injections.skipped(kind);
                say(episode.number() + " " + kind.label() + ": skipped: " + e.getMessage());
                continue;
            }
            injections.injected();
            faults.add(fault);
            kinds.add(kind);
        }
        if (faults.isEmpty()) return true;
        faults.get(0).hold(episode.holdMillis());
        for (ActiveFault fault : faults) {
            String done = fault.end();
            if (!done.isEmpty()) say(episode.number() + " " + done);
        }
        ensemble.restoreLinks();
        long healed = System.nanoTime();
        boolean recovered = recover(episode);
        long now = System.nanoTime();
        boolean quorum = !ensemble.lostQuorum();
        long from = quorum ? began : ensemble.quorumBackNanos();
        long outage = millis(load.availability.longestNanos(from, now));
        episodes.add(
                new EpisodeResult(
                        Episode.label(kinds), kinds, quorum, outage, millis(now - healed)));
        say(
                String.format(
                        Locale.ROOT,
                        "%d %s; %.0f ops/s; longest stall %d ms%s",
                        episode.number(),
                        recovered
                                ? "all serve " + millis(now - healed) + " ms after healing"
                                : "NOT RECOVERED",
                        rate(),
                        outage,
                        quorum ? "" : " once there was a quorum again"));
        return recovered;
    }

    private ActiveFault fault(FaultKind kind, SplittableRandom random) {
        return switch (kind) {
            case LOSE_DISK, TRUNCATE_LOG, FLIP_BIT, FULL_DISK -> diskFaults.of(kind, random);
            default -> processFaults.of(kind, random);
        };
    }

    private boolean recover(Episode episode) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(spec.recoverSeconds());
        long answers = load.availability.answers();
        String problem = "no client is answered";
        while (System.nanoTime() - deadline < 0) {
            int fallen = ensemble.fallen();
            if (fallen != 0) {
                violations.add("after " + episode.label() + ": " + ensemble.server(fallen).end());
                return false;
            }
            String unhealthy = watch.unhealthy();
            if (unhealthy == null && load.availability.answers() > answers) return true;
            if (unhealthy != null) problem = unhealthy;
            pause(POLL_MILLIS);
        }
        violations.add(
                "no progress within "
                        + spec.recoverSeconds()
                        + " s after "
                        + episode.label()
                        + " was healed: "
                        + problem);
        return false;
    }

    private void pause(long millis) throws InterruptedException {
        Thread.sleep(millis);
        if (System.nanoTime() - saidNanos < SAY_NANOS) return;
        say(
                String.format(
                        Locale.ROOT,
                        "%.0f ops/s, %d operations, %d of unknown outcome",
                        rate(),
                        load.answered.sum(),
                        load.unknown.sum()));
    }

    private double rate() {
        long now = System.nanoTime();
        long answers = load.answered.sum();
        double rate = (answers - saidAnswers) * 1e9 / Math.max(1, now - saidNanos);
        saidNanos = now;
        saidAnswers = answers;
        return rate;
    }

    private long agreeAndLook(List<OnceLedger> ledgers) throws InterruptedException {
        String unhealthy = awaitHealth();
        Control.Digest agreed = unhealthy == null ? cluster.awaitAgreement(AGREE) : null;
        if (unhealthy != null) violations.add("not all members serve at the end: " + unhealthy);
        else if (agreed == null) violations.add("the members' states differ: " + digests());
        else
            say(
                    String.format(
                            "states agree: zxid %s, digest %s, %d keys",
                            Long.toHexString(agreed.zxid()),
                            Long.toHexString(agreed.digest()),
                            agreed.keys()));
        FinalLook look = new FinalLook(loops.next(), violations);
        long keys = 0;
        // Members that do not serve are not asked, because the run has already reported them as a
        // violation.
        for (MemberFigures serving : watch.figures()) {
            if (serving == null || !serving.active()) continue;
            keys = 0;
            for (OnceLedger ledger : ledgers) keys += look.at(cluster.server(serving.id()), ledger);
        }
        return keys;
    }

    /**
     * Waits until all members serve, because a member may answer late on a busy host.
     *
     * @return reason why the ensemble is still unhealthy; {@code null} if the ensemble is healthy
     */
    private String awaitHealth() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(spec.recoverSeconds());
        String unhealthy = watch.unhealthy();
        while (unhealthy != null && System.nanoTime() - deadline < 0) {
            Thread.sleep(POLL_MILLIS);
            unhealthy = watch.unhealthy();
        }
        return unhealthy;
    }

    private String digests() {
        List<String> all = new ArrayList<>();
        for (ServerProcess server : cluster.servers()) {
            try {
                all.add("server " + server.id() + " " + cluster.control(server.id()).digest());
            } catch (IOException e) {
                all.add("server " + server.id() + " " + e.getMessage());
            }
        }
        return String.join("; ", all);
    }

    private TortureResult result(
            double seconds, Registers registers, long onceKeys, long listTxns, long stall) {
        return new TortureResult(
                seconds,
                load.answered.sum(),
                load.reads.sum(),
                load.writes.sum(),
                load.unknown.sum(),
                load.refused.sum(),
                registers.checkedRegisters(),
                registers.checkedOps(),
                onceKeys,
                listTxns,
                List.copyOf(episodes),
                diskFaults.outcomes(),
                injections.skipped(),
                millis(stall),
                links.means(),
                disks.means(),
                List.copyOf(settings),
                violations.first(),
                violations.count());
    }

    private static String labels(List<FaultKind> kinds) {
        return String.join(", ", kinds.stream().map(FaultKind::label).toList());
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    private void say(String line) {
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        out.accept(String.format(Locale.ROOT, "%7.1f s  %s", seconds, line));
    }

    /** Ends all servers, and keeps the servers' data for the analysis of a failure. */
    public void keepData() throws IOException {
        cluster.close();
        disks.keep();
    }

    /** Ends all processes of the run, and unmounts the members' disks; thread-safe, and a second call has no effect. */
    @Override
    public synchronized void close() throws IOException {
        if (closed) return;
        closed = true;
        if (load != null) load.end();
        cluster.close();
        loops.close();
        disks.close();
    }
}
