package io.abcast.sim;

/** Carries out the faults of links between members for a {@link FaultInjector}. */
final class NetworkFaults {
    private static final long MILLI = 1_000_000;

    private static final int FLAPS_MAX = 200;

    private static final int REPEATS_MAX = 12;

    private final Cluster cluster;
    private final FaultInjector injector;

    NetworkFaults(Cluster cluster, FaultInjector injector) {
        this.cluster = cluster;
        this.injector = injector;
    }

    boolean strike(FaultPlan.Step step, int victim, Rng dice) {
        if (cluster.members().size() == 1) return false;
        switch (step.kind()) {
            case PARTITION -> partition(dice, step.nanos());
            case ISOLATE -> {
                cluster.isolate(victim);
                injector.later(step.nanos(), () -> cluster.rejoin(victim));
            }
            case PARTIAL -> partial(victim, dice, step.nanos());
            case ONE_WAY -> oneWay(victim, dice, step.nanos());
            case FLAP -> flap(victim, dice, step.nanos());
            case RESET -> reset(victim, dice);
            case REPEAT -> repeat(victim, dice);
            default -> throw new IllegalStateException(step + " is not of the network");
        }
        return true;
    }

    private void partition(Rng dice, long nanos) {
        int size = cluster.members().size();
        int sides = 1 + dice.below((1 << size) - 2);
        for (int from = 0; from < size; from++) {
            for (int to = 0; to < size; to++) {
                if ((sides >> from & 1) == (sides >> to & 1)) continue;
                cutFor(cluster.members().id(from), cluster.members().id(to), nanos);
            }
        }
    }

    private void partial(int victim, Rng dice, long nanos) {
        int peer = anotherThan(victim, dice);
        cutBoth(victim, peer, nanos);
        for (int a : cluster.members().ids()) {
            for (int b : cluster.members().ids()) {
                boolean done = (a == victim && b == peer) || (b == victim && a == peer);
                if (a < b && !done && dice.chance(0.2)) cutBoth(a, b, nanos);
            }
        }
    }

    private void oneWay(int victim, Rng dice, long nanos) {
        boolean inbound = dice.chance(0.5);
        for (int other : cluster.members().ids()) {
            if (other == victim || dice.chance(0.3)) continue;
            if (inbound) cutFor(other, victim, nanos);
            else cutFor(victim, other, nanos);
        }
    }

    private void flap(int victim, Rng dice, long nanos) {
        int peer = anotherThan(victim, dice);
        boolean both = dice.chance(0.7);
        long until = cluster.now() + nanos;
        flap(victim, peer, both, until, FLAPS_MAX, dice);
    }

    private void flap(int victim, int peer, boolean both, long until, int left, Rng dice) {
        if (cluster.now() >= until || left == 0) return;
        long down = dice.between(1, 20) * MILLI;
        cutFor(victim, peer, down);
        if (both) cutFor(peer, victim, down);
        injector.later(
                down + dice.between(1, 30) * MILLI,
                () -> flap(victim, peer, both, until, left - 1, dice));
    }

    private void reset(int victim, Rng dice) {
        for (int other : cluster.members().ids()) {
            if (other == victim || dice.chance(0.5)) continue;
            if (dice.chance(0.7)) cluster.resetConnection(victim, other);
            if (dice.chance(0.7)) cluster.resetConnection(other, victim);
        }
    }

    /** Makes the victim's link reconnect first, because a reconnect causes the repetition of old messages. */
    private void repeat(int victim, Rng dice) {
        for (int other : cluster.members().ids()) {
            if (other == victim || dice.chance(0.3)) continue;
            int a = cluster.members().rank(victim);
            int b = cluster.members().rank(other);
            cluster.resetConnection(victim, other);
            cluster.resetConnection(other, victim);
            cluster.network().repeatOld(a, b, 1 + dice.below(REPEATS_MAX));
            cluster.network().repeatOld(b, a, 1 + dice.below(REPEATS_MAX));
        }
    }

    private int anotherThan(int id, Rng dice) {
        int size = cluster.members().size();
        int rank = cluster.members().rank(id);
        return cluster.members().id((rank + 1 + dice.below(size - 1)) % size);
    }

    private void cutBoth(int a, int b, long nanos) {
        cutFor(a, b, nanos);
        cutFor(b, a, nanos);
    }

    private void cutFor(int from, int to, long nanos) {
        cluster.cut(from, to);
        injector.later(nanos, () -> cluster.join(from, to));
    }
}
