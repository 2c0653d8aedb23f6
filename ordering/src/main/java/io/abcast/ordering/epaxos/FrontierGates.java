package io.abcast.ordering.epaxos;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The components of instances that wait because of a frontier: until all instances of an origin up to a number are
 * executed. A component waits for one origin at a time, and continues when the last awaited instance of this origin is
 * executed. Not thread-safe.
 */
final class FrontierGates {
    private record Gate(long through, Waiter root) {}

    /** By rank of an origin: the components that wait for instances of the origin, ordered by {@link Gate#through}. */
    private final PriorityQueue<Gate>[] gates;

    @SuppressWarnings({"unchecked", "rawtypes"})
    FrontierGates(int members) {
        gates = new PriorityQueue[members];
        for (int rank = 0; rank < members; rank++)
            gates[rank] = new PriorityQueue<>(Comparator.comparingLong(Gate::through));
    }

    void add(int rank, long through, Waiter root) {
        gates[rank].add(new Gate(through, root));
    }

    void open(int rank, long prefix, ArrayDeque<Waiter> ready) {
        PriorityQueue<Gate> its = gates[rank];
        while (!its.isEmpty() && its.peek().through <= prefix) ready.add(its.poll().root);
    }

    boolean isWaiting(int rank) {
        PriorityQueue<Gate> its = gates[rank];
        while (!its.isEmpty() && its.peek().root.executed) its.poll();
        return !its.isEmpty();
    }
}
