package io.abcast.ordering.fbp;

import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.log.Ports;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Collects the sound (valid) reports that members send to the leader of a new regency (leader's term); the leader
 * verifies at most one report of each member.
 */
final class SoundReports {
    private final Ports ports;
    private final FbpQuorums quorums;

    private final TreeMap<Integer, Report> sound = new TreeMap<>();

    /** The members whose report the leader has verified in the present regency, with one bit per rank. */
    private int verified;

    SoundReports(Ports ports, FbpQuorums quorums) {
        this.ports = ports;
        this.quorums = quorums;
    }

    void clear() {
        sound.clear();
        verified = 0;
    }

    /**
     * Whether the leader has not yet verified a report of {@code member} in the present regency (leader's term); the
     * call marks the member as verified.
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

    boolean isQuorum() {
        return sound.size() >= quorums.reports();
    }

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
     * Whether a reporter has forgotten its votes while another report is missing, so that the leader waits: the missing
     * report may be the only evidence of a decision.
     */
    boolean needsAll() {
        return sound.values().stream().anyMatch(Report::isForgetful)
                && sound.size() < ports.members().size();
    }

    boolean areOf(int ranks) {
        return Report.areOf(ranks, sound.values(), ports.members());
    }

    Certificate certificate(List<Candidate> candidates) {
        List<Report> chosen = new ArrayList<>(sound.values());
        chosen.sort(
                Comparator.comparing(Report::isForgetful)
                        .thenComparing(report -> !names(report, candidates)));
        return new Certificate(quorums, List.copyOf(chosen.subList(0, quorums.reports())));
    }

    void visitQueues(QueueVisitor to) {
        to.queue("reports", sound.size(), ports.members().size());
    }
}
