package io.abcast.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * The views of the group layer below the members: which processes belong to the group. A view comes late, and may name processes that are
 * dead. How far it may be wrong says {@link ClusterModel.Hints}. Each process is in its own view.
 */
final class Views {
    private static final long LATE_NANOS_MEAN = 100_000_000;
    private static final long PROMPT_NANOS_MIN = 100_000;
    private static final long PROMPT_NANOS_MAX = 5_000_000;

    /** How long the address of a dead process stays in views, where links say nothing about processes. */
    private static final long GHOST_NANOS = 3_000_000_000L;

    private static final int TRACE_KIND = 100;

    private final Cluster cluster;
    private final Network network;
    private final Rng random;
    private ClusterModel.Hints hints;

    /** By rank, the address of the server's last process that has ended; 0 before the first end. */
    private final int[] dead;

    /** By rank, when that process has ended. */
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

    /** From now on views are right. */
    void heal() {
        if (hints == ClusterModel.Hints.WILD) hints = ClusterModel.Hints.ACCURATE;
        healed = true;
    }

    /** Whether they name the processes that can be reached. */
    boolean areTrue() {
        return hints != ClusterModel.Hints.WILD;
    }

    /** A process has ended. */
    void ended(int rank, int address) {
        dead[rank] = address;
        deadSince[rank] = cluster.now();
        changed();
        if (hints == ClusterModel.Hints.NEVER)
            cluster.at(cluster.now() + GHOST_NANOS, this::changed);
    }

    /** A process has begun, or links have changed: each process gets a view, sooner or later. */
    void changed() {
        boolean wild = hints == ClusterModel.Hints.WILD;
        for (int rank = 0; rank < dead.length; rank++) {
            SimulatedProcess life = cluster.lifeAt(rank);
            if (life == null) continue;
            // The first view always comes, and without it a process does nothing.
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

    /** Whether the address of the server's last process is still named. */
    private boolean isGhost(int rank) {
        if (dead[rank] == 0 || healed) return false;
        return switch (hints) {
            case NEVER -> cluster.now() - deadSince[rank] < GHOST_NANOS;
            case ACCURATE -> false;
            case WILD -> random.chance(0.3);
        };
    }

    /** A link that fails in one direction only does not part a group. */
    private boolean isNamed(SimulatedProcess life, int rank) {
        if (hints == ClusterModel.Hints.NEVER) return true;
        int own = life.rank();
        return network.joined(own, rank) || network.joined(rank, own);
    }
}
