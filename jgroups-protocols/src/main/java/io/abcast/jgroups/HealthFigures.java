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
 * How a member fares, for operators: its warnings, how long syncs, snapshots and requests take, and what waits. Reading a figure
 * asks nobody and waits for nobody.
 *
 * <p><b>Thread rule:</b> all methods from any thread.
 */
public abstract class HealthFigures extends WarnSettings {
    private static final Durations NONE = new Durations();
    private static final StorageFigures NO_STORAGE = new StorageFigures(0, 0, 0, 0, 0, 0, 0);

    private LongConsumer requestListener;
    private LongConsumer syncListener;
    private LongConsumer snapshotListener;

    /** The loop at work, or the last one; {@code null} before the first start. */
    abstract EventLoop loop();

    /** The watch over it. */
    abstract Watch watch();

    /** Whether this member leads an established epoch. */
    abstract boolean leading();

    /** How many of the voters that serve an established leader can lose before it has no quorum. */
    abstract int spareVoters();

    /** The leader from which this member fetches a snapshot; 0 if it does not. */
    abstract int fetchingFrom();

    /**
     * Of an established leader: how far each other member is behind, in order of id; empty elsewhere. As of some milliseconds ago.
     */
    public abstract List<FollowerLag> followerLags();

    /** What the watch reads, which is nobody else's. */
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

    /** The warnings that hold now. */
    public final List<Health.Active> warnings() {
        Watch w = watch();
        return w == null ? List.of() : w.health().active();
    }

    /** How often a warning has begun since the start. */
    public final long warningCount(Warning warning) {
        Watch w = watch();
        return w == null ? 0 : w.health().count(warning);
    }

    /** How long the log's syncs take. */
    public final Durations syncTimes() {
        EventLoop running = loop();
        return running == null ? NONE : running.storage().watch().syncs();
    }

    /** How long it takes to write a snapshot. */
    public final Durations snapshotTimes() {
        EventLoop running = loop();
        return running == null ? NONE : running.storage().watch().snapshots();
    }

    /** How long requests take that were submitted here: from when the event loop takes them until it delivers them. */
    public final Durations requestTimes() {
        EventLoop running = loop();
        return running == null ? NONE : running.requestTimes;
    }

    /**
     * Adds listeners that are told each duration in ns, in this and later lives of the protocol. They run on the threads that measure,
     * the event loop among them: they return at once and do not throw.
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
            description = "ok, or what this member warns of now, each with what to do about it")
    public String getHealth() {
        List<Health.Active> active = warnings();
        if (active.isEmpty()) return "ok";
        return active.stream()
                .map(a -> a.warning().label() + ": " + a.text())
                .collect(Collectors.joining("; "));
    }

    @ManagedAttribute(description = "How often each warning has begun since the start")
    public String getWarnings() {
        StringJoiner counts = new StringJoiner(" ");
        for (Warning warning : Warning.values())
            counts.add(warning.label() + "=" + warningCount(warning));
        return counts.toString();
    }

    @ManagedAttribute(
            description =
                    "Leader: how far each other member is behind: entries not acked, for how long it owes acks, bytes on"
                            + " their way, stage and number of its session")
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
            description = "How long the last sync of the log took",
            type = AttributeType.TIME,
            unit = TimeUnit.NANOSECONDS)
    public long getSyncLast() {
        return recent(syncTimes()).lastNanos();
    }

    @ManagedAttribute(
            description = "Of the last one to two minutes: half of the syncs took at most this",
            type = AttributeType.TIME,
            unit = TimeUnit.NANOSECONDS)
    public long getSyncP50() {
        return recent(syncTimes()).percentileNanos(0.5);
    }

    @ManagedAttribute(
            description = "Of the last one to two minutes: 99 % of the syncs took at most this",
            type = AttributeType.TIME,
            unit = TimeUnit.NANOSECONDS)
    public long getSyncP99() {
        return recent(syncTimes()).percentileNanos(0.99);
    }

    @ManagedAttribute(
            description = "The longest sync of the last one to two minutes",
            type = AttributeType.TIME,
            unit = TimeUnit.NANOSECONDS)
    public long getSyncRecentMax() {
        return recent(syncTimes()).maxNanos();
    }

    @ManagedAttribute(
            description = "Of the last one to two minutes: half of the requests took at most this",
            type = AttributeType.TIME,
            unit = TimeUnit.NANOSECONDS)
    public long getRequestP50() {
        return recent(requestTimes()).percentileNanos(0.5);
    }

    @ManagedAttribute(
            description = "Of the last one to two minutes: 99 % of the requests took at most this",
            type = AttributeType.TIME,
            unit = TimeUnit.NANOSECONDS)
    public long getRequestP99() {
        return recent(requestTimes()).percentileNanos(0.99);
    }

    @ManagedAttribute(
            description = "How long the last snapshot took to be written",
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
            description = "Bytes of the requests and reads not yet answered",
            type = AttributeType.BYTES,
            gauge = true)
    public long getUnansweredBytes() {
        EventLoop running = loop();
        return running == null ? 0 : running.inbox().requestBytes();
    }

    @ManagedAttribute(
            description = "Bytes free for data_dir, as of some seconds ago; -1 if there is none",
            type = AttributeType.BYTES,
            gauge = true)
    public long getDiskFree() {
        Sample.Disk disk = disk();
        return disk == null ? -1 : disk.freeBytes();
    }

    @ManagedAttribute(
            description = "Size of the file system of data_dir; -1 if there is none",
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
            description = "Time since this member was started",
            type = AttributeType.TIME,
            unit = TimeUnit.MILLISECONDS)
    public long getUptime() {
        Watch w = watch();
        return w == null ? 0 : w.uptimeNanos() / 1_000_000;
    }

    @ManagedAttribute(description = "Version of abcast; empty if it does not run from a jar")
    public String getAbcastVersion() {
        String version = HealthFigures.class.getPackage().getImplementationVersion();
        return version == null ? "" : version;
    }

    @ManagedAttribute(description = "Entries appended to the log", type = AttributeType.SCALAR)
    public long getStorageEntries() {
        return storageFigures().entries();
    }

    @ManagedAttribute(description = "Bytes written to the log", type = AttributeType.BYTES)
    public long getStorageBytesWritten() {
        return storageFigures().bytesWritten();
    }

    @ManagedAttribute(description = "Times the log was made durable", type = AttributeType.SCALAR)
    public long getStorageSyncs() {
        return storageFigures().syncs();
    }

    @ManagedAttribute(
            description = "Time spent in them",
            type = AttributeType.TIME,
            unit = TimeUnit.NANOSECONDS)
    public long getStorageSyncTotal() {
        return storageFigures().syncNanosTotal();
    }

    @ManagedAttribute(
            description = "The longest of them",
            type = AttributeType.TIME,
            unit = TimeUnit.NANOSECONDS)
    public long getStorageSyncMax() {
        return storageFigures().syncNanosMax();
    }

    @ManagedAttribute(description = "Snapshots completed", type = AttributeType.SCALAR)
    public long getStorageSnapshotsTaken() {
        return storageFigures().snapshotsTaken();
    }

    @ManagedAttribute(
            description = "Bytes the log holds now",
            type = AttributeType.BYTES,
            gauge = true)
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
