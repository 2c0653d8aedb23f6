package io.abcast.papers.camu;

import io.abcast.kernel.Membership;
import io.abcast.kernel.Node;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SplitMix64;
import io.abcast.ordering.camu.CamuConfig;
import io.abcast.ordering.camu.PartitionMap;
import io.abcast.papers.camu.replicas.ReplicaArena;
import io.abcast.papers.camu.replicas.ReplicaHost;
import io.abcast.papers.camu.replicas.ReplicaObserver;
import io.abcast.sim.Rng;
import java.util.Locale;

/**
 * Measures the throughput of saturated partitions with three replicas each. Every replica runs at its own server, and
 * serves clients that each have one outstanding request. A client's request and its answer each occupy the server's
 * thread for as long as a message between servers does.
 *
 * @param isZab whether the run measures one Zab ensemble of three servers, without CAMU
 * @param multiPercent percentage of the transactions that have two partitions
 */
record ScaleRun(boolean isZab, int partitions, int multiPercent) {
    private static final int REPLICAS = 3;

    /** Clients of each replica; more clients do not increase the throughput of one Zab ensemble. */
    private static final int CLIENTS = 700;

    private static final int PAYLOAD_BYTES = 100;
    private static final long MILLI = 1_000_000;
    private static final long FOUNDING_NANOS = 2_000 * MILLI;
    private static final long RETRY_NANOS = MILLI;

    double measure(long messageNanos, double seconds, long seed) {
        Clients clients = new Clients(messageNanos, new Rng(seed));
        // The measurement begins after the first half of the run, which is warm-up.
        long half = (long) (seconds * 1e9 / 2);
        clients.arena.startAll();
        clients.arena.runUntil(FOUNDING_NANOS);
        clients.begin();
        clients.arena.runUntil(FOUNDING_NANOS + half);
        long before = clients.answers;
        clients.arena.runUntil(FOUNDING_NANOS + 2 * half);
        return (clients.answers - before) / (half / 1e9);
    }

    private final class Clients implements ReplicaObserver {
        final ReplicaArena arena;
        final long messageNanos;
        final Rng random;
        final long[] requests = new long[partitions * REPLICAS];
        final byte[] payload = new byte[PAYLOAD_BYTES];
        long answers;

        Clients(long messageNanos, Rng random) {
            this.messageNanos = messageNanos;
            this.random = random;
            PartitionMap map = CamuNodes.map(partitions, REPLICAS);
            SplitMix64 seeds = new SplitMix64(random.nextLong());
            arena =
                    new ReplicaArena(
                            partitions,
                            REPLICAS,
                            GridSites.LAN_NANOS,
                            messageNanos,
                            host -> node(host, map, seeds.next()));
            arena.observe(this);
        }

        private Node node(ReplicaHost host, PartitionMap map, long seed) {
            Membership members = map.replicas(host.group());
            return isZab
                    ? CamuNodes.zab(host.server(), members, seed, host)
                    : CamuNodes.partition(
                            host.group(), host.server(), map, CamuConfig.DEFAULT, seed, host);
        }

        void begin() {
            for (int server = 1; server <= requests.length; server++)
                for (int i = 0; i < CLIENTS; i++) submit(arena.at(server), random.below(1_000_000));
        }

        private void submit(ReplicaHost host, long afterNanos) {
            arena.at(
                    arena.now() + afterNanos,
                    () ->
                            host.submit(
                                    ++requests[host.server() - 1],
                                    groups(host.group()),
                                    payload,
                                    messageNanos));
        }

        private int[] groups(int own) {
            if (partitions == 1 || random.below(100) >= multiPercent) return new int[] {own};
            int other = random.below(partitions - 1);
            if (other >= own) other++;
            return new int[] {Math.min(own, other), Math.max(own, other)};
        }

        @Override
        public void answered(ReplicaHost at, long request, long now) {
            answers++;
            at.work(messageNanos);
            submit(at, now + messageNanos - arena.now() + 2 * GridSites.LAN_NANOS);
        }

        @Override
        public void refused(ReplicaHost at, long request, Refusal why, long now) {
            at.work(messageNanos);
            submit(at, now + messageNanos - arena.now() + RETRY_NANOS);
        }
    }

    @Override
    public String toString() {
        return isZab
                ? "one Zab of three"
                : String.format(
                        Locale.ROOT, "CAMU, %d partitions, %d %% multis", partitions, multiPercent);
    }
}
