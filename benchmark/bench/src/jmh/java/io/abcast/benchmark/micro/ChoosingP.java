package io.abcast.benchmark.micro;

import io.abcast.zab.coin.CoinChoice;
import io.abcast.zab.coin.CoinChooser;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures the cost of choosing the coin probability p. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ChoosingP {
    private static final double D_SECONDS = 0.1;
    private static final double DELTA = 0.001;

    @Param({"3", "5", "9", "63"})
    private int servers;

    private CoinChooser chooser;
    private int turn;

    @Setup
    public void setUp() {
        chooser = new CoinChooser(servers, servers - 1, D_SECONDS, DELTA);
    }

    /**
     * Inputs are close to the runs of EL-Sanosi 2018: about 1846 log entries per second (lambda), and a delay d of
     * about 20 ms.
     */
    @Benchmark
    public double choose() {
        double lambda = 1846 + (turn++ & 255);
        double delaySeconds = 0.02 + (turn & 15) * 1e-4;
        return chooser.choose(CoinChoice.AA, lambda, delaySeconds, lambda);
    }
}
