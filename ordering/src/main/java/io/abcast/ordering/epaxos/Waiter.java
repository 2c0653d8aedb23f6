package io.abcast.ordering.epaxos;

/**
 * A vertex of the dependency graph of {@link Execution}: an unexecuted instance, or a read that waits for instances. An
 * instance gets its vertex when it is committed, or earlier when another vertex begins to wait for it.
 */
final class Waiter {
    /** Value of {@link #rank} for the vertex of a read, which no member has opened as an instance. */
    static final int READ = -1;

    /** Id of the instance that this vertex represents; {@code null} for a read. */
    final InstanceId id;

    /** Rank of the member that opened this instance; {@link #READ} for a read. */
    final int rank;

    /** Number of the instance at its origin; for a read, the ticket that identifies the read. */
    final long number;

    /** Dependencies with which the instance was committed; {@code null} before its commit. */
    Dependencies dependencies;

    boolean executed;

    // ---- Position of the next edge (dependency) of this vertex to visit. All edges before this
    // position lead to executed instances, or to vertices of the same component.

    int edgeRank;

    int edgeRange;

    long edgeNumber;

    int edgeFrontier;

    // ---- The strongly connected component of this vertex, as a set of a union-find structure. The
    // fields from size to lastDone are valid only in the representative vertex of the set.

    /** Parent of the vertex in the union-find forest of components; in the representative, the vertex itself. */
    Waiter set = this;

    int size = 1;

    Waiter root = this;

    Waiter firstOpen = this;

    Waiter lastOpen = this;

    Waiter firstDone;

    Waiter lastDone;

    Waiter next;

    // ---- Lists: the vertices that wait for this vertex, and all vertices of uncommitted
    // instances.

    Waiter firstLinked;

    Waiter nextLinked;

    Waiter missingBefore;
    Waiter missingAfter;

    // ---- Pointers of this vertex in the splay trees of WaitTrees.

    /**
     * Parent of this vertex in its splay tree. In the root of a splay tree: the vertex, in another splay tree, for
     * which the path in this splay tree waits.
     */
    Waiter up;

    Waiter left;

    Waiter right;

    Waiter(InstanceId id, int rank, long number) {
        this.id = id;
        this.rank = rank;
        this.number = number;
    }

    boolean isCommitted() {
        return dependencies != null;
    }

    Waiter component() {
        Waiter at = this;
        while (at.set != at) {
            at.set = at.set.set;
            at = at.set;
        }
        return at;
    }

    /** This vertex must be the representative of its strongly connected component, see {@link #component}. */
    void firstIsDone() {
        Waiter first = firstOpen;
        firstOpen = first.next;
        if (firstOpen == null) lastOpen = null;
        first.next = firstDone;
        firstDone = first;
        if (lastDone == null) lastDone = first;
    }

    /**
     * @param one representative of a component; its {@link #root} becomes the root of the united component
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
