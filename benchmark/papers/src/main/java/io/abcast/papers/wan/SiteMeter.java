package io.abcast.papers.wan;

import java.util.Arrays;

/**
 * Records the times of the requests of one site, and counts its requests since the last reset. The requests of a site
 * have the numbers 1, 2, 3, and so on.
 */
final class SiteMeter {
    private static final long NEVER = -1;

    private long[] submittedNanos = new long[1024];
    private long[] committedNanos = new long[1024];
    private long[] executedNanos = new long[1024];
    private long[] openedNanos = new long[1024];

    private long openedThrough;
    private long instanceNanosMax;
    private int requests;

    private long offered;
    private long refused;
    private long committed;
    private long commitNanos;
    private long executed;
    private long executionNanos;
    private long delivered;

    void reset() {
        offered = 0;
        refused = 0;
        committed = 0;
        commitNanos = 0;
        executed = 0;
        executionNanos = 0;
        delivered = 0;
    }

    void offered() {
        offered++;
    }

    void refused() {
        refused++;
    }

    int submitted(long nowNanos) {
        if (++requests == submittedNanos.length) {
            submittedNanos = Arrays.copyOf(submittedNanos, 2 * requests);
            committedNanos = Arrays.copyOf(committedNanos, 2 * requests);
            executedNanos = Arrays.copyOf(executedNanos, 2 * requests);
            openedNanos = Arrays.copyOf(openedNanos, 2 * requests);
        }
        submittedNanos[requests] = nowNanos;
        committedNanos[requests] = NEVER;
        executedNanos[requests] = NEVER;
        openedNanos[requests] = NEVER;
        return requests;
    }

    void committed(long request, long nowNanos) {
        int number = (int) request;
        if (committedNanos[number] != NEVER) return;
        committedNanos[number] = nowNanos;
        committed++;
        commitNanos += nowNanos - submittedNanos[number];
    }

    void delivered() {
        delivered++;
    }

    void opened(long instance, long[] numbers, long nowNanos) {
        if (instance <= openedThrough) return;
        openedThrough = instance;
        for (long number : numbers) {
            // The request was in an earlier instance that was executed without effect, and whose
            // wait has ended by now.
            ended((int) number, nowNanos);
            openedNanos[(int) number] = nowNanos;
        }
    }

    private void ended(int number, long nowNanos) {
        long opened = openedNanos[number];
        if (opened != NEVER) instanceNanosMax = Math.max(instanceNanosMax, nowNanos - opened);
    }

    void executed(long request, long nowNanos) {
        int number = (int) request;
        executedNanos[number] = nowNanos;
        executed++;
        executionNanos += nowNanos - submittedNanos[number];
        ended(number, nowNanos);
    }

    long instanceNanosMax(long nowNanos) {
        for (int number = 1; number <= requests; number++)
            if (executedNanos[number] == NEVER) ended(number, nowNanos);
        return instanceNanosMax;
    }

    /** Time in ns of the commit of a request; negative if the request is not committed. */
    long committedAt(int request) {
        return committedNanos[request];
    }

    /** Time in ns at which a request took effect at this site; negative if the request has not taken effect. */
    long executedAt(int request) {
        return executedNanos[request];
    }

    int requests() {
        return requests;
    }

    long offeredCount() {
        return offered;
    }

    long refusedCount() {
        return refused;
    }

    long committedCount() {
        return committed;
    }

    long commitNanosSum() {
        return commitNanos;
    }

    long executedCount() {
        return executed;
    }

    long executionNanosSum() {
        return executionNanos;
    }

    long deliveredCount() {
        return delivered;
    }
}
