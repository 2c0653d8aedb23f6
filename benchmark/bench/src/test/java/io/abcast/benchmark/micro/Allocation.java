package io.abcast.benchmark.micro;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Weighs what an operation allocates on the Java heap: bytes of the measuring thread and of all threads that were started
 * with the subject. Unlike time, that hardly depends on the machine: once the code is compiled, it is the same every time.
 *
 * <p>The least of several rounds counts: what compiling, growing tables and a colleague's test add is noise that only adds.
 */
final class Allocation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Long enough for a round's fixed costs (reading counters) not to show. */
    private static final long ROUND_NANOS = 20_000_000;

    private static final int TURNS_MIN = 20;
    private static final int ROUNDS_MIN = 5;

    private Allocation() {}

    /** Makes a subject. */
    interface Maker {
        Subject make() throws Exception;
    }

    /** What it weighed. */
    record Weight(double leastBytes, int rounds) {}

    /** A subject and its threads. */
    record Weighed(Subject subject, long[] threads) {}

    /** Makes a subject and notes its threads. */
    static Weighed prepare(Maker maker) throws Exception {
        Set<Long> before = ids();
        Subject subject = maker.make();
        subject.turn();
        Set<Long> with = ids();
        with.removeAll(before);
        with.add(Thread.currentThread().getId());
        return new Weighed(subject, with.stream().mapToLong(Long::longValue).toArray());
    }

    /** A subject and the threads of this process that have such names. */
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
     * Bytes per operation. Goes on, for compilers need their time, until {@code enough} bytes are not exceeded, or time is up.
     *
     * @param nanosMax for all rounds together
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
        // A thread that has ended has -1.
        return Arrays.stream(THREADS.getThreadAllocatedBytes(threads)).filter(b -> b > 0).sum();
    }

    private static Set<Long> ids() {
        Set<Long> ids = new TreeSet<>();
        for (long id : THREADS.getAllThreadIds()) ids.add(id);
        return ids;
    }
}
