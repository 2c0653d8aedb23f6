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
 * subject.
 *
 * <p>The value is the minimum over several rounds, because disturbances (JIT compilation, growing tables) only add
 * bytes.
 */
final class Allocation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final long ROUND_NANOS = 20_000_000;

    private static final int TURNS_MIN = 20;
    private static final int ROUNDS_MIN = 5;

    private Allocation() {}

    interface Maker {
        Subject make() throws Exception;
    }

    record Weight(double leastBytes, int rounds) {}

    record Weighed(Subject subject, long[] threads) {}

    static Weighed prepare(Maker maker) throws Exception {
        Set<Long> before = ids();
        Subject subject = maker.make();
        subject.turn();
        Set<Long> with = ids();
        with.removeAll(before);
        with.add(Thread.currentThread().getId());
        return new Weighed(subject, with.stream().mapToLong(Long::longValue).toArray());
    }

    static Weighed ofThreads(Subject subject, Predicate<String> names) {
        ThreadInfo[] all = THREADS.getThreadInfo(THREADS.getAllThreadIds());
        long[] threads =
                Arrays.stream(all)
                        .filter(info -> info != null && names.test(info.getThreadName()))
                        .mapToLong(ThreadInfo::getThreadId)
                        .toArray();
        return new Weighed(subject, threads);
    }

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
