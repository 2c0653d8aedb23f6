package io.abcast.papers.camu;

import io.abcast.papers.camu.arena.SiteDelays;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The links of Vandevoorde 2018, section 5.3: each partition uses Periodic Broadcast with four to six other partitions
 * of its site. The partitions of a site form clusters of five to seven, and all partitions of a cluster use Periodic
 * Broadcast with each other. If a site cannot be divided into such clusters, its partitions form a circle. Each
 * partition of the circle uses Periodic Broadcast with its three predecessors and its three successors.
 */
final class PartnerClusters {
    private static final int[] SIZES = {5, 6, 7};
    private static final int CIRCLE_DISTANCE = 3;

    private PartnerClusters() {}

    /** For each partition, the numbers of the partitions with which it uses Periodic Broadcast, ascending. */
    static int[][] of(SiteDelays delays) {
        int[][] partners = new int[delays.partitions()][];
        for (int i = 0; i < delays.sites().size(); i++) {
            int site = i;
            int[] members =
                    IntStream.range(0, delays.partitions())
                            .filter(each -> delays.siteOf()[each] == site)
                            .toArray();
            int from = 0;
            for (int size : split(members.length)) {
                link(members, from, size, partners);
                from += size;
            }
        }
        return partners;
    }

    static int[][] all(int partitions) {
        int[][] partners = new int[partitions][];
        for (int i = 0; i < partitions; i++) {
            int self = i;
            partners[i] = IntStream.range(0, partitions).filter(each -> each != self).toArray();
        }
        return partners;
    }

    static List<Integer> split(int members) {
        List<Integer> sizes = new ArrayList<>();
        int rest = members;
        for (int turn = 0; rest > 0; turn++) {
            int size = rest;
            for (int i = 0; i < SIZES.length; i++) {
                int next = SIZES[(turn + i) % SIZES.length];
                if (!isDivisible(rest - next)) continue;
                size = next;
                break;
            }
            sizes.add(size);
            rest -= size;
        }
        return sizes;
    }

    private static boolean isDivisible(int members) {
        return members == 0 || (members >= 5 && members <= 7) || members >= 10;
    }

    private static void link(int[] members, int from, int size, int[][] partners) {
        for (int i = 0; i < size; i++) {
            int self = i;
            partners[members[from + i]] =
                    IntStream.range(0, size)
                            .filter(each -> each != self && isClose(each, self, size))
                            .map(each -> members[from + each])
                            .toArray();
        }
    }

    private static boolean isClose(int one, int other, int size) {
        int distance = Math.floorMod(one - other, size);
        return Math.min(distance, size - distance) <= CIRCLE_DISTANCE;
    }
}
