package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.sim.check.Violation;
import io.abcast.sim.groups.check.DeliveryLine.Crashed;
import io.abcast.sim.groups.check.DeliveryLine.Delivered;
import io.abcast.sim.groups.check.DeliveryLine.Replicas;
import io.abcast.sim.groups.check.DeliveryLine.Submitted;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Checks the recorded deliveries of a run, see {@link DeliveriesFile}, without a simulator. The recording must end
 * after the partitions have delivered all transactions. Two events with equal times are concurrent. If a replica skips
 * places of its partition's order, the check assumes that the replica has installed a snapshot. After a crash, a
 * replica may continue at any place.
 */
public final class DeliveriesCheck {
    private static final double NANOS_PER_SECOND = 1e9;

    private static final byte[] NO_PAYLOAD = {};

    /** At equal times, the check replays kinds of events with lower numbers first. */
    private static final int SUBMISSION = 0;

    private static final int REPLICA_EVENT = 1;
    private static final int ANSWER = 2;

    private record Event(double t, int kind, DeliveryLine line) {}

    private final List<String> names;
    private final Map<String, Integer> groups = new HashMap<>();
    private final List<String> txns = new ArrayList<>();
    private final Map<String, Long> ids = new HashMap<>();
    private final Set<GroupReplica> crashed = new HashSet<>();
    private final GroupHistory history;

    private double start;

    private double now;

    private DeliveriesCheck(List<? extends DeliveryLine> lines, boolean strict) {
        TreeMap<String, TreeSet<Integer>> servers = new TreeMap<>();
        for (DeliveryLine line : lines) addServers(line, servers);
        names = List.copyOf(servers.keySet());
        List<int[]> replicas = new ArrayList<>();
        for (TreeSet<Integer> each : servers.values())
            replicas.add(each.stream().mapToInt(Integer::intValue).toArray());
        for (int group = 0; group < names.size(); group++) groups.put(names.get(group), group);
        history =
                new GroupHistory(
                        names,
                        replicas,
                        () -> (long) ((now - start) * NANOS_PER_SECOND),
                        GroupCheckers.ofDeliveries(strict));
        history.nameTxns(id -> txns.get((int) id));
    }

    /**
     * Checks the invariants of the recorded submissions and deliveries.
     *
     * @param strict whether the order must agree with real time (strict serializability)
     * @return at most one violation for each invariant, with the time since the first event; the list is empty if all
     *     invariants hold
     * @throws IllegalArgumentException if two recorded lines submit the same transaction
     */
    public static List<Violation> violations(List<? extends DeliveryLine> lines, boolean strict) {
        DeliveriesCheck check = new DeliveriesCheck(lines, strict);
        check.replay(lines);
        return check.history.violations();
    }

    private static void addServers(DeliveryLine line, Map<String, TreeSet<Integer>> servers) {
        if (line instanceof Replicas replicas) {
            replicas.servers().forEach((name, ids) -> servers(name, servers).addAll(ids));
        } else if (line instanceof Delivered delivered) {
            servers(delivered.partition(), servers).add(delivered.replica());
            for (String name : delivered.dest()) servers(name, servers);
        } else if (line instanceof Submitted submitted) {
            for (String name : submitted.dest()) servers(name, servers);
        } else if (line instanceof Crashed crash) {
            servers(crash.partition(), servers).add(crash.replica());
        }
    }

    private static TreeSet<Integer> servers(String name, Map<String, TreeSet<Integer>> servers) {
        return servers.computeIfAbsent(name, partition -> new TreeSet<>());
    }

    private void replay(List<? extends DeliveryLine> lines) {
        List<Event> events = new ArrayList<>();
        for (DeliveryLine line : lines) {
            if (line instanceof Submitted submitted) {
                events.add(new Event(submitted.t(), SUBMISSION, line));
                if (!submitted.maybe()) events.add(new Event(submitted.answered(), ANSWER, line));
            } else if (line instanceof Delivered delivered) {
                events.add(new Event(delivered.t(), REPLICA_EVENT, line));
            } else if (line instanceof Crashed crash) {
                events.add(new Event(crash.t(), REPLICA_EVENT, line));
            }
        }
        events.sort(Comparator.comparingDouble(Event::t).thenComparingInt(Event::kind));
        if (!events.isEmpty()) start = events.get(0).t;
        now = start;
        for (Event event : events) replay(event);
        history.end();
    }

    private void replay(Event event) {
        now = event.t;
        if (event.line instanceof Submitted submitted) {
            if (event.kind == SUBMISSION) submit(submitted);
            else history.answeredAtSomeTime(id(submitted.txn()));
        } else if (event.line instanceof Delivered delivered) {
            deliver(delivered);
        } else if (event.line instanceof Crashed crash) {
            int group = groups.get(crash.partition());
            crashed.add(history.replica(group, crash.replica()));
        }
    }

    private void submit(Submitted line) {
        long id = id(line.txn());
        GroupTxn known = history.txn(id);
        if (known != null && known.submitted)
            throw new IllegalArgumentException(line.txn() + " has two lines with \"submit\"");
        history.submittedSomewhere(id, numbers(line.dest()));
        if (line.maybe()) history.lost(id);
    }

    private void deliver(Delivered line) {
        int group = groups.get(line.partition());
        GroupReplica replica = history.replica(group, line.replica());
        boolean restarted = crashed.remove(replica);
        if (restarted) history.started(group, line.replica());
        if (line.seq() > replica.next()) history.restored(group, line.replica(), line.seq());
        GroupTimestamp timestamp = new GroupTimestamp(line.clock(), line.origin(), line.number());
        GroupDelivery delivery =
                new GroupDelivery(line.seq(), timestamp, numbers(line.dest()), NO_PAYLOAD);
        history.delivered(group, line.replica(), delivery, id(line.txn()));
    }

    private int[] numbers(List<String> partitions) {
        return partitions.stream().mapToInt(groups::get).sorted().toArray();
    }

    private long id(String txn) {
        return ids.computeIfAbsent(
                txn,
                name -> {
                    txns.add(name);
                    return txns.size() - 1L;
                });
    }
}
