package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * Orders committed instances by their dependencies (Moraru, Andersen and Kaminsky 2013, section 4.3.2; Ryabinin,
 * Gotsman and Sutra 2025, execution). The dependencies of an instance are a set X of instances and a frontier, which
 * has one number per member. A member executes an instance when two conditions hold:
 *
 * <ul>
 *   <li>First condition: all instances that can be reached from the instance over the sets X, directly or indirectly,
 *       are committed.
 *   <li>Second condition: all instances up to the frontiers of the instance and of the reached instances are executed.
 * </ul>
 *
 * <p>The member executes strongly connected components of instances in the order of their dependencies, and each
 * component as a whole. Inside a strongly connected component, the member executes instances in the order of {@link
 * InstanceId}. All members commit an instance with the same set X. All members therefore execute two instances in the
 * same order if one instance depends on the other.
 *
 * <p><b>Algorithm.</b> Each vertex of the graph is an instance, and its edges lead to its dependencies. A vertex visits
 * its edges one after the other, and stops at the first edge that leads to an unexecuted instance. The vertex is then
 * <em>linked</em> to the unexecuted instance. The links form trees of waiting instances, and all instances of a tree
 * wait for the root of the tree, their blocker. The root of a wait tree continues with its next edge when the root is
 * committed, or when the instance for which the root waits is executed. An edge from a root to a vertex of its own wait
 * tree closes a cycle. The vertex that closes the cycle then joins the component of the root, and the root visits the
 * edges of that vertex as well. When a root has no further edges, its component is complete: the component executes,
 * and the links that lead to the component are cut.
 *
 * <p>The algorithm visits the edges in the order of a depth-first search, and contracts cycles as the path-based
 * algorithms for strong components do (Gabow 2000). In contrast to Tarjan's algorithm, the search can wait for a commit
 * at each edge and continue there later. A union-find structure stores the strongly connected components of vertices.
 * Union-find cannot store the wait trees, because the tree of a blocker is split when the blocker executes; {@link
 * WaitTrees} stores the trees.
 *
 * <p><b>Cost.</b> Each vertex (instance) visits each edge of its X, and each number of its frontier, at most twice. The
 * first visit of an edge makes the vertex wait. The second visit of an edge lets the vertex continue or join a
 * component. A visit of an edge costs O(log n) amortised, for any order of the commits. No method of {@code Execution}
 * is recursive.
 *
 * <p><b>Bound:</b> the caller bounds the number of instances that are committed and not executed, and the number of
 * reads. Not thread-safe.
 */
public final class Execution {
    /**
     * Receives the components of instances in the order of their execution. During a call of a host's method, the host
     * may call {@link #committed} and {@link #await}.
     */
    public interface Host {
        /**
         * Executes a strongly connected component of instances as a whole.
         *
         * @param component the instances of the component in the order of execution, Nops included; at least one
         *     instance
         */
        void execute(List<InstanceId> component);

        /**
         * Reports that all instances for which a read waits are executed.
         *
         * @param ticket number that the caller of {@link #await} gave to the read
         */
        void reached(long ticket);
    }

    /** Marks, in {@link #known}, an executed instance above the executed prefix of its origin. */
    private static final Waiter EXECUTED = new Waiter(null, Waiter.READ, 0);

    static {
        EXECUTED.executed = true;
    }

    private final Membership members;
    private final Host host;

    /** By rank of the origin: number up to which all instances of the origin are executed. */
    private final long[] prefix;

    /** By rank of the origin and number: the vertices of instances above the executed prefix, and {@link #EXECUTED}. */
    private final LongTable<Waiter>[] known;

    private final FrontierGates gates;

    /** Roots of wait trees that may continue with their next edge. */
    private final ArrayDeque<Waiter> ready = new ArrayDeque<>();

    private final WaitTrees trees = new WaitTrees();

    private final MissingInstances missing = new MissingInstances();

    private boolean draining;
    private int unexecuted;
    private long edges;

    /**
     * Creates an execution that continues after a set of executed instances.
     *
     * @param executed the instances that were executed before: all instances in X and all instances up to the frontier
     */
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
     * Handles the commit of an instance with its dependencies. The execution ignores a repeated commit of an instance.
     *
     * @throws IllegalStateException if the instance was committed before with another X, or depends on itself by its
     *     own frontier; the message names the contradicting values
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
     * Reports to the host when all instances of a dependency set are executed: the instances of X and the instances up
     * to the frontier.
     *
     * @param ticket number by which the host identifies the read that waits for the set
     */
    public void await(Dependencies set, long ticket) {
        Waiter read = new Waiter(null, Waiter.READ, ticket);
        read.dependencies = set;
        ready.add(read);
        drain();
    }

    /**
     * Continues with the state of another member, or of a snapshot of this member. The instances of the installed state
     * count as executed, and the host does not receive them.
     *
     * @param executed the instances whose effects the state contains, in the form of {@link #executed}
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

    /** Returns whether this member has executed the instance {@code id}. */
    public boolean isExecuted(InstanceId id) {
        return isExecuted(members.rank(id.origin()), id.number());
    }

    private boolean isExecuted(int rank, long number) {
        return number <= prefix[rank] || known[rank].get(number) == EXECUTED;
    }

    /**
     * Returns the highest number up to which all instances of an origin are executed; 0 if the first instance is not
     * executed.
     */
    public long prefix(int rank) {
        return prefix[rank];
    }

    /**
     * Returns the set of all executed instances. The frontier of {@code executed} is the executed prefix of each
     * origin, and X has the executed instances above that prefix.
     */
    public Dependencies executed() {
        DependenciesBuilder all = new DependenciesBuilder(members);
        all.start(Dependencies.upTo(members, prefix));
        for (int rank = 0; rank < prefix.length; rank++)
            for (long number : known[rank].numbers())
                if (known[rank].get(number) == EXECUTED) all.add(rank, number);
        return all.build();
    }

    /** Returns the number of instances that are committed and not executed. */
    public int unexecuted() {
        return unexecuted;
    }

    /** Returns the number of edges (dependencies) that this execution has visited. */
    long edges() {
        return edges;
    }

    /** Returns the number of rotations that {@link WaitTrees} has done, as a measure of its work. */
    long rotations() {
        return trees.rotations();
    }

    /**
     * Returns the instance for whose commit the committed instance {@code id} waits at present. If the committed
     * instance waits for several commits, the result is the instance whose commit lets it continue next.
     *
     * @return {@code null} if the instance {@code id} is executed or not committed
     */
    public InstanceId blocker(InstanceId id) {
        Waiter at = known[members.rank(id.origin())].get(id.number());
        if (at == null || !at.isCommitted()) return null;
        // Each step of the loop leads from a wait for a frontier to another origin, because no
        // instance waits for the prefix of its own origin.
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
     * Visits each uncommitted instance for which a committed instance or a read waits. The visited instances are in the
     * order in which the first wait for each instance began. Of the instances up to frontiers, {@code forEachBlocker}
     * visits only the first unexecuted instance of each origin.
     */
    public void forEachBlocker(Consumer<InstanceId> visitor) {
        missing.forEach(visitor);
        for (int rank = 0; rank < prefix.length; rank++)
            if (gates.isWaiting(rank) && known[rank].get(prefix[rank] + 1) == null)
                visitor.accept(firstUnexecuted(rank));
    }

    // ---------------------------------------------------------------- waiting

    /**
     * Lets all waiting components continue that can continue. If the host calls this {@code Execution} during {@code
     * drain}, the call only adds work.
     */
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

    /** Visits edges of a component of instances until the component has to wait or executes. */
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

    /**
     * Returns the instance to which the next edge of a vertex leads; {@code null} if all remaining instances of the
     * vertex's X are executed.
     */
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

    /**
     * Makes the component wait for the first origin whose executed prefix is below the frontier of a vertex. Returns
     * false if no executed prefix is below the frontier of the vertex.
     */
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
     * Lets the components continue that are linked to (wait for) an executed vertex. Vertices of the executed component
     * itself do not continue.
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
