package io.abcast.sim.groups.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** A directed graph with labelled edges, and a search for a cycle. Nodes are numbered from 0. */
final class OrderGraph {
    /** Maximum number of nodes of a found cycle through which the search looks for a shorter cycle. */
    private static final int STARTS_MAX = 16;

    private static final int NONE = -1;

    private int nodes;
    private int edges;

    /** For each node: the node's first edge, or {@link #NONE} if the node has no edge. */
    private int[] head = new int[256];

    /** For each edge: the next edge that starts at the same node, or {@link #NONE} if there is no next edge. */
    private int[] next = new int[1024];

    private int[] from = new int[1024];
    private int[] to = new int[1024];
    private int[] label = new int[1024];

    int addNode() {
        if (nodes == head.length) head = Arrays.copyOf(head, nodes * 2);
        head[nodes] = NONE;
        return nodes++;
    }

    void addEdge(int source, int target, int edgeLabel) {
        assert source < nodes && target < nodes : source + ">" + target + " of " + nodes;
        if (edges == next.length) {
            next = Arrays.copyOf(next, edges * 2);
            from = Arrays.copyOf(from, edges * 2);
            to = Arrays.copyOf(to, edges * 2);
            label = Arrays.copyOf(label, edges * 2);
        }
        next[edges] = head[source];
        from[edges] = source;
        to[edges] = target;
        label[edges] = edgeLabel;
        head[source] = edges++;
    }

    int from(int edge) {
        return from[edge];
    }

    int to(int edge) {
        return to[edge];
    }

    int label(int edge) {
        return label[edge];
    }

    /**
     * Returns the edges of a cycle in order, or an empty list if the graph has no cycle, in time linear in nodes and
     * edges. The search repeatedly removes the nodes without predecessors (Kahn 1962).
     */
    List<Integer> cycle() {
        boolean[] left = nodesLeft();
        int start = nodeOnCycle(left);
        if (start == NONE) return List.of();
        List<Integer> best = cycleThrough(start, left);
        int[] others = best.stream().mapToInt(this::from).limit(STARTS_MAX).toArray();
        for (int node : others) {
            List<Integer> cycle = cycleThrough(node, left);
            if (cycle.size() < best.size()) best = cycle;
        }
        return best;
    }

    /**
     * Returns a node on a cycle within the nodes {@code left}, each of which has a predecessor in {@code left}; {@link
     * #NONE} if no node is left.
     */
    private int nodeOnCycle(boolean[] left) {
        int[] predecessor = new int[nodes];
        int node = NONE;
        for (int edge = 0; edge < edges; edge++) {
            if (!left[from[edge]] || !left[to[edge]]) continue;
            predecessor[to[edge]] = from[edge];
            node = to[edge];
        }
        if (node == NONE) return NONE;
        boolean[] visited = new boolean[nodes];
        while (!visited[node]) {
            visited[node] = true;
            node = predecessor[node];
        }
        return node;
    }

    private boolean[] nodesLeft() {
        int[] predecessors = new int[nodes];
        for (int edge = 0; edge < edges; edge++) predecessors[to[edge]]++;
        boolean[] left = new boolean[nodes];
        Arrays.fill(left, true);
        int[] queue = new int[nodes];
        int tail = 0;
        for (int node = 0; node < nodes; node++) if (predecessors[node] == 0) queue[tail++] = node;
        for (int at = 0; at < tail; at++) {
            left[queue[at]] = false;
            for (int edge = head[queue[at]]; edge != NONE; edge = next[edge])
                if (--predecessors[to[edge]] == 0) queue[tail++] = to[edge];
        }
        return left;
    }

    /** The node {@code start} must be on a cycle of the graph. */
    private List<Integer> cycleThrough(int start, boolean[] within) {
        int[] by = new int[nodes];
        Arrays.fill(by, NONE);
        int[] queue = new int[nodes + 1];
        queue[0] = start;
        int tail = 1;
        for (int at = 0; at < tail && by[start] == NONE; at++) {
            for (int edge = head[queue[at]]; edge != NONE; edge = next[edge]) {
                int target = to[edge];
                if (!within[target] || by[target] != NONE) continue;
                by[target] = edge;
                queue[tail++] = target;
            }
        }
        assert by[start] != NONE : "node " + start + " is on no cycle";
        List<Integer> cycle = new ArrayList<>();
        int node = start;
        do {
            cycle.add(by[node]);
            node = from[by[node]];
        } while (node != start);
        Collections.reverse(cycle);
        return cycle;
    }
}
