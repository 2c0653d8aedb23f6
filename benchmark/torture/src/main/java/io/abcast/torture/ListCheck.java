package io.abcast.torture;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Searches for violations of the order of transactions on lists, as Kingsbury and Alvaro 2020 ("Elle") do. The observed
 * lists show the order of the appends to each list, and which appends each transaction has seen. The resulting relation
 * "precedes" between transactions, over all lists, must have no cycle. With strict consistency, a transaction also
 * precedes every transaction that began after its answer.
 */
final class ListCheck {
    private final List<ListTxn> txns;
    private final boolean realTime;
    private final Consumer<String> violations;

    /** For each element of the lists, the index of the transaction that appends it. */
    private final Map<Long, Integer> appender = new HashMap<>();

    private final Map<String, List<Long>> longest;

    /**
     * Successors of each node of the graph; nodes of transactions come first, then nodes that stand for times of
     * answers.
     */
    private final List<List<Integer>> after = new ArrayList<>();

    ListCheck(ListHistory history, boolean realTime, Consumer<String> violations) {
        txns = history.txns();
        longest = history.lists();
        this.realTime = realTime;
        this.violations = violations;
    }

    void run() {
        for (int i = 0; i < txns.size(); i++) {
            after.add(new ArrayList<>());
            if (txns.get(i).appends()) appender.put(txns.get(i).element(), i);
        }
        Map<String, Map<Long, Integer>> places = places();
        for (int i = 0; i < txns.size(); i++) relate(i, places);
        longest.values().forEach(this::relateAppends);
        if (realTime) relateTimes();
        searchCycle();
    }

    private Map<String, Map<Long, Integer>> places() {
        Map<String, Map<Long, Integer>> places = new TreeMap<>();
        longest.forEach(
                (list, elements) -> {
                    Map<Long, Integer> of = new HashMap<>();
                    for (int i = 0; i < elements.size(); i++) {
                        long element = elements.get(i);
                        if (of.put(element, i) != null)
                            violations.accept("list " + list + ": element " + element + " twice");
                        Integer txn = appender.get(element);
                        if (txn == null || !txns.get(txn).lists().contains(list))
                            violations.accept(
                                    "list " + list + ": no transaction appended " + element);
                    }
                    places.put(list, of);
                });
        return places;
    }

    private void relate(int index, Map<String, Map<Long, Integer>> places) {
        ListTxn txn = txns.get(index);
        if (txn.appends()) checkPresent(txn, places);
        if (!txn.answered() || txn.appends()) return;
        for (int i = 0; i < txn.lists().size(); i++) {
            List<Long> all = longest.getOrDefault(txn.lists().get(i), List.of());
            int size = txn.sizes().get(i);
            if (size > 0) edge(appender.get(all.get(size - 1)), index);
            if (size < all.size()) edge(index, appender.get(all.get(size)));
        }
    }

    /**
     * Either all lists of a transaction or none contain its element, and all of them if the transaction was answered.
     */
    private void checkPresent(ListTxn txn, Map<String, Map<Long, Integer>> places) {
        List<String> missing = new ArrayList<>(txn.lists());
        missing.removeIf(list -> places.getOrDefault(list, Map.of()).containsKey(txn.element()));
        boolean isPartial = !missing.isEmpty() && missing.size() < txn.lists().size();
        if (isPartial || (txn.answered() && !missing.isEmpty()))
            violations.accept(txn + ": missing in " + missing);
    }

    private void relateAppends(List<Long> elements) {
        for (int i = 1; i < elements.size(); i++) {
            Integer earlier = appender.get(elements.get(i - 1));
            Integer later = appender.get(elements.get(i));
            if (earlier != null && later != null) edge(earlier, later);
        }
    }

    private void edge(Integer from, Integer to) {
        if (from != null && to != null && !from.equals(to)) after.get(from).add(to);
    }

    /** A chain of nodes, one for the time of each answer, expresses the order of real time with few edges. */
    private void relateTimes() {
        List<Integer> answered = new ArrayList<>();
        List<Integer> begun = new ArrayList<>();
        for (int i = 0; i < txns.size(); i++) {
            begun.add(i);
            if (txns.get(i).answered()) answered.add(i);
        }
        answered.sort(Comparator.comparingLong(i -> txns.get(i).endNanos()));
        begun.sort(Comparator.comparingLong(i -> txns.get(i).startNanos()));
        int next = 0;
        for (int started : begun) {
            long start = txns.get(started).startNanos();
            for (; next < answered.size(); next++) {
                int txn = answered.get(next);
                if (txns.get(txn).endNanos() >= start) break;
                after.add(new ArrayList<>());
                int instant = after.size() - 1;
                if (next > 0) edge(instant - 1, instant);
                edge(txn, instant);
            }
            if (next > 0) edge(after.size() - 1, started);
        }
    }

    /** Repeatedly removes nodes without predecessors; remaining nodes contain a cycle, which the method reports. */
    private void searchCycle() {
        int[] before = new int[after.size()];
        for (List<Integer> successors : after) for (int to : successors) before[to]++;
        ArrayDeque<Integer> free = new ArrayDeque<>();
        for (int i = 0; i < before.length; i++) if (before[i] == 0) free.add(i);
        int removed = 0;
        for (Integer node; (node = free.poll()) != null; removed++)
            for (int to : after.get(node)) if (--before[to] == 0) free.add(to);
        if (removed < before.length) violations.accept("cycle: " + describe(before));
    }

    private String describe(int[] before) {
        int[] previous = new int[before.length];
        int start = -1;
        for (int node = 0; node < before.length; node++) {
            if (before[node] == 0) continue;
            for (int to : after.get(node)) if (before[to] > 0) previous[to] = node;
            start = node;
        }
        boolean[] met = new boolean[before.length];
        for (; !met[start]; start = previous[start]) met[start] = true;
        List<String> cycle = new ArrayList<>();
        int node = start;
        do {
            if (node < txns.size()) cycle.add(0, txns.get(node).toString());
            node = previous[node];
        } while (node != start);
        return String.join(" < ", cycle);
    }
}
