package io.abcast.sim;

import java.util.LinkedHashSet;
import java.util.Set;

/** Tells members who is reachable whenever that changes; or tells them something else. */
final class HintSource {
    private static final long LATE_NANOS_MEAN = 100_000_000;
    private static final long PROMPT_NANOS_MIN = 1_000_000;
    private static final long PROMPT_NANOS_MAX = 20_000_000;
    private static final int TRACE_KIND = 100;

    private final Cluster cluster;
    private final Network network;
    private final Rng random;
    private ClusterModel.Hints hints;

    HintSource(Cluster cluster, ClusterModel.Hints hints, Network network, Rng random) {
        this.cluster = cluster;
        this.hints = hints;
        this.network = network;
        this.random = random;
    }

    /** From now on hints are true, if there are any. */
    void heal() {
        if (hints == ClusterModel.Hints.WILD) hints = ClusterModel.Hints.ACCURATE;
    }

    /** Whether they name who can be reached. */
    boolean areTrue() {
        return hints != ClusterModel.Hints.WILD;
    }

    void changed() {
        if (hints == ClusterModel.Hints.NEVER) return;
        boolean wild = hints == ClusterModel.Hints.WILD;
        for (int id : cluster.members().ids()) {
            if (!cluster.up(id)) continue;
            if (wild && random.chance(0.3)) continue;
            long delay =
                    wild
                            ? random.exponential(LATE_NANOS_MEAN)
                            : random.between(PROMPT_NANOS_MIN, PROMPT_NANOS_MAX);
            boolean wrong = wild && random.chance(0.3);
            cluster.at(cluster.now() + delay, () -> hint(id, wrong));
        }
    }

    private void hint(int id, boolean wrong) {
        Set<Integer> reachable = new LinkedHashSet<>();
        for (int other : cluster.members().ids()) {
            boolean reached = wrong ? random.chance(0.5) : reaches(id, other);
            if (reached || other == id) reachable.add(other);
        }
        cluster.mix(id, TRACE_KIND, reachable.hashCode());
        cluster.member(id).reachable(reachable);
    }

    private boolean reaches(int id, int other) {
        int a = cluster.members().rank(id);
        int b = cluster.members().rank(other);
        return cluster.up(other) && network.joined(a, b) && network.joined(b, a);
    }
}
