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
 * subject. Unlike time, allocation hardly depends on the machine: once the code is compiled, each repetition allocates
 * the same.
 *
 * <p>The result is the minimum of several rounds. Compilation, growing tables and tests in other threads add bytes to
 * single rounds, and never remove any.
 */
final class Allocation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Duration of a round in ns, long enough to make its fixed costs, such as reading counters, negligible. */
    private static final long ROUND_NANOS = 20_000_000;

    private static final int TURNS_MIN = 20;
    private static final int ROUNDS_MIN = 5;

    private Allocation() {}

    /** Makes a subject. */
    interface Maker {
        Subject make() throws Exception;
    }

    /** Result of a measurement. */
    record Weight(double leastBytes, int rounds) {}

    /** A subject and its threads. */
    record Weighed(Subject subject, long[] threads) {}

    /** Creates a subject and records its threads. */
    static Weighed prepare(Maker maker) throws Exception {
        Set<Long> before = ids();
        Subject subject = maker.make();
        subject.turn();
        Set<Long> with = ids();
        with.removeAll(before);
        with.add(Thread.currentThread().getId());
        return new Weighed(subject, with.stream().mapToLong(Long::longValue).toArray());
    }

    /** Combines a subject with the threads of this process whose names match. */
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
     * Measures the bytes per operation. Repeats rounds until the bytes are at most {@code enough} or the time is over,
     * because the JIT compilers need time.
     *
     * @param nanosMax maximum time of all rounds together
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
