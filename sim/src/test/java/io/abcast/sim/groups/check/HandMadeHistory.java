package io.abcast.sim.groups.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.Refusal;
import io.abcast.sim.check.Violation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A history of deliveries that a test writes by hand and that all checkers observe. Each group has replicas at the
 * servers 1 and 2.
 */
final class HandMadeHistory {
    static final String KIND_WITHOUT_TXN = "MARK";

    private static final long SESSION = 7;

    final GroupHistory history;
    final DeliveriesRecorder recorder = new DeliveriesRecorder();
    private final Map<Character, Long> clocks = new HashMap<>();
    private final Map<String, Long> seqs = new HashMap<>();
    private long nanos;

    HandMadeHistory(int groups) {
        List<String> names = new ArrayList<>();
        List<int[]> servers = new ArrayList<>();
        for (int group = 0; group < groups; group++) {
            names.add("" + (char) ('A' + group));
            servers.add(new int[] {1, 2});
        }
        List<GroupChecker> checkers =
                new ArrayList<>(GroupCheckers.all(true, false, Set.of(KIND_WITHOUT_TXN)));
        checkers.add(recorder);
        history = new GroupHistory(names, servers, () -> nanos, checkers);
        history.nameTxns(id -> "" + (char) id);
    }

    private static int group(char name) {
        return name - 'A';
    }

    static int[] groups(String names) {
        return names.chars().map(c -> c - 'A').toArray();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    void submit(char txn, String groups, long clock) {
        submitAt(groups.charAt(0), txn, groups, clock);
    }

    void submitAt(char group, char txn, String groups, long clock) {
        clocks.put(txn, clock);
        nanos += 10;
        history.submitted(txn, group(group), 1, groups(groups));
    }

    GroupTimestamp timestamp(char txn) {
        return new GroupTimestamp(clocks.getOrDefault(txn, 1L), SESSION, txn);
    }

    void deliver(char group, String txns) {
        for (int i = 0; i < txns.length(); i++) {
            deliver(group, 1, txns.charAt(i));
            deliver(group, 2, txns.charAt(i));
        }
    }

    void deliver(char group, int server, char txn) {
        long seq = seqs.merge("" + group + server, 1L, Long::sum);
        deliver(group, server, seq, txn, timestamp(txn));
    }

    void deliver(char group, int server, long seq, char txn, GroupTimestamp timestamp) {
        GroupTxn known = history.txn(txn);
        int[] groups = known == null ? groups("" + group) : known.groups();
        deliver(group, server, seq, txn, timestamp, groups);
    }

    void deliver(
            char group, int server, long seq, char txn, GroupTimestamp timestamp, int[] groups) {
        deliverWithoutResult(group, server, seq, txn, timestamp, groups);
        history.result(group(group), server, seq, result(txn, group(group)));
    }

    void deliverWithoutResult(
            char group, int server, long seq, char txn, GroupTimestamp timestamp, int[] groups) {
        nanos += 10;
        GroupDelivery delivery = new GroupDelivery(seq, timestamp, groups, bytes("" + txn));
        history.delivered(group(group), server, delivery, txn);
    }

    private static byte[] result(char txn, int group) {
        return bytes(txn + "@" + group);
    }

    GroupAnswers answers(char txn) {
        int[] groups = history.txn(txn).groups();
        byte[][] results = new byte[groups.length][];
        for (int i = 0; i < groups.length; i++) results[i] = result(txn, groups[i]);
        return new GroupAnswers(timestamp(txn), groups, results);
    }

    void answer(String txns) {
        for (int i = 0; i < txns.length(); i++) {
            char txn = txns.charAt(i);
            nanos += 10;
            history.answered(txn, answers(txn));
        }
    }

    void refuse(char txn, Refusal reason) {
        history.refused(txn, reason);
    }

    void crash(char group, int server) {
        nanos += 10;
        history.crashed(group(group), server);
    }

    void start(char group, int server, long next) {
        history.started(group(group), server);
        restore(group, server, next);
    }

    void restore(char group, int server, long next) {
        history.restored(group(group), server, next);
        seqs.put("" + group + server, next - 1);
    }

    void assertAccepted() {
        history.end();
        assertEquals(List.of(), history.violations());
    }

    void assertFoundOnlyBy(String checker, String what) {
        history.end();
        assertFound(checker, what);
    }

    void assertFoundInTheMiddleOnlyBy(String checker, String what) {
        history.audit();
        assertFound(checker, what);
    }

    private void assertFound(String checker, String what) {
        List<String> names = history.violations().stream().map(Violation::invariant).toList();
        assertEquals(List.of(checker), names, () -> history.violations().toString());
        assertEquals(what, history.violations().get(0).what());
    }
}
