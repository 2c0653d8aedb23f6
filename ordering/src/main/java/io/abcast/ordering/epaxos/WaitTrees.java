package io.abcast.ordering.epaxos;

/**
 * A forest of link-cut trees whose vertices are waiting instances: each vertex waits for its parent. A search for the
 * root of a tree of n vertices costs O(log n) amortised (Sleator and Tarjan 1983; with splay trees, Sleator and Tarjan
 * 1985). Each tree is divided into paths, and each path is stored as a splay tree, ordered by depth. Not thread-safe.
 */
final class WaitTrees {
    private long rotations;

    long rotations() {
        return rotations;
    }

    Waiter root(Waiter x) {
        access(x);
        Waiter root = x;
        while (root.left != null) root = root.left;
        splay(root);
        return root;
    }

    void link(Waiter root, Waiter to) {
        access(root);
        assert root.left == null : root + " is no root";
        access(to);
        root.up = to;
    }

    void cut(Waiter x) {
        access(x);
        x.left.up = null;
        x.left = null;
    }

    /**
     * Stores the vertices from the root of the wait tree to {@code x} as one path, with {@code x} as the root of the
     * path's splay tree.
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
