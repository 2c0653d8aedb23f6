package io.abcast.sim;

import java.util.Locale;

/** Kinds of faults that may last for the whole run. */
enum BackgroundFault implements RunSchedule.Item {
    BREAKING_CONNECTIONS,
    STALE_REPEATS,
    LOST_TAILS,
    TORN_WRITES,
    FAILING_SNAPSHOTS,
    BAD_HINTS,
    DRIFTING_CLOCKS,
    LATE_TIMERS,
    /**
     * Kind of fault: inboxes of members are small, so a message that arrives while other messages wait may be dropped.
     */
    SMALL_INBOXES,
    MIXED_VERSIONS;

    @Override
    public long atNanos() {
        return 0;
    }

    boolean isIn(ClusterModel model) {
        return switch (this) {
            case BREAKING_CONNECTIONS -> model.network().resetChance() > 0;
            case STALE_REPEATS -> model.network().staleRepeats();
            case LOST_TAILS -> model.disk().losesTail();
            case TORN_WRITES -> model.disk().tears();
            case FAILING_SNAPSHOTS -> model.disk().snapshotFailures() > 0;
            case BAD_HINTS -> model.hints() != ClusterModel.Hints.ACCURATE;
            case DRIFTING_CLOCKS -> model.clockDrift();
            case LATE_TIMERS -> model.timerNanosMax() > 0;
            case MIXED_VERSIONS -> model.oldWireVersion() > 0;
            case SMALL_INBOXES -> model.inboxBytesMax() < ClusterModel.INBOX_BYTES_MAX;
        };
    }

    ClusterModel removedFrom(ClusterModel m) {
        NetworkModel n = m.network();
        DiskModel d = m.disk();
        return new ClusterModel(
                m.members(),
                new NetworkModel(
                        n.latencyNanosMin(),
                        n.latencyNanosMean(),
                        n.bytesPerSecond(),
                        n.messageCpuNanos(),
                        n.byteCpuNanos(),
                        this == BREAKING_CONNECTIONS ? 0 : n.resetChance(),
                        this != STALE_REPEATS && n.staleRepeats()),
                new DiskModel(
                        d.durability(),
                        d.limits(),
                        d.syncNanosMin(),
                        d.syncNanosMax(),
                        d.readNanosMax(),
                        d.snapshotNanosMax(),
                        this != LOST_TAILS && d.losesTail(),
                        this != TORN_WRITES && d.tears(),
                        this == FAILING_SNAPSHOTS ? 0 : d.snapshotFailures(),
                        d.lies()),
                m.codec(),
                this == BAD_HINTS ? ClusterModel.Hints.ACCURATE : m.hints(),
                m.batchMax(),
                this != DRIFTING_CLOCKS && m.clockDrift(),
                this == LATE_TIMERS ? 0 : m.timerNanosMax(),
                m.snapshotPaddingMax(),
                m.requestNanos(),
                this == SMALL_INBOXES ? ClusterModel.INBOX_BYTES_MAX : m.inboxBytesMax(),
                m.casts(),
                this == MIXED_VERSIONS ? 0 : m.oldWireVersion());
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ') + " all the time";
    }
}
