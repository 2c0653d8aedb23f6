package io.abcast.papers.forest;

import io.abcast.dissemination.forest.PlanObjective;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A spanning tree of height one or two, over which a source sends its payloads (an overlay).
 *
 * @param source root of the tree
 * @param parent for each site, the site from which it receives payloads; the entry of the source is not used
 */
record ShallowTree(int source, int[] parent) {
    static ShallowTree base(int n, int source, int relay) {
        int[] parent = new int[n];
        Arrays.fill(parent, relay);
        parent[relay] = source;
        return new ShallowTree(source, parent);
    }

    /** The n trees of Tan 2019, section 4.3.1, in which a source sends to all sites directly. */
    static List<ShallowTree> direct(int n) {
        List<ShallowTree> trees = new ArrayList<>();
        for (int i = 0; i < n; i++) trees.add(base(n, i, i));
        return trees;
    }

    /** The base overlays of all sources (Tan 2019, section 4.1). */
    static List<ShallowTree> base(int n) {
        List<ShallowTree> trees = new ArrayList<>();
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) trees.add(base(n, i, j));
        return trees;
    }

    static List<ShallowTree> all(int n) {
        List<ShallowTree> trees = new ArrayList<>();
        for (int source = 0; source < n; source++)
            for (int children = 1; children < 1 << n; children++)
                if ((children >> source & 1) == 0)
                    complete(trees, new ShallowTree(source, new int[n]), children, 0);
        return trees;
    }

    /**
     * @param children set of the sites to which the root (the source) sends, as one bit per site
     * @param site the site whose parent the method chooses next
     */
    private static void complete(
            List<ShallowTree> trees, ShallowTree tree, int children, int site) {
        if (site == tree.parent.length) {
            trees.add(new ShallowTree(tree.source, tree.parent.clone()));
        } else if (site == tree.source || (children >> site & 1) == 1) {
            tree.parent[site] = tree.source;
            complete(trees, tree, children, site + 1);
        } else {
            for (int child = 0; child < tree.parent.length; child++)
                if ((children >> child & 1) == 1) {
                    tree.parent[site] = child;
                    complete(trees, tree, children, site + 1);
                }
        }
    }

    int copiesSentBy(int site) {
        int copies = 0;
        for (int v = 0; v < parent.length; v++) if (v != source && parent[v] == site) copies++;
        return copies;
    }

    boolean sends(int from, int to) {
        return to != source && parent[to] == from;
    }

    private double pathTo(int v, double[][] latency) {
        int relay = parent[v];
        double last = latency[relay][v];
        return relay == source ? last : latency[source][relay] + last;
    }

    double delivery(double[][] latency) {
        double sum = 0;
        for (int v = 0; v < parent.length; v++) if (v != source) sum += pathTo(v, latency);
        return sum / (parent.length - 1);
    }

    /**
     * Time until a fast quorum of EPaxos* (n - e members, including the source) has received a payload and answered, in
     * the unit of {@code latency}.
     */
    double commit(double[][] latency) {
        int n = parent.length;
        double[] answered = new double[n - 1];
        int others = 0;
        for (int v = 0; v < n; v++)
            if (v != source) answered[others++] = pathTo(v, latency) + latency[v][source];
        Arrays.sort(answered);
        return answered[n - PlanObjective.fastFailures(n) - 2];
    }
}
