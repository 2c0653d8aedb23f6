package io.abcast.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Injects the faults of EL-Sanosi 2018, figure 3.1, for any N. The class omits some steps of figure 3.1 at random. */
final class FewFault {
    private static final long MILLI = 1_000_000;
    private static final int REQUESTS_MAX = 3;

    private static final long ACQUAINTED_NANOS = 100 * MILLI;

    private final Cluster cluster;
    private final FaultInjector injector;
    private final IntConsumer load;
    private final Rng dice;

    FewFault(Cluster cluster, FaultInjector injector, IntConsumer load, Rng dice) {
        this.cluster = cluster;
        this.injector = injector;
        this.load = load;
        this.dice = dice;
    }

    boolean begin(long nanos) {
        int leader = cluster.leader();
        int[] voters = cluster.ensemble().voterIds();
        int size = voters.length;
        if (leader == 0 || size < 3) return false;
        List<Integer> few = new ArrayList<>();
        List<Integer> others = new ArrayList<>();
        int count = dice.chance(0.6) ? size / 2 : 1 + dice.below(size / 2);
        int first = dice.below(size);
        for (int i = 0; i < size; i++) {
            int id = voters[(first + i) % size];
            if (id == leader) continue;
            if (few.size() < count) few.add(id);
            else others.add(id);
        }
        boolean behind = dice.chance(0.8);
        if (behind) cluster.holdDisk(leader, true);
        boolean back = dice.chance(0.3);
        for (int other : others) {
            cluster.cut(leader, other);
            if (back) cluster.cut(other, leader);
        }
        int asked = dice.chance(0.5) ? leader : few.get(0);
        for (int i = dice.below(REQUESTS_MAX + 1); i > 0; i--)
            if (cluster.up(asked)) load.accept(asked);
        injector.later(
                dice.between(1, 40) * MILLI,
                () -> {
                    Drive.Loss loss =
                            dice.chance(0.7) ? Drive.Loss.EVERYTHING_UNSYNCED : Drive.Loss.PROCESS;
                    if (cluster.up(leader)) cluster.crash(leader, loss);
                    cluster.holdDisk(leader, false);
                    for (int id : few) {
                        if (!cluster.up(id) || dice.chance(0.05)) continue;
                        injector.crash(id, nanos + ACQUAINTED_NANOS);
                    }
                    for (int other : others) {
                        cluster.join(leader, other);
                        if (back) cluster.join(other, leader);
                    }
                    injector.restartLater(
                            leader, dice.chance(0.8) ? dice.between(0, 20) * MILLI : nanos);
                });
        return true;
    }
}
