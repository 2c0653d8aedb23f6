package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * Executes committed instances in an order that respects their dependencies (Moraru, Andersen and Kaminsky 2013,
 * section 4.3.2; Ryabinin, Gotsman and Sutra 2025, execution). The dependencies of an instance are a set X of single
 * instances, and a frontier. The frontier has one number per member, and stands for all instances that this member
 * opened up to this number. A member executes an instance if both of the following conditions hold for its
 * dependencies:
 *
 * <ul>
 *   <li>Before an instance is executed, all instances that it reaches over the sets X, directly or indirectly, are
 *       committed.
 *   <li>Before an instance is executed, all instances up to its frontiers, and up to the frontiers of the reached
 *       instances, are executed.
 * </ul>
 *
 * <p>Instances that depend on each other in a cycle form a strongly connected component. A member executes each
 * component as a whole, after the components on which it depends. Inside a strongly connected component, the member
 * executes instances in the order of {@link InstanceId}. Two instances of which one depends on the other are executed
 * in the same order at all members, because their sets X are equal everywhere.
 *
 * <p><b>Algorithm.</b> In the dependency graph, each vertex is an instance, and its edges lead to the instances on
 * which it depends. The algorithm visits the edges of a vertex one after the other, and stops at the first edge to an
 * unexecuted instance. A vertex whose visit stops at an unexecuted instance is <em>linked</em> to this instance, and
 * waits for it. Links between waiting instances form <em>wait trees</em>: all instances of a wait tree wait for the
 * root of the tree, their blocker. The algorithm visits the next edge of a wait tree's root when the root is committed,
 * or when a frontier for which the root waits is executed. An edge from a root to a vertex of its own wait tree closes
 * a cycle. A vertex that closes a cycle joins the component of the root, whose visit then includes the edges of the
 * joined vertex. When a root has no further edges, its component is complete: the member executes the component, and
 * cuts the links that lead to it.
 *
 * <p>The algorithm visits the edges in the order of a depth-first search, and contracts cycles as the path-based
 * algorithms for strong components do (Gabow 2000). Unlike Tarjan's algorithm, this search can stop at any edge, wait
 * for a commit, and continue at the same edge later. A union-find structure stores the strongly connected components of
 * vertices. {@link WaitTrees} stores the wait trees. Union-find cannot store wait trees, because the execution of a
 * blocker splits its tree.
 *
 * <p><b>Cost.</b> The algorithm visits each dependency in X, and each number of a frontier, at most twice per instance.
 * With n instances, the visit of an edge costs O(log n) amortised, for any order of the commits. No method of {@code
 * Execution} is recursive.
 *
 * <p><b>Bound:</b> the user of an {@code Execution} bounds the number of committed unexecuted instances, and the number
 * of waiting reads. Not thread-safe.
 */
public final class Execution {
    /**
     * User of an {@code Execution}, which receives the components of instances in the order of their execution. The
     * methods of a host may call {@link #committed} and {@link #await}.
     */
    public interface Host {
        /**
         * Executes a strongly connected component of instances as a whole.
         *
         * @param component the instances of the component in the order of execution, including instances decided as
         *     Nop; at least one instance
         */
        void execute(List<InstanceId> component);

        /**
         * Reports that all instances for which the read {@code ticket} waits are executed.
         *
         * @param ticket number that the caller of {@link #await} gave to the read
         */
        void reached(long ticket);
    }

    private static final Waiter EXECUTED = new Waiter(null, Waiter.READ, 0);

    static {
        EXECUTED.executed = true;
    }

    private final Membership members;
    private final Host host;

    /** By rank of a member: number up to which all instances that the member opened are executed. */
    private final long[] prefix;

    /**
     * By rank of the origin and instance number: the vertices of the instances above {@link #prefix}; {@link #EXECUTED}
     * for an executed instance.
     */
    private final LongTable<Waiter>[] known;

    private final FrontierGates gates;

    private final ArrayDeque<Waiter> ready = new ArrayDeque<>();

    private final WaitTrees trees = new WaitTrees();

    private final MissingInstances missing = new MissingInstances();

    private boolean draining;
    private int unexecuted;
    private long edges;

    /**
     * Creates an execution at a member that has already executed some instances.
     *
     * @param executed the instances that the member has executed, as a dependency set: single instances in X, and all
     *     instances up to the frontier
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
     * Adds a committed instance to the dependency graph, and executes all instances that can now be executed. A
     * repeated commit of an instance has no effect.
     *
     * @throws IllegalStateException if the instance was committed before with another set X, or if the frontier of its
     *     own dependencies includes it; the message names the contradicting values
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
     * Calls {@link Host#reached} as soon as all instances in the dependency set {@code set} are executed.
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
     * Marks the instances in an installed snapshot as executed.
     *
     * @param executed the instances whose effects the snapshot contains, in the form of {@link #executed}
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
     * Returns the highest number up to which all instances that the member with rank {@code rank} opened are executed;
     * 0 if its first instance is not executed.
     */
    public long prefix(int rank) {
        return prefix[rank];
    }

    /**
     * Returns the set of all executed instances. In the returned set, the frontier has for each origin the number up to
     * which all instances are executed; X has the executed instances above.
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

    long edges() {
        return edges;
    }

    long rotations() {
        return trees.rotations();
    }

    /**
     * Returns the uncommitted instance for which the committed instance {@code id} waits.
     *
     * @return the uncommitted instance; {@code null} if the instance {@code id} is executed or not committed
     */
    public InstanceId blocker(InstanceId id) {
        Waiter at = known[members.rank(id.origin())].get(id.number());
        if (at == null || !at.isCommitted()) return null;
        // Each step of the loop follows a wait for a frontier to a different origin, because no
        // instance waits for the executed prefix of its own origin.
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

    /** Visits each uncommitted instance for which a committed instance or a read waits. */
    public void forEachBlocker(Consumer<InstanceId> visitor) {
        missing.forEach(visitor);
        for (int rank = 0; rank < prefix.length; rank++)
            if (gates.isWaiting(rank) && known[rank].get(prefix[rank] + 1) == null)
                visitor.accept(firstUnexecuted(rank));
    }

    // ---------------------------------------------------------------- waiting

    /** If the host calls this {@code Execution} during {@code drain}, the running loop also does the added work. */
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
     * Returns the next unexecuted instance in the vertex's set X; {@code null} if all remaining instances of X are
     * executed.
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

    private Waiter addMissing(int rank, long number) {
        Waiter added = new Waiter(new InstanceId(members.id(rank), number), rank, number);
        known[rank].put(number, added);
        missing.add(added);
        return added;
    }

    /** Returns false if all instances up to the vertex's frontier (one number per member) are executed. */
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
