package io.abcast.sim;

import java.util.Set;

/** Carries out faults of disks, and crashes of members in the middle of a snapshot, for a {@link FaultInjector}. */
final class StorageFaults {
    private static final long MILLI = 1_000_000;
    private static final int SLOWDOWN_MAX = 100;

    private static final int MEND_MILLIS_MAX = 300;

    private final Cluster cluster;
    private final FaultInjector injector;

    StorageFaults(Cluster cluster, FaultInjector injector) {
        this.cluster = cluster;
        this.injector = injector;
    }

    boolean strike(FaultPlan.Step step, int victim, Rng dice) {
        Drive drive = cluster.replica(victim).drive();
        switch (step.kind()) {
            case DISK_STALL -> {
                cluster.holdDisk(victim, true);
                injector.later(step.nanos(), () -> cluster.holdDisk(victim, false));
            }
            case DISK_SLOW -> {
                drive.faults().slowdown = (int) dice.between(5, SLOWDOWN_MAX);
                injector.later(step.nanos(), () -> drive.faults().slowdown = 1);
            }
            case DISK_ERROR -> {
                if (!injector.mayCrash(victim)) return false;
                cluster.failDisk(victim);
                injector.restartLater(victim, step.nanos());
            }
            case SYNC_ERROR -> {
                switch (dice.below(4)) {
                    case 0 -> drive.faults().nextNameSyncFails = true;
                    case 1 -> drive.faults().nextReadFails = true;
                    default -> drive.faults().nextSyncFails = true;
                }
                drive.changed();
                restart(victim, step.nanos());
            }
            case DISK_FULL -> fill(victim, drive, dice, step.nanos());
            case MISDIRECT -> {
                if (!injector.mayRot(victim)) return false;
                drive.faults().nextWriteGoesAstray = true;
                drive.changed();
                restart(victim, step.nanos());
                mendLater(victim, step.nanos(), dice);
            }
            case ROT, ROT_UNNOTICED -> {
                if (!injector.mayRot(victim)) return false;
                boolean unnoticed = step.kind() == FaultPlan.Kind.ROT_UNNOTICED;
                if (!unnoticed) cluster.crash(victim);
                cluster.afflict(victim, "rot").drive().rot(unnoticed);
                restart(victim, step.nanos());
                mendLater(victim, step.nanos(), dice);
            }
            case SNAPSHOT_CRASH ->
                    injector.crashAt(
                            dice.pick(
                                    Set.of(Trace.Effect.TAKE_SNAPSHOT),
                                    Set.of(Trace.Effect.WRITE_SNAPSHOT),
                                    Set.of(Trace.Effect.INSTALL_SNAPSHOT),
                                    Set.of(Trace.Effect.PURGE_LOG)),
                            0,
                            step.nanos(),
                            dice);
            case SNAPSHOT_SOURCE_CRASH ->
                    injector.crashAt(Set.of(Trace.Effect.READ_SNAPSHOT), 0, step.nanos(), dice);
            case FOREIGN -> {
                return foreign(victim, dice, step.nanos());
            }
            default -> throw new IllegalStateException(step + " is not of the storage");
        }
        return true;
    }

    private void fill(int victim, Drive drive, Rng dice, long nanos) {
        full(drive, true);
        injector.restartLater(victim, dice.between(1, nanos));
        injector.later(nanos, () -> full(drive, false));
        injector.restartLater(victim, nanos + MILLI);
    }

    private static void full(Drive drive, boolean full) {
        drive.faults().full = full;
        drive.changed();
    }

    private boolean foreign(int victim, Rng dice, long nanos) {
        int size = cluster.members().size();
        if (size == 1 || !cluster.up(victim) || !injector.mayBeForeign(victim)) return false;
        int rank = cluster.members().rank(victim);
        int other = cluster.members().id((rank + 1 + dice.below(size - 1)) % size);
        Drive theirs = dice.chance(0.5) ? cluster.replica(other).drive() : null;
        cluster.crash(victim);
        cluster.afflict(victim, "foreign storage").drive().swap(theirs);
        restart(victim, nanos);
        mendLater(victim, nanos, dice);
        return true;
    }

    /** The member {@code id} may already be down. */
    private void restart(int id, long nanos) {
        injector.later(
                nanos,
                () -> {
                    if (cluster.up(id)) cluster.crash(id);
                });
        injector.restartLater(id, nanos);
    }

    private void mendLater(int id, long nanos, Rng dice) {
        boolean cut = dice.chance(0.5);
        injector.later(
                nanos + dice.between(0, MEND_MILLIS_MAX) * MILLI, () -> cluster.mend(id, cut));
    }
}
