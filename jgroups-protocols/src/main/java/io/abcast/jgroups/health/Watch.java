package io.abcast.jgroups.health;

import io.abcast.jgroups.loop.EventLoop;
import io.abcast.log.StorageWatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Samples the state of a member four times a second. {@code Watch} uses a separate thread, so that warnings appear even
 * if the event loop or the disk stalls. {@link Health} evaluates the samples.
 */
public final class Watch implements AutoCloseable {
    static final long INTERVAL_NANOS = 250_000_000;
    private static final long DISK_NANOS = 5_000_000_000L;
    private static final long CERTIFICATE_NANOS = 3_600_000_000_000L;

    private final Health health;
    private final Watched member;
    private final EventLoop loop;
    private final Path dataDir;
    private final Supplier<Sample.Certificate> certificates;
    private final OncePerCause failures;
    private final List<GarbageCollectorMXBean> collectors =
            ManagementFactory.getGarbageCollectorMXBeans();
    private final long startNanos = System.nanoTime();
    private final Thread thread;
    private volatile boolean closed;
    private volatile Sample.Disk disk;
    private long diskAskedNanos = startNanos - DISK_NANOS;
    private Sample.Certificate certificate;
    private long certificateAskedNanos = startNanos - CERTIFICATE_NANOS;

    /**
     * Makes a watch, which samples the state of one member. The method {@link #start} starts the watch's thread.
     *
     * @param dataDir the member's data directory; {@code null} in memory mode
     * @param certificates supplier of the member's TLS certificate that expires first; {@code null} without TLS, or if
     *     the certificate cannot be read
     * @param failures consumer of the exceptions that samples throw, one exception per cause.
     */
    public Watch(
            String name,
            Health health,
            Watched member,
            EventLoop loop,
            Path dataDir,
            Supplier<Sample.Certificate> certificates,
            Consumer<Throwable> failures) {
        this.health = health;
        this.member = member;
        this.loop = loop;
        this.dataDir = dataDir;
        this.certificates = certificates;
        this.failures = new OncePerCause(failures);
        thread = new Thread(this::run, name + " watch");
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    public Health health() {
        return health;
    }

    /**
     * Returns the size and free space that the disk of the data directory had some seconds ago. The disk is {@code
     * null} without a data directory, or if its file system does not report its size.
     */
    public Sample.Disk disk() {
        return disk;
    }

    public long uptimeNanos() {
        return System.nanoTime() - startNanos;
    }

    private void run() {
        long late = 0;
        while (!closed) {
            try {
                health.look(sample(late));
            } catch (Throwable e) {
                // An exception in one sample must not end the watch of the member.
                failures.failed(e);
            }
            long began = System.nanoTime();
            LockSupport.parkNanos(this, INTERVAL_NANOS);
            late = Math.max(0, System.nanoTime() - began - INTERVAL_NANOS);
        }
    }

    private Sample sample(long lateNanos) {
        long now = System.nanoTime();
        if (now - diskAskedNanos >= DISK_NANOS) {
            diskAskedNanos = now;
            disk = askDisk();
        }
        if (now - certificateAskedNanos >= CERTIFICATE_NANOS) {
            certificateAskedNanos = now;
            certificate = certificates.get();
        }
        List<FollowerLag> others = member.followerLags();
        StorageWatch storage = loop.storage().watch();
        Instant wall = Instant.now();
        now = System.nanoTime();
        return new Sample(
                now,
                wall.getEpochSecond() * 1_000_000_000 + wall.getNano(),
                lateNanos,
                collecting(),
                loop.quietNanos(),
                this::whereabouts,
                storage.takeLongestSyncNanos(),
                storage.syncingNanos(now),
                storage.handedOverBytes(),
                storage.snapshottingNanos(now),
                member.fetchingFrom(),
                member.leading(),
                member.spareVoters(),
                others,
                loop.inbox().requests(),
                member.pendingMax(),
                loop.inbox().requestBytes(),
                member.pendingBytesMax(),
                disk,
                certificate);
    }

    private String whereabouts() {
        for (StackTraceElement frame : loop.stack()) {
            String module = frame.getModuleName();
            // The cause of a wait is the code that called a waiting JDK method, so the search skips
            // stack frames of the JDK.
            boolean ofJdk =
                    module != null && (module.startsWith("java.") || module.startsWith("jdk."));
            if (!ofJdk) return "at " + frame;
        }
        return "not running";
    }

    private long collecting() {
        long millis = 0;
        for (GarbageCollectorMXBean collector : collectors)
            millis += Math.max(0, collector.getCollectionTime());
        return millis * 1_000_000;
    }

    private Sample.Disk askDisk() {
        if (dataDir == null) return null;
        try {
            FileStore store = Files.getFileStore(dataDir);
            return new Sample.Disk(
                    dataDir.toString(), store.getUsableSpace(), store.getTotalSpace());
        } catch (IOException | UncheckedIOException e) {
            // If the space of the disk cannot be read, the storage meets the same I/O error and
            // reports it.
            return null;
        }
    }

    /**
     * Ends the watch of the member without waiting for the watch's thread, because that thread may hang in a call to
     * the disk.
     */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
