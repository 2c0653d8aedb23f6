package io.abcast.ordering.camu;

import io.abcast.kernel.Membership;
import java.util.Arrays;

/**
 * The leaders and the replicas of the partitions, as far as this replica knows them. The knowledge is a hint: a wrong
 * replica answers a message by a better hint. If no answer comes, the message is sent to the next replica. The founders
 * are known at the start. Hints and messages name the replicas that were added later.
 */
final class KnownLeaders {
    /** Maximum number of known replicas of a partition: those of two memberships. Further ones are ignored. */
    static final int REPLICAS_MAX = 2 * Membership.SIZE_MAX;

    /** By partition: the servers with replicas. */
    private final int[][] replicas;

    private final int[] servers;
    private final long[] terms;

    /** Number of failed attempts to reach the leader of each partition since the last hint. */
    private final int[] failures;

    /** Whether the leader of each partition has answered since the last message without an answer. */
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

    /**
     * Handles the membership in a hint. That of a later term replaces the known one. Within a term, hints may come in
     * the wrong order, so that replicas are only added. Called before {@link #learn}.
     */
    void learnMembers(int group, long term, Membership members) {
        if (term > terms[group]) replicas[group] = members.ids();
        else if (term == terms[group]) for (int server : members.ids()) saw(group, server);
    }

    /** This replica's own log reports the membership of its partition. */
    void ownMembers(int group, Membership members) {
        replicas[group] = members.ids();
    }

    /** A replica has sent a message. */
    void saw(int group, int server) {
        int[] known = replicas[group];
        for (int each : known) if (each == server) return;
        if (known.length == REPLICAS_MAX) return;
        int[] more = Arrays.copyOf(known, known.length + 1);
        more[known.length] = server;
        replicas[group] = more;
    }

    /** The servers with replicas of a partition. Must not be changed. */
    int[] replicas(int group) {
        return replicas[group];
    }

    /** The term of the known leader; 0 if no leader is known. */
    long term(int group) {
        return terms[group];
    }

    /** The replica to which a message for the leader goes: the known leader, or each replica in turn. */
    int server(int group) {
        int[] known = replicas[group];
        int attempt = failures[group];
        if (servers[group] != 0 && attempt % 2 == 0) return servers[group];
        return known[(attempt / 2 + attempt % 2) % known.length];
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
