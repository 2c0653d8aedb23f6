package io.abcast.papers.camu.thesis;

import java.util.Arrays;

/** Stores which protocol each link of one partition uses; a partition has one link to every other partition. */
final class PartitionLinks {
    enum Protocol {
        TO_MULTICAST,

        /** New operations use TO-Multicast, and both partitions of the link exchange the messages of rounds. */
        TRANSITION,

        PERIODIC_BROADCAST
    }

    private final Protocol[] protocols;
    private int[] neighbours;

    PartitionLinks(int partitions, int[] periodic) {
        protocols = new Protocol[partitions];
        Arrays.fill(protocols, Protocol.TO_MULTICAST);
        for (int each : periodic) protocols[each] = Protocol.PERIODIC_BROADCAST;
        neighbours = periodic.clone();
    }

    Protocol with(int partition) {
        return protocols[partition];
    }

    boolean isPeriodic(int partition) {
        return protocols[partition] == Protocol.PERIODIC_BROADCAST;
    }

    boolean isNeighbour(int partition) {
        return protocols[partition] != Protocol.TO_MULTICAST;
    }

    /** Partitions that exchange messages of rounds with this one, ascending; callers must not change the array. */
    int[] neighbours() {
        return neighbours;
    }

    boolean isFull() {
        return neighbours.length == 0;
    }

    void set(int partition, Protocol protocol) {
        protocols[partition] = protocol;
        int count = 0;
        int[] all = new int[protocols.length];
        for (int i = 0; i < protocols.length; i++) if (isNeighbour(i)) all[count++] = i;
        neighbours = Arrays.copyOf(all, count);
    }
}
