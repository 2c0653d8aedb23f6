package io.abcast.sim.groups;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.GroupNode;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.sim.Cluster;
import io.abcast.sim.ClusterModel;
import io.abcast.sim.DiskFigures;
import io.abcast.sim.EventQueue;
import io.abcast.sim.GroupSurroundings;
import io.abcast.sim.Network;
import io.abcast.sim.Rng;
import io.abcast.sim.Trace;
import io.abcast.sim.groups.check.GroupChecker;
import io.abcast.sim.groups.check.GroupHistory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Simulates several groups of replicas in one thread and in virtual time. All random choices come from one seed.
 * Methods name a group by its number and a server by its id. Not thread-safe.
 */
final class GroupWorld {
    private static final int CLOCK_KIND = 102;

    private static final int MEMBERS_MAX = 256;

    private static final int ENVELOPE_BYTES = 8;

    @FunctionalInterface
    interface BatchListener {
        void ran(int group, int server);
    }

    private record GroupPacket(
            int fromGroup,
            int from,
            int toGroup,
            int to,
            Message content,
            int wireBytes,
            long sentNanos)
            implements Message {
        @Override
        public String toString() {
            return content.toString();
        }
    }

    private final GroupSubject subject;
    private final GroupSubject.Prepared prepared;
    private final Placement placement;
    private final Trace trace;
    private final GroupCoverage coverage;
    private final GroupHistory history;
    private final EventQueue queue = new EventQueue();
    private final Rng random;
    private final Network network;
    private final List<Cluster> clusters = new ArrayList<>();
    private final Map<Integer, WallClock> clocks = new TreeMap<>();

    /** For each group: number of the group's first replica among the replicas of all groups. */
    private final int[] firstSeat;

    /** For each group: the digests of the nodes' states in snapshots, by the zxid (log position) of the snapshot. */
    private final List<Map<Long, Long>> snapshots = new ArrayList<>();

    private final SnapshotCounts taken;
    private double laterShare;
    private long laterNanosMax;
    private BatchListener listener = (group, server) -> {};

    /**
     * All servers are down at first.
     *
     * @param model model of each group's ensemble; the group's members replace the members of this model
     * @param clocksApartMicros maximum distance in microseconds of a server's wall clock from the true time
     */
    GroupWorld(
            GroupSubject subject,
            GroupSubject.Prepared prepared,
            ClusterModel model,
            Placement placement,
            List<GroupChecker> checkers,
            long clocksApartMicros,
            long seed,
            Trace trace,
            GroupCoverage coverage) {
        this.subject = subject;
        this.prepared = prepared;
        this.placement = placement;
        this.trace = trace;
        this.coverage = coverage;
        random = new Rng(seed);
        firstSeat = new int[placement.size()];
        int seats = 0;
        List<int[]> servers = new ArrayList<>();
        for (int group = 0; group < firstSeat.length; group++) {
            firstSeat[group] = seats;
            seats += placement.groups().get(group).size();
            servers.add(placement.groups().get(group).ids().clone());
            snapshots.add(new HashMap<>());
        }
        taken = new SnapshotCounts(seats);
        history = new GroupHistory(placement.names(), servers, queue::now, checkers);
        network = new Network(model.network(), seats, random.split(), queue, new Arrivals());
        for (int server : placement.servers())
            clocks.put(
                    server,
                    new WallClock(
                            queue::now, random.between(-clocksApartMicros, clocksApartMicros)));
        for (int group = 0; group < firstSeat.length; group++)
            clusters.add(
                    new Cluster(
                            model.withMembers(placement.groups().get(group)),
                            new OfGroup(group),
                            random.nextLong(),
                            trace.of(Placement.name(group) + "-", group * MEMBERS_MAX),
                            List.of(new Relay(history, group, placement.groups().get(group))),
                            coverage.ensembles()));
    }

    void resultsLater(double share, long nanosMax) {
        laterShare = share;
        laterNanosMax = nanosMax;
    }

    void onBatch(BatchListener batches) {
        listener = batches;
    }

    long now() {
        return queue.now();
    }

    void at(long nanos, Runnable action) {
        queue.at(nanos, action);
    }

    void runFor(long nanos) {
        long until = now() + nanos;
        while (ok() && !queue.isEmpty() && queue.nextTime() <= until) {
            queue.runNext();
            if (queue.isExhausted()) history.endless(queue.ran());
        }
        if (ok()) queue.advanceTo(Math.max(now(), until));
    }

    /** Returns whether the condition held, or an invariant was violated, before the virtual time {@code until}. */
    boolean await(long until, long interval, BooleanSupplier condition) {
        while (ok() && !condition.getAsBoolean()) {
            if (now() >= until) return false;
            runFor(interval);
        }
        return true;
    }

    boolean ok() {
        return history.ok();
    }

    GroupHistory history() {
        return history;
    }

    GroupCoverage coverage() {
        return coverage;
    }

    Placement placement() {
        return placement;
    }

    Network network() {
        return network;
    }

    Cluster cluster(int group) {
        return clusters.get(group);
    }

    boolean isUp(int group, int server) {
        return clusters.get(group).up(server);
    }

    WallClock clock(int server) {
        return clocks.get(server);
    }

    long messages() {
        long sum = network.messages();
        for (Cluster cluster : clusters) sum += cluster.messages();
        return sum;
    }

    String describe() {
        StringBuilder text = new StringBuilder();
        for (int group = 0; group < clusters.size(); group++)
            text.append("  group ")
                    .append(Placement.name(group))
                    .append('\n')
                    .append(clusters.get(group).describe());
        return text.toString();
    }

    void startAll() {
        for (Cluster cluster : clusters) cluster.startAll();
    }

    /** Operations of the returned cluster on the server affect the server's replicas of all groups. */
    Cluster clusterAt(int server) {
        return clusters.get(placement.heldBy(server).get(0));
    }

    void crash(int server) {
        if (placement.heldBy(server).size() > 1)
            coverage.saw(GroupGoal.SERVERS_WITH_SEVERAL_REPLICAS_CRASHED, 1);
        clusterAt(server).crash(server);
    }

    boolean isAnyUp(int server) {
        for (int group : placement.heldBy(server)) if (isUp(group, server)) return true;
        return false;
    }

    void cut(int from, int to) {
        Cluster both = clusterOf(from, to);
        if (both != null) both.cut(from, to);
        else forSeats(from, to, network::cut);
    }

    void join(int from, int to) {
        Cluster both = clusterOf(from, to);
        if (both != null) both.join(from, to);
        else forSeats(from, to, network::join);
    }

    private Cluster clusterOf(int server, int other) {
        for (int group = 0; group < clusters.size(); group++)
            if (placement.holds(group, server) && placement.holds(group, other))
                return clusters.get(group);
        return null;
    }

    void forGroups(int from, int to, Link operation) {
        for (int server : placement.groups().get(from).ids())
            for (int other : placement.groups().get(to).ids())
                if (server != other) operation.apply(seat(from, server), seat(to, other));
    }

    private void forSeats(int from, int to, Link operation) {
        for (int group : placement.heldBy(from))
            for (int other : placement.heldBy(to))
                operation.apply(seat(group, from), seat(other, to));
    }

    @FunctionalInterface
    interface Link {
        void apply(int from, int to);
    }

    private int seat(int group, int server) {
        return firstSeat[group] + placement.groups().get(group).rank(server);
    }

    void jumpClock(int server, long micros) {
        trace.mix(now(), server, CLOCK_KIND, micros);
        if (trace.on()) trace.line(now(), 0, "clock of server", server, "jumps by", micros, "us");
        clocks.get(server).jump(micros);
    }

    void heal() {
        if (trace.on()) trace.line(now(), 0, "heal all");
        network.heal();
        for (Cluster cluster : clusters) cluster.heal();
        laterShare = 0;
    }

    void countAtTheEnd() {
        for (int group = 0; group < clusters.size(); group++) {
            Cluster cluster = clusters.get(group);
            for (int server : placement.groups().get(group).ids()) {
                GroupNode node = cluster.groupNode(server);
                if (node != null) subject.count(node, coverage);
            }
            DiskFigures disks = cluster.disks();
            coverage.saw(GroupGoal.TAILS_LOST, disks.tailsLost());
            coverage.saw(GroupGoal.TORN_TAILS_CUT, disks.tornTails());
        }
    }

    static long txn(byte[] payload) {
        return payload.length < Long.BYTES ? 0 : ByteBuffer.wrap(payload).getLong();
    }

    private final class Arrivals implements Network.Receiver {
        @Override
        public void arrived(int from, int to, Message message) {
            deliver((GroupPacket) message);
        }

        @Override
        public void lost(int from, int to, Message message) {
            coverage.saw(GroupGoal.MESSAGES_BETWEEN_GROUPS_LOST, 1);
            GroupPacket packet = (GroupPacket) message;
            if (trace.on())
                trace.line(
                        now(),
                        0,
                        "lost from",
                        Placement.name(packet.fromGroup()) + "-" + packet.from(),
                        "to",
                        Placement.name(packet.toGroup()) + "-" + packet.to(),
                        packet);
        }

        @Override
        public void repeated(boolean old) {
            coverage.saw(GroupGoal.MESSAGES_BETWEEN_GROUPS_REPEATED, 1);
        }
    }

    private void deliver(GroupPacket packet) {
        if (!isUp(packet.toGroup(), packet.to()))
            coverage.saw(GroupGoal.MESSAGES_TO_REPLICAS_THAT_ARE_DOWN, 1);
        clusters.get(packet.toGroup())
                .arrive(
                        packet.to(),
                        packet.fromGroup(),
                        packet.from(),
                        packet.content(),
                        packet.wireBytes(),
                        () -> isTooOld(packet));
    }

    private boolean isTooOld(GroupPacket packet) {
        boolean isLimited = prepared.messageNanosMax() > 0;
        if (!isLimited || now() - packet.sentNanos() <= prepared.messageNanosMax()) return false;
        coverage.saw(GroupGoal.MESSAGES_TOO_OLD, 1);
        return true;
    }

    private final class OfGroup implements GroupSurroundings {
        private final int group;

        OfGroup(int group) {
            this.group = group;
        }

        @Override
        public EventQueue queue() {
            return queue;
        }

        @Override
        public Instance create(int server, long seed, GroupEffects effects) {
            return prepared.nodes().create(group, server, seed, effects);
        }

        @Override
        public MessageCodec<?> codec() {
            return prepared.groupCodec();
        }

        @Override
        public long wallMicros(int server) {
            return clocks.get(server).micros();
        }

        @Override
        public void atServer(int server, Consumer<Cluster> action) {
            for (int held : placement.heldBy(server)) action.accept(clusters.get(held));
        }

        @Override
        public void atServers(int server, int other, Consumer<Cluster> action) {
            for (int held : placement.heldBy(server))
                if (placement.holds(held, other)) action.accept(clusters.get(held));
        }

        @Override
        public void cut(int from, int to) {
            forSeats(from, to, network::cut);
        }

        @Override
        public void join(int from, int to) {
            forSeats(from, to, network::join);
        }

        @Override
        public void reset(int from, int to) {
            forSeats(from, to, network::reset);
        }

        @Override
        public void send(int from, int toGroup, int to, Message message, int bytes, long departs) {
            record(from, toGroup, to, message);
            if (toGroup < 0 || toGroup >= clusters.size() || !placement.holds(toGroup, to)) return;
            GroupPacket packet =
                    new GroupPacket(
                            group, from, toGroup, to, message, bytes + ENVELOPE_BYTES, now());
            // A message between two replicas of a server does not use the network.
            if (from == to) queue.at(departs, () -> deliver(packet));
            else network.send(seat(group, from), seat(toGroup, to), packet, departs);
        }

        private void record(int from, int toGroup, int to, Message message) {
            if (from == to && toGroup == group)
                history.breach(group, from, "sends to itself: " + message);
            if (toGroup < 0 || toGroup >= clusters.size() || !placement.holds(toGroup, to)) {
                history.breach(
                        group,
                        from,
                        "sends to group " + toGroup + " at " + to + ", which has no replica");
                return;
            }
            subject.count(message, coverage);
            String kind = message.kind().getSimpleName();
            boolean[] any = new boolean[1];
            subject.visitTransactions(
                    message,
                    (session, number) -> {
                        any[0] = true;
                        history.message(group, from, toGroup, to, kind, session, number);
                    });
            if (!any[0]) history.message(group, from, toGroup, to, kind);
        }

        @Override
        public void started(int server) {
            history.started(group, server);
            if (taken.isBackLate(seat(group, server), firstSeat[group], members()))
                coverage.saw(GroupGoal.BACK_AFTER_TWO_SNAPSHOTS, 1);
        }

        private int members() {
            return placement.groups().get(group).size();
        }

        @Override
        public void crashed(int server) {
            taken.crashed(seat(group, server), firstSeat[group], members());
            GroupNode node = clusters.get(group).groupNode(server);
            if (node != null) subject.count(node, coverage);
            history.crashed(group, server);
        }

        @Override
        public void restored(int server, long seq) {
            boolean runs = clusters.get(group).groupNode(server) != null;
            if (runs) coverage.saw(GroupGoal.SNAPSHOTS_INSTALLED, 1);
            else if (seq > 0) coverage.saw(GroupGoal.RESTARTS_FROM_A_SNAPSHOT, 1);
            if (runs || seq > 0) history.restored(group, server, seq + 1);
        }

        @Override
        public void delivered(int server, GroupDelivery delivery, byte[] result, long digest) {
            if (history.order(group).size() >= delivery.seq()
                    && taken.hasDelivered(seat(group, server), delivery.seq()))
                coverage.saw(GroupGoal.PLACES_REPEATED_AFTER_A_RESTART, 1);
            history.delivered(group, server, delivery, txn(delivery.payload()));
            history.result(group, server, delivery.seq(), result);
            history.digest(group, server, delivery.seq(), digest);
        }

        @Override
        public void overtaken() {
            coverage.saw(GroupGoal.RESULTS_BEHIND_THOSE_OF_LATER_DELIVERIES, 1);
        }

        @Override
        public long resultNanos() {
            if (laterShare == 0 || !random.chance(laterShare)) return 0;
            coverage.saw(GroupGoal.RESULTS_THAT_CAME_LATER, 1);
            return random.between(1, laterNanosMax);
        }

        @Override
        public void takesSnapshot(int server, long zxid, long seq, byte[] state) {
            subject.countSnapshot(clusters.get(group).groupNode(server), coverage);
            if (clusters.get(group).groupSeq(server) > seq)
                coverage.saw(GroupGoal.SNAPSHOTS_THAT_WAITED_FOR_RESULTS, 1);
            if (!subject.hasEqualStates()) return;
            Long first = snapshots.get(group).putIfAbsent(zxid, digest(state));
            if (first == null) return;
            coverage.saw(GroupGoal.SNAPSHOTS_COMPARED, 1);
            if (first != digest(state))
                history.breach(
                        group,
                        server,
                        "the state of %d bytes after %d deliveries differs from that of another replica at the same log position"
                                .formatted(state.length, seq));
        }

        private static long digest(byte[] state) {
            long digest = state.length;
            for (byte b : state) digest = (digest ^ b) * 0x100000001B3L;
            return digest;
        }

        @Override
        public void tookSnapshot(int server) {
            taken.taken(seat(group, server));
            coverage.saw(GroupGoal.SNAPSHOTS_TAKEN, 1);
        }

        @Override
        public void reported(int server, String line) {
            subject.count(line, coverage);
        }

        @Override
        public void observe(int server) {
            listener.ran(group, server);
        }
    }
}
