package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A simple, slow model of {@link Execution} for tests. After each commit, the model checks for each committed instance
 * again whether it may be executed.
 */
final class BruteExecution {
    private final Membership members;
    private final TreeMap<InstanceId, Dependencies> committed = new TreeMap<>();
    final TreeSet<InstanceId> executed = new TreeSet<>();

    final List<List<InstanceId>> components = new ArrayList<>();

    BruteExecution(Membership members) {
        this.members = members;
    }

    boolean isCommitted(InstanceId id) {
        return committed.containsKey(id);
    }

    void committed(InstanceId id, Dependencies dependencies) {
        committed.put(id, dependencies);
        executeAll();
    }

    void install(Dependencies state) {
        executed.addAll(covered(state));
        executed.addAll(state.ids());
        executeAll();
    }

    private void executeAll() {
        for (boolean more = true; more; ) {
            more = false;
            for (InstanceId id : committed.keySet()) {
                if (executed.contains(id) || !mayExecute(id)) continue;
                List<InstanceId> component = component(id);
                if (!component.stream().allMatch(v -> executedExcept(v, component))) continue;
                executed.addAll(component);
                components.add(component);
                more = true;
            }
        }
    }

    TreeSet<InstanceId> reached(InstanceId id) {
        TreeSet<InstanceId> all = new TreeSet<>();
        List<InstanceId> open = new ArrayList<>(List.of(id));
        while (!open.isEmpty()) {
            InstanceId next = open.remove(open.size() - 1);
            if (executed.contains(next) || !all.add(next)) continue;
            if (committed.containsKey(next)) open.addAll(committed.get(next).ids());
        }
        return all;
    }

    private boolean mayExecute(InstanceId id) {
        for (InstanceId each : reached(id)) {
            if (!committed.containsKey(each)) return false;
            if (!executed.containsAll(covered(committed.get(each)))) return false;
        }
        return true;
    }

    private boolean executedExcept(InstanceId id, List<InstanceId> component) {
        return committed.get(id).ids().stream()
                .allMatch(d -> executed.contains(d) || component.contains(d));
    }

    private List<InstanceId> component(InstanceId id) {
        return reached(id).stream().filter(other -> reached(other).contains(id)).toList();
    }

    private List<InstanceId> covered(Dependencies set) {
        List<InstanceId> all = new ArrayList<>();
        for (int rank = 0; rank < members.size(); rank++)
            for (long n = 1; n <= set.frontier(rank); n++)
                all.add(new InstanceId(members.id(rank), n));
        return all;
    }

    TreeSet<InstanceId> missing(InstanceId id) {
        TreeSet<InstanceId> all = new TreeSet<>();
        TreeSet<InstanceId> found = new TreeSet<>();
        List<InstanceId> open = new ArrayList<>(List.of(id));
        while (!open.isEmpty()) {
            InstanceId next = open.remove(open.size() - 1);
            if (executed.contains(next) || !all.add(next)) continue;
            Dependencies d = committed.get(next);
            if (d == null) {
                found.add(next);
            } else {
                open.addAll(d.ids());
                open.addAll(covered(d));
            }
        }
        return found;
    }

    List<InstanceId> blocked() {
        List<InstanceId> all = new ArrayList<>();
        for (Map.Entry<InstanceId, Dependencies> each : committed.entrySet())
            if (!executed.contains(each.getKey())) all.add(each.getKey());
        return all;
    }
}
