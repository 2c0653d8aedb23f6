package io.abcast.benchmark.micro;

import io.abcast.dissemination.cooper.SeededBits;
import io.abcast.dissemination.cooper.code.FieldKernel;
import io.abcast.dissemination.cooper.code.Kernels;
import io.abcast.dissemination.cooper.code.LongLanesKernel;
import io.abcast.dissemination.cooper.code.TableKernel;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how fast a processor combines k blocks into a coded block, as a relay of Cooper does. The score of the
 * benchmark is bytes of coded output per microsecond, which is MB/s of one core.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 2, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class CodingBlocks {
    private static final int CODED_BYTES = 256 * 1024;

    /** KiB: all blocks of 32 KiB, as in a cast, fit into the caches; blocks of 256 KiB come from memory. */
    @Param({"32", "256"})
    public int blockKib;

    @Param({"16", "64"})
    public int k;

    @Param({"tables", "longs", "vectors"})
    public String kernel;

    private FieldKernel field;
    private byte[][] blocks;
    private byte[] coefficients;
    private byte[] coded;

    @Setup
    public void setUp() {
        field =
                switch (kernel) {
                    case "tables" -> new TableKernel();
                    case "longs" -> new LongLanesKernel();
                    default -> Kernels.vectors().orElseThrow();
                };
        SeededBits bits = new SeededBits(1);
        int blockBytes = blockKib * 1024;
        blocks = new byte[k][blockBytes];
        coefficients = new byte[k];
        for (int i = 0; i < k; i++) {
            bits.nextBytes(blocks[i], blockBytes);
            coefficients[i] = (byte) bits.nextNonZero();
        }
        coded = new byte[blockBytes];
    }

    @Benchmark
    @OperationsPerInvocation(CODED_BYTES)
    public byte[] combine() {
        for (int made = 0; made < CODED_BYTES; made += coded.length)
            field.combine(coded, 0, blocks, 0, coded.length, coefficients, k);
        return coded;
    }
}
