package io.abcast.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * Simulates the views that JGroups installs at each process. A view arrives late and may name dead processes, as
 * {@link ClusterModel.Hints} allows.
 */
final class Views {
    private static final long LATE_NANOS_MEAN = 100_000_000;
    private static final long PROMPT_NANOS_MIN = 100_000;
    private static final long PROMPT_NANOS_MAX = 5_000_000;

    private static final long GHOST_NANOS = 3_000_000_000L;

    private static final int TRACE_KIND = 100;

    private final Cluster cluster;
    private final Network network;
    private final Rng random;
    private ClusterModel.Hints hints;

    /**
     * For each server, by rank: the network address of its last ended process; 0 if no process of the server has ended.
     */
    private final int[] dead;

    /** For each server, by rank: the virtual time in ns at which its last process ended. */
    private final long[] deadSince;

    private boolean healed;

    Views(Cluster cluster, ClusterModel.Hints hints, Network network, Rng random) {
        this.cluster = cluster;
        this.hints = hints;
        this.network = network;
        this.random = random;
        dead = new int[cluster.ranks()];
        deadSince = new long[dead.length];
    }

    void heal() {
        if (hints == ClusterModel.Hints.WILD) hints = ClusterModel.Hints.ACCURATE;
        healed = true;
    }

    boolean areTrue() {
        return hints != ClusterModel.Hints.WILD;
    }

    void ended(int rank, int address) {
        dead[rank] = address;
        deadSince[rank] = cluster.now();
        changed();
        if (hints == ClusterModel.Hints.NEVER)
            cluster.at(cluster.now() + GHOST_NANOS, this::changed);
    }

    void changed() {
        boolean wild = hints == ClusterModel.Hints.WILD;
        for (int rank = 0; rank < dead.length; rank++) {
            SimulatedProcess life = cluster.lifeAt(rank);
            if (life == null) continue;
            // The first view of a process always arrives, because without a view the process stays
            // inactive.
            if (wild && life.hasView() && random.chance(0.3)) continue;
            long delay =
                    wild
                            ? random.exponential(LATE_NANOS_MEAN)
                            : random.between(PROMPT_NANOS_MIN, PROMPT_NANOS_MAX);
            boolean wrong = wild && random.chance(0.3);
            cluster.at(cluster.now() + delay, () -> install(life, wrong));
        }
    }

    private void install(SimulatedProcess life, boolean wrong) {
        if (life.over()) return;
        boolean guess = wrong && hints == ClusterModel.Hints.WILD;
        List<Integer> view = new ArrayList<>();
        for (int rank = 0; rank < dead.length; rank++) {
            SimulatedProcess other = cluster.lifeAt(rank);
            if (rank == cluster.members().size() && cluster.twins().replica() == null) continue;
            if (other == life) {
                view.add(life.address());
                continue;
            }
            boolean named = guess ? random.chance(0.5) : isNamed(life, rank);
            if (!named) continue;
            if (other != null) view.add(other.address());
            if (isGhost(rank)) view.add(dead[rank]);
        }
        cluster.mix(life.id(), TRACE_KIND, view.hashCode());
        life.view(view);
    }

    private boolean isGhost(int rank) {
        if (dead[rank] == 0 || healed) return false;
        return switch (hints) {
            case NEVER -> cluster.now() - deadSince[rank] < GHOST_NANOS;
            case ACCURATE -> false;
            case WILD -> random.chance(0.3);
        };
    }

    private boolean isNamed(SimulatedProcess life, int rank) {
        if (hints == ClusterModel.Hints.NEVER) return true;
        int own = life.rank();
        return network.joined(own, rank) || network.joined(rank, own);
    }
}
