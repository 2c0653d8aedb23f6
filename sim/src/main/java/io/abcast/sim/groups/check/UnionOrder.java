package io.abcast.sim.groups.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The union of the delivery orders of all groups, as a graph. A path in the graph from node a to node b means that
 * transaction a precedes transaction b by one of the following rules:
 *
 * <ul>
 *   <li>Transaction a precedes transaction b if a group has delivered a before b.
 *   <li>Transaction a precedes transaction b if a group has delivered a and still lacks b: b is addressed to the group
 *       and another group has delivered b. Each group has a tail node after its last delivery, so that the graph does
 *       not need an edge for each pair of a delivered and a lacking transaction.
 *   <li>If the graph includes real time, transaction a precedes transaction b if a was answered before b was submitted.
 *       The graph has a time node for each answer, and the time nodes form a chain. An answered transaction precedes
 *       the time node of its answer, and the time node of the last answer before a submission precedes the submitted
 *       transaction.
 * </ul>
 *
 * <p>If the graph includes real time, linearizable reads are also nodes of the graph. A read follows the last delivery
 * in the state that it returned, and precedes the next delivery of its group.
 */
final class UnionOrder {
    private static final int REAL_TIME = -1;

    private static final int NONE = -1;

    private final GroupHistory history;
    private final OrderGraph graph = new OrderGraph();

    /** Number of the first tail node; lower node numbers are the ordinals of transactions. */
    private final int tails;

    /**
     * Answered reads, ordered by group and by length of the returned state; empty if the graph does not include real
     * time.
     */
    private final List<GroupRead> reads;

    private final int firstRead;

    private final int times;

    private UnionOrder(GroupHistory history, boolean realTime) {
        this.history = history;
        tails = history.txns().size();
        reads = realTime ? new ArrayList<>(history.answeredReads()) : List.of();
        if (realTime)
            reads.sort(
                    Comparator.<GroupRead>comparingInt(read -> read.replica.group)
                            .thenComparingLong(read -> read.seq));
        firstRead = tails + history.groups();
        times = firstRead + reads.size();
        for (int node = 0; node < times; node++) graph.addNode();
        int read = 0;
        for (int group = 0; group < history.groups(); group++) {
            read = addOrder(group, read);
            addLacks(group);
        }
        if (realTime) addRealTime();
    }

    /** {@code null} if the union of the groups' delivery orders has no cycle. */
    static String cycle(GroupHistory history) {
        return new UnionOrder(history, false).describe();
    }

    static String cycleWithRealTime(GroupHistory history) {
        return new UnionOrder(history, true).describe();
    }

    /**
     * {@code read} is the index of the first read of this or a later group; returns the first index of a later group.
     */
    private int addOrder(int group, int read) {
        GroupOrder order = history.order(group);
        int previous = NONE;
        int at = read;
        for (int place = 1; place <= order.size() + 1; place++) {
            int node = node(group, place);
            if (node == NONE) continue;
            while (at < reads.size() && isBefore(reads.get(at), group, place)) {
                if (previous != NONE) graph.addEdge(previous, firstRead + at, group);
                graph.addEdge(firstRead + at, node, group);
                at++;
            }
            if (previous != NONE) graph.addEdge(previous, node, group);
            previous = node;
        }
        return at;
    }

    private boolean isBefore(GroupRead read, int group, int place) {
        if (read.replica.group != group) return false;
        return read.seq < place || place > history.order(group).size();
    }

    /**
     * The graph node of the transaction at the place {@code place} of the group's order; {@link #NONE} if the place is
     * unknown or repeats a transaction.
     */
    private int node(int group, int place) {
        GroupOrder order = history.order(group);
        if (place > order.size()) return tails + group;
        GroupTxn txn = order.txn(place);
        return txn == null || txn.places[group] != place ? NONE : txn.ordinal;
    }

    private void addLacks(int group) {
        for (GroupTxn txn : history.txns())
            if (txn.isDelivered() && txn.places[group] == 0 && txn.isAddressedTo(group))
                graph.addEdge(tails + group, txn.ordinal, group);
    }

    private void addRealTime() {
        List<GroupTxn> answered = new ArrayList<>();
        for (GroupTxn txn : history.txns()) if (txn.answeredAt > 0) answered.add(txn);
        long[] moments = new long[answered.size() + reads.size()];
        int count = 0;
        for (GroupTxn txn : answered) moments[count++] = txn.answeredAt;
        for (GroupRead read : reads) moments[count++] = read.answeredAt;
        Arrays.sort(moments);
        for (int i = 0; i < moments.length; i++) {
            graph.addNode();
            if (i > 0) graph.addEdge(times + i - 1, times + i, REAL_TIME);
        }
        for (GroupTxn txn : history.txns()) {
            if (txn.answeredAt > 0) addAnswer(txn.ordinal, txn.answeredAt, moments);
            if (txn.submitted) addStart(txn.ordinal, txn.submittedAt, moments);
        }
        for (int i = 0; i < reads.size(); i++) {
            addAnswer(firstRead + i, reads.get(i).answeredAt, moments);
            addStart(firstRead + i, reads.get(i).startedAt, moments);
        }
    }

    private void addAnswer(int node, long at, long[] moments) {
        int moment = Arrays.binarySearch(moments, at);
        assert moment >= 0 : "no time node at " + at;
        graph.addEdge(node, times + moment, REAL_TIME);
    }

    private void addStart(int node, long at, long[] moments) {
        int moment = Arrays.binarySearch(moments, at);
        int last = (moment >= 0 ? moment : -moment - 1) - 1;
        if (last >= 0) graph.addEdge(times + last, node, REAL_TIME);
    }

    private String describe() {
        List<Integer> cycle = graph.cycle();
        if (cycle.isEmpty()) return null;
        int size = cycle.size();
        int begin = 0;
        while (begin < size && !startsStep(cycle, begin)) begin++;
        List<String> steps = new ArrayList<>();
        int first = begin;
        for (int i = begin + 1; i <= begin + size; i++) {
            if (i < begin + size && !startsStep(cycle, i % size)) continue;
            steps.add(step(cycle.get(first % size), cycle.get((i - 1) % size)));
            first = i;
        }
        return String.join("; ", steps);
    }

    private boolean startsStep(List<Integer> cycle, int index) {
        int before = cycle.get((index + cycle.size() - 1) % cycle.size());
        return graph.label(before) != graph.label(cycle.get(index));
    }

    private String step(int firstEdge, int lastEdge) {
        int label = graph.label(firstEdge);
        String earlier = name(graph.from(firstEdge));
        String later = name(graph.to(lastEdge));
        if (label == REAL_TIME) return earlier + " was answered before the start of " + later;
        boolean lacks = graph.from(lastEdge) == tails + label;
        return "group %s has %s before %s%s"
                .formatted(
                        history.groupName(label),
                        earlier,
                        later,
                        lacks ? ", which it still lacks" : "");
    }

    private String name(int node) {
        if (node < tails) return history.name(history.txns().get(node));
        assert node >= firstRead && node < times : node + " is no transaction or read";
        return reads.get(node - firstRead).toString();
    }
}
