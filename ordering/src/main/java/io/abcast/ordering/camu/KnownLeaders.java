package io.abcast.ordering.camu;

import io.abcast.kernel.Membership;
import java.util.Arrays;

/**
 * Keeps the leader and the replicas of each partition, as far as this replica knows them. The known leader may be out
 * of date: a replica that receives a message for the leader and does not lead answers with the leader that it knows. If
 * no answer to a message comes, the sender sends the message to the next replica of the partition. At its start, a
 * replica knows the founders of each partition; hints and messages from other replicas name replicas that were added
 * later.
 */
final class KnownLeaders {
    /**
     * {@code REPLICAS_MAX} suffices for the replicas of two memberships of a partition; a replica ignores further
     * replicas.
     */
    static final int REPLICAS_MAX = 2 * Membership.SIZE_MAX;

    /** By partition: ids of the servers that hold replicas of the partition. */
    private final int[][] replicas;

    private final int[] servers;
    private final long[] terms;

    private final int[] failures;

    private final boolean[] heard;

    KnownLeaders(PartitionMap map) {
        replicas = new int[map.size()][];
        for (int group = 0; group < map.size(); group++)
            replicas[group] = map.replicas(group).ids();
        servers = new int[map.size()];
        terms = new long[map.size()];
        failures = new int[map.size()];
        heard = new boolean[map.size()];
    }

    boolean learn(int group, long term, int server) {
        if (term < terms[group] || server == 0) return false;
        boolean isNew = term > terms[group] || server != servers[group];
        terms[group] = term;
        servers[group] = server;
        answered(group);
        return isNew;
    }

    /**
     * A hint of the known term only adds replicas, because hints of one term may arrive in the wrong order. For each
     * leader hint, the caller must call {@code learnMembers} before {@link #learn}.
     */
    void learnMembers(int group, long term, Membership members) {
        if (term > terms[group]) replicas[group] = members.ids();
        else if (term == terms[group]) for (int server : members.ids()) saw(group, server);
    }

    void ownMembers(int group, Membership members) {
        replicas[group] = members.ids();
    }

    void saw(int group, int server) {
        int[] known = replicas[group];
        for (int each : known) if (each == server) return;
        if (known.length == REPLICAS_MAX) return;
        int[] more = Arrays.copyOf(known, known.length + 1);
        more[known.length] = server;
        replicas[group] = more;
    }

    /** Callers must not change the returned array of server ids. */
    int[] replicas(int group) {
        return replicas[group];
    }

    /** Returns 0 if this replica knows no leader of the partition. */
    long term(int group) {
        return terms[group];
    }

    /**
     * After failed attempts to reach the leader, {@code server} alternates between the known leader and each other
     * replica in turn.
     */
    int server(int group) {
        int[] known = replicas[group];
        int attempt = failures[group];
        if (servers[group] != 0 && attempt % 2 == 0) return servers[group];
        return known[(attempt / 2 + attempt % 2) % known.length];
    }

    boolean isKnown(int group) {
        return servers[group] != 0 && failures[group] == 0;
    }

    void failed(int group) {
        if (heard[group]) heard[group] = false;
        else failures[group]++;
    }

    void answered(int group) {
        failures[group] = 0;
        heard[group] = true;
    }
}
