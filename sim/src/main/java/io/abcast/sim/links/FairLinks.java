package io.abcast.sim.links;

import io.abcast.sim.EventQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Models a network without internal bottlenecks. Every host has one link to the network, with an upstream rate and a
 * downstream rate in bytes per second. Transfers share the links as long TCP connections do: max-min fairly (Bertsekas
 * and Gallager 1992, section 6.5.2). Not thread-safe.
 */
public final class FairLinks {
    private static final double NANOS = 1e9;

    /**
     * Number of remaining bytes below which a transfer counts as ended; rounding of times to nanoseconds may leave a
     * fraction of a byte.
     */
    private static final double END_BYTES = 1e-3;

    /** Receives the notification that a transfer between two hosts has ended. */
    public interface End {
        /**
         * Called when a transfer has ended.
         *
         * @param whole true if all bytes have left the sender, false if the transfer was aborted; the caller must add
         *     the latency of the last byte
         */
        void ended(boolean whole);
    }

    /** One transfer between two hosts that is in progress. */
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

        /** Cancels the transfer without a notification of its end. No effect if the transfer has already ended. */
        public void cancel() {
            advance();
            if (running.remove(this)) share();
        }
    }

    private final EventQueue queue;

    /**
     * Rates of the links in bytes per second: the upstream rates of all hosts, then the downstream rates of all hosts.
     */
    private final double[] capacity;

    private final double[] free;
    private final int[] claims;
    private final List<Transfer> running = new ArrayList<>();
    private final int hosts;
    private long advancedTo;
    private long version;

    /**
     * Creates a network of {@code hosts} hosts without transfers.
     *
     * @param bytesPerSecond upstream and downstream rate of every link in bytes per second, above 0
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
     * Sets the upstream and the downstream rate of one host in bytes per second, above 0. Transfers in progress change
     * their rates at once.
     */
    public void rate(int host, double bytesPerSecond) {
        advance();
        capacity[host] = bytesPerSecond;
        capacity[hosts + host] = bytesPerSecond;
        share();
    }

    /** The upstream rate of the host's link, in bytes per second. */
    public double rate(int host) {
        return capacity[host];
    }

    /**
     * Starts a transfer from one host to another host.
     *
     * @param bytes size of the transfer in bytes, above 0
     */
    public Transfer start(int from, int to, double bytes, End end) {
        advance();
        Transfer transfer = new Transfer(from, to, bytes, end);
        running.add(transfer);
        share();
        return transfer;
    }

    /** Aborts all transfers that the host sends or receives. */
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
     * Progressive filling: repeatedly takes the link with the least remaining capacity per transfer, and fixes the
     * rates of its transfers.
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
