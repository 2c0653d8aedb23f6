package io.abcast.sim;

import java.util.Set;
import java.util.function.IntConsumer;

/**
 * Injects a loss of memory of members in an ensemble without logs. At least a quorum of members crashes, at once or
 * within a short time, and restarts without memory. In some runs, the fault waits until some node persists its state,
 * appends an entry or delivers an entry. The fault may first isolate one survivor, because the outcome depends on what
 * the surviving members know.
 */
final class ForgetFault {
    private static final long MILLI = 1_000_000;

    private static final int SKIPPED_MAX = 4;

    private final Cluster cluster;
    private final FaultInjector injector;
    private final IntConsumer load;
    private final Rng dice;

    ForgetFault(Cluster cluster, FaultInjector injector, IntConsumer load, Rng dice) {
        this.cluster = cluster;
        this.injector = injector;
        this.load = load;
        this.dice = dice;
    }

    boolean begin(FaultPlan.Step step) {
        if (step.kind() == FaultPlan.Kind.FORGET) {
            majority(step.nanos());
            return true;
        }
        Trace.Effect effect =
                dice.pick(
                        Trace.Effect.PERSIST,
                        Trace.Effect.PERSIST,
                        Trace.Effect.APPEND,
                        Trace.Effect.DELIVER);
        boolean apart = dice.chance(0.5);
        await(effect, dice.below(SKIPPED_MAX + 1), apart, step.nanos());
        return true;
    }

    private void await(Trace.Effect effect, int skipped, boolean apart, long downNanos) {
        cluster.traps()
                .set(
                        Set.of(effect),
                        0,
                        Long.MAX_VALUE,
                        member -> {
                            if (skipped > 0) await(effect, skipped - 1, apart, downNanos);
                            else if (apart) apart(member.id(), downNanos);
                            else
                                injector.later(
                                        dice.chance(0.5) ? 0 : dice.between(0, 5 * MILLI),
                                        () -> majority(downNanos));
                        });
    }

    private void majority(long downNanos) {
        int size = cluster.members().size();
        int quorum = cluster.members().quorum();
        int victims = dice.chance(0.3) ? size : quorum + dice.below(size - quorum + 1);
        long spread = dice.pick(0L, 0L, 5 * MILLI, 50 * MILLI);
        int first = dice.below(size);
        for (int i = 0; i < victims; i++) {
            int id = cluster.members().id((first + i) % size);
            long down = downNanos + dice.between(0, spread);
            injector.later(
                    dice.between(0, spread),
                    () -> {
                        if (mayForget(id)) injector.crash(id, down);
                    });
        }
    }

    /**
     * No member may forget the history during an operator's repair of the ensemble, or while two processes of one
     * server run.
     */
    private boolean mayForget(int id) {
        return cluster.up(id) && injector.mayForget();
    }

    private void apart(int survivor, long downNanos) {
        int size = cluster.members().size();
        int other = cluster.members().id((cluster.members().rank(survivor) + 1) % size);
        if (other == survivor) return;
        injector.later(dice.between(0, 8 * MILLI), () -> cluster.isolate(survivor));
        injector.later(
                dice.between(5, 15) * MILLI,
                () -> {
                    if (cluster.up(other)) load.accept(other);
                });
        injector.later(
                dice.between(20, 120) * MILLI,
                () -> {
                    for (int id : cluster.members().ids())
                        if (id != survivor && mayForget(id)) injector.crash(id, downNanos);
                    cluster.rejoin(survivor);
                });
    }
}
