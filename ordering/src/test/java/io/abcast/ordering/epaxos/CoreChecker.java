package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Checks that members agree on each instance, and execute interfering instances in one order. An instance that was
 * opened after an answer must be executed after the answered instance, if both interfere.
 */
final class CoreChecker {
    private record Decision(RequestBatch value, List<Dependencies> deps) {}

    private record Pair(InstanceId first, InstanceId second) {
        private Pair swapped() {
            return new Pair(second, first);
        }

        private String key() {
            return first + " " + second;
        }
    }

    private final Function<RequestBatch, Keys> keys;
    private final TreeMap<InstanceId, Decision> decisions = new TreeMap<>();

    private final Map<String, String> orders = new TreeMap<>();

    private final TreeSet<InstanceId> answered = new TreeSet<>();

    private String violation;

    CoreChecker(Function<RequestBatch, Keys> keys) {
        this.keys = keys;
    }

    String violation() {
        return violation;
    }

    void violated(String what) {
        if (violation == null) violation = what;
    }

    void committed(int member, InstanceId id, RequestBatch value, Dependencies deps) {
        Decision first = decisions.get(id);
        if (first == null) {
            first = new Decision(value, new ArrayList<>(List.of(deps)));
            decisions.put(id, first);
        } else {
            if (!first.value.equals(value) || !first.deps.get(0).hasSameIds(deps))
                violated(
                        "Agreement: %s is %s with %s, and at %d %s with %s"
                                .formatted(id, first.value, first.deps, member, value, deps));
            if (first.deps.contains(deps)) return;
            first.deps.add(deps);
        }
        if (!value.isNop()) decisions.forEach((other, its) -> checkVisible(id, deps, other, its));
    }

    private void checkVisible(InstanceId id, Dependencies deps, InstanceId other, Decision its) {
        if (other.equals(id) || !interfere(id, other)) return;
        for (Dependencies theirs : its.deps)
            if (!theirs.contains(id) && !deps.contains(other))
                violated(
                        "Visibility: %s depends on %s, and %s depends on %s"
                                .formatted(id, deps, other, theirs));
    }

    private boolean interfere(InstanceId id, InstanceId other) {
        RequestBatch a = decisions.get(id).value;
        RequestBatch b = decisions.get(other).value;
        return !a.isNop() && !b.isNop() && keys.apply(a).interferes(keys.apply(b));
    }

    void executed(int member, InstanceId id, List<InstanceId> before) {
        for (InstanceId first : before)
            if (!first.equals(id) && interfere(first, id)) ordered(new Pair(first, id), member);
    }

    private void ordered(Pair pair, int member) {
        String before = orders.get(pair.swapped().key());
        if (before != null)
            violated(
                    "Order: member %d has %s before %s, and %s the other order"
                            .formatted(member, pair.first, pair.second, before));
        orders.putIfAbsent(pair.key(), "member " + member);
    }

    void answered(InstanceId id) {
        answered.add(id);
    }

    void opened(InstanceId id, RequestBatch value) {
        for (InstanceId first : answered) {
            if (first.equals(id)) violated("Number: " + id + " was used before");
            RequestBatch its = decisions.get(first).value;
            if (!its.isNop() && keys.apply(its).interferes(keys.apply(value)))
                orders.putIfAbsent(new Pair(first, id).key(), "real time");
        }
    }

    List<InstanceId> answeredWriters(Keys read) {
        List<InstanceId> writers = new ArrayList<>();
        for (InstanceId each : answered) {
            RequestBatch its = decisions.get(each).value;
            if (!its.isNop() && keys.apply(its).interferes(read)) writers.add(each);
        }
        return writers;
    }

    int decided() {
        return decisions.size();
    }

    int nops() {
        return (int) decisions.values().stream().filter(d -> d.value.isNop()).count();
    }
}
