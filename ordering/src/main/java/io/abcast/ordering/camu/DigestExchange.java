package io.abcast.ordering.camu;

import io.abcast.ordering.camu.CamuMessage.DigestReport;
import io.abcast.ordering.camu.PartitionEntry.DigestNote;
import java.util.Arrays;
import java.util.TreeMap;

/**
 * The digests of the application's state, by which the replicas of a partition find a difference. Each replica reports
 * its digests to the leader, and the leader logs the digest that f+1 replicas share. A report may be lost with a leader:
 * a replica repeats only its last one.
 */
final class DigestExchange {
    /** Maximum number of places of the order for which the leader gathers digests; it forgets the lowest. */
    private static final int PLACES_MAX = 64;

    private final int group;
    private final int server;
    private final KnownLeaders leaders;
    private final ReplicaMail mail;

    /** f+1 of the voters. */
    private int quorum;

    /** The reports that this replica has received as the leader, by place and server. */
    private final TreeMap<Long, TreeMap<Integer, byte[]>> reports = new TreeMap<>();

    /** The last digest of this replica; {@code null} if the log has a digest of its place. */
    private DigestReport own;

    /** The last place with a digest in the log. */
    private long agreed;

    DigestExchange(int group, int server, KnownLeaders leaders, ReplicaMail mail) {
        this.group = group;
        this.server = server;
        this.leaders = leaders;
        this.mail = mail;
    }

    /** Sets the number of voters of the partition. */
    void voters(int count) {
        quorum = count / 2 + 1;
    }

    /** @param leader this replica's duties as the leader; {@code null} if it does not lead */
    void onOwn(long seq, byte[] digest, PartitionLeader leader) {
        if (seq <= agreed) return;
        own = new DigestReport(seq, digest);
        report(leader);
    }

    /** Reports this replica's last digest to the leader, which may be a new one. */
    void report(PartitionLeader leader) {
        if (own == null) return;
        int to = leaders.server(group);
        if (leader != null) onReport(server, own, leader);
        else if (!mail.isOwn(group, to)) mail.send(group, to, own);
    }

    /** Handles a report at the leader. */
    void onReport(int from, DigestReport report, PartitionLeader leader) {
        if (report.seq() <= agreed) return;
        TreeMap<Integer, byte[]> all =
                reports.computeIfAbsent(report.seq(), seq -> new TreeMap<>());
        boolean isKnown = all.put(from, report.digest()) != null;
        if (reports.size() > PLACES_MAX) reports.pollFirstEntry();
        int equal = 0;
        for (byte[] each : all.values()) if (Arrays.equals(each, report.digest())) equal++;
        if (equal == quorum && !isKnown) leader.log(new DigestNote(report.seq(), report.digest()));
    }

    /** The log has a digest. */
    void onAgreed(long seq) {
        agreed = Math.max(agreed, seq);
        reports.headMap(agreed, true).clear();
        if (own != null && own.seq() <= agreed) own = null;
    }

    /** This replica no longer leads. */
    void resign() {
        reports.clear();
    }

    /** The whole state is replaced. */
    void clear() {
        reports.clear();
        own = null;
        agreed = 0;
    }
}
