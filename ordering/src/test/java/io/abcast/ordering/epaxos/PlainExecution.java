package io.abcast.ordering.epaxos;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A simple, slow implementation of the execution of instances, for checkers. For each instance, a {@code
 * PlainExecution} searches all instances that can be reached over dependencies.
 */
final class PlainExecution {
    private final TreeMap<InstanceId, Dependencies> committed = new TreeMap<>();
    private final TreeSet<InstanceId> executed;
    private final List<InstanceId> order;
    private final TreeSet<InstanceId> blockers = new TreeSet<>();

    PlainExecution(List<InstanceId> before) {
        order = new ArrayList<>(before);
        executed = new TreeSet<>(before);
    }

    void committed(InstanceId id, Dependencies deps) {
        committed.put(id, deps);
    }

    boolean isExecuted(InstanceId id) {
        return executed.contains(id);
    }

    List<InstanceId> order() {
        return order;
    }

    TreeSet<InstanceId> blockers() {
        return blockers;
    }

    List<InstanceId> run() {
        int before = order.size();
        blockers.clear();
        boolean more = true;
        while (more) {
            more = false;
            for (InstanceId id : committed.keySet()) {
                if (executed.contains(id)) continue;
                TreeSet<InstanceId> closure = closure(id);
                if (closure == null) continue;
                new Components(closure).execute(id);
                more = true;
            }
        }
        return List.copyOf(order.subList(before, order.size()));
    }

    private TreeSet<InstanceId> closure(InstanceId root) {
        TreeSet<InstanceId> seen = new TreeSet<>(List.of(root));
        Deque<InstanceId> todo = new ArrayDeque<>(seen);
        boolean closed = true;
        while (!todo.isEmpty()) {
            InstanceId id = todo.pop();
            Dependencies deps = committed.get(id);
            if (deps == null) {
                blockers.add(id);
                closed = false;
                continue;
            }
            for (InstanceId next : deps.ids())
                if (!executed.contains(next) && seen.add(next)) todo.push(next);
            for (int r = 0; r < deps.members().size(); r++)
                for (long n = 1; n <= deps.frontier(r); n++) {
                    InstanceId below = new InstanceId(deps.members().id(r), n);
                    if (executed.contains(below)) continue;
                    closed = false;
                    if (!committed.containsKey(below)) blockers.add(below);
                }
        }
        return closed ? seen : null;
    }

    private final class Components {
        private final TreeSet<InstanceId> closure;
        private final TreeMap<InstanceId, Integer> index = new TreeMap<>();
        private final TreeMap<InstanceId, Integer> low = new TreeMap<>();
        private final ArrayList<InstanceId> stack = new ArrayList<>();

        Components(TreeSet<InstanceId> closure) {
            this.closure = closure;
        }

        void execute(InstanceId id) {
            index.put(id, index.size());
            low.put(id, index.get(id));
            stack.add(id);
            for (InstanceId next : committed.get(id).ids()) {
                if (executed.contains(next) || !closure.contains(next)) continue;
                if (!index.containsKey(next)) {
                    execute(next);
                    low.merge(id, low.get(next), Math::min);
                } else if (stack.contains(next)) low.merge(id, index.get(next), Math::min);
            }
            if (!low.get(id).equals(index.get(id))) return;
            List<InstanceId> component = stack.subList(stack.indexOf(id), stack.size());
            List<InstanceId> sorted = new ArrayList<>(component);
            sorted.sort(Comparator.naturalOrder());
            component.clear();
            order.addAll(sorted);
            executed.addAll(sorted);
        }
    }
}
