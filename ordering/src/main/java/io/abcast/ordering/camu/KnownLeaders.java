package io.abcast.ordering.camu;

import io.abcast.kernel.Membership;
import java.util.Arrays;

/**
 * The leader and the replicas of each partition, as far as this replica knows them. The known leader may be out of
 * date: a replica that does not lead answers a message with the leader that it knows. If no answer to a message comes,
 * the sender sends the message to the next replica of the partition. At its start, a replica knows the founders of each
 * partition. Later, hints and messages from other replicas name the replicas that were added to a partition.
 */
final class KnownLeaders {
    /**
     * Maximum number of known replicas of one partition. {@code REPLICAS_MAX} suffices for the replicas of two
     * memberships of a partition. A replica ignores further replicas of a partition if it knows {@code REPLICAS_MAX}
     * replicas.
     */
    static final int REPLICAS_MAX = 2 * Membership.SIZE_MAX;

    /** By partition: ids of the servers that hold replicas of the partition. */
    private final int[][] replicas;

    private final int[] servers;
    private final long[] terms;

    /** By partition: number of failed attempts to reach its leader since the last leader hint. */
    private final int[] failures;

    /** By partition: whether the leader has answered since the last message to it that timed out. */
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
     * Handles a message that names the leader of a partition.
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
     * Handles the membership of a partition that a leader hint contains. The membership in a hint of a later term
     * replaces the known membership. Hints of one term may arrive in the wrong order, so a hint of the known term only
     * adds replicas. For each leader hint, the caller must call this method before {@link #learn}.
     */
    void learnMembers(int group, long term, Membership members) {
        if (term > terms[group]) replicas[group] = members.ids();
        else if (term == terms[group]) for (int server : members.ids()) saw(group, server);
    }

    /** Called when this replica's own log reports the membership of the partition. */
    void ownMembers(int group, Membership members) {
        replicas[group] = members.ids();
    }

    /** Called when this replica has received a message from a replica of a partition. */
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

    /** Called when the leader of a partition did not answer a message in time. */
    void failed(int group) {
        if (heard[group]) heard[group] = false;
        else failures[group]++;
    }

    /** Called when the leader of a partition has answered a message. */
    void answered(int group) {
        failures[group] = 0;
        heard[group] = true;
    }
}
