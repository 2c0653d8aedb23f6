package io.abcast.ordering.epaxos;

/**
 * A vertex of the dependency graph of {@link Execution}: an instance that is not executed, or a read. An instance exists
 * here when it is committed, or when another vertex waits for it.
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

    /** D of a committed instance; {@code null} before the commit. */
    Dependencies dependencies;

    boolean executed;

    // ---- Position of the next edge to visit. Edges before it lead to executed instances or into
    // the component.

    /** Rank of the origin of the range; then, after all ranges, number of members. */
    int edgeRank;

    int edgeRange;

    /** Numbers of the range below this one are visited. */
    long edgeNumber;

    /** Ranks below this one have executed all up to the frontier. */
    int edgeFrontier;

    // ---- The component, a set of union-find. The fields are valid in its representative.

    /** Parent in the union-find forest; itself in the representative. */
    Waiter set = this;

    /** Number of vertices. */
    int size = 1;

    /** Root of the tree that waits for this component. Its link, if it has one, is the link of the component. */
    Waiter root = this;

    /** Vertices with edges to visit, linked by {@link #next}. */
    Waiter firstOpen = this;

    Waiter lastOpen = this;

    /** Vertices whose edges are all visited, linked by {@link #next}. */
    Waiter firstDone;

    Waiter lastDone;

    /** Next vertex in one of both lists of the component. */
    Waiter next;

    // ---- Who waits for this vertex, and the list of all vertices that are not committed.

    /** First of the vertices whose link leads here, linked by {@link #nextLinked}. */
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

    /** Representative of the component. */
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
