package io.abcast.jgroups.metrics;

import io.abcast.jgroups.ZabProtocol;
import io.abcast.jgroups.health.FollowerLag;
import io.abcast.jgroups.health.Warning;
import io.abcast.zab.Role;
import io.abcast.zab.ZabStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jgroups.JChannel;

/**
 * A member's figures as meters named {@code abcast.*}, tagged with {@code member}, its server id, and {@code protocol}, the element
 * in its stack. Counters run since the member's start. Reading a meter takes what the member has published and waits for nobody; of
 * the timers, syncs and snapshots are recorded by the storage's threads, requests by the event loop, without allocation.
 *
 * <pre>{@code
 * JChannel channel = ...;                                  // with a protocol of the Zab family
 * new AbcastMetrics(channel).bindTo(registry);
 * }</pre>
 *
 * <p><b>Thread rule:</b> safe from any thread. Bind a channel to one registry, once; a composite registry serves several.
 */
public final class AbcastMetrics implements MeterBinder {
    /** Upper bounds of the buckets of all timers. */
    private static final Duration[] BUCKETS = {
        Duration.ofNanos(100_000),
        Duration.ofNanos(250_000),
        Duration.ofNanos(500_000),
        Duration.ofMillis(1),
        Duration.ofNanos(2_500_000),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofMillis(2_500),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(60)
    };

    private final ZabProtocol zab;
    private final Tags tags;

    /** Others that have meters; guarded by this. */
    private final Set<Integer> others = new TreeSet<>();

    private MeterRegistry registry;

    /** @throws IllegalArgumentException if the stack has no protocol of the Zab family */
    public AbcastMetrics(JChannel channel) {
        this(of(channel));
    }

    /** Of a protocol whose {@code id} is set. */
    public AbcastMetrics(ZabProtocol zab) {
        this.zab = zab;
        tags =
                Tags.of(
                        "member",
                        Integer.toString(zab.getServerId()),
                        "protocol",
                        zab.getClass().getSimpleName());
    }

    private static ZabProtocol of(JChannel channel) {
        ZabProtocol zab = channel.getProtocolStack().findProtocol(ZabProtocol.class);
        if (zab == null)
            throw new IllegalArgumentException(
                    "expected a stack with a protocol of the Zab family, got "
                            + channel.getProtocolStack().printProtocolSpec(false));
        return zab;
    }

    @Override
    public void bindTo(MeterRegistry to) {
        synchronized (this) {
            if (registry != null)
                throw new IllegalStateException(
                        "expected to be bound once, is bound to " + registry);
            registry = to;
        }
        role();
        requests();
        protocol();
        storage();
        network();
        warnings();
        Timer requests =
                timer(
                        "abcast.request.duration",
                        "From a request's being taken to its delivery here");
        Timer syncs = timer("abcast.storage.sync.duration", "Making the log durable");
        Timer snapshots = timer("abcast.snapshot.duration", "Writing a snapshot");
        zab.listen(
                nanos -> requests.record(nanos, TimeUnit.NANOSECONDS),
                nanos -> syncs.record(nanos, TimeUnit.NANOSECONDS),
                nanos -> snapshots.record(nanos, TimeUnit.NANOSECONDS));
        refresh();
    }

    /** Adds the meters of members that are new in the ensemble; before a scrape, if members may come. */
    public void refresh() {
        for (FollowerLag lag : zab.followerLags()) add(lag.member());
    }

    private synchronized void add(int member) {
        if (registry == null || !others.add(member)) return;
        Tags follower = tags.and("follower", Integer.toString(member));
        lag(
                follower,
                member,
                "abcast.follower.serving",
                null,
                "Leader: 1 if the follower serves",
                f -> f.serving() ? 1 : 0);
        lag(
                follower,
                member,
                "abcast.follower.lag.entries",
                null,
                "Leader: entries that the follower has not acked",
                f -> known(f.entries()));
        lag(
                follower,
                member,
                "abcast.follower.lag",
                "seconds",
                "Leader: for how long the follower owes acks",
                f -> f.lagNanos() / 1e9);
        lag(
                follower,
                member,
                "abcast.follower.window",
                "bytes",
                "Leader: bytes sent to the follower and not acked",
                FollowerLag::windowBytes);
    }

    private void lag(
            Tags follower,
            int member,
            String name,
            String unit,
            String help,
            ToDoubleFunction<FollowerLag> value) {
        Gauge.builder(name, zab, z -> ofFollower(z, member, value))
                .tags(follower)
                .baseUnit(unit)
                .description(help)
                .register(registry);
    }

    /** NaN, as unknown, but for a leader. */
    private static double ofFollower(
            ZabProtocol zab, int member, ToDoubleFunction<FollowerLag> value) {
        for (FollowerLag lag : zab.followerLags())
            if (lag.member() == member) return value.applyAsDouble(lag);
        return Double.NaN;
    }

    private static double known(long value) {
        return value < 0 ? Double.NaN : value;
    }

    private void role() {
        gauge(
                "abcast.active",
                null,
                "1 if requests are being ordered here",
                z -> z.isActive() ? 1 : 0);
        for (Role role : Role.values())
            Gauge.builder("abcast.role", zab, z -> role.name().equals(z.getRole()) ? 1 : 0)
                    .tags(tags.and("role", role.name()))
                    .description("1 for the role that the member has")
                    .register(registry);
        gauge(
                "abcast.leader",
                null,
                "The leader's server id, 0 if none is known",
                ZabProtocol::getLeader);
        gauge(
                "abcast.epoch",
                null,
                "Epoch whose history was last taken over",
                ZabProtocol::getCurrentEpoch);
        gauge("abcast.voter", null, "1 if the member may vote", z -> z.isVoter() ? 1 : 0);
        gauge("abcast.uptime", "seconds", "Since the member was started", z -> z.getUptime() / 1e3);
        count(
                "abcast.elections",
                null,
                "Times that the member began to look for a leader",
                ZabStatus::elections);
        count(
                "abcast.sessions.broken",
                null,
                "Link sessions ended by a gap",
                ZabStatus::sessionsBroken);
        sync("diff", ZabStatus::syncDiff);
        sync("trunc", ZabStatus::syncTrunc);
        sync("snap", ZabStatus::syncSnap);
    }

    private void sync(String mode, ToLongFunction<ZabStatus> value) {
        FunctionCounter.builder("abcast.follower.syncs", zab, z -> of(z, value))
                .tags(tags.and("mode", mode))
                .description("Leader: followers brought up to date, by how")
                .register(registry);
    }

    private void requests() {
        gauge(
                "abcast.unanswered.requests",
                null,
                "Requests, reads and tasks submitted here and not answered",
                ZabProtocol::getUnanswered);
        gauge(
                "abcast.unanswered",
                "bytes",
                "Bytes of requests and reads not answered",
                ZabProtocol::getUnansweredBytes);
        own(
                "abcast.requests.submitted",
                null,
                "Requests handed to the node",
                ZabProtocol::getRequestsSubmitted);
        own(
                "abcast.requests.answered",
                null,
                "Requests answered by their delivery",
                ZabProtocol::getRequestsAnswered);
        own(
                "abcast.requests.refused",
                null,
                "Requests refused by the node",
                ZabProtocol::getRequestsRefused);
        own(
                "abcast.requests.timed.out",
                null,
                "Requests and reads not answered in time",
                ZabProtocol::getRequestsTimedOut);
        own("abcast.reads", null, "Linearizable reads asked for", ZabProtocol::getReadsAsked);
        count("abcast.proposals", null, "Entries proposed as leader", ZabStatus::proposals);
        count("abcast.delivered", null, "Entries delivered", ZabStatus::delivered);
        own(
                "abcast.loop.events",
                null,
                "Events that the event loop took",
                ZabProtocol::getLoopEvents);
        own(
                "abcast.loop.batches",
                null,
                "Batches that the event loop ran",
                ZabProtocol::getLoopBatches);
        FunctionCounter.builder("abcast.loop.busy", zab, z -> z.getLoopBusy() / 1e9)
                .tags(tags)
                .baseUnit("seconds")
                .description("Time that the event loop spent in batches")
                .register(registry);
    }

    private void protocol() {
        gauge(
                "abcast.zab.mode",
                null,
                "1 if acks go to the leader alone and commits come from it",
                z -> z.isZabMode() ? 1 : 0);
        gauge(
                "abcast.coin.p",
                null,
                "Follower with a coin: probability of Head",
                ZabProtocol::getCoinP);
        gauge(
                "abcast.coin.lambda",
                null,
                "Follower with a coin: occasions to toss per second",
                ZabProtocol::getLambda);
        count("abcast.switches", null, "Changes to Zab's mode or back", ZabStatus::switches);
        message("proposal", ZabStatus::proposalsSent, ZabStatus::proposalsReceived);
        message("ack", ZabStatus::acksSent, ZabStatus::acksReceived);
        message("commit", ZabStatus::commitsSent, ZabStatus::commitsReceived);
        message("all", ZabStatus::messagesSent, ZabStatus::messagesReceived);
        count(
                "abcast.messages.dropped",
                null,
                "Messages dropped as stale, repeated or out of place",
                ZabStatus::messagesDropped);
    }

    private void message(
            String kind, ToLongFunction<ZabStatus> sent, ToLongFunction<ZabStatus> received) {
        FunctionCounter.builder("abcast.messages.sent", zab, z -> of(z, sent))
                .tags(tags.and("kind", kind))
                .description("Protocol messages sent; kind all has the others in it")
                .register(registry);
        FunctionCounter.builder("abcast.messages.received", zab, z -> of(z, received))
                .tags(tags.and("kind", kind))
                .description("Protocol messages received; kind all has the others in it")
                .register(registry);
    }

    private void storage() {
        own(
                "abcast.storage.entries",
                null,
                "Entries appended to the log",
                ZabProtocol::getStorageEntries);
        own(
                "abcast.storage.written",
                "bytes",
                "Bytes written to the log",
                ZabProtocol::getStorageBytesWritten);
        own("abcast.snapshots", null, "Snapshots completed", ZabProtocol::getStorageSnapshotsTaken);
        gauge(
                "abcast.storage.log",
                "bytes",
                "Bytes that the log holds",
                ZabProtocol::getStorageLogBytes);
        gauge(
                "abcast.storage.waiting",
                "bytes",
                "Bytes handed to the storage and not yet written",
                ZabProtocol::getStorageWaitingBytes);
        gauge(
                "abcast.disk.free",
                "bytes",
                "Free for the data directory",
                z -> known(z.getDiskFree()));
        gauge(
                "abcast.disk.size",
                "bytes",
                "Size of the file system of the data directory",
                z -> known(z.getDiskTotal()));
    }

    private void network() {
        own("abcast.frames.sent", null, "Frames sent", ZabProtocol::getFramesSent);
        own("abcast.frames.received", null, "Frames received", ZabProtocol::getFramesReceived);
        own(
                "abcast.network.sent",
                "bytes",
                "Bytes of the frames sent",
                ZabProtocol::getFrameBytesSent);
        own(
                "abcast.network.received",
                "bytes",
                "Bytes of the frames received",
                ZabProtocol::getFrameBytesReceived);
        dropped("malformed", ZabProtocol::getFramesMalformed);
        dropped("foreign", ZabProtocol::getFramesForeign);
        dropped("overflowed", ZabProtocol::getFramesOverflowed);
        dropped("early", ZabProtocol::getFramesEarly);
    }

    private void dropped(String reason, ToLongFunction<ZabProtocol> value) {
        FunctionCounter.builder("abcast.frames.dropped", zab, value::applyAsLong)
                .tags(tags.and("reason", reason))
                .description("Received frames that were dropped")
                .register(registry);
    }

    private void warnings() {
        for (Warning warning : Warning.values()) {
            Tags kind = tags.and("kind", warning.label());
            FunctionCounter.builder("abcast.warnings", zab, z -> z.warningCount(warning))
                    .tags(kind)
                    .description("How often a warning has begun")
                    .register(registry);
            Gauge.builder("abcast.warning.active", zab, z -> holds(z, warning))
                    .tags(kind)
                    .description("1 while a warning holds")
                    .register(registry);
        }
    }

    private static double holds(ZabProtocol zab, Warning warning) {
        return zab.warnings().stream().anyMatch(a -> a.warning() == warning) ? 1 : 0;
    }

    private static double of(ZabProtocol zab, ToLongFunction<ZabStatus> value) {
        ZabStatus status = zab.status();
        return status == null ? 0 : value.applyAsLong(status);
    }

    private void count(String name, String unit, String help, ToLongFunction<ZabStatus> value) {
        FunctionCounter.builder(name, zab, z -> of(z, value))
                .tags(tags)
                .baseUnit(unit)
                .description(help)
                .register(registry);
    }

    private void own(String name, String unit, String help, ToLongFunction<ZabProtocol> value) {
        FunctionCounter.builder(name, zab, value::applyAsLong)
                .tags(tags)
                .baseUnit(unit)
                .description(help)
                .register(registry);
    }

    private void gauge(String name, String unit, String help, ToDoubleFunction<ZabProtocol> value) {
        Gauge.builder(name, zab, value)
                .tags(tags)
                .baseUnit(unit)
                .description(help)
                .register(registry);
    }

    private Timer timer(String name, String help) {
        return Timer.builder(name)
                .tags(tags)
                .description(help)
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }
}
