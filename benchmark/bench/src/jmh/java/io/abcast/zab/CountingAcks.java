package io.abcast.zab;

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

/**
 * Measures the cost at which a leader counts one ack. The benchmark is in this package because the class that counts
 * acks is package-private.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class CountingAcks {
    @Param({"3", "9"})
    private int members;

    private QuorumTracker tracker;
    private int turn;
    private long zxid = 1;

    @Setup
    public void setUp() {
        tracker = new QuorumTracker(members, members / 2 + 1);
    }

    @Benchmark
    public boolean ack() {
        if (++turn == members) {
            turn = 0;
            zxid++;
        }
        return tracker.ack(turn, zxid);
    }
}
