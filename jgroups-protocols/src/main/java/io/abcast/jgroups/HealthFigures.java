package io.abcast.jgroups;

import io.abcast.jgroups.health.FollowerLag;
import io.abcast.jgroups.health.Health;
import io.abcast.jgroups.health.Sample;
import io.abcast.jgroups.health.Warning;
import io.abcast.jgroups.health.Watch;
import io.abcast.jgroups.health.Watched;
import io.abcast.jgroups.loop.EventLoop;
import io.abcast.log.Durations;
import io.abcast.log.StorageFigures;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.conf.AttributeType;

/**
 * The health of a member, for operators. Reading a health figure never blocks and sends no message.
 *
 * <p><b>Thread rule:</b> any thread may call all methods.
 */
public abstract class HealthFigures extends WarnSettings {
    private static final Durations NONE = new Durations();
    private static final StorageFigures NO_STORAGE = new StorageFigures(0, 0, 0, 0, 0, 0, 0);

    private LongConsumer requestListener;
    private LongConsumer syncListener;
    private LongConsumer snapshotListener;

    abstract EventLoop loop();

    abstract Watch watch();

    abstract boolean leading();

    /** Number of voters whose acks count that an established leader can lose and still have a quorum. */
    abstract int spareVoters();

    abstract int fetchingFrom();

    /**
     * Returns the lag of each other member behind this leading member, in order of server id. The list is some
     * milliseconds old, and empty unless this member is an established leader.
     */
    public abstract List<FollowerLag> followerLags();

    final Watched watched() {
        return new Watched() {
            @Override
            public List<FollowerLag> followerLags() {
                return HealthFigures.this.followerLags();
            }

            @Override
            public int fetchingFrom() {
                return HealthFigures.this.fetchingFrom();
            }

            @Override
            public boolean leading() {
                return HealthFigures.this.leading();
            }

            @Override
            public int spareVoters() {
                return HealthFigures.this.spareVoters();
            }

            @Override
            public int pendingMax() {
                return pending_max;
            }

            @Override
            public long pendingBytesMax() {
                return pending_bytes_max;
            }
        };
    }

    /** Returns the warnings of this member that are active now. */
    public final List<Health.Active> warnings() {
        Watch w = watch();
        return w == null ? List.of() : w.health().active();
    }

    /** Returns how often {@code warning} has begun at this member since the start of the member. */
    public final long warningCount(Warning warning) {
        Watch w = watch();
        return w == null ? 0 : w.health().count(warning);
    }

    /** Returns the measured durations of the syncs of the member's log. */
    public final Durations syncTimes() {
        EventLoop running = loop();
        return running == null ? NONE : running.storage().watch().syncs();
    }

    /** Returns the measured durations that this member took to write its snapshots. */
    public final Durations snapshotTimes() {
        EventLoop running = loop();
        return running == null ? NONE : running.storage().watch().snapshots();
    }

    /**
     * Returns the measured durations of requests submitted at this member. A duration starts when the event loop takes
     * the request, and ends when the event loop delivers it.
     */
    public final Durations requestTimes() {
        EventLoop running = loop();
        return running == null ? NONE : running.requestTimes;
    }

    /**
     * Adds listeners of durations of syncs, snapshots and requests. Each listener receives each measured duration of
     * its kind, in ns, also after a restart of the protocol. A listener runs on the thread that measures, perhaps the
     * event loop, so it must return at once and must not throw.
     */
    public final synchronized void listen(
            LongConsumer requests, LongConsumer syncs, LongConsumer snapshots) {
        requestListener = requestListener == null ? requests : requestListener.andThen(requests);
        syncListener = syncListener == null ? syncs : syncListener.andThen(syncs);
        snapshotListener =
                snapshotListener == null ? snapshots : snapshotListener.andThen(snapshots);
        EventLoop running = loop();
        if (running != null) connectListeners(running);
    }

    final synchronized void connectListeners(EventLoop to) {
        to.requestTimes.listen(requestListener);
        to.storage().watch().syncs().listen(syncListener);
        to.storage().watch().snapshots().listen(snapshotListener);
    }

    @ManagedAttribute(
            description = "Health of this member: ok, or the active warnings, each with advice")
    public String getHealth() {
        List<Health.Active> active = warnings();
        if (active.isEmpty()) return "ok";
        return active.stream()
                .map(a -> a.warning().label() + ": " + a.text())
                .collect(Collectors.joining("; "));
    }

    @ManagedAttribute(description = "Number of times that each warning has begun since the start")
    public String getWarnings() {
        StringJoiner counts = new StringJoiner(" ");
        for (Warning warning : Warning.values())
            counts.add(warning.label() + "=" + warningCount(warning));
        return counts.toString();
    }

    @ManagedAttribute(
            description =
                    "Lag of each other member, at the leader: stage, entries not acked, age of the oldest entry"
                            + " without its ack in ms, bytes in flight, number of its link session")
    public String getFollowerLag() {
        return followerLags().stream()
                .map(
                        f ->
                                "%d: %s, %d entries, %d ms, %d bytes, session %x"
                                        .formatted(
                                                f.member(),
                                                f.stage(),
                                                f.entries(),
                                                f.lagNanos() / 1_000_000,
                                                f.windowBytes(),
                                                f.session()))
                .toList()
                .toString();
    }

    @ManagedAttribute(
            description = "Duration of the last log sync",
            type = AttributeType.TIME,
            unit = TimeUnit.NANOSECONDS)
    public long getSyncLast() {
        return recent(syncTimes()).lastNanos();
    }

    @ManagedAttribute(
            description = "Median duration of the log syncs of the last one to two minutes",
            type = AttributeType.TIME,
            unit = TimeUnit.NANOSECONDS)
    public long getSyncP50() {
        return recent(syncTimes()).percentileNanos(0.5);
    }

    @ManagedAttribute(
            description =
                    "Duration that 99 % of the log syncs of the last one to two minutes did not exceed",
            type = AttributeType.TIME,
            unit = TimeUnit.NANOSECONDS)
    public long getSyncP99() {
        return recent(syncTimes()).percentileNanos(0.99);
    }

    @ManagedAttribute(
            description = "Longest log sync of the last one to two minutes",
            type = AttributeType.TIME,
            unit = TimeUnit.NANOSECONDS)
    public long getSyncRecentMax() {
        return recent(syncTimes()).maxNanos();
    }

    @ManagedAttribute(
            description = "Median duration of the requests of the last one to two minutes",
            type = AttributeType.TIME,
            unit = TimeUnit.NANOSECONDS)
    public long getRequestP50() {
        return recent(requestTimes()).percentileNanos(0.5);
    }

    @ManagedAttribute(
            description =
                    "Duration that 99 % of the requests of the last one to two minutes did not exceed",
            type = AttributeType.TIME,
            unit = TimeUnit.NANOSECONDS)
    public long getRequestP99() {
        return recent(requestTimes()).percentileNanos(0.99);
    }

    @ManagedAttribute(
            description = "Duration of writing the last snapshot",
            type = AttributeType.TIME,
            unit = TimeUnit.NANOSECONDS)
    public long getSnapshotLast() {
        return snapshotTimes().view().lastNanos();
    }

    @ManagedAttribute(
            description = "Bytes handed to the storage and not yet written",
            type = AttributeType.BYTES,
            gauge = true)
    public long getStorageWaitingBytes() {
        EventLoop running = loop();
        return running == null ? 0 : running.storage().watch().handedOverBytes();
    }

    @ManagedAttribute(
            description = "Bytes of the requests and reads submitted here and not yet answered",
            type = AttributeType.BYTES,
            gauge = true)
    public long getUnansweredBytes() {
        EventLoop running = loop();
        return running == null ? 0 : running.inbox().requestBytes();
    }

    @ManagedAttribute(
            description = "Free bytes for data_dir some seconds ago; -1 without a data_dir",
            type = AttributeType.BYTES,
            gauge = true)
    public long getDiskFree() {
        Sample.Disk disk = disk();
        return disk == null ? -1 : disk.freeBytes();
    }

    @ManagedAttribute(
            description = "Size of the file system of data_dir; -1 without a data_dir",
            type = AttributeType.BYTES,
            gauge = true)
    public long getDiskTotal() {
        Sample.Disk disk = disk();
        return disk == null ? -1 : disk.totalBytes();
    }

    private Sample.Disk disk() {
        Watch w = watch();
        return w == null ? null : w.disk();
    }

    @ManagedAttribute(
            description = "Time since the start of this member",
            type = AttributeType.TIME,
            unit = TimeUnit.MILLISECONDS)
    public long getUptime() {
        Watch w = watch();
        return w == null ? 0 : w.uptimeNanos() / 1_000_000;
    }

    @ManagedAttribute(
            description = "Version of abcast; empty if the classes do not come from a jar")
    public String getAbcastVersion() {
        String version = HealthFigures.class.getPackage().getImplementationVersion();
        return version == null ? "" : version;
    }

    @ManagedAttribute(
            description = "Entries appended to the log since the start",
            type = AttributeType.SCALAR)
    public long getStorageEntries() {
        return storageFigures().entries();
    }

    @ManagedAttribute(
            description = "Bytes written to the log since the start",
            type = AttributeType.BYTES)
    public long getStorageBytesWritten() {
        return storageFigures().bytesWritten();
    }

    @ManagedAttribute(description = "Syncs of the log since the start", type = AttributeType.SCALAR)
    public long getStorageSyncs() {
        return storageFigures().syncs();
    }

    @ManagedAttribute(
            description = "Time spent in log syncs since the start",
            type = AttributeType.TIME,
            unit = TimeUnit.NANOSECONDS)
    public long getStorageSyncTotal() {
        return storageFigures().syncNanosTotal();
    }

    @ManagedAttribute(
            description = "Longest log sync since the start",
            type = AttributeType.TIME,
            unit = TimeUnit.NANOSECONDS)
    public long getStorageSyncMax() {
        return storageFigures().syncNanosMax();
    }

    @ManagedAttribute(
            description = "Snapshots completed since the start",
            type = AttributeType.SCALAR)
    public long getStorageSnapshotsTaken() {
        return storageFigures().snapshotsTaken();
    }

    @ManagedAttribute(description = "Size of the log", type = AttributeType.BYTES, gauge = true)
    public long getStorageLogBytes() {
        return storageFigures().logBytes();
    }

    private StorageFigures storageFigures() {
        EventLoop running = loop();
        return running == null ? NO_STORAGE : running.storage().figures();
    }

    private static Durations.View recent(Durations durations) {
        return durations.recent(System.nanoTime());
    }
}
