package io.abcast.papers.wan;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Measures how many message delays EPaxos needs. A message between any two sites takes one delay, links have unlimited
 * rates, and processors and logs take no time. Every result of this class is a number of message delays.
 */
public final class Delays {
    private static final double ONE_WAY_MILLIS = 10;
    private static final double ONE_WAY_NANOS = ONE_WAY_MILLIS * 1e6;
    private static final long QUIET_NANOS = 2_000_000_000L;

    private static final int SMALL_BYTES = 100;
    private static final int LARGE_BYTES = 4 << 10;
    private static final int PARTS = 4;

    /**
     * Times of two interfering requests that are submitted at two sites.
     *
     * @param commit longest time from the later request until both requests are committed, in message delays.
     * @param execution longest time from the later request until both requests took effect at their sites, in message
     *     delays
     */
    public record Interfering(double commit, double execution) {}

    private Delays() {}

    private static WideCluster cluster(int n, boolean isAllInterfering, long seed) {
        return cluster(n, WideSettings.defaults(isAllInterfering), seed);
    }

    private static WideCluster cluster(int n, WideSettings settings, long seed) {
        return new WideCluster(WideLinks.equal(n, ONE_WAY_MILLIS), settings, seed);
    }

    /**
     * Longest time in message delays from a request to its commit, when each of the n sites of an idle ensemble submits
     * one request.
     */
    public static double fastCommit(int n, long seed) {
        return fastCommit(cluster(n, false, seed), n, SMALL_BYTES);
    }

    /**
     * Longest time in message delays from a request to its commit, if each payload travels over one relay, which is the
     * site after the source.
     */
    public static double byOneRelay(int n, long seed) {
        double[] rates = new double[n];
        double[][] r = new double[n][n];
        for (int i = 0; i < n; i++) {
            rates[i] = 1;
            r[i][(i + 1) % n] = 1;
        }
        WideOverlays overlays = new WideOverlays(rates, r, false);
        WideSettings settings = WideSettings.defaults(false).over(overlays);
        return fastCommit(cluster(n, settings, seed), n, LARGE_BYTES);
    }

    private static double fastCommit(WideCluster idle, int n, int bytes) {
        double longest = 0;
        for (int rank = 0; rank < n; rank++) {
            idle.runFor(QUIET_NANOS);
            long begin = idle.queue().now();
            int request = idle.request(rank, bytes);
            idle.runFor(QUIET_NANOS);
            longest = Math.max(longest, since(begin, idle.meter(rank).committedAt(request)));
        }
        return longest;
    }

    private static double since(long begin, long end) {
        if (end < begin) throw new IllegalStateException("a request was not answered");
        return (end - begin) / ONE_WAY_NANOS;
    }

    /**
     * Measures the times of two interfering requests, for all pairs of sites, and for 0 to 2 message delays between the
     * requests.
     */
    public static Interfering interfering(int n, long seed) {
        WideCluster idle = cluster(n, true, seed);
        double commit = 0;
        double execution = 0;
        for (int first = 0; first < n; first++)
            for (int second = 0; second < n; second++) {
                if (first == second) continue;
                for (int parts = 0; parts <= 2 * PARTS; parts++) {
                    idle.runFor(QUIET_NANOS);
                    int one = idle.request(first, SMALL_BYTES);
                    idle.runFor((long) (parts * ONE_WAY_NANOS / PARTS));
                    int two = idle.request(second, SMALL_BYTES);
                    long begin = idle.queue().now();
                    idle.runFor(QUIET_NANOS);
                    SiteMeter a = idle.meter(first);
                    SiteMeter b = idle.meter(second);
                    long committed = Math.max(a.committedAt(one), b.committedAt(two));
                    long executed = Math.max(a.executedAt(one), b.executedAt(two));
                    commit = Math.max(commit, since(begin, committed));
                    execution = Math.max(execution, since(begin, executed));
                }
            }
        return new Interfering(commit, execution);
    }

    /**
     * Longest time in message delays of a linearizable read, when each of the n sites of an idle ensemble reads once.
     */
    public static double read(int n, long seed) {
        WideCluster idle = cluster(n, false, seed);
        for (int rank = 0; rank < n; rank++) {
            idle.runFor(QUIET_NANOS);
            idle.machine(rank).read();
        }
        idle.runFor(QUIET_NANOS);
        long longest = 0;
        for (int rank = 0; rank < n; rank++) {
            if (idle.machine(rank).isReading())
                throw new IllegalStateException("a read was not answered");
            longest = Math.max(longest, idle.machine(rank).readNanosMax());
        }
        return longest / ONE_WAY_NANOS;
    }

    /**
     * Longest time in message delays from the opening of an instance to its execution at its coordinator, under a load
     * in which all requests interfere. Each of n sites offers 10 requests per message delay.
     *
     * @param seconds length of the load in seconds of virtual time
     * @param progress receives a line of text after each second of virtual time
     */
    public static double busy(int n, int seconds, long seed, Consumer<String> progress) {
        WideCluster busy = cluster(n, true, seed);
        double[] offered = new double[n];
        Arrays.fill(offered, SMALL_BYTES * 8 * 10 / (ONE_WAY_MILLIS * 1_000));
        busy.begin(new WideLoad(offered, SMALL_BYTES, 0, seconds * 1_000L));
        for (int second = 0; second < seconds; second++) {
            busy.runFor(1_000_000_000L);
            progress.accept("delays: all interfere, " + second + " of " + seconds + " s");
        }
        long longest = 0;
        for (int rank = 0; rank < n; rank++)
            longest = Math.max(longest, busy.meter(rank).instanceNanosMax(busy.queue().now()));
        return longest / ONE_WAY_NANOS;
    }
}
