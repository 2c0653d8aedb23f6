package io.abcast.benchmark.micro;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Measures the bytes that an operation allocates on the Java heap, in the measuring thread and in all threads of the
 * measured subject. Unlike time, allocation hardly depends on the machine: after JIT compilation, each repetition of an
 * operation allocates the same number of bytes.
 *
 * <p> The measured value is the minimum over several rounds (periods of {@link #ROUND_NANOS} ns), each with many
 * repetitions of the operation. The minimum is the right value, because disturbances (JIT compilation, growing tables,
 * tests in other threads) only add bytes.
 */
final class Allocation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /**
     * Duration in ns of a round, in which the operation is repeated. In a round of this length, fixed costs such as
     * reading the counters are negligible.
     */
    private static final long ROUND_NANOS = 20_000_000;

    private static final int TURNS_MIN = 20;
    private static final int ROUNDS_MIN = 5;

    private Allocation() {}

    /** Makes a subject whose allocation is measured. */
    interface Maker {
        Subject make() throws Exception;
    }

    /** Result of an allocation measurement: the least number of bytes per operation, and the number of rounds. */
    record Weight(double leastBytes, int rounds) {}

    /** A subject whose allocation is measured, and the ids of its threads. */
    record Weighed(Subject subject, long[] threads) {}

    /** Creates a subject and records the threads that it starts. */
    static Weighed prepare(Maker maker) throws Exception {
        Set<Long> before = ids();
        Subject subject = maker.make();
        subject.turn();
        Set<Long> with = ids();
        with.removeAll(before);
        with.add(Thread.currentThread().getId());
        return new Weighed(subject, with.stream().mapToLong(Long::longValue).toArray());
    }

    /** Combines a subject with those threads of this process whose names satisfy a predicate. */
    static Weighed ofThreads(Subject subject, Predicate<String> names) {
        ThreadInfo[] all = THREADS.getThreadInfo(THREADS.getAllThreadIds());
        long[] threads =
                Arrays.stream(all)
                        .filter(info -> info != null && names.test(info.getThreadName()))
                        .mapToLong(ThreadInfo::getThreadId)
                        .toArray();
        return new Weighed(subject, threads);
    }

    /**
     * Measures the number of bytes that one operation allocates. Before JIT compilation, an operation allocates more
     * bytes. Therefore the method repeats the operation in rounds until one round needs at most {@code enough} bytes
     * per operation, or {@code nanosMax} is over.
     *
     * @param nanosMax maximum time of the whole measurement, in ns
     */
    static Weight weigh(Weighed weighed, double enough, long nanosMax) throws Exception {
        double least = Double.MAX_VALUE;
        long end = System.nanoTime() + nanosMax;
        int rounds = 0;
        while (rounds < ROUNDS_MIN || (least > enough && System.nanoTime() < end)) {
            least = Math.min(least, round(weighed));
            rounds++;
        }
        return new Weight(least, rounds);
    }

    private static double round(Weighed weighed) throws Exception {
        long before = allocated(weighed.threads);
        long end = System.nanoTime() + ROUND_NANOS;
        long operations = 0;
        for (int turns = 0; turns < TURNS_MIN || System.nanoTime() < end; turns++)
            operations += weighed.subject.turn();
        return (double) (allocated(weighed.threads) - before) / operations;
    }

    private static long allocated(long[] threads) {
        // The JVM reports -1 for a thread that has ended.
        return Arrays.stream(THREADS.getThreadAllocatedBytes(threads)).filter(b -> b > 0).sum();
    }

    private static Set<Long> ids() {
        Set<Long> ids = new TreeSet<>();
        for (long id : THREADS.getAllThreadIds()) ids.add(id);
        return ids;
    }
}
