package io.abcast.ordering.fbp;

import io.abcast.ordering.log.Ports;
import java.util.List;
import java.util.TreeMap;

/** The sound reports that the leader of a new regency has collected. Of each member one report is verified in a regency. */
final class Reports {
    private final Ports ports;
    private final FbpQuorums quorums;
    private final TreeMap<Integer, Report> sound = new TreeMap<>();

    /** Bits of the ranks whose report was verified. */
    private int verified;

    Reports(Ports ports, FbpQuorums quorums) {
        this.ports = ports;
        this.quorums = quorums;
    }

    /** Another regency begins. */
    void clear() {
        sound.clear();
        verified = 0;
    }

    /** Whether no report of that member was verified in this regency; from now on one was. */
    boolean isFirstOf(int member) {
        int bit = 1 << ports.members().rank(member);
        if ((verified & bit) != 0) return false;
        verified |= bit;
        return true;
    }

    void add(Report report) {
        sound.put(report.member(), report);
    }

    /** Whether there are n-f of them. */
    boolean isQuorum() {
        return sound.size() >= quorums.reports();
    }

    Certificate certificate() {
        return new Certificate(quorums, List.copyOf(sound.values()));
    }
}
