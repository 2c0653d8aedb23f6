package io.abcast.sim;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Probe;
import io.abcast.kernel.Reconfiguration;
import io.abcast.log.Durability;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * Carries out a {@link FaultPlan}, which lists the faults of a run. The injector selects the victims of faults and
 * injects faults of processes and clocks.
 */
final class FaultInjector {
    private static final long MILLI = 1_000_000;

    /** Sets of effects at which a node has begun an operation and not finished it. */
    private static final List<Set<Trace.Effect>> STEPS =
            List.of(
                    Set.of(Trace.Effect.PERSIST),
                    Set.of(Trace.Effect.TRUNCATE),
                    Set.of(Trace.Effect.APPEND),
                    Set.of(Trace.Effect.DELIVER),
                    Set.of(Trace.Effect.READ_LOG),
                    Set.of(Trace.Effect.INSTALL_SNAPSHOT),
                    Set.of(Trace.Effect.PURGE_LOG));

    private final Cluster cluster;
    private final Set<Fault> faults;
    private final IntConsumer load;
    private final NetworkFaults network;
    private final StorageFaults storage;

    private final int faultyMax;

    private boolean over;

    FaultInjector(Cluster cluster, Set<Fault> faults, IntConsumer load, int faultyMax) {
        this.faultyMax = faultyMax;
        this.cluster = cluster;
        this.faults = faults;
        this.load = load;
        network = new NetworkFaults(cluster, this);
        storage = new StorageFaults(cluster, this);
    }

    void schedule(List<FaultPlan.Step> steps) {
        for (FaultPlan.Step step : steps) cluster.at(step.atNanos(), () -> begin(step));
    }

    void stop() {
        over = true;
    }

    private void begin(FaultPlan.Step step) {
        if (over) return;
        Rng dice = new Rng(step.dice());
        int victim = victim(step, dice);
        Probe before = cluster.probe(victim);
        if (strike(step, victim, dice)) cluster.coverage().struck(step.kind(), before);
    }

    /** Returns false if the situation does not allow the fault. */
    private boolean strike(FaultPlan.Step step, int victim, Rng dice) {
        return switch (step.kind()) {
            case CRASH -> mayCrash(victim) && crash(victim, step.nanos());
            case CRASH_MID_BATCH -> mayCrash(victim) && crashMidBatch(victim, dice, step.nanos());
            case CRASH_AT_STEP -> crashAtStep(step, victim, dice);
            case FORGET, FORGET_AT_STEP ->
                    mayForget() && new ForgetFault(cluster, this, load, dice).begin(step);
            case POWER_LOSS -> powerLoss(dice, step.nanos());
            case PAUSE -> pause(victim, step.nanos());
            case OLD_LEADER -> oldLeader(victim, dice, step.nanos());
            case CLOCK_RATE -> clockRate(victim, dice, step.nanos());
            case CLOCK_LEAP -> clockLeap(victim, step.nanos());
            case FEW -> new FewFault(cluster, this, load, dice).begin(step.nanos());
            case PARTITION, ISOLATE, PARTIAL, ONE_WAY, FLAP, RESET, REPEAT ->
                    network.strike(step, victim, dice);
            case DISK_ERROR,
                    SYNC_ERROR,
                    DISK_STALL,
                    DISK_SLOW,
                    DISK_FULL,
                    MISDIRECT,
                    ROT,
                    ROT_UNNOTICED,
                    SNAPSHOT_CRASH,
                    SNAPSHOT_SOURCE_CRASH,
                    FOREIGN ->
                    storage.strike(step, victim, dice);
        };
    }

    private int victim(FaultPlan.Step step, Rng dice) {
        int leader = step.leader() ? cluster.leader() : 0;
        return leader != 0 ? leader : anyone(dice);
    }

    int anyone(Rng dice) {
        return cluster.members().id(dice.below(cluster.members().size()));
    }

    /**
     * A member without a log may crash only if a quorum of the other members remembers the history; only
     * {@link FaultPlan.Kind#FORGET} breaks this rule.
     */
    boolean mayCrash(int id) {
        if (!cluster.up(id)) return false;
        return cluster.durability() != Durability.MEMORY || cluster.atServer(id, this::mayForget);
    }

    private boolean mayForget(Cluster cluster, int id) {
        if (!cluster.up(id)) return true;
        // While the operator repairs the ensemble, one more lost member could make the repair fail.
        if (cluster.memory().isRepairing()) return false;
        if (faultyMax >= 0) return mayLose(id);
        if (cluster.forgetsChanges()) return cluster.history().ordered() > 0 && sparesQuorums(id);
        int remember = 0;
        for (int other : cluster.members().ids()) {
            if (other != id && cluster.remembers(other)) remember++;
        }
        return remember >= cluster.members().quorum();
    }

    /**
     * A repaired member does not vote, so a storage may rot only if the other voters with sound storages form a quorum.
     */
    boolean mayRot(int id) {
        if (!cluster.up(id) || cluster.memory().isRepairing()) return false;
        if (faultyMax >= 0) return mayLose(id);
        if (cluster.history().changesPending() > 0) return false;
        int intact = 0;
        for (int other : cluster.members().ids())
            if (other != id && cluster.members().votes(cluster.members().rank(other)))
                intact += cluster.hasLost(other) ? 0 : 1;
        // If all founders had lost all data, the founders would found another ensemble.
        return sparesQuorums(id) && intact > 0;
    }

    boolean draws(Fault fault) {
        return faults.contains(fault);
    }

    boolean mayLoseDisk(int id) {
        return draws(Fault.ROT) && mayRot(id);
    }

    /**
     * Whether, in each known ensemble and each that a pending change may produce, a quorum without {@code id} remembers
     * the history.
     */
    private boolean sparesQuorums(int id) {
        if (!remembers(cluster.history().ensemble(), id)) return false;
        for (int other : cluster.members().ids()) {
            Probe probe = cluster.probe(other);
            Membership ensemble = probe == null ? null : probe.ensemble();
            // A member that does not know the last change of the ensemble determines quorums by the
            // configuration before that change.
            if (ensemble != null && !remembers(ensemble, id)) return false;
            // A change in flight may still take effect, so a quorum must also remain in the
            // ensemble that results from the change.
            List<Entry> changes = cluster.memberships(other);
            if (!changes.isEmpty()) {
                Entry last = changes.get(changes.size() - 1);
                if (!remembers(Reconfiguration.decode(last.payload()).now(), id)) return false;
            }
        }
        return true;
    }

    /** Members that lie, and members that lost their storage and do not vote yet, count as faulty. */
    private boolean mayLose(int id) {
        if (cluster.lies(id)) return true;
        int faulty = 0;
        for (int other : cluster.members().ids())
            if (other != id && (cluster.lies(other) || cluster.lacksStorage(other))) faulty++;
        return faulty < faultyMax;
    }

    /**
     * A member refuses to start with a foreign storage, and the operator's repair may then lose the member's own
     * storage.
     */
    boolean mayBeForeign(int id) {
        return faultyMax < 0 || mayLose(id);
    }

    boolean mayForget() {
        return cluster.honest() == cluster.members().size()
                && !cluster.memory().isRepairing()
                && (draws(Fault.UNFENCED) || !cluster.twins().needMemory())
                && !cluster.forgetsChanges();
    }

    private boolean remembers(Membership ensemble, int id) {
        int remember = 0;
        for (int other : ensemble.voterIds())
            if (other != id
                    && cluster.remembersDurably(other)
                    && cluster.replica(other).drive().isSound()) remember++;
        return suffice(remember, ensemble.voters(), cluster.history().changesPending());
    }

    private static boolean suffice(int remember, int voters, int changes) {
        if (remember < voters / 2 + 1) return false;
        return changes == 0
                || (suffice(remember - 1, voters - 1, changes - 1)
                        && suffice(remember, voters + 1, changes - 1));
    }

    private boolean powerLoss(Rng dice, long downNanos) {
        for (int id : cluster.members().ids()) {
            if (!cluster.up(id)) continue;
            cluster.crash(id, Drive.Loss.POWER);
            restartLater(id, downNanos + dice.between(0, 50 * MILLI));
        }
        return true;
    }

    boolean crash(int id, long downNanos) {
        cluster.crash(id);
        restartLater(id, downNanos);
        return true;
    }

    private boolean crashMidBatch(int id, Rng dice, long downNanos) {
        int effects = dice.below(12);
        // If the crash were delayed, another member might crash meanwhile, so that no quorum would
        // remember the history.
        if (cluster.durability() == Durability.MEMORY) return crash(id, downNanos);
        cluster.crashAfter(id, effects);
        restartLater(id, downNanos + 20 * MILLI);
        return true;
    }

    private boolean crashAtStep(FaultPlan.Step step, int victim, Rng dice) {
        Set<Trace.Effect> effects = STEPS.get(dice.below(STEPS.size()));
        boolean any = dice.chance(0.5);
        crashAt(effects, any ? 0 : victim, step.nanos(), dice);
        return true;
    }

    /** The crash comes before the effect of the node, after the effect, or up to 5 ms later. */
    void crashAt(Set<Trace.Effect> effects, int id, long downNanos, Rng dice) {
        int after = dice.pick(0, 1, 1, 2);
        long delay = dice.chance(0.5) ? 0 : dice.between(0, 5 * MILLI);
        cluster.traps()
                .set(
                        effects,
                        id,
                        Long.MAX_VALUE,
                        member -> {
                            if (over || !mayCrash(member.id())) return;
                            // A delayed crash needs a new check, because another member may have
                            // crashed during the delay.
                            boolean now = delay == 0 && !cluster.needsMemory();
                            if (now) cluster.crashAfter(member.id(), after);
                            else
                                later(
                                        delay,
                                        () -> {
                                            if (mayCrash(member.id())) cluster.crash(member.id());
                                        });
                            restartLater(member.id(), delay + downNanos);
                        });
    }

    private boolean pause(int id, long nanos) {
        if (!cluster.up(id)) return false;
        cluster.pause(id, nanos);
        return true;
    }

    private boolean oldLeader(int id, Rng dice, long nanos) {
        if (!cluster.up(id)) return false;
        if (dice.chance(0.5)) cluster.pause(id, nanos);
        else cluster.afflict(id, "stall").stall(nanos);
        return true;
    }

    private boolean clockRate(int id, Rng dice, long nanos) {
        double rate = dice.pick(0.5, 0.8, 1.25, 2.0);
        cluster.afflict(id, "clock rate " + rate).clock().rate(rate);
        later(nanos, () -> cluster.afflict(id, "clock rate 1").clock().rate(1));
        return true;
    }

    private boolean clockLeap(int id, long nanos) {
        if (!cluster.up(id)) return false;
        cluster.afflict(id, "clock leap").clock().leap(nanos);
        return true;
    }

    void restartLater(int id, long nanos) {
        if (!faults.contains(Fault.RESTART)) return;
        later(nanos, () -> cluster.startAgain(id));
    }

    void later(long nanos, Runnable action) {
        cluster.at(
                cluster.now() + nanos,
                () -> {
                    if (!over) action.run();
                });
    }
}
