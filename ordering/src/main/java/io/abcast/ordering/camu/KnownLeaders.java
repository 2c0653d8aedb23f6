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
     * Maximum number of known replicas of one partition. {@code REPLICAS_MAX} suffices for the replicas of two
     * memberships of a partition; a replica ignores further replicas.
     */
    static final int REPLICAS_MAX = 2 * Membership.SIZE_MAX;

    /** By partition: ids of the servers that hold replicas of the partition. */
    private final int[][] replicas;

    private final int[] servers;
    private final long[] terms;

    /** By partition: number of failed attempts to reach its leader since the last leader hint. */
    private final int[] failures;

    /**
     * By partition: whether the leader has answered a message since this replica's last message to it that timed out.
     */
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

    /**
     * Records that {@code server} leads partition {@code group} in {@code term}, unless a later term is known.
     *
     * @return whether the hint names another leader, or a later term, than this replica knew before the hint
     */
    boolean learn(int group, long term, int server) {
        if (term < terms[group] || server == 0) return false;
        boolean isNew = term > terms[group] || server != servers[group];
        terms[group] = term;
        servers[group] = server;
        answered(group);
        return isNew;
    }

    /**
     * Records the membership of a partition that a leader hint names. A hint of a later term replaces the known
     * membership. A hint of the known term only adds replicas, because hints of one term may arrive in the wrong order.
     * For each leader hint, the caller must call {@code learnMembers} before {@link #learn}.
     */
    void learnMembers(int group, long term, Membership members) {
        if (term > terms[group]) replicas[group] = members.ids();
        else if (term == terms[group]) for (int server : members.ids()) saw(group, server);
    }

    /** Records the membership of this replica's own partition, as its log reports it. */
    void ownMembers(int group, Membership members) {
        replicas[group] = members.ids();
    }

    /**
     * Records that {@code server} holds a replica of partition {@code group}, because this replica has received a
     * message from it.
     */
    void saw(int group, int server) {
        int[] known = replicas[group];
        for (int each : known) if (each == server) return;
        if (known.length == REPLICAS_MAX) return;
        int[] more = Arrays.copyOf(known, known.length + 1);
        more[known.length] = server;
        replicas[group] = more;
    }

    /**
     * Returns the ids of the servers that hold replicas of a partition. Callers must not change the returned array of
     * server ids.
     */
    int[] replicas(int group) {
        return replicas[group];
    }

    /** Returns the term of the leader that this replica knows for a partition; 0 if it knows no leader. */
    long term(int group) {
        return terms[group];
    }

    /**
     * Returns the server to which this replica sends its next message for the leader of a partition. After failed
     * attempts to reach the leader, {@code server} alternates between the known leader and each other replica in turn.
     */
    int server(int group) {
        int[] known = replicas[group];
        int attempt = failures[group];
        if (servers[group] != 0 && attempt % 2 == 0) return servers[group];
        return known[(attempt / 2 + attempt % 2) % known.length];
    }

    /** Returns whether {@link #server} is the known leader, so that the message may name the leader's term. */
    boolean isKnown(int group) {
        return servers[group] != 0 && failures[group] == 0;
    }

    /** Records that the leader of a partition did not answer a message in time. */
    void failed(int group) {
        if (heard[group]) heard[group] = false;
        else failures[group]++;
    }

    /** Records that the leader of a partition has answered a message. */
    void answered(int group) {
        failures[group] = 0;
        heard[group] = true;
    }
}
