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
    /** Beyond {@code PLACES_MAX} places, the leader forgets the digests of the lowest place. */
    private static final int PLACES_MAX = 64;

    private final int group;
    private final int server;
    private final KnownLeaders leaders;
    private final ReplicaMail mail;

    /** Number of equal digests that the leader needs before it logs a digest: f+1 of the voters. */
    private int quorum;

    private final TreeMap<Long, TreeMap<Integer, byte[]>> reports = new TreeMap<>();

    /** {@code null} if the log already has a digest for the same or a later place of the order. */
    private DigestReport own;

    private long agreed;

    private long logged;

    DigestExchange(int group, int server, KnownLeaders leaders, ReplicaMail mail) {
        this.group = group;
        this.server = server;
        this.leaders = leaders;
        this.mail = mail;
    }

    void voters(int count) {
        quorum = count / 2 + 1;
    }

    /** @param log writes an entry to the partition's log; {@code null} if this replica does not lead */
    void onOwn(long seq, byte[] digest, Consumer<PartitionEntry> log) {
        if (seq <= agreed) return;
        own = new DigestReport(seq, digest);
        report(log);
    }

    void report(Consumer<PartitionEntry> log) {
        if (own == null) return;
        int to = leaders.server(group);
        if (log != null) onReport(server, own, log);
        else if (!mail.isOwn(group, to)) mail.send(group, to, own);
    }

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

    void onAgreed(long seq) {
        agreed = Math.max(agreed, seq);
        reports.headMap(agreed, true).clear();
        if (own != null && own.seq() <= agreed) own = null;
    }

    void resign() {
        reports.clear();
        logged = 0;
    }

    void clear() {
        resign();
        own = null;
        agreed = 0;
    }
}
