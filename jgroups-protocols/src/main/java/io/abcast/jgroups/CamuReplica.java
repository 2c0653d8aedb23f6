package io.abcast.jgroups;

import io.abcast.driver.Driver;
import io.abcast.driver.GroupApplication;
import io.abcast.driver.GroupDriver;
import io.abcast.driver.Sink;
import io.abcast.jgroups.camu.HostedReplica;
import io.abcast.jgroups.camu.ServerLink;
import io.abcast.jgroups.camu.SharedSettings;
import io.abcast.jgroups.camu.SnapshotReports;
import io.abcast.jgroups.health.ClockAhead;
import io.abcast.jgroups.loop.EventLoop;
import io.abcast.jgroups.loop.Inbox;
import io.abcast.kernel.Effects;
import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.GroupNode;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Node;
import io.abcast.kernel.Probe;
import io.abcast.log.Storage;
import io.abcast.ordering.camu.PartitionLog;
import io.abcast.ordering.camu.PartitionMap;
import io.abcast.ordering.camu.PartitionNode;
import io.abcast.ordering.camu.PartitionStatus;
import io.abcast.ordering.camu.PartitionWaits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jgroups.logging.Log;

/**
 * A replica of one partition at this server: event loop, node and log of the partition, and the application's receiver.
 *
 * <p><b>Thread rule:</b> any thread may call the methods of {@code CamuReplica}, except the methods of {@link
 * GroupApplication}. Only the event loop calls the methods of {@link GroupApplication}.
 */
final class CamuReplica implements LogHost, GroupApplication, PartitionPort {
    private static final int CLOCK_STEPS = 256;

    private final String name;
    private final Log logger;
    private final CamuSettings.Checked settings;
    private final int group;
    private final AbcastProtocol log;
    private final PartitionReceiver receiver;
    private final ServerLink link;
    private final LongSupplier wallMicros;
    private final ClockAhead clockAhead;
    private final BiConsumer<CamuReplica, Throwable> ended;

    private final Object lifecycle = new Object();

    private volatile EventLoop loop;
    private GroupDriver driver;
    private PartitionNode node;
    private volatile Supplier<Membership> members;
    private volatile PartitionStatus status;
    private volatile PartitionWaits waits;

    private final Object discards = new Object();

    private volatile boolean isDiscarding;

    /** Guarded by {@link #lifecycle}. */
    private boolean isStopping;

    /** Number of the last delivery in the most recently frozen snapshot; only the event loop uses this field. */
    private long frozenSeq;

    /**
     * @param wallMicros the wall clock of this server, in microseconds since 1970
     * @param ended callback that runs once at the end of a started replica; receives {@code null} without a failure
     */
    CamuReplica(
            String name,
            Log logger,
            CamuSettings.Checked settings,
            int group,
            AbcastProtocol log,
            PartitionReceiver receiver,
            ServerLink link,
            LongSupplier wallMicros,
            long warnClockAheadMillis,
            BiConsumer<CamuReplica, Throwable> ended) {
        this.name = name;
        this.logger = logger;
        this.settings = settings;
        this.group = group;
        this.log = log;
        this.receiver = receiver;
        this.link = link;
        this.wallMicros = wallMicros;
        this.ended = ended;
        clockAhead =
                new ClockAhead(
                        partition(),
                        log.server_id,
                        warnClockAheadMillis * 1_000_000,
                        line -> logger.warn("%s: %s", name, line));
    }

    /** The node starts later, when no other process is known to use the server id. */
    void start() throws Exception {
        synchronized (lifecycle) {
            open();
        }
    }

    private void open() throws Exception {
        receiver.start(this);
        try {
            log.start(name, this);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": log: " + e.getMessage(), e);
        }
    }

    void beginStop() {
        EventLoop running = loop;
        if (running != null) running.inbox().post(Driver::stop);
    }

    void stop() {
        synchronized (lifecycle) {
            isStopping = true;
            log.stop();
        }
    }

    void fail(Throwable why) {
        loop.inbox().post(driver -> driver.fail(why));
    }

    HostedReplica hosted() {
        return new HostedReplica(group, loop, driver, this::onMessage);
    }

    EventLoop loop() {
        return loop;
    }

    int group() {
        return group;
    }

    @Override
    public String partition() {
        return settings.map().name(group);
    }

    AbcastProtocol log() {
        return log;
    }

    PartitionStatus status() {
        return status;
    }

    PartitionWaits waits() {
        return waits;
    }

    @Override
    public boolean leads() {
        PartitionStatus s = status;
        return s != null && s.leads() && log.running();
    }

    Membership members() {
        return members == null ? settings.map().replicas(group) : members.get();
    }

    @Override
    public String toString() {
        return name;
    }

    @Override
    public int server() {
        return log.server_id;
    }

    @Override
    public Membership members(String partition) {
        int other = settings.map().number(partition);
        return other == group ? members() : settings.map().replicas(other);
    }

    @Override
    public void send(String partition, int server, byte[] bytes) {
        link.sendToApplication(settings.map().number(partition), group, server, bytes);
    }

    @Override
    public void digest(long seq, byte[] digest) {
        if (digest.length > GroupNode.DIGEST_BYTES_MAX)
            throw new IllegalArgumentException(
                    "digest: expected at most %d bytes, got %d"
                            .formatted(GroupNode.DIGEST_BYTES_MAX, digest.length));
        loop.inbox().post(d -> driver.onDigest(seq, digest));
    }

    @Override
    public boolean execute(Runnable task) {
        return log.execute(task) == null;
    }

    @Override
    public void halt(Throwable why) {
        fail(why);
    }

    @Override
    public void discard(String reason) {
        synchronized (discards) {
            // The application may call {@code discard} again while the replica still carries out
            // the first call.
            if (isDiscarding || !log.running()) return;
            isDiscarding = true;
        }
        logger.error("%s: discards its history and joins again: %s", name, reason);
        Thread thread = new Thread(this::startEmpty, name + " discarding");
        thread.setDaemon(true);
        thread.start();
    }

    private void startEmpty() {
        synchronized (lifecycle) {
            try {
                if (isStopping) return;
                log.stop();
                if (!log.data_dir.isBlank()) SharedSettings.delete(Path.of(log.data_dir));
                log.joining = log instanceof ZabProtocol;
                open();
                isDiscarding = false;
                link.hold(hosted());
            } catch (Throwable e) {
                isDiscarding = false;
                logger.error(name + ": could not start again", e);
                ended.accept(this, e);
            }
        }
    }

    boolean isDiscarding() {
        return isDiscarding;
    }

    private void onMessage(int from, int server, byte[] bytes) {
        try {
            receiver.onMessage(settings.map().name(from), server, bytes);
        } finally {
            Thread.interrupted();
        }
    }

    @Override
    public EventLoop loop(Membership founders, Storage storage, Consumer<Throwable> end) {
        Inbox inbox = new Inbox(log.pending_max, log.pending_bytes_max, log.inbox_bytes_max);
        EventLoop newLoop =
                new EventLoop(
                        name,
                        logger,
                        sink -> newDriver(founders, storage, sink).driver(),
                        storage,
                        receiver::onAnswered,
                        inbox,
                        this::observe,
                        end);
        members = link.connect(driver, group, founders);
        PartitionMap map = settings.map();
        node.links(settings.links().rule());
        for (int other = 0; other < map.size(); other++)
            if (settings.links().isOpen(group, other)) node.link(other, true);
        loop = newLoop;
        return newLoop;
    }

    private GroupDriver newDriver(Membership founders, Storage storage, Sink sink) {
        driver =
                new GroupDriver(
                        name,
                        effects -> newNode(founders, effects),
                        storage,
                        this,
                        sink,
                        new SecureRandom().nextLong(),
                        TimeUnit.MILLISECONDS.toNanos(log.request_timeout),
                        wallMicros,
                        log::reason);
        return driver;
    }

    private GroupNode newNode(Membership founders, GroupEffects effects) {
        node =
                new PartitionNode(
                        group,
                        log.server_id,
                        settings.map(),
                        settings.config(),
                        new SecureRandom().nextLong(),
                        effects,
                        logEffects -> newLog(founders, logEffects));
        return new SnapshotReports(
                node,
                () -> receiver.onSnapshotDurable(frozenSeq),
                () -> receiver.onSnapshotDurable(node.status().seq()));
    }

    private PartitionLog newLog(Membership founders, Effects effects) {
        Node inner = log.node(founders, effects);
        Probe probe = log.probe();
        return new PartitionLog(
                inner, () -> probe.leads() && probe.active(), log.nodePayloadBytesMax());
    }

    private void observe() {
        log.observe();
        PartitionStatus now = node.status();
        status = now;
        waits = node.waits();
        clockAhead.look(aheadMicros(now) * 1_000, now.leader(), System.nanoTime());
    }

    /**
     * Time in microseconds by which the partition's clock is ahead of this server's wall clock; negative if it is
     * behind.
     */
    long aheadMicros(PartitionStatus now) {
        return now.clock() / CLOCK_STEPS - wallMicros.getAsLong();
    }

    String clockWarning() {
        return clockAhead.text();
    }

    @Override
    public void ended(Throwable failure) {
        if (!isDiscarding) ended.accept(this, failure);
    }

    @Override
    public byte[] deliver(GroupDelivery delivery) {
        try {
            return receiver.deliver(
                    new PartitionDelivery(delivery, settings.map().names(), this::answer));
        } finally {
            Thread.interrupted();
        }
    }

    private void answer(GroupDelivery delivery, byte[] result) {
        loop.inbox().post(d -> driver.onResult(delivery, result));
    }

    @Override
    public void onDigest(long seq, byte[] digest) {
        try {
            receiver.onDigest(seq, digest);
        } finally {
            Thread.interrupted();
        }
    }

    @Override
    public Storage.SnapshotWriter freeze() {
        frozenSeq = node.status().seq();
        try {
            return receiver.snapshot();
        } finally {
            Thread.interrupted();
        }
    }

    @Override
    public void restore(InputStream content) throws IOException {
        try {
            receiver.restore(content);
        } finally {
            Thread.interrupted();
        }
    }
}
