package io.abcast.benchmark.micro;

import io.abcast.zab.AckTarget;
import io.abcast.zab.FollowerPolicy;
import io.abcast.zab.variants.CoinSettings;
import io.abcast.zab.variants.Variants;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures the cost that the coin of a ZAB_CT follower adds to each logged entry. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class Tossing {
    private static final int MEMBERS = 5;

    /** Time in ns between two log entries, at a load of 20,000 abcasts per second. */
    private static final long GAP_NANOS = 50_000;

    private static final long DELAY_NANOS = 400_000;

    private FollowerPolicy follower;
    private long now;

    @Setup
    public void setUp() {
        SplittableRandom random = new SplittableRandom(1);
        follower =
                Variants.policies("ZAB_CT", CoinSettings.defaults(), true)
                        .own()
                        .follower(MEMBERS, random::nextLong);
        // Complete a measurement window, so that the follower has chosen its coin probability
        // before the benchmark starts.
        follower.onFollowers(MEMBERS - 1, now);
        for (int i = 0; i < 100_000; i++) logged();
        if (follower.votesForZab() || Double.isNaN(follower.coin().p()))
            throw new IllegalStateException("expected a coin, got " + follower.reason());
    }

    /** Executes all steps of a follower for one entry, from the receipt of an ack to the delivery of the entry. */
    @Benchmark
    public AckTarget logged() {
        now += GAP_NANOS;
        follower.onDelay(DELAY_NANOS);
        AckTarget target = follower.onLogged(now);
        follower.onWaited(DELAY_NANOS);
        follower.onFollowers(MEMBERS - 1, now);
        return target;
    }
}
