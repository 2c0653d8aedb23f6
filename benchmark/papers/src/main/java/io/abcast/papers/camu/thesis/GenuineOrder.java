package io.abcast.papers.camu.thesis;

import io.abcast.papers.camu.arena.PartitionContext;
import io.abcast.papers.camu.arena.PartitionOperation;
import io.abcast.papers.camu.thesis.ThesisMessage.Start;
import io.abcast.papers.camu.thesis.ThesisMessage.Vote;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * TO-Multicast at one partition (Vandevoorde 2018, section 2.3.2, Listing 7). Each destination votes for the value of
 * its clock, and the final timestamp of an operation is the largest vote. An operation is decided when its timestamp is
 * final and no pending operation can get a lower timestamp.
 */
final class GenuineOrder {
    /** The field {@code clock} holds this partition's vote, and later the final timestamp. */
    private static final class Pending {
        final PartitionOperation operation;
        final int[] voters;
        final int[] periodic;
        final long arrival;
        final boolean[] hasVoted;
        int missing;
        long clock;
        long largest;

        Pending(PartitionOperation operation, int[] voters, int[] periodic, long arrival) {
            this.operation = operation;
            this.voters = voters;
            this.periodic = periodic;
            this.arrival = arrival;
            hasVoted = new boolean[voters.length];
            missing = voters.length;
        }

        boolean isFinal() {
            return missing == 0;
        }
    }

    /**
     * @param periodic partitions to which Periodic Broadcast must dispatch (send) the operation; empty at partitions
     *     other than the origin
     */
    record Decided(PartitionOperation operation, long clock, int[] periodic) {}

    private record EarlyVote(int from, long clock) {}

    static final int[] NONE = {};

    private final int self;
    private final ThesisOptions options;
    private final PartitionContext context;
    private final Map<Long, Pending> byId = new HashMap<>();
    private final TreeSet<Pending> order;

    /**
     * Votes for operations that have not arrived yet, by operation number; bounded by the number of operations in
     * flight.
     */
    private final Map<Long, List<EarlyVote>> early = new HashMap<>();

    private final int[] undispatched;

    private long clock;
    private long arrivals;

    GenuineOrder(
            int self, int partitions, long clock, ThesisOptions options, PartitionContext context) {
        this.self = self;
        this.clock = clock;
        this.options = options;
        this.context = context;
        undispatched = new int[partitions];
        Comparator<Pending> byClock = Comparator.comparingLong(each -> each.clock);
        order =
                new TreeSet<>(
                        options.isOpen(Hole.TIES)
                                ? byClock.thenComparingLong(each -> each.arrival)
                                : byClock.thenComparingLong(each -> each.operation.id()));
    }

    long clock() {
        return clock;
    }

    void raiseClock(long to) {
        clock = Math.max(clock, to);
    }

    void send(PartitionOperation operation, int[] voters, int[] periodic) {
        Start start = new Start(operation, voters);
        for (int each : voters) if (each != self) context.send(each, start);
        for (int each : periodic) undispatched[each]++;
        vote(operation, voters, periodic);
    }

    void onStart(Start start) {
        vote(start.operation(), start.voters(), NONE);
    }

    private void vote(PartitionOperation operation, int[] voters, int[] periodic) {
        Pending pending = new Pending(operation, voters, periodic, arrivals++);
        pending.clock = clock;
        byId.put(operation.id(), pending);
        order.add(pending);
        Vote vote = new Vote(operation.id(), clock);
        for (int each : voters) if (each != self) context.send(each, vote);
        count(pending, self, clock);
        List<EarlyVote> before = early.remove(operation.id());
        if (before == null) return;
        for (EarlyVote each : before) count(pending, each.from, each.clock);
    }

    void onVote(int from, Vote vote) {
        Pending pending = byId.get(vote.operation());
        if (pending != null) count(pending, from, vote.clock());
        else
            early.computeIfAbsent(vote.operation(), id -> new ArrayList<>())
                    .add(new EarlyVote(from, vote.clock()));
    }

    private void count(Pending pending, int from, long vote) {
        int index = Arrays.binarySearch(pending.voters, from);
        assert index >= 0 && !pending.hasVoted[index] : from + " voted for " + pending.operation;
        pending.hasVoted[index] = true;
        pending.largest = Math.max(pending.largest, vote);
        if (--pending.missing > 0) return;
        order.remove(pending);
        pending.clock = pending.largest;
        order.add(pending);
        raiseClock(options.isOpen(Hole.FINAL_CLOCK) ? pending.clock : pending.clock + 1);
        if (options.isOpen(Hole.DRAIN)) dispatched(pending);
    }

    private void dispatched(Pending pending) {
        for (int each : pending.periodic) undispatched[each]--;
    }

    List<Decided> takeDecided() {
        if (order.isEmpty() || !order.first().isFinal()) return List.of();
        List<Decided> decided = new ArrayList<>();
        while (!order.isEmpty() && order.first().isFinal()) {
            Pending first = order.pollFirst();
            byId.remove(first.operation.id());
            if (!options.isOpen(Hole.DRAIN)) dispatched(first);
            decided.add(new Decided(first.operation, first.clock, first.periodic));
        }
        return decided;
    }

    /**
     * Lower bound on the timestamps of all operations that {@link #takeDecided} will return later (LMEC of Vandevoorde
     * 2018).
     */
    long lmec() {
        if (order.isEmpty() || options.isOpen(Hole.PENDING_VOTES)) return clock;
        return Math.min(clock, order.first().clock);
    }

    boolean hasUndispatched(int partition) {
        return undispatched[partition] > 0;
    }
}
