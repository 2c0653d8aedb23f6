package io.abcast.sim;

import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.MembershipChange.Kind;
import java.util.ArrayList;
import java.util.List;

/** Requests changes of the ensemble's membership at random members, one after another and sometimes two at once. */
final class Changes {
    private static final long MILLI = 1_000_000;

    private static final int STEPS_MAX = 100;

    record Step(long atNanos, long dice) implements RunSchedule.Item {
        @Override
        public String toString() {
            return "change of the ensemble at " + RunSchedule.millis(atNanos) + " ms";
        }
    }

    private final Cluster cluster;
    private boolean resting;

    Changes(Cluster cluster) {
        this.cluster = cluster;
    }

    static List<Step> draw(Rng random, long nanos) {
        long gapNanosMean = random.between(20, 300) * MILLI;
        List<Step> steps = new ArrayList<>();
        for (long at = random.exponential(gapNanosMean);
                at < nanos && steps.size() < STEPS_MAX;
                at += random.exponential(gapNanosMean)) {
            steps.add(new Step(at, random.nextLong()));
        }
        return steps;
    }

    void schedule(List<Step> steps) {
        for (Step step : steps) cluster.at(step.atNanos(), () -> act(new Rng(step.dice())));
    }

    void rest() {
        resting = true;
    }

    private void act(Rng random) {
        if (resting) return;
        // A changed ensemble might have a quorum without any member that holds the whole history.
        for (int voter : cluster.ensemble().voterIds()) if (!isWhole(voter)) return;
        Membership servers = cluster.members();
        int id = servers.id(random.below(servers.size()));
        if (!cluster.up(id)) return;
        ask(id, change(cluster.ensemble(), random));
        if (random.chance(0.2)) ask(id, change(cluster.ensemble(), random));
    }

    /**
     * Never requests the promotion of an observer that has lost its history: the leader would count its acks of entries
     * that it no longer has.
     */
    private void ask(int id, MembershipChange change) {
        if (change.kind() == Kind.PROMOTE && !isWhole(change.id())) return;
        cluster.reconfigure(id, change);
    }

    /** Entries that the member has lost and received again count as present. */
    private boolean isWhole(int id) {
        boolean mayHaveLost = cluster.hasLost(id) || cluster.forgetsChanges();
        return cluster.replica(id).drive().isSound()
                && (!mayHaveLost || cluster.remembersDurably(id));
    }

    private MembershipChange change(Membership now, Rng random) {
        Membership servers = cluster.members();
        if (random.chance(0.05))
            return new MembershipChange(
                    random.pick(Kind.values()), servers.id(random.below(servers.size())));
        int begun = servers.voters();
        boolean grow = now.voters() < begun || (now.voters() == begun && random.chance(0.5));
        int[] observers = now.observerIds();
        if (grow && observers.length > 0 && random.chance(0.8))
            return new MembershipChange(Kind.PROMOTE, observers[random.below(observers.length)]);
        int outside = outside(servers, now, random);
        if (outside != 0 && (grow || random.chance(0.3)))
            return new MembershipChange(Kind.ADD_OBSERVER, outside);
        if (observers.length > 0 && random.chance(0.3))
            return new MembershipChange(Kind.REMOVE, observers[random.below(observers.length)]);
        int[] voters = now.voterIds();
        int leader = cluster.leader();
        int victim =
                leader != 0 && random.chance(0.4) ? leader : voters[random.below(voters.length)];
        return new MembershipChange(random.chance(0.6) ? Kind.REMOVE : Kind.DEMOTE, victim);
    }

    /** Id of a server outside the ensemble {@code now}; 0 if there is no such server. */
    private static int outside(Membership servers, Membership now, Rng random) {
        int first = random.below(servers.size());
        for (int i = 0; i < servers.size(); i++) {
            int id = servers.id((first + i) % servers.size());
            if (!now.contains(id)) return id;
        }
        return 0;
    }
}
