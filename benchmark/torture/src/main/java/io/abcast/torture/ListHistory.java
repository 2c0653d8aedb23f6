package io.abcast.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The transactions of all clients on lists, and the longest observed state of each list. Of two observed states of a
 * list, one must be a prefix of the other. The class is thread-safe.
 */
final class ListHistory {
    private final Consumer<String> violations;
    private final List<ListTxn> txns = new ArrayList<>();
    private final Map<String, List<Long>> longest = new TreeMap<>();
    private long begun;

    ListHistory(Consumer<String> violations) {
        this.violations = violations;
    }

    synchronized long begin() {
        return ++begun;
    }

    synchronized void unknown(
            int client, long number, List<String> lists, boolean appends, long startNanos) {
        txns.add(new ListTxn(client, number, lists, appends, null, startNanos, 0));
    }

    synchronized void answered(
            int client,
            long number,
            List<String> lists,
            boolean appends,
            List<List<Long>> observed,
            long startNanos,
            long endNanos) {
        ListTxn txn =
                new ListTxn(
                        client,
                        number,
                        lists,
                        appends,
                        observed.stream().map(List::size).toList(),
                        startNanos,
                        endNanos);
        txns.add(txn);
        for (int i = 0; i < lists.size(); i++) observe(txn, lists.get(i), observed.get(i));
    }

    private void observe(ListTxn txn, String list, List<Long> seen) {
        List<Long> known = longest.getOrDefault(list, List.of());
        int common = Math.min(seen.size(), known.size());
        if (!seen.subList(0, common).equals(known.subList(0, common)))
            violations.accept(
                    "list %s: %s observed %s, another transaction observed %s"
                            .formatted(list, txn, seen, known));
        if (seen.size() > known.size()) longest.put(list, seen);
        if (txn.appends() && (seen.isEmpty() || seen.get(seen.size() - 1) != txn.element()))
            violations.accept(
                    "list %s: the element of %s is not the last one: %s"
                            .formatted(list, txn, seen));
    }

    synchronized List<ListTxn> txns() {
        return List.copyOf(txns);
    }

    synchronized Map<String, List<Long>> lists() {
        return new TreeMap<>(longest);
    }
}
