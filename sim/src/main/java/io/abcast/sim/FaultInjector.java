package io.abcast.sim;

import io.abcast.kernel.log.Durability;
import java.util.Set;

/** Carries out a {@link FaultPlan}. */
final class FaultInjector {
    private static final long MILLI = 1_000_000;

    private final Cluster cluster;
    private final Set<Fault> faults;
    private boolean over;

    FaultInjector(Cluster cluster, Set<Fault> faults) {
        this.cluster = cluster;
        this.faults = faults;
    }

    void schedule(FaultPlan plan) {
        for (FaultPlan.Step step : plan.steps()) cluster.at(step.atNanos(), () -> begin(step));
    }

    /** What has not begun yet never will; what has begun is not undone, see {@link Cluster#heal}. */
    void stop() {
        over = true;
    }

    private void begin(FaultPlan.Step step) {
        if (over) return;
        Rng dice = new Rng(step.dice());
        int victim = victim(step, dice);
        switch (step.kind()) {
            case CRASH -> {
                if (mayCrash(victim)) crash(victim, step.nanos());
            }
            case CRASH_MID_BATCH -> {
                if (mayCrash(victim)) crashMidBatch(victim, dice.below(12), step.nanos());
            }
            case FORGET -> forget(dice, step.nanos());
            case CRASH_ALL -> {
                for (int id : cluster.members().ids()) {
                    if (cluster.up(id)) crash(id, step.nanos() + dice.between(0, 50_000_000));
                }
            }
            case ROT -> {
                if (!mayRot(victim)) return;
                cluster.crash(victim);
                cluster.rot(victim);
                restartLater(victim, step.nanos());
                boolean cut = dice.chance(0.5);
                later(step.nanos() + dice.between(0, 300) * MILLI, () -> cluster.mend(victim, cut));
            }
            case PARTITION -> partition(dice, step.nanos());
            case ISOLATE -> {
                cluster.isolate(victim);
                later(step.nanos(), () -> cluster.rejoin(victim));
            }
            case ONE_WAY -> oneWay(victim, dice, step.nanos());
            case RESET -> {
                for (int other : cluster.members().ids()) {
                    if (other == victim || dice.chance(0.5)) continue;
                    if (dice.chance(0.7)) cluster.resetConnection(victim, other);
                    if (dice.chance(0.7)) cluster.resetConnection(other, victim);
                }
            }
            case PAUSE -> {
                if (cluster.up(victim)) cluster.pause(victim, step.nanos());
            }
            case DISK_STALL -> {
                cluster.holdDisk(victim, true);
                later(step.nanos(), () -> cluster.holdDisk(victim, false));
            }
            case DISK_ERROR -> {
                if (!mayCrash(victim)) return;
                cluster.failDisk(victim);
                restartLater(victim, step.nanos());
            }
        }
    }

    private int victim(FaultPlan.Step step, Rng dice) {
        int leader = step.leader() ? cluster.leader() : 0;
        return leader != 0 ? leader : anyone(dice);
    }

    private int anyone(Rng dice) {
        return cluster.members().id(dice.below(cluster.members().size()));
    }

    /**
     * Without a log a crash forgets. As long as a quorum remembers, the others can be told; {@link FaultPlan.Kind#FORGET}
     * alone may leave fewer.
     */
    private boolean mayCrash(int id) {
        if (!cluster.up(id)) return false;
        if (cluster.durability() != Durability.MEMORY) return true;
        int remember = 0;
        for (int other : cluster.members().ids()) {
            if (other != id && cluster.remembers(other)) remember++;
        }
        return remember >= cluster.members().quorum();
    }

    /** Mended storage makes no voter; so a quorum of others must be voters, whatever crashes. */
    private boolean mayRot(int id) {
        if (!cluster.up(id)) return false;
        int remember = 0;
        for (int other : cluster.members().ids())
            if (other != id && cluster.remembersDurably(other)) remember++;
        return remember >= cluster.members().quorum();
    }

    /** At least a quorum crashes, at once or within moments, and comes back as it was born. */
    private void forget(Rng dice, long downNanos) {
        int size = cluster.members().size();
        int quorum = cluster.members().quorum();
        int victims = dice.chance(0.3) ? size : quorum + dice.below(size - quorum + 1);
        long spread = dice.pick(0L, 0L, 5 * MILLI, 50 * MILLI);
        int first = dice.below(size);
        for (int i = 0; i < victims; i++) {
            int id = cluster.members().id((first + i) % size);
            long down = downNanos + dice.between(0, spread);
            later(
                    dice.between(0, spread),
                    () -> {
                        if (cluster.up(id)) crash(id, down);
                    });
        }
    }

    private void crash(int id, long downNanos) {
        cluster.crash(id);
        restartLater(id, downNanos);
    }

    private void crashMidBatch(int id, int effects, long downNanos) {
        // In memory mode somebody else may have crashed by the time that the effects are used up.
        if (cluster.durability() == Durability.MEMORY) {
            crash(id, downNanos);
            return;
        }
        cluster.crashAfter(id, effects);
        restartLater(id, downNanos + 20_000_000);
    }

    private void restartLater(int id, long nanos) {
        if (!faults.contains(Fault.RESTART)) return;
        later(
                nanos,
                () -> {
                    if (cluster.up(id)) return;
                    cluster.crash(id);
                    cluster.start(id);
                });
    }

    private void partition(Rng dice, long nanos) {
        if (cluster.members().size() == 1) return;
        int sides = 1 + dice.below((1 << cluster.members().size()) - 2);
        for (int from = 0; from < cluster.members().size(); from++) {
            for (int to = 0; to < cluster.members().size(); to++) {
                if ((sides >> from & 1) == (sides >> to & 1)) continue;
                cutFor(cluster.members().id(from), cluster.members().id(to), nanos);
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

    private void cutFor(int from, int to, long nanos) {
        cluster.cut(from, to);
        later(nanos, () -> cluster.join(from, to));
    }

    private void later(long nanos, Runnable action) {
        cluster.at(
                cluster.now() + nanos,
                () -> {
                    if (!over) action.run();
                });
    }
}
