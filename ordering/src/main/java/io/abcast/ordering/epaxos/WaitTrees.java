package io.abcast.ordering.epaxos;

/**
 * A forest of waiting instances whose trees can be linked and cut. The search for the root of a tree costs O(log n)
 * amortised (Sleator and Tarjan 1983, link-cut trees; Sleator and Tarjan 1985, the variant with splay trees). Each tree
 * is divided into paths, and each path is stored as a splay tree ordered by depth. The tree pointers of a vertex are
 * fields of {@link Waiter}. Not thread-safe.
 */
final class WaitTrees {
    private long rotations;

    /**
     * Returns the number of splay-tree rotations so far, which is the work of all operations up to a constant factor.
     */
    long rotations() {
        return rotations;
    }

    /** Returns the root of the wait tree that contains {@code x}. */
    Waiter root(Waiter x) {
        access(x);
        Waiter root = x;
        while (root.left != null) root = root.left;
        splay(root);
        return root;
    }

    /** Links the root of a wait tree to a vertex of another wait tree. */
    void link(Waiter root, Waiter to) {
        access(root);
        assert root.left == null : root + " is no root";
        access(to);
        root.up = to;
    }

    /**
     * Cuts the link from a vertex to the vertex for which it waits. The vertex {@code x} becomes the root of its part
     * of the tree.
     */
    void cut(Waiter x) {
        access(x);
        x.left.up = null;
        x.left = null;
    }

    /**
     * Makes the vertices from the root to {@code x} one path, and makes {@code x} the root of the path's splay tree.
     */
    private void access(Waiter x) {
        Waiter below = null;
        for (Waiter y = x; y != null; y = y.up) {
            splay(y);
            y.right = below;
            below = y;
        }
        splay(x);
    }

    private static boolean isSplayRoot(Waiter x) {
        return x.up == null || (x.up.left != x && x.up.right != x);
    }

    private void splay(Waiter x) {
        while (!isSplayRoot(x)) {
            Waiter parent = x.up;
            if (!isSplayRoot(parent)) {
                boolean straight = (parent.left == x) == (parent.up.left == parent);
                rotate(straight ? parent : x);
            }
            rotate(x);
        }
    }

    /** Moves the vertex {@code x} to the place of its parent in the splay tree. */
    private void rotate(Waiter x) {
        rotations++;
        Waiter parent = x.up;
        Waiter above = parent.up;
        if (!isSplayRoot(parent)) {
            if (above.left == parent) above.left = x;
            else above.right = x;
        }
        Waiter moved;
        if (parent.left == x) {
            moved = x.right;
            parent.left = moved;
            x.right = parent;
        } else {
            moved = x.left;
            parent.right = moved;
            x.left = parent;
        }
        if (moved != null) moved.up = parent;
        parent.up = x;
        x.up = above;
    }
}
