package io.abcast.sim;

import io.abcast.kernel.Probe;

/** Tracks which members lead, and whether several members lead at the same time. */
final class Leaders {
    private final SimulatedServer[] all;
    private final Coverage coverage;
    private int lastRank = -1;
    private boolean two;

    /** For each member, by rank: whether the member could vote in elections after its last batch of events. */
    private final boolean[] voted;

    Leaders(SimulatedServer[] all, Coverage coverage) {
        this.all = all;
        this.coverage = coverage;
        voted = new boolean[all.length];
    }

    /** The established leader with the highest epoch; {@code null} if there is no established leader. */
    SimulatedServer newest() {
        SimulatedServer leader = null;
        int epoch = -1;
        for (SimulatedServer member : all) {
            Probe probe = member.probe();
            if (probe == null || !probe.leads() || probe.epoch() <= epoch) continue;
            leader = member;
            epoch = probe.epoch();
        }
        return leader;
    }

    void observe(SimulatedServer member) {
        Probe probe = member.probe();
        if (probe == null) return;
        boolean votes = probe.voter();
        if (votes && !voted[member.rank()] && member.lives() > 1)
            coverage.saw(CommonGoal.FORGETFUL_MEMBERS_ADMITTED, 1);
        voted[member.rank()] = votes;
        if (!probe.leads()) return;
        SimulatedServer newest = newest();
        boolean old = newest != member;
        if (old) coverage.saw(CommonGoal.BATCHES_OF_AN_OLD_LEADER, 1);
        if (newest.rank() != lastRank) {
            if (lastRank >= 0) coverage.saw(CommonGoal.LEADER_CHANGES, 1);
            lastRank = newest.rank();
            two = false;
        }
        boolean several = leading() > 1;
        if (several && !two) coverage.saw(CommonGoal.TWO_LEADERS_AT_ONCE, 1);
        two = several;
    }

    private int leading() {
        int leading = 0;
        for (SimulatedServer member : all) {
            Probe probe = member.probe();
            if (probe != null && probe.leads()) leading++;
        }
        return leading;
    }
}
