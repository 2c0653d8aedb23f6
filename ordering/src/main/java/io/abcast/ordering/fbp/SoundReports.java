package io.abcast.ordering.fbp;

import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.log.Ports;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Collects the sound (valid) reports that members send to the leader of a new regency (leader's term). In each regency,
 * the leader verifies at most one report of each member.
 */
final class SoundReports {
    private final Ports ports;
    private final FbpQuorums quorums;

    /** The valid report of each member, by server id of the member. */
    private final TreeMap<Integer, Report> sound = new TreeMap<>();

    /** The members whose report the leader has verified in the present regency, with one bit per rank. */
    private int verified;

    SoundReports(Ports ports, FbpQuorums quorums) {
        this.ports = ports;
        this.quorums = quorums;
    }

    /** Forgets all reports, so that the leader can collect the reports for the next regency (leader's term). */
    void clear() {
        sound.clear();
        verified = 0;
    }

    /**
     * Whether the leader has not yet verified a report of {@code member} in the present regency (leader's term). The
     * method isFirstOf also records that the leader has now verified a report of the member.
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

    /** Whether the leader has sound reports of n-f members. */
    boolean isQuorum() {
        return sound.size() >= quorums.reports();
    }

    /** Whether n-f sound reports of other members name all members in {@code candidates}. */
    boolean isQuorumNaming(List<Candidate> candidates) {
        return sound.values().stream().filter(r -> names(r, candidates)).count()
                >= quorums.reports();
    }

    private static boolean names(Report report, List<Candidate> candidates) {
        for (Candidate candidate : candidates)
            if (candidate.member() == report.member()) return false;
        return report.candidates().containsAll(candidates);
    }

    /**
     * Whether a reporting member has forgotten its votes while the report of another member is still missing. While
     * {@code needsAll} returns true, the leader waits for more reports, because the missing report may be the only
     * evidence of a decision.
     */
    boolean needsAll() {
        return sound.values().stream().anyMatch(Report::isForgetful)
                && sound.size() < ports.members().size();
    }

    /** Whether each member of the set {@code ranks}, with one bit per rank, has sent a sound report. */
    boolean areOf(int ranks) {
        return Report.areOf(ranks, sound.values(), ports.members());
    }

    /**
     * Returns a certificate that consists of n-f sound reports. The certificate prefers reports of members that have
     * not forgotten votes, and among these the reports that name {@code candidates}.
     */
    Certificate certificate(List<Candidate> candidates) {
        List<Report> chosen = new ArrayList<>(sound.values());
        chosen.sort(
                Comparator.comparing(Report::isForgetful)
                        .thenComparing(report -> !names(report, candidates)));
        return new Certificate(quorums, List.copyOf(chosen.subList(0, quorums.reports())));
    }

    /**
     * Passes the length and the bound of the collected reports to the visitor {@code to}, see {@link
     * io.abcast.ordering.log.Consensus#visitQueues}.
     */
    void visitQueues(QueueVisitor to) {
        to.queue("reports", sound.size(), ports.members().size());
    }
}
