package io.abcast.benchmark.bench;

import io.abcast.benchmark.load.NetworkTarget;
import io.abcast.client.ClientLoops;
import io.abcast.command.figures.LoopbackCounters;
import io.abcast.command.process.ProcessRegistry;
import io.abcast.command.process.Sleep;
import io.abcast.load.ConnectionSpread;
import io.abcast.load.Experiment;
import io.abcast.load.LoadEngine;
import io.abcast.load.LoadFigures;
import io.abcast.load.LoadSource;
import io.abcast.load.LoadSpec;
import io.abcast.load.Second;
import io.abcast.load.SteeringFigures;
import io.abcast.load.contest.LoadInServers;
import io.abcast.load.contest.WarmUp;
import io.abcast.server.figures.Counter;
import io.abcast.server.figures.MemberFigures;
import io.abcast.testkit.ClusterSpec;
import io.abcast.testkit.LocalEnsemble;
import io.abcast.testkit.ServerProcess;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A run starts a cluster of servers, puts load on it, measures it and stops it. */
final class BenchRun {
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration AGREE = Duration.ofSeconds(20);
    private static final long SECOND = 1_000_000_000;

    private static final String LEADS = "partition.%s.leads";

    private static final long ASK_MILLIS = 300;

    private final Plan plan;
    private final SweepListener.RunTitle title;
    private final SweepListener progress;
    private final Experiment experiment;

    private final Set<Integer> killed = new TreeSet<>();

    private boolean isBack;

    BenchRun(Plan plan, SweepListener.RunTitle title, SweepListener progress) {
        this.plan = plan;
        this.title = title;
        this.progress = progress;
        experiment = title.experiment();
    }

    RunResult run(Path directory, ProcessRegistry registry)
            throws IOException, InterruptedException {
        ClusterSpec spec =
                new ClusterSpec(
                        servers(),
                        experiment.protocol(),
                        plan.configs().get(experiment.protocol()),
                        experiment.durability(),
                        experiment.batching(),
                        directory,
                        plan.jvmFlags(),
                        serverArguments(),
                        plan.clientKeys(),
                        isPartitioned()
                                ? plan.partitions().ofEqualState(experiment.nodes())
                                : List.of());
        try (LocalEnsemble cluster =
                        registry.opened(new LocalEnsemble(spec), LocalEnsemble::close);
                ClientLoops loops = new ClientLoops(plan.loadThreads())) {
            progress.phase(title, "starting " + servers() + " servers");
            if (embedded()) cluster.takeOrders(EmbeddedServer.class, EmbeddedServer.ANSWERS);
            cluster.start(START);
            try {
                return measure(cluster, load(cluster, loops));
            } catch (IOException | RuntimeException e) {
                throw new IOException(e.getMessage() + cluster.where(), e);
            }
        }
    }

    private boolean embedded() {
        return experiment.attach().equals("embedded");
    }

    private boolean isPartitioned() {
        return experiment.load().spread().wanted();
    }

    private int servers() {
        return isPartitioned() ? plan.partitions().servers(experiment.nodes()) : experiment.nodes();
    }

    private List<String> serverArguments() {
        List<String> all = new ArrayList<>();
        if (experiment.omaha() != null)
            all.addAll(List.of("--omaha", experiment.omaha() ? "on" : "off"));
        if (isPartitioned()) all.addAll(plan.partitions().serverArguments(experiment.nodes()));
        return all;
    }

    private LoadSource load(LocalEnsemble cluster, ClientLoops loops) {
        LoadSpec load = experiment.load();
        // Prolong the first step of the schedule of rates by the warm-up, because the load starts
        // with the warm-up.
        load = load.at(load.rate().prolonged(plan.warmupSeconds()));
        if (embedded()) return new LoadInServers(cluster.orders(), load);
        int count =
                ConnectionSpread.shards(
                        loops.all().size(), load.clients(), experiment.connections());
        List<EventLoop> shards = loops.all().subList(0, count);
        ConnectionSpread spread = new ConnectionSpread(experiment.connections(), count, servers());
        return new LoadEngine(
                load,
                shards,
                (loop, part) ->
                        new NetworkTarget(
                                (EventLoop) loop,
                                part,
                                cluster.addresses(),
                                spread.toServers(shards.indexOf(loop)),
                                cluster.tls(),
                                isPartitioned()
                                        ? plan.partitions().byPartition(experiment.nodes())
                                        : List.of()));
    }

    private RunResult measure(LocalEnsemble cluster, LoadSource load)
            throws IOException, InterruptedException {
        load.start();
        WarmUp warmUp = warmUp(cluster, load);
        List<MemberFigures> before = figures(cluster);
        load.poll();
        LoopbackCounters wire = LoopbackCounters.read();
        long start = System.nanoTime();
        List<Second> series = new ArrayList<>();
        LoadFigures sum = seconds(plan.durationSeconds(), cluster, load, series);
        double seconds = (System.nanoTime() - start) / 1e9;
        LoopbackCounters crossed = LoopbackCounters.read().since(wire);
        List<MemberFigures> after = figures(cluster);
        before.removeIf(f -> killed.contains(f.id()));
        sum = sum.plus(load.stop().withoutCounts());
        boolean agreed = cluster.awaitAgreement(AGREE) != null;
        return new RunResult(
                experiment,
                title.run(),
                warmUp.seconds(),
                warmUp.steady(),
                seconds,
                sum,
                before,
                after,
                series,
                crossed,
                agreed,
                plan.kill());
    }

    private WarmUp warmUp(LocalEnsemble cluster, LoadSource load)
            throws IOException, InterruptedException {
        WarmUp warmUp = new WarmUp(plan.warmupSeconds(), plan.warmupMaxSeconds());
        SteeringFigures unknown = MemberSteering.of(List.of());
        warmUp.run(
                load,
                () -> compilerSeconds(cluster),
                (figures, at, length) ->
                        progress.second(
                                title, true, second(figures, at, length, unknown, Map.of())));
        if (warmUp.seconds() > 0) progress.warmedUp(title, warmUp.seconds(), warmUp.steady());
        return warmUp;
    }

    private double compilerSeconds(LocalEnsemble cluster) throws IOException {
        double millis = 0;
        for (MemberFigures server : figures(cluster))
            millis += server.counter(Counter.COMPILER_MILLIS);
        return millis / 1000;
    }

    private LoadFigures seconds(
            double length, LocalEnsemble cluster, LoadSource load, List<Second> series)
            throws IOException, InterruptedException {
        LoadFigures sum = LoadFigures.none();
        ServerWrites writes = new ServerWrites();
        writes.add(soon(cluster));
        long start = System.nanoTime();
        long end = start + (long) (length * SECOND);
        long last = start;
        while (last < end) {
            long until = Math.min(end, last + SECOND);
            // A last interval of less than 0.2 s would give an outlier in the plots, so extend the
            // present interval to the end.
            if (end - until < SECOND / 5) until = end;
            disturb(cluster, start, until);
            Sleep.until(until);
            LoadFigures figures = load.poll();
            long now = System.nanoTime();
            List<ServerAnswer> members = soon(cluster);
            SteeringFigures steering =
                    MemberSteering.of(members.stream().map(ServerAnswer::figures).toList());
            Second second =
                    second(
                            figures,
                            (now - start) / 1e9,
                            (now - last) / 1e9,
                            steering,
                            writes.add(members));
            series.add(second);
            progress.second(title, false, second);
            sum = sum.plus(figures);
            last = now;
        }
        return sum;
    }

    private void disturb(LocalEnsemble cluster, long start, long until)
            throws IOException, InterruptedException {
        ServerKill kill = plan.kill();
        if (kill == null) return;
        long at = start + (long) (kill.seconds() * SECOND);
        if (killed.isEmpty() && at <= until) {
            // Ask the servers which of them leads some time before the kill is due, because the
            // query takes time.
            List<Integer> victims = victims(kill, cluster);
            Sleep.until(at);
            for (int id : victims) cluster.server(id).kill();
            killed.addAll(victims);
            progress.phase(title, "killed servers " + victims);
        }
        long back = start + (long) (kill.backSeconds() * SECOND);
        if (isBack || !kill.isBack() || back > until) return;
        isBack = true;
        Sleep.until(back);
        for (int id : killed) cluster.server(id).start();
        progress.phase(title, "started servers " + killed + " again");
    }

    private List<Integer> victims(ServerKill kill, LocalEnsemble cluster) throws IOException {
        if (kill.partition().isEmpty()) return List.of(kill.server());
        int nodes = experiment.nodes();
        int number = plan.partitions().names(nodes).indexOf(kill.partition());
        List<Integer> servers = plan.partitions().byPartition(nodes).get(number);
        if (!kill.leader()) return servers;
        for (int id : servers)
            if (cluster.control(id).status().text(LEADS.formatted(kill.partition())).equals("true"))
                return List.of(id);
        throw new IOException("partition " + kill.partition() + " has no leader to kill");
    }

    private static List<ServerAnswer> soon(LocalEnsemble cluster) throws InterruptedException {
        List<CompletableFuture<ServerAnswer>> asked = new ArrayList<>();
        for (ServerProcess server : cluster.servers())
            if (server.alive())
                asked.add(
                        cluster.control(server.id())
                                .figuresSoon()
                                .thenApply(f -> new ServerAnswer(f, System.nanoTime())));
        try {
            CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
                    .get(ASK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // A server that did not answer in time is missing in the figures of this second.
        }
        return asked.stream()
                .filter(f -> f.isDone() && !f.isCompletedExceptionally())
                .map(CompletableFuture::join)
                .toList();
    }

    private static Second second(
            LoadFigures figures,
            double at,
            double length,
            SteeringFigures steering,
            Map<Integer, Double> writesAt) {
        return new Second(
                at,
                figures.answered() / length,
                figures.writes() / length,
                figures.latency().getValueAtPercentile(50),
                figures.latency().getValueAtPercentile(99),
                figures.errorsTotal(),
                steering,
                figures.multiLatency().getTotalCount() / length,
                writesAt);
    }

    private List<MemberFigures> figures(LocalEnsemble cluster) throws IOException {
        List<MemberFigures> all = new ArrayList<>();
        for (ServerProcess server : cluster.servers())
            if (!killed.contains(server.id())) all.add(cluster.control(server.id()).figures());
        return all;
    }
}
