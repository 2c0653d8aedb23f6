package io.abcast.ordering.epaxos;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Components (sets of instances) that wait until all instances of an origin up to a frontier are executed. Each
 * component waits for one origin at a time, and continues once when all instances up to the frontier are executed. Not
 * thread-safe.
 */
final class FrontierGates {
    /** A component that waits until all instances of one origin up to {@code through} are executed. */
    private record Gate(long through, Waiter root) {}

    /** By rank of the origin: the components that wait for its instances, the lowest frontier first. */
    private final PriorityQueue<Gate>[] gates;

    /** @param members number of members */
    @SuppressWarnings({"unchecked", "rawtypes"})
    FrontierGates(int members) {
        gates = new PriorityQueue[members];
        for (int rank = 0; rank < members; rank++)
            gates[rank] = new PriorityQueue<>(Comparator.comparingLong(Gate::through));
    }

    /**
     * Makes a component wait until all instances of the origin with rank {@code rank} up to number {@code through} are
     * executed.
     */
    void add(int rank, long through, Waiter root) {
        gates[rank].add(new Gate(through, root));
    }

    /** Moves the components that waited for instances of an origin up to {@code prefix} to the queue {@code ready}. */
    void open(int rank, long prefix, ArrayDeque<Waiter> ready) {
        PriorityQueue<Gate> its = gates[rank];
        while (!its.isEmpty() && its.peek().through <= prefix) ready.add(its.poll().root);
    }

    /** Returns whether an unexecuted component waits for instances of the origin with rank {@code rank}. */
    boolean isWaiting(int rank) {
        PriorityQueue<Gate> its = gates[rank];
        while (!its.isEmpty() && its.peek().root.executed) its.poll();
        return !its.isEmpty();
    }
}
