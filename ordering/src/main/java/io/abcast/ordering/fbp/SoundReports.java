package io.abcast.ordering.fbp;

import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.log.Ports;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * The sound (valid) reports that the leader of a new regency has collected. The leader verifies one report of each
 * member in a regency.
 */
final class SoundReports {
    private final Ports ports;
    private final FbpQuorums quorums;

    /** By id of the member: its report. */
    private final TreeMap<Integer, Report> sound = new TreeMap<>();

    /** The members whose report was verified, with one bit per rank. */
    private int verified;

    SoundReports(Ports ports, FbpQuorums quorums) {
        this.ports = ports;
        this.quorums = quorums;
    }

    /** Forgets all reports, because another regency begins. */
    void clear() {
        sound.clear();
        verified = 0;
    }

    /**
     * Whether the leader has verified no report of the member in this regency before this call. Marks the member as
     * verified.
     */
    boolean isFirstOf(int member) {
        int bit = 1 << ports.members().rank(member);
        if ((verified & bit) != 0) return false;
        verified |= bit;
        return true;
    }

    void add(Report report) {
        sound.put(report.member(), report);
    }

    /** Whether there are n-f sound reports. */
    boolean isQuorum() {
        return sound.size() >= quorums.reports();
    }

    /** Whether n-f reports of other members name all these members. */
    boolean isQuorumNaming(List<Candidate> candidates) {
        return sound.values().stream().filter(r -> names(r, candidates)).count()
                >= quorums.reports();
    }

    private static boolean names(Report report, List<Candidate> candidates) {
        for (Candidate candidate : candidates)
            if (candidate.member() == report.member()) return false;
        return report.candidates().containsAll(candidates);
    }

    /** Whether a reporting member has forgotten its votes. If so, the report of each other member may be needed. */
    boolean needsAll() {
        return sound.values().stream().anyMatch(Report::isForgetful)
                && sound.size() < ports.members().size();
    }

    /** Whether the members of this set, with one bit per rank, have reported. */
    boolean areOf(int ranks) {
        return Report.areOf(ranks, sound.values(), ports.members());
    }

    /**
     * Returns a certificate of n-f reports. Reports of members that have not forgotten votes are preferred, and among
     * these, reports that name {@code candidates}.
     */
    Certificate certificate(List<Candidate> candidates) {
        List<Report> chosen = new ArrayList<>(sound.values());
        chosen.sort(
                Comparator.comparing(Report::isForgetful)
                        .thenComparing(report -> !names(report, candidates)));
        return new Certificate(quorums, List.copyOf(chosen.subList(0, quorums.reports())));
    }

    /** See {@link io.abcast.ordering.log.Consensus#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("reports", sound.size(), ports.members().size());
    }
}
