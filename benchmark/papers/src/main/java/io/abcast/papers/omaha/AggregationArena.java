package io.abcast.papers.omaha;

import io.abcast.dissemination.omaha.Composite;
import io.abcast.dissemination.omaha.HoldController;
import io.abcast.dissemination.omaha.InstanceTimes;
import io.abcast.dissemination.omaha.Omaha;
import io.abcast.dissemination.omaha.OmahaSettings;
import io.abcast.dissemination.omaha.PledgeHandle;
import io.abcast.kernel.Hold;
import io.abcast.papers.omaha.Instance.Signal;
import io.abcast.papers.omaha.Trial.Layer;
import io.abcast.papers.omaha.Trial.Leaders;
import io.abcast.sim.EventQueue;
import io.abcast.sim.Rng;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * One run of a {@link Trial}: fifteen simulated nodes execute instances of an algorithm above a layer that holds
 * (delays) messages. The run counts messages and bytes, and measures latencies.
 */
final class AggregationArena implements InstanceContext {
    static final int NODES = 15;

    /**
     * Mean round-trip time in ms; Mahamdi et al., 2023: "an average round-trip time of 60 milliseconds that follows a
     * normal distribution with a standard deviation of 10%".
     */
    static final int RTT_MILLIS = 60;

    /** IPv4 and TCP headers without options, as in Mahamdi et al., 2023, section II-A. */
    static final int HEADER_BYTES = 40;

    static final int PACKET_BYTES_MAX = 1_460;

    /**
     * In Mahamdi et al., 2023, Fast Paxos sends 105.12 MB in 3,000 instances of 240 messages, which is 146 bytes per
     * message.
     */
    static final int MESSAGE_BYTES = 146 - HEADER_BYTES;

    private static final int CONTROL_EVERY = 16;

    private static final long MILLI = 1_000_000;
    private static final long TELL_NANOS = 250 * MILLI;

    private static final double ONE_WAY_NANOS = RTT_MILLIS * MILLI / 2.0;
    private static final double DEVIATION = 0.1;

    private static final List<Integer> ALL = IntStream.range(0, NODES).boxed().toList();
    private static final int SHARED = 3;

    private final Trial trial;
    private final Algorithm.Quorums quorums;
    private final int dropped;
    private final int instances;
    private final int statedPercent;
    private final EventQueue queue = new EventQueue();

    // Each kind of random choice has its own generator, so that runs with different layers have the
    // same start times.
    private final Rng arrivals;
    private final Rng leaders;
    private final Rng network;

    private final List<Omaha<Integer, Signal>> layers = new ArrayList<>();
    private final long[] wakeNanos = new long[NODES];
    private final List<Map<Instance, PledgeHandle>> pledges = new ArrayList<>();
    private final List<HoldController> controllers = new ArrayList<>();
    private final InstanceTimes[] unreported = new InstanceTimes[NODES];

    private final Tally tally;
    private int started;

    AggregationArena(
            Trial trial, Algorithm.Quorums quorums, int dropped, int instances, long seed) {
        this(trial, quorums, dropped, instances, seed, 100);
    }

    /**
     * @param statedPercent time until the next message that nodes state in their pledges (announcements to send), in
     *     percent of the expected time
     */
    AggregationArena(
            Trial trial,
            Algorithm.Quorums quorums,
            int dropped,
            int instances,
            long seed,
            int statedPercent) {
        this.statedPercent = statedPercent;
        this.trial = trial;
        this.quorums = quorums;
        this.dropped = dropped;
        this.instances = instances;
        Rng rng = new Rng(seed);
        arrivals = rng.split();
        leaders = rng.split();
        network = rng.split();
        tally = new Tally(trial.algorithms());
        OmahaSettings settings = settings();
        for (int node = 0; node < NODES; node++) {
            Rng coin = rng.split();
            layers.add(new Omaha<>(settings, signal -> MESSAGE_BYTES, this::transmit, coin::unit));
            boolean own = node == 0 || trial.layer() == Layer.CONTROLLED_EACH;
            controllers.add(own ? controller() : controllers.get(0));
            unreported[node] = InstanceTimes.NONE;
            wakeNanos[node] = Long.MAX_VALUE;
            pledges.add(new HashMap<>());
        }
    }

    private HoldController controller() {
        return new HoldController(
                trial.boundPercent() / 100.0, CONTROL_EVERY, trial.timeoutMillis() * MILLI);
    }

    private OmahaSettings settings() {
        return switch (trial.layer()) {
            case NONE -> OmahaSettings.none();
            case TIME -> OmahaSettings.time(trial.timeoutMillis() * MILLI);
            case ALGORITHM_1, ALGORITHM_1_SHARED -> OmahaSettings.algorithm1();
            // For the layers PLEDGES, ACCEPTORS and the controlled layers, the controller has the
            // default settings of a JGroups stack.
            case PLEDGES, ACCEPTORS, CONTROLLED, CONTROLLED_EACH ->
                    OmahaSettings.pledges().withLearnsTimes(true);
        };
    }

    Tally run() {
        arrive();
        while (tally.completed() < instances) queue.runNext();
        return tally;
    }

    // ------------------------------------------------------------------ load

    private void arrive() {
        int number = started++;
        Algorithm algorithm = trial.algorithms().get(leaders.below(trial.algorithms().size()));
        int random = leaders.below(NODES);
        int leader = trial.leaders() == Leaders.TURN ? number % NODES : random;
        Instance instance = algorithm.instance(this, number, leader, quorums);
        instance.start();
        wakeAll();
        // Little's law gives the mean gap between the starts of two instances: the duration of an
        // instance without holding, divided by the number of instances in progress.
        double mean = steps() * ONE_WAY_NANOS / trial.load().at(number, instances);
        queue.at(now() + (long) (-mean * Math.log(1 - arrivals.unit())), this::arrive);
    }

    private double steps() {
        return trial.algorithms().stream().mapToInt(a -> a.steps).average().orElseThrow();
    }

    @Override
    public void done(Instance instance) {
        long latency = now() - instance.startNanos();
        report(instance, latency);
        tally.completed(instance.algorithm, latency);
        if (tally.completed() == dropped) tally.begin();
    }

    private void report(Instance instance, long latency) {
        if (trial.layer() != Layer.CONTROLLED_EACH) {
            controllers.get(0).completed(latency, isControl(instance));
            return;
        }
        int at = instance.leader;
        if (unreported[at].isEmpty()) queue.at(now() + TELL_NANOS, () -> tell(at));
        unreported[at] = unreported[at].with(latency, isControl(instance));
    }

    private void tell(int node) {
        InstanceTimes times = unreported[node];
        unreported[node] = InstanceTimes.NONE;
        controllers.get(node).completed(times);
        for (int to = 0; to < NODES; to++) {
            HoldController told = controllers.get(to);
            if (to != node) queue.at(now() + oneWayNanos(), () -> told.completed(times));
        }
    }

    // The services that a run gives to its instances.

    @Override
    public long now() {
        return queue.now();
    }

    @Override
    public boolean loses() {
        return trial.lossPercent() > 0;
    }

    /**
     * Time in ns after which Paxos resends an unanswered message; Mahamdi et al., 2023: "we set the Paxos timer to RTT
     * + 2 * timeout" (section IV-F).
     */
    @Override
    public long resendNanos() {
        return (RTT_MILLIS + 2L * trial.timeoutMillis()) * MILLI;
    }

    @Override
    public void after(long nanos, Runnable task) {
        queue.at(
                now() + nanos,
                () -> {
                    task.run();
                    wakeAll();
                });
    }

    @Override
    public void send(int from, int to, Signal signal) {
        layers.get(from).send(to, signal, hold(from, signal), app(signal.instance()), now());
        wake(from);
    }

    @Override
    public void beginPledge(Instance instance, int node, int steps) {
        long expected = MILLI * RTT_MILLIS / 2 * steps * statedPercent / 100;
        PledgeHandle made = layers.get(node).beginPledge(app(instance), ALL, expected, now());
        pledges.get(node).put(instance, made);
    }

    @Override
    public void endPledge(Instance instance, int node) {
        PledgeHandle pledge = pledges.get(node).remove(instance);
        if (pledge == null) return;
        layers.get(node).close(pledge, now());
        wake(node);
    }

    @Override
    public boolean acceptorsPledge() {
        return trial.layer() == Layer.ACCEPTORS || trial.layer().controlled();
    }

    private long app(Instance instance) {
        return trial.layer() == Layer.ALGORITHM_1_SHARED
                ? instance.number % SHARED
                : instance.number;
    }

    private Hold hold(int from, Signal signal) {
        if (trial.layer().controlled())
            return signal.critical() || isControl(signal.instance())
                    ? Hold.NEVER
                    : controllers.get(from).hold();
        int percent = signal.critical() ? trial.critical() : trial.responses();
        return new Hold(percent / 100.0, trial.timeoutMillis() * MILLI);
    }

    private boolean isControl(Instance instance) {
        return controllers.get(0).isControl(instance.number);
    }

    // ------------------------------------------------------------------ network

    private void transmit(int to, List<Signal> signals) {
        tally.transmitted(signals);
        if (loses() && network.below(100) < trial.lossPercent()) return;
        queue.at(
                now() + oneWayNanos(),
                () -> {
                    for (Signal signal : signals) signal.instance().receive(to, signal);
                    wake(to);
                });
    }

    private long oneWayNanos() {
        return (long) Math.max(0, ONE_WAY_NANOS * (1 + DEVIATION * gaussian()));
    }

    private double gaussian() {
        double radius = Math.sqrt(-2 * Math.log(1 - network.unit()));
        return radius * Math.cos(2 * Math.PI * network.unit());
    }

    private void wakeAll() {
        for (int node = 0; node < NODES; node++) wake(node);
    }

    private void wake(int node) {
        long due = layers.get(node).nextDeadlineNanos();
        if (due >= wakeNanos[node]) return;
        wakeNanos[node] = due;
        queue.at(
                due,
                () -> {
                    if (wakeNanos[node] == due) wakeNanos[node] = Long.MAX_VALUE;
                    layers.get(node).onTime(now());
                    wake(node);
                });
    }

    static int networkBytes(int messages) {
        int payload = messages * MESSAGE_BYTES;
        if (messages > 1) {
            int[] sizes = new int[messages];
            Arrays.fill(sizes, MESSAGE_BYTES);
            payload += Composite.overhead(sizes);
        }
        int packets = (payload + PACKET_BYTES_MAX - 1) / PACKET_BYTES_MAX;
        return payload + packets * HEADER_BYTES;
    }
}
