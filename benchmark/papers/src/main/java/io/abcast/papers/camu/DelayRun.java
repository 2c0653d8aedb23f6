package io.abcast.papers.camu;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SplitMix64;
import io.abcast.ordering.camu.CamuConfig;
import io.abcast.ordering.camu.CamuMessage;
import io.abcast.ordering.camu.CamuTransactions;
import io.abcast.ordering.camu.PartitionMap;
import io.abcast.ordering.camu.PartitionNode;
import io.abcast.papers.camu.replicas.ReplicaArena;
import io.abcast.papers.camu.replicas.ReplicaHost;
import io.abcast.papers.camu.replicas.ReplicaObserver;
import io.abcast.zab.ZabNode;
import io.abcast.zab.ZabProbe;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * Measures delays of transactions of CAMU. Every message between two servers takes one unit of time (a message delay);
 * processors and logs take no time. Each partition has three replicas, and a client submits a transaction at the leader
 * of its origin.
 */
final class DelayRun {
    /** The time of one message between two servers, in ns; also the unit of the servers' clocks. */
    static final long DELAY = 1_000_000;

    static final int TICK_DELAYS = 5;

    private static final int REPLICAS = 3;
    private static final long FOUNDING = 60_000 * DELAY;
    private static final long REST = 400 * DELAY;

    record Submission(long at, int origin, int[] groups) {}

    /**
     * @param links pairs of partitions; the first partition of a pair may impose timestamps on the second partition
     * @param clocks for each partition, its servers' clocks minus virtual time, in ns
     */
    record Settings(int groups, boolean strict, boolean fast, int[][] links, long[] clocks) {
        Settings with(boolean isStrict) {
            return new Settings(groups, isStrict, fast, links, clocks);
        }
    }

    /**
     * All times are in message delays after the submission of the transaction.
     *
     * @param delivered for each transaction, the time at which at least one replica of each destination has delivered
     *     it
     * @param foreign number of messages about a transaction that go to or come from a partition that is neither its
     *     origin nor a destination
     */
    record Outcome(double[] delivered, double[] answered, long foreign) {
        double deliveredMax() {
            return Arrays.stream(delivered).max().orElseThrow();
        }
    }

    private final Settings settings;
    private final List<Submission> submissions;
    private final PartitionMap map;
    private final ReplicaArena arena;
    private final PartitionNode[] nodes;
    private final int[] leaders;
    private final long[] submittedAt;
    private final long[] answeredAt;

    /** Virtual time in ns at which the first replica delivered, by transaction and partition. */
    private final long[][] deliveredAt;

    private final Map<Long, Map<Long, TreeMap<Integer, Long>>> messages = new TreeMap<>();

    private final GroupTimestamp[] stamps;

    private DelayRun(Settings settings, List<Submission> submissions, long seed) {
        this.settings = settings;
        this.submissions = submissions;
        map = CamuNodes.map(settings.groups, REPLICAS);
        nodes = new PartitionNode[settings.groups * REPLICAS];
        leaders = new int[settings.groups];
        submittedAt = new long[submissions.size()];
        answeredAt = new long[submissions.size()];
        deliveredAt = new long[submissions.size()][settings.groups];
        stamps = new GroupTimestamp[submissions.size()];
        CamuConfig config = CamuConfig.DEFAULT.with(settings.strict, settings.fast);
        assert config.tickNanos() == TICK_DELAYS * DELAY : config;
        SplitMix64 seeds = new SplitMix64(seed);
        arena =
                new ReplicaArena(
                        settings.groups,
                        REPLICAS,
                        DELAY,
                        0,
                        host -> {
                            host.clock(settings.clocks[host.group()] / 1_000);
                            PartitionNode node =
                                    CamuNodes.partition(
                                            host.group(),
                                            host.server(),
                                            map,
                                            config,
                                            seeds.next(),
                                            host);
                            nodes[host.server() - 1] = node;
                            return node;
                        });
        arena.observe(new Observer());
    }

    static Outcome of(Settings settings, List<Submission> submissions, long seed) {
        return new DelayRun(settings, submissions, seed).run();
    }

    private Outcome run() {
        for (int[] link : settings.links)
            for (int server : map.replicas(link[0]).ids()) nodes[server - 1].link(link[1], true);
        arena.startAll();
        arena.runUntil(this::isReady, FOUNDING, "leaders and links");
        // Wait until the partitions have learned which servers lead the other partitions.
        long start = arena.now() + 2 * (REPLICAS + 1) * DELAY;
        long end = start;
        for (int i = 0; i < submissions.size(); i++) {
            int index = i;
            submittedAt[i] = start + submissions.get(i).at;
            end = Math.max(end, submittedAt[i]);
            arena.at(submittedAt[i], () -> submit(index));
        }
        arena.runUntil(end + REST);
        double[] delivered = new double[submissions.size()];
        double[] answered = new double[submissions.size()];
        long foreign = 0;
        for (int i = 0; i < submissions.size(); i++) {
            Submission its = submissions.get(i);
            long last = 0;
            for (int group : its.groups) last = Math.max(last, known(deliveredAt[i][group], its));
            delivered[i] = (last - submittedAt[i]) / (double) DELAY;
            answered[i] = (known(answeredAt[i], its) - submittedAt[i]) / (double) DELAY;
            foreign += foreign(i);
        }
        return new Outcome(delivered, answered, foreign);
    }

    private static long known(long time, Submission its) {
        if (time == 0) throw new IllegalStateException(its + " was not delivered and answered");
        return time;
    }

    private boolean isReady() {
        for (int group = 0; group < settings.groups; group++) {
            leaders[group] = 0;
            for (int server : map.replicas(group).ids())
                if (nodes[server - 1].leads()) leaders[group] = server;
            if (leaders[group] == 0) return false;
        }
        int[] open = new int[settings.groups];
        for (int[] link : settings.links) open[link[0]]++;
        for (int group = 0; group < settings.groups; group++)
            if (nodes[leaders[group] - 1].status().links() < open[group]) return false;
        return true;
    }

    private void submit(int index) {
        Submission its = submissions.get(index);
        byte[] payload = ByteBuffer.allocate(Integer.BYTES).putInt(index).array();
        arena.at(leaders[its.origin]).submit(index + 1, its.groups, payload, 0);
    }

    private long foreign(int index) {
        Submission its = submissions.get(index);
        TreeMap<Integer, Long> counts =
                messages.getOrDefault(stamps[index].session(), Map.of())
                        .getOrDefault(stamps[index].number(), new TreeMap<>());
        counts.remove(its.origin);
        for (int group : its.groups) counts.remove(group);
        return counts.values().stream().mapToLong(each -> each).sum();
    }

    private final class Observer implements ReplicaObserver {
        @Override
        public void delivered(ReplicaHost at, GroupTimestamp stamp, byte[] payload, long now) {
            int index = ByteBuffer.wrap(payload).getInt();
            stamps[index] = stamp;
            long[] first = deliveredAt[index];
            if (first[at.group()] == 0) first[at.group()] = now;
        }

        @Override
        public void answered(ReplicaHost at, long request, long now) {
            answeredAt[(int) request - 1] = now;
        }

        @Override
        public void refused(ReplicaHost at, long request, Refusal why, long now) {
            throw new IllegalStateException("request " + request + " was refused: " + why);
        }

        @Override
        public void sent(ReplicaHost from, ReplicaHost to, Message message) {
            CamuTransactions.visit(
                    (CamuMessage) message,
                    (session, number) -> {
                        TreeMap<Integer, Long> counts =
                                messages.computeIfAbsent(session, each -> new TreeMap<>())
                                        .computeIfAbsent(number, each -> new TreeMap<>());
                        counts.merge(from.group(), 1L, Long::sum);
                        if (to.group() != from.group()) counts.merge(to.group(), 1L, Long::sum);
                    });
        }
    }

    static double zab(long seed) {
        Membership members = Membership.of(new int[] {1, 2, 3});
        ZabNode[] nodes = new ZabNode[REPLICAS];
        SplitMix64 seeds = new SplitMix64(seed);
        ReplicaArena arena =
                new ReplicaArena(
                        1,
                        REPLICAS,
                        DELAY,
                        0,
                        host -> {
                            ZabNode node =
                                    CamuNodes.zab(host.server(), members, seeds.next(), host);
                            nodes[host.server() - 1] = node;
                            return node;
                        });
        long[] first = new long[1];
        arena.observe(
                new ReplicaObserver() {
                    @Override
                    public void delivered(
                            ReplicaHost at, GroupTimestamp stamp, byte[] payload, long now) {
                        if (first[0] == 0) first[0] = now;
                    }
                });
        int[] leader = new int[1];
        BooleanSupplier leads =
                () -> {
                    for (int i = 0; i < REPLICAS; i++)
                        if (new ZabProbe(nodes[i]).leads()) leader[0] = i + 1;
                    return leader[0] != 0;
                };
        arena.startAll();
        arena.runUntil(leads, FOUNDING, "a leader");
        long at = arena.now() + REST;
        arena.at(at, () -> arena.at(leader[0]).submit(1, null, new byte[] {1}, 0));
        arena.runUntil(at + REST);
        return (first[0] - at) / (double) DELAY;
    }
}
