package io.abcast.ordering.epaxos;

/**
 * A vertex of the dependency graph of {@link Execution}: an instance that is not executed, or a read. An instance has a
 * vertex when it is committed, or when another vertex waits for it.
 */
final class Waiter {
    /** Rank of a read, which no instance depends on. */
    static final int READ = -1;

    /** The instance; {@code null} for a read. */
    final InstanceId id;

    /** Rank of the origin, or {@link #READ}. */
    final int rank;

    /** Number of the instance, or the ticket of a read. */
    final long number;

    /** Dependencies of a committed instance; {@code null} before the commit. */
    Dependencies dependencies;

    boolean executed;

    // ---- Position of the next edge to visit. Edges before it lead to executed instances or into
    // the component.

    /** Rank of the origin whose ranges are being visited; the number of members after all ranges. */
    int edgeRank;

    int edgeRange;

    /** Lowest number of the present range that is not visited yet. */
    long edgeNumber;

    /** Lowest rank that is not checked yet. For all lower ranks, the instances up to the frontier are executed. */
    int edgeFrontier;

    // ---- The component, as a set of a union-find structure. These fields are valid only in the
    // representative of the
    // component.

    /** Parent in the union-find forest; in the representative, the vertex itself. */
    Waiter set = this;

    /** Number of vertices in the component. */
    int size = 1;

    /** Root of the tree that waits for this component. If the root has a link, this is the link of the component. */
    Waiter root = this;

    /** First vertex with edges to visit; further such vertices are linked by {@link #next}. */
    Waiter firstOpen = this;

    Waiter lastOpen = this;

    /** First vertex whose edges are all visited; further such vertices are linked by {@link #next}. */
    Waiter firstDone;

    Waiter lastDone;

    /** Next vertex in one of the two lists of the component. */
    Waiter next;

    // ---- The vertices that wait for this vertex, and the list of all vertices that are not
    // committed.

    /** First vertex that is linked to this vertex; further such vertices are linked by {@link #nextLinked}. */
    Waiter firstLinked;

    Waiter nextLinked;

    Waiter missingBefore;
    Waiter missingAfter;

    // ---- The vertex in WaitTrees.

    /** Parent in the splay tree, or, at the root of a splay tree, the vertex to which the path is linked. */
    Waiter up;

    /** Vertices of the path that are nearer to the root. */
    Waiter left;

    /** Vertices of the path that are farther from the root. */
    Waiter right;

    Waiter(InstanceId id, int rank, long number) {
        this.id = id;
        this.rank = rank;
        this.number = number;
    }

    boolean isCommitted() {
        return dependencies != null;
    }

    /** Returns the representative of the component. */
    Waiter component() {
        Waiter at = this;
        while (at.set != at) {
            at.set = at.set.set;
            at = at.set;
        }
        return at;
    }

    /** Moves the first open vertex of this representative to the vertices that are done. */
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
     * @param one a representative; its root becomes the root of the union
     * @param other another representative
     * @return the representative of the union
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
