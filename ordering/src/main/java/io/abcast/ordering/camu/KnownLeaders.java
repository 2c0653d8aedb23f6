package io.abcast.ordering.camu;

import io.abcast.kernel.Membership;

/**
 * The leaders of the partitions, as far as this replica knows them. The knowledge is a hint: a wrong replica answers a
 * message by a better hint. If no answer comes, the message is sent to the next replica.
 */
final class KnownLeaders {
    private final PartitionMap map;
    private final int[] servers;
    private final long[] terms;

    /** Number of failed attempts to reach the leader of each partition since the last hint. */
    private final int[] failures;

    /** Whether the leader of each partition has answered since the last message without an answer. */
    private final boolean[] heard;

    KnownLeaders(PartitionMap map) {
        this.map = map;
        servers = new int[map.size()];
        terms = new long[map.size()];
        failures = new int[map.size()];
        heard = new boolean[map.size()];
    }

    /**
     * Handles a hint.
     *
     * @return whether it names another leader than the one known before
     */
    boolean learn(int group, long term, int server) {
        if (term < terms[group] || server == 0) return false;
        boolean isNew = term > terms[group] || server != servers[group];
        terms[group] = term;
        servers[group] = server;
        answered(group);
        return isNew;
    }

    /** The term of the known leader; 0 if no leader is known. */
    long term(int group) {
        return terms[group];
    }

    /** The replica to which a message for the leader goes: the known leader, or each replica in turn. */
    int server(int group) {
        Membership replicas = map.replicas(group);
        int attempt = failures[group];
        if (servers[group] != 0 && attempt % 2 == 0) return servers[group];
        return replicas.id((attempt / 2 + attempt % 2) % replicas.size());
    }

    /** Whether {@link #server} is the known leader, so that the message may name its term. */
    boolean isKnown(int group) {
        return servers[group] != 0 && failures[group] == 0;
    }

    /** Called when a message to the leader was not answered in time. */
    void failed(int group) {
        if (heard[group]) heard[group] = false;
        else failures[group]++;
    }

    /** Called when the leader has answered. */
    void answered(int group) {
        failures[group] = 0;
        heard[group] = true;
    }
}
