package io.abcast.ordering.camu;

import io.abcast.ordering.camu.CamuMessage.DigestReport;
import io.abcast.ordering.camu.PartitionEntry.DigestNote;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Exchanges digests of the application's state, by which the replicas of a partition detect that their states differ.
 * Each replica reports its state digests to the leader, and the leader logs a digest that f+1 replicas share. If a
 * leader fails, digest reports may be lost, because a replica repeats only its last report.
 */
final class DigestExchange {
    /**
     * Maximum number of places of the order for which the leader collects digests. Beyond {@code PLACES_MAX} places,
     * the leader forgets the digests of the lowest place.
     */
    private static final int PLACES_MAX = 64;

    private final int group;
    private final int server;
    private final KnownLeaders leaders;
    private final ReplicaMail mail;

    /** Number of equal digests that the leader needs before it logs a digest: f+1 of the voters. */
    private int quorum;

    /** The digest reports that this replica has received as the leader, by place in the order and by server. */
    private final TreeMap<Long, TreeMap<Integer, byte[]>> reports = new TreeMap<>();

    /**
     * The last state digest of this replica; {@code null} if the log already has a digest for the same or a later place
     * of the order.
     */
    private DigestReport own;

    /** The last place of the order for which the log has a state digest. */
    private long agreed;

    /** The last place of the order whose state digest this replica has written to the log since it leads. */
    private long logged;

    DigestExchange(int group, int server, KnownLeaders leaders, ReplicaMail mail) {
        this.group = group;
        this.server = server;
        this.leaders = leaders;
        this.mail = mail;
    }

    /** Sets the number of voters of this replica's partition. */
    void voters(int count) {
        quorum = count / 2 + 1;
    }

    /**
     * Reports {@code digest}, which this replica has computed of its own state after delivery {@code seq}, to the
     * leader.
     *
     * @param log writes an entry to the partition's log; {@code null} if this replica does not lead
     */
    void onOwn(long seq, byte[] digest, Consumer<PartitionEntry> log) {
        if (seq <= agreed) return;
        own = new DigestReport(seq, digest);
        report(log);
    }

    /**
     * Reports this replica's last state digest to the present leader.
     *
     * @param log writes an entry to the partition's log; {@code null} if this replica does not lead
     */
    void report(Consumer<PartitionEntry> log) {
        if (own == null) return;
        int to = leaders.server(group);
        if (log != null) onReport(server, own, log);
        else if (!mail.isOwn(group, to)) mail.send(group, to, own);
    }

    /**
     * As leader, records the digest report of replica {@code from}, and logs the digest if f+1 replicas have reported
     * it.
     */
    void onReport(int from, DigestReport report, Consumer<PartitionEntry> log) {
        if (report.seq() <= agreed) return;
        TreeMap<Integer, byte[]> all =
                reports.computeIfAbsent(report.seq(), seq -> new TreeMap<>());
        all.put(from, report.digest());
        if (reports.size() > PLACES_MAX) reports.pollFirstEntry();
        int equal = 0;
        for (byte[] each : all.values()) if (Arrays.equals(each, report.digest())) equal++;
        if (equal < quorum || report.seq() <= logged) return;
        logged = report.seq();
        log.accept(new DigestNote(report.seq(), report.digest()));
    }

    /** Called when the log contains the state digest for the place {@code seq} of the order. */
    void onAgreed(long seq) {
        agreed = Math.max(agreed, seq);
        reports.headMap(agreed, true).clear();
        if (own != null && own.seq() <= agreed) own = null;
    }

    /** Forgets the reports of all replicas, because this replica no longer leads its partition. */
    void resign() {
        reports.clear();
        logged = 0;
    }

    /** Forgets all digests, because a snapshot has replaced the state of the application. */
    void clear() {
        resign();
        own = null;
        agreed = 0;
    }
}
