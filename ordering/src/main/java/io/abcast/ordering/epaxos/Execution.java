package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * Orders committed instances by their dependencies (Moraru, Andersen and Kaminsky 2013, section 4.3.2; Ryabinin, Gotsman
 * and Sutra 2025, execution). An instance executes when two conditions hold:
 *
 * <ul>
 *   <li>All instances that can be reached from its X by dependencies, directly or indirectly, are committed.
 *   <li>All instances up to its own frontier, and up to the frontiers of the reached instances, are executed.
 * </ul>
 *
 * <p>Strongly connected components execute in the order of their dependencies, and each component executes as a whole.
 * Inside a component, the order is that of {@link InstanceId}. All members have the same X for each instance, so they
 * execute two instances in the same order if one of the two depends on the other.
 *
 * <p><b>Algorithm.</b> Each vertex is an instance, and its edges lead to its dependencies. A vertex visits its edges
 * one after the other, and stops at the first edge that leads to an instance that is not executed: the vertex is
 * <em>linked</em> to that instance. The links form trees, and all instances of a tree wait for the root of the tree,
 * their blocker. When the root is committed, or an instance is executed for which it waits, the root continues with its
 * next edge. An edge from a root to a vertex of its own tree closes a cycle: that vertex joins the component of the
 * root, and the root visits the edges of the vertex as well. When a root has no further edges, its component is
 * complete: the component executes, and the links that lead to it are cut.
 *
 * <p>This visits the edges in the order of a depth-first search, and contracts cycles as the path-based algorithms for
 * strong components do (Gabow 2000). In contrast to Tarjan's algorithm, the search can wait for a commit at each edge
 * and continue there later. A union-find structure stores the components. Union-find cannot store the trees, because
 * the tree of a blocker is split when the blocker executes; {@link WaitTrees} stores them.
 *
 * <p><b>Cost.</b> Each vertex visits each edge of its X, and each number of its frontier, at most twice: once to wait,
 * and once to continue or to join a component. A visit costs O(log n) amortised, for any order of the commits. No
 * method is recursive.
 *
 * <p><b>Bound:</b> the caller bounds the number of instances that are committed and not executed, and the number of
 * reads. Not thread-safe.
 */
public final class Execution {
    /**
     * Receives the instances in the order of their execution. During these calls, a host may call {@link #committed}
     * and {@link #await}.
     */
    public interface Host {
        /**
         * Executes a strongly connected component, as a whole.
         *
         * @param component its instances in the order of execution, Nops included; at least one
         */
        void execute(List<InstanceId> component);

        /**
         * Reports that all instances in the set of a read are executed.
         *
         * @param ticket as given to {@link #await}
         */
        void reached(long ticket);
    }

    /** Represents, in {@link #known}, an executed instance above the prefix. */
    private static final Waiter EXECUTED = new Waiter(null, Waiter.READ, 0);

    static {
        EXECUTED.executed = true;
    }

    private final Membership members;
    private final Host host;

    /** By rank: number up to which all instances of the origin are executed. */
    private final long[] prefix;

    /** By rank and number: vertices above the prefix, and {@link #EXECUTED}. */
    private final LongTable<Waiter>[] known;

    private final FrontierGates gates;

    /** Roots that may continue with their next edge. */
    private final ArrayDeque<Waiter> ready = new ArrayDeque<>();

    private final WaitTrees trees = new WaitTrees();

    private final MissingInstances missing = new MissingInstances();

    private boolean draining;
    private int unexecuted;
    private long edges;

    /** @param executed the executed instances: all instances in X and all instances up to the frontier */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Execution(Dependencies executed, Host host) {
        members = executed.members();
        this.host = host;
        int size = members.size();
        prefix = new long[size];
        known = new LongTable[size];
        gates = new FrontierGates(size);
        for (int rank = 0; rank < size; rank++) known[rank] = new LongTable<>();
        install(executed);
    }

    /**
     * Handles the commit of an instance. A repeated commit is ignored.
     *
     * @throws IllegalStateException if the instance was committed with another X, or is up to its own frontier; the
     *     message names both
     */
    public void committed(InstanceId id, Dependencies dependencies) {
        int rank = members.rank(id.origin());
        if (rank < 0) throw new IllegalArgumentException(id + ": expected an origin of " + members);
        if (id.number() <= dependencies.frontier(rank))
            throw new IllegalStateException(id + " depends on itself: " + dependencies);
        if (isExecuted(rank, id.number())) return;
        Waiter its = known[rank].get(id.number());
        if (its != null && its.isCommitted()) {
            if (its.dependencies.hasSameIds(dependencies)) return;
            throw new IllegalStateException(
                    "%s: committed with %s and with %s"
                            .formatted(id, its.dependencies, dependencies));
        }
        if (its == null) {
            its = new Waiter(id, rank, id.number());
            known[rank].put(id.number(), its);
        } else {
            missing.remove(its);
        }
        its.dependencies = dependencies;
        unexecuted++;
        ready.add(its);
        drain();
    }

    /**
     * Reports to the host when everything in a set is executed: the instances of X and those up to the frontier.
     *
     * @param ticket number by which the host identifies the read
     */
    public void await(Dependencies set, long ticket) {
        Waiter read = new Waiter(null, Waiter.READ, ticket);
        read.dependencies = set;
        ready.add(read);
        drain();
    }

    /**
     * Continues with the state of another member or of an own snapshot. The instances of that state count as executed,
     * and the host does not receive them.
     *
     * @param executed the executed instances, as {@link #executed} returns them
     */
    public void install(Dependencies executed) {
        List<Waiter> now = new ArrayList<>();
        for (int rank = 0; rank < prefix.length; rank++) {
            LongTable<Waiter> its = known[rank];
            for (long number : its.numbers()) {
                if (!executed.contains(rank, number)) continue;
                Waiter waiter = its.get(number);
                if (waiter != EXECUTED) now.add(waiter);
                if (number <= executed.frontier(rank)) its.remove(number);
                else its.put(number, EXECUTED);
            }
            prefix[rank] = Math.max(prefix[rank], executed.frontier(rank));
        }
        executed.forEach(
                (rank, number) -> {
                    if (number > prefix[rank]) known[rank].put(number, EXECUTED);
                });
        for (Waiter waiter : now) {
            waiter.executed = true;
            if (waiter.isCommitted()) unexecuted--;
            else missing.remove(waiter);
        }
        for (int rank = 0; rank < prefix.length; rank++) extendPrefix(rank);
        for (Waiter waiter : now) wakeLinked(waiter);
        drain();
    }

    // ---------------------------------------------------------------- state

    /** Whether the instance is executed. */
    public boolean isExecuted(InstanceId id) {
        return isExecuted(members.rank(id.origin()), id.number());
    }

    private boolean isExecuted(int rank, long number) {
        return number <= prefix[rank] || known[rank].get(number) == EXECUTED;
    }

    /** Highest number up to which all instances of an origin are executed; 0 if the first instance is not executed. */
    public long prefix(int rank) {
        return prefix[rank];
    }

    /**
     * Returns the executed instances: the frontier is the executed prefix of each origin, and X has the executed
     * instances above it.
     */
    public Dependencies executed() {
        DependenciesBuilder all = new DependenciesBuilder(members);
        all.start(Dependencies.upTo(members, prefix));
        for (int rank = 0; rank < prefix.length; rank++)
            for (long number : known[rank].numbers())
                if (known[rank].get(number) == EXECUTED) all.add(rank, number);
        return all.build();
    }

    /** Number of instances that are committed and not executed. */
    public int unexecuted() {
        return unexecuted;
    }

    /** Number of edges visited so far. */
    long edges() {
        return edges;
    }

    /** Number of rotations in {@link WaitTrees} so far, as a measure of the work. */
    long rotations() {
        return trees.rotations();
    }

    /**
     * Returns the instance for whose commit a committed instance waits at present. If it waits for several instances,
     * the result is the one whose commit lets it continue.
     *
     * @return {@code null} if the instance is executed or not committed
     */
    public InstanceId blocker(InstanceId id) {
        Waiter at = known[members.rank(id.origin())].get(id.number());
        if (at == null || !at.isCommitted()) return null;
        // Each step leads from a gate to another origin, because no instance waits for the prefix
        // of its own origin.
        for (int step = 0; step <= prefix.length; step++) {
            Waiter root = trees.root(at);
            if (!root.isCommitted()) return root.id;
            Waiter open = root.component().firstOpen;
            if (open == null || open.edgeFrontier == prefix.length) return null;
            InstanceId first = firstUnexecuted(open.edgeFrontier);
            at = known[open.edgeFrontier].get(first.number());
            if (at == null) return first;
        }
        return null;
    }

    private InstanceId firstUnexecuted(int rank) {
        return new InstanceId(members.id(rank), prefix[rank] + 1);
    }

    /**
     * Visits each instance that is not committed and for which a committed instance or a read waits. The order is that
     * in which the first wait for each of them began. Of the instances up to frontiers, only the first unexecuted
     * instance of each origin is visited.
     */
    public void forEachBlocker(Consumer<InstanceId> visitor) {
        missing.forEach(visitor);
        for (int rank = 0; rank < prefix.length; rank++)
            if (gates.isWaiting(rank) && known[rank].get(prefix[rank] + 1) == null)
                visitor.accept(firstUnexecuted(rank));
    }

    // ---------------------------------------------------------------- waiting

    /** Lets all components continue that can continue. Calls by the host during this method only add work to it. */
    private void drain() {
        if (draining) return;
        draining = true;
        try {
            for (Waiter root = ready.poll(); root != null; root = ready.poll())
                if (!root.executed) advance(root.component());
        } finally {
            draining = false;
        }
    }

    /** Visits edges of a component until the component has to wait or executes. */
    private void advance(Waiter from) {
        Waiter component = from;
        while (component.firstOpen != null) {
            Waiter vertex = component.firstOpen;
            Waiter to = edge(vertex);
            if (to == null) {
                if (waitsAtGate(vertex, component.root)) return;
                component.firstIsDone();
            } else if (to.component() == component) {
                vertex.edgeNumber++;
            } else if (to.isCommitted() && trees.root(to) == component.root) {
                vertex.edgeNumber++;
                component = Waiter.unite(component, to.component());
            } else {
                link(component.root, to);
                return;
            }
        }
        execute(component);
    }

    /** The instance to which the next edge leads; {@code null} if the rest of X is executed. */
    private Waiter edge(Waiter vertex) {
        Dependencies d = vertex.dependencies;
        for (; vertex.edgeRange < d.ranges(); vertex.edgeRange++) {
            while (vertex.edgeRange >= d.rangesOf(vertex.edgeRank + 1)) vertex.edgeRank++;
            int rank = vertex.edgeRank;
            long number = Math.max(vertex.edgeNumber, d.first(vertex.edgeRange));
            number = Math.max(number, prefix[rank] + 1);
            for (; number <= d.last(vertex.edgeRange); number++) {
                edges++;
                Waiter to = known[rank].get(number);
                if (to == EXECUTED) continue;
                vertex.edgeNumber = number;
                return to != null ? to : addMissing(rank, number);
            }
            vertex.edgeNumber = 0;
        }
        return null;
    }

    /** Adds a vertex for an instance that is not committed. */
    private Waiter addMissing(int rank, long number) {
        Waiter added = new Waiter(new InstanceId(members.id(rank), number), rank, number);
        known[rank].put(number, added);
        missing.add(added);
        return added;
    }

    /** Lets the component wait for the first prefix that is below the frontier of a vertex, if there is one. */
    private boolean waitsAtGate(Waiter vertex, Waiter root) {
        for (; vertex.edgeFrontier < prefix.length; vertex.edgeFrontier++) {
            edges++;
            int rank = vertex.edgeFrontier;
            long through = vertex.dependencies.frontier(rank);
            if (through > prefix[rank]) {
                gates.add(rank, through, root);
                return true;
            }
        }
        return false;
    }

    private void link(Waiter root, Waiter to) {
        trees.link(root, to);
        root.nextLinked = to.firstLinked;
        to.firstLinked = root;
    }

    // ---------------------------------------------------------------- execution

    private void execute(Waiter component) {
        if (component.rank == Waiter.READ) {
            component.executed = true;
            host.reached(component.number);
            return;
        }
        List<InstanceId> order = new ArrayList<>(component.size);
        for (Waiter v = component.firstDone; v != null; v = v.next) {
            v.executed = true;
            known[v.rank].put(v.number, EXECUTED);
            order.add(v.id);
        }
        if (component.size > 1) Collections.sort(order);
        unexecuted -= component.size;
        for (Waiter v = component.firstDone; v != null; v = v.next) extendPrefix(v.rank);
        for (Waiter v = component.firstDone; v != null; v = v.next) wakeLinked(v);
        host.execute(order);
    }

    private void extendPrefix(int rank) {
        while (known[rank].get(prefix[rank] + 1) == EXECUTED) {
            prefix[rank]++;
            known[rank].remove(prefix[rank]);
        }
        gates.open(rank, prefix[rank], ready);
    }

    /**
     * Lets the components continue that are linked to an executed vertex. Vertices of the same component are executed
     * already.
     */
    private void wakeLinked(Waiter executed) {
        Waiter next;
        for (Waiter each = executed.firstLinked; each != null; each = next) {
            next = each.nextLinked;
            if (each.executed) continue;
            trees.cut(each);
            ready.add(each);
        }
        executed.firstLinked = null;
    }
}
