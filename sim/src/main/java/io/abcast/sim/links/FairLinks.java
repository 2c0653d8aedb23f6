package io.abcast.sim.links;

import io.abcast.sim.EventQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Models a network without internal bottlenecks. Every host has one link to it, with an upstream rate and a downstream
 * rate. Transfers share the links as long TCP connections do: max-min fairly (Bertsekas and Gallager 1992, section
 * 6.5.2). The shares adapt at once when a transfer begins or ends. Not thread-safe.
 */
public final class FairLinks {
    private static final double NANOS = 1e9;

    /**
     * A transfer has ended if fewer bytes than this number are left. Times are rounded to whole nanoseconds, so a
     * fraction of a byte may be left at the end.
     */
    private static final double END_BYTES = 1e-3;

    /** Receives the end of a transfer. */
    public interface End {
        /**
         * Called when the transfer has ended.
         *
         * @param whole whether the last byte has left the sender; the caller models the latency of this byte
         */
        void ended(boolean whole);
    }

    /** One transfer in progress. */
    public final class Transfer {
        private final int from;
        private final int to;
        private final End end;
        private double left;
        private double rate;
        private boolean settled;

        private Transfer(int from, int to, double bytes, End end) {
            this.from = from;
            this.to = to;
            this.left = bytes;
            this.end = end;
        }

        /** Cancels the transfer without a notification. Does nothing if the transfer has ended. */
        public void cancel() {
            advance();
            if (running.remove(this)) share();
        }
    }

    private final EventQueue queue;

    /** Rates in bytes per second: the upstream rates of all hosts, then the downstream rates of all hosts. */
    private final double[] capacity;

    private final double[] free;
    private final int[] claims;
    private final List<Transfer> running = new ArrayList<>();
    private final int hosts;
    private long advancedTo;
    private long version;

    /**
     * Creates a network.
     *
     * @param bytesPerSecond upstream and downstream rate of every link, above 0
     */
    public FairLinks(EventQueue queue, int hosts, double bytesPerSecond) {
        this.queue = queue;
        this.hosts = hosts;
        capacity = new double[2 * hosts];
        Arrays.fill(capacity, bytesPerSecond);
        free = new double[2 * hosts];
        claims = new int[2 * hosts];
    }

    /**
     * Sets the upstream and the downstream rate of one host, above 0. Transfers in progress share the new rates from
     * now on.
     */
    public void rate(int host, double bytesPerSecond) {
        advance();
        capacity[host] = bytesPerSecond;
        capacity[hosts + host] = bytesPerSecond;
        share();
    }

    /** The upstream rate of a host's link, in bytes per second. */
    public double rate(int host) {
        return capacity[host];
    }

    /**
     * Starts a transfer.
     *
     * @param bytes size of the transfer, above 0
     */
    public Transfer start(int from, int to, double bytes, End end) {
        advance();
        Transfer transfer = new Transfer(from, to, bytes, end);
        running.add(transfer);
        share();
        return transfer;
    }

    /** Aborts all transfers from a host and to it. */
    public void cut(int host) {
        advance();
        List<Transfer> cut = new ArrayList<>();
        for (Transfer transfer : running)
            if (transfer.from == host || transfer.to == host) cut.add(transfer);
        running.removeAll(cut);
        share();
        for (Transfer transfer : cut) transfer.end.ended(false);
    }

    private void advance() {
        double passed = (queue.now() - advancedTo) / NANOS;
        advancedTo = queue.now();
        for (Transfer transfer : running) transfer.left -= transfer.rate * passed;
    }

    /**
     * Computes the rates by progressive filling: first the link with the least capacity per transfer fixes the rates of
     * its transfers, then the next such link, until the rates of all transfers are fixed.
     */
    private void share() {
        version++;
        if (running.isEmpty()) return;
        System.arraycopy(capacity, 0, free, 0, free.length);
        Arrays.fill(claims, 0);
        for (Transfer transfer : running) {
            transfer.settled = false;
            claims[transfer.from]++;
            claims[hosts + transfer.to]++;
        }
        for (int settled = 0; settled < running.size(); ) settled += settle(tightest());
        double next = Double.MAX_VALUE;
        for (Transfer transfer : running)
            next = Math.min(next, Math.max(0, transfer.left) / transfer.rate);
        long shared = version;
        queue.at(
                queue.now() + (long) Math.ceil(next * NANOS),
                () -> {
                    if (version == shared) endDone();
                });
    }

    private int tightest() {
        int tightest = -1;
        double least = Double.MAX_VALUE;
        for (int link = 0; link < free.length; link++) {
            if (claims[link] == 0 || free[link] / claims[link] >= least) continue;
            least = free[link] / claims[link];
            tightest = link;
        }
        return tightest;
    }

    private int settle(int link) {
        double rate = free[link] / claims[link];
        int settled = 0;
        for (Transfer transfer : running) {
            int up = transfer.from;
            int down = hosts + transfer.to;
            if (transfer.settled || (up != link && down != link)) continue;
            transfer.settled = true;
            transfer.rate = rate;
            claims[up]--;
            claims[down]--;
            free[up] = Math.max(0, free[up] - rate);
            free[down] = Math.max(0, free[down] - rate);
            settled++;
        }
        return settled;
    }

    private void endDone() {
        advance();
        List<Transfer> over = new ArrayList<>();
        for (Transfer transfer : running) if (transfer.left <= END_BYTES) over.add(transfer);
        running.removeAll(over);
        share();
        for (Transfer transfer : over) transfer.end.ended(true);
    }
}
