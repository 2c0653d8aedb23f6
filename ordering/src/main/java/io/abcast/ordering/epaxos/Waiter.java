package io.abcast.ordering.epaxos;

/**
 * A vertex of the dependency graph of {@link Execution}: an instance that is not executed, or a read. An instance has a
 * vertex when it is committed, or when another vertex waits for it.
 */
final class Waiter {
    /** Value of {@link #rank} for a vertex that is a read. No instance depends on a read, so a read has no rank. */
    static final int READ = -1;

    /** The instance of this vertex; {@code null} for a read. */
    final InstanceId id;

    /** Rank of the instance's origin, or {@link #READ} for a read. */
    final int rank;

    /** Number of the vertex's instance, or the ticket of a read. */
    final long number;

    /** Dependencies of a committed instance; {@code null} before the commit. */
    Dependencies dependencies;

    boolean executed;

    // ---- Position of the next edge to visit. Edges before this position lead to executed
    // instances or into the component.

    /** Rank of the origin whose ranges of X the vertex visits now; the number of members after all ranges. */
    int edgeRank;

    int edgeRange;

    /** Lowest number of the present range of X to which the vertex has not visited the edge yet. */
    long edgeNumber;

    /**
     * Lowest rank whose frontier the vertex has not checked yet. For all ranks below {@code edgeFrontier}, the
     * instances up to the frontier are executed.
     */
    int edgeFrontier;

    // ---- The component, as a set of a union-find structure. The fields below are valid only in
    // the representative of the component.

    /** Parent of the vertex in the union-find forest of components; in the representative, the vertex itself. */
    Waiter set = this;

    /** Number of vertices in the component of this representative. */
    int size = 1;

    /**
     * Vertex that stands for this component in the wait trees: the vertices that wait for the component are below it.
     * The link of the vertex {@code root} is the link of the whole component.
     */
    Waiter root = this;

    /** First vertex of the component with edges to visit; further open vertices are linked by {@link #next}. */
    Waiter firstOpen = this;

    Waiter lastOpen = this;

    /** First vertex of the component whose edges are all visited; further done vertices are linked by {@link #next}. */
    Waiter firstDone;

    Waiter lastDone;

    /** Next vertex in the component's list of open vertices, or in its list of done vertices. */
    Waiter next;

    // ---- The vertices that wait for this vertex, and the list of all vertices that are not
    // committed.

    /**
     * First vertex that is linked to (waits for) this vertex; further linked vertices are linked by {@link
     * #nextLinked}.
     */
    Waiter firstLinked;

    Waiter nextLinked;

    Waiter missingBefore;
    Waiter missingAfter;

    // ---- The vertex in WaitTrees.

    /**
     * Parent of this vertex in the splay tree of its path. At the root of a splay tree: the vertex to which the path of
     * this splay tree is linked.
     */
    Waiter up;

    /** Left child in the splay tree: vertices of the path that are nearer to the root of the wait tree. */
    Waiter left;

    /** Right child in the splay tree: vertices of the path that are farther from the root of the wait tree. */
    Waiter right;

    Waiter(InstanceId id, int rank, long number) {
        this.id = id;
        this.rank = rank;
        this.number = number;
    }

    boolean isCommitted() {
        return dependencies != null;
    }

    /** Returns the representative of this vertex's component. */
    Waiter component() {
        Waiter at = this;
        while (at.set != at) {
            at.set = at.set.set;
            at = at.set;
        }
        return at;
    }

    /** Moves the first open vertex of this representative into the list of vertices whose edges are all visited. */
    void firstIsDone() {
        Waiter first = firstOpen;
        firstOpen = first.next;
        if (firstOpen == null) lastOpen = null;
        first.next = firstDone;
        firstDone = first;
        if (lastDone == null) lastDone = first;
    }

    /**
     * Unites two components.
     *
     * @param one a representative of a component; its root becomes the root of the united component
     * @param other another representative
     * @return the representative of the united component
     */
    static Waiter unite(Waiter one, Waiter other) {
        Waiter big = one.size >= other.size ? one : other;
        Waiter small = big == one ? other : one;
        big.root = one.root;
        small.set = big;
        big.size += small.size;
        if (small.firstOpen != null) {
            small.lastOpen.next = big.firstOpen;
            big.firstOpen = small.firstOpen;
            if (big.lastOpen == null) big.lastOpen = small.lastOpen;
        }
        if (small.firstDone != null) {
            small.lastDone.next = big.firstDone;
            big.firstDone = small.firstDone;
            if (big.lastDone == null) big.lastDone = small.lastDone;
        }
        return big;
    }

    @Override
    public String toString() {
        return id == null ? "read " + number : id.toString();
    }
}
