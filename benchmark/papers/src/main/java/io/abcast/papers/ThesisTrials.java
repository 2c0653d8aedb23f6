package io.abcast.papers;

import io.abcast.report.Interval95;
import io.abcast.sim.testbed.Hardware;
import io.abcast.sim.testbed.ServerFactory;
import io.abcast.sim.testbed.Testbed;
import io.abcast.sim.testbed.TestbedMeasurement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/**
 * Runs each experiment of EL-Sanosi 2018 several times, caches the measurements, and computes figures from them. The
 * class is not thread-safe.
 */
final class ThesisTrials {
    /**
     * The machines of EL-Sanosi 2018: switched Ethernet of 100 Mbit/s (section 5.1.1), and a switch with a delay of 10
     * us. The third argument is the processor time of a message in ns, the only calibrated constant of the model
     * (docs/papers/zab.md).
     */
    static final Hardware HARDWARE = new Hardware(12_500_000, 10_000, 33_900);

    /** As a share of the measured writes; the warm-up of a run has at least one write for every client. */
    private static final double WARM_UP_SHARE = 0.2;

    /**
     * In this warm-up, followers choose the coin probability, vote on Zab's mode, and measure the delay without Zab's
     * commits.
     */
    private static final long COIN_WARM_UP_NANOS = 1_000_000_000L;

    private final int runs;
    private final int writes;
    private final long seed;
    private final Consumer<ThesisExperiment> progress;
    private final Map<ThesisExperiment, List<TestbedMeasurement>> done = new HashMap<>();

    ThesisTrials(int runs, int writes, long seed, Consumer<ThesisExperiment> progress) {
        this.runs = runs;
        this.writes = writes;
        this.seed = seed;
        this.progress = progress;
    }

    List<TestbedMeasurement> of(ThesisExperiment experiment) {
        List<TestbedMeasurement> known = done.get(experiment);
        if (known != null) return known;
        ServerFactory factory = ThesisServers.of(experiment.protocol(), theta(experiment));
        progress.accept(experiment);
        List<TestbedMeasurement> measurements = new ArrayList<>(runs);
        for (int run = 0; run < runs; run++) measurements.add(measure(experiment, factory, run));
        done.put(experiment, measurements);
        return measurements;
    }

    private double theta(ThesisExperiment experiment) {
        ThesisExperiment zab = experiment.thetaOf();
        return zab == null ? 0 : over(zab, TestbedMeasurement::throughput).mean();
    }

    private TestbedMeasurement measure(
            ThesisExperiment experiment, ServerFactory factory, int run) {
        int warmUp = Math.max((int) (WARM_UP_SHARE * writes), experiment.clients());
        return Testbed.measure(
                experiment.servers(),
                HARDWARE,
                experiment.load(),
                factory,
                warmUp,
                experiment.protocol().coin.adapts() ? COIN_WARM_UP_NANOS : 0,
                writes,
                seed + run);
    }

    Interval95 over(ThesisExperiment experiment, ToDoubleFunction<TestbedMeasurement> figure) {
        return Interval95.of(of(experiment).stream().map(figure::applyAsDouble).toList());
    }

    Interval95 comparing(
            ThesisExperiment baseline,
            ThesisExperiment experiment,
            ToDoubleBiFunction<TestbedMeasurement, TestbedMeasurement> figure) {
        List<TestbedMeasurement> before = of(baseline);
        List<TestbedMeasurement> after = of(experiment);
        List<Double> values = new ArrayList<>(runs);
        for (int run = 0; run < runs; run++)
            values.add(figure.applyAsDouble(before.get(run), after.get(run)));
        return Interval95.of(values);
    }
}
