package io.abcast.jgroups.metrics;

import io.abcast.jgroups.AbcastProtocol;
import io.abcast.jgroups.COOPER;
import io.abcast.jgroups.ZabProtocol;
import io.abcast.jgroups.health.FollowerLag;
import io.abcast.jgroups.health.Warning;
import io.abcast.ordering.log.LogPhase;
import io.abcast.ordering.log.LogStatus;
import io.abcast.zab.Role;
import io.abcast.zab.ZabStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Map;
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
 * JChannel channel = ...;                                  // with a protocol that orders
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

    private final AbcastProtocol protocol;

    /** The same; {@code null} if it is an order by consensus, which has no epochs, acks and coins. */
    private final ZabProtocol zab;

    private final Tags tags;

    /** Stands for senders that claim no member's id, see {@link AbcastProtocol#messagesRefused}. */
    private static final int UNKNOWN_SENDER = 0;

    /** Others that have meters; guarded by this. */
    private final Set<Integer> others = new TreeSet<>();

    /** Claimed senders of refused messages that have a meter; guarded by this. */
    private final Set<Integer> senders = new TreeSet<>();

    private MeterRegistry registry;

    /** @throws IllegalArgumentException if no protocol of the stack orders */
    public AbcastMetrics(JChannel channel) {
        this(of(channel));
    }

    /** Of a protocol whose {@code id} is set. */
    public AbcastMetrics(AbcastProtocol protocol) {
        this.protocol = protocol;
        zab = protocol instanceof ZabProtocol z ? z : null;
        tags =
                Tags.of(
                        "member",
                        Integer.toString(protocol.getServerId()),
                        "protocol",
                        protocol.getClass().getSimpleName());
    }

    private static AbcastProtocol of(JChannel channel) {
        AbcastProtocol found = channel.getProtocolStack().findProtocol(AbcastProtocol.class);
        if (found == null)
            throw new IllegalArgumentException(
                    "expected a stack with a protocol that orders, got "
                            + channel.getProtocolStack().printProtocolSpec(false));
        return found;
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
        messages();
        if (zab != null) zab();
        storage();
        network();
        warnings();
        addSender(UNKNOWN_SENDER);
        Timer requests =
                timer(
                        "abcast.request.duration",
                        "From a request's being taken to its delivery here");
        Timer syncs = timer("abcast.storage.sync.duration", "Making the log durable");
        Timer snapshots = timer("abcast.snapshot.duration", "Writing a snapshot");
        protocol.listen(
                nanos -> requests.record(nanos, TimeUnit.NANOSECONDS),
                nanos -> syncs.record(nanos, TimeUnit.NANOSECONDS),
                nanos -> snapshots.record(nanos, TimeUnit.NANOSECONDS));
        refresh();
    }

    /** Adds the meters of members that are new in the ensemble, or whose messages were refused; call it before a scrape. */
    public void refresh() {
        for (int sender : protocol.messagesRefused().keySet()) addSender(sender);
        for (FollowerLag lag : protocol.followerLags()) add(lag.member());
    }

    private synchronized void addSender(int sender) {
        if (registry == null || !senders.add(sender)) return;
        FunctionCounter.builder("abcast.messages.refused", protocol, p -> refused(p, sender))
                .tags(tags.and("sender", sender == UNKNOWN_SENDER ? "?" : Integer.toString(sender)))
                .description("Messages dropped, by the server id that their sender has claimed")
                .register(registry);
    }

    private static long refused(AbcastProtocol protocol, int sender) {
        return protocol.messagesRefused().getOrDefault(sender, 0L);
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
        Gauge.builder(name, protocol, p -> ofFollower(p, member, value))
                .tags(follower)
                .baseUnit(unit)
                .description(help)
                .register(registry);
    }

    /** NaN, as unknown, but for a leader. */
    private static double ofFollower(
            AbcastProtocol protocol, int member, ToDoubleFunction<FollowerLag> value) {
        for (FollowerLag lag : protocol.followerLags())
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
        for (Enum<?> role : zab != null ? Role.values() : LogPhase.values())
            Gauge.builder("abcast.role", protocol, p -> role.name().equals(p.getRole()) ? 1 : 0)
                    .tags(tags.and("role", role.name()))
                    .description("1 for the role that the member has")
                    .register(registry);
        gauge(
                "abcast.leader",
                null,
                "The leader's server id, 0 if none is known",
                AbcastProtocol::getLeader);
        gauge(
                "abcast.epoch",
                null,
                "Epoch whose history was last taken over; of an order by consensus its ballot or regency",
                AbcastMetrics::epoch);
        gauge("abcast.voter", null, "1 if the member may vote", z -> z.isVoter() ? 1 : 0);
        if (zab == null) recovery();
        gauge("abcast.uptime", "seconds", "Since the member was started", z -> z.getUptime() / 1e3);
    }

    private void recovery() {
        gauge(
                "abcast.voters.left",
                null,
                "Members that have kept their votes, as far as this member knows",
                p -> p.status() instanceof LogStatus log ? log.votersLeft() : 0);
        gauge(
                "abcast.recovering",
                null,
                "1 if the member has lost its votes and waits for a leader to admit it",
                p -> p.status() instanceof LogStatus log && log.recovering() ? 1 : 0);
        own(
                "abcast.admissions",
                null,
                "Members that this member has admitted as leader",
                p -> p.status() instanceof LogStatus log ? log.admissions() : 0);
    }

    private static double epoch(AbcastProtocol protocol) {
        return protocol.status() instanceof LogStatus log
                ? log.round()
                : protocol instanceof ZabProtocol zab ? zab.getCurrentEpoch() : 0;
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
                AbcastProtocol::getUnanswered);
        gauge(
                "abcast.unanswered",
                "bytes",
                "Bytes of requests and reads not answered",
                AbcastProtocol::getUnansweredBytes);
        own(
                "abcast.requests.submitted",
                null,
                "Requests handed to the node",
                AbcastProtocol::getRequestsSubmitted);
        own(
                "abcast.requests.answered",
                null,
                "Requests answered by their delivery",
                AbcastProtocol::getRequestsAnswered);
        own(
                "abcast.requests.refused",
                null,
                "Requests refused by the node",
                AbcastProtocol::getRequestsRefused);
        own(
                "abcast.requests.timed.out",
                null,
                "Requests and reads not answered in time",
                AbcastProtocol::getRequestsTimedOut);
        own("abcast.reads", null, "Linearizable reads asked for", AbcastProtocol::getReadsAsked);
        own("abcast.delivered", null, "Entries delivered", AbcastProtocol::getDelivered);
        own(
                "abcast.loop.events",
                null,
                "Events that the event loop took",
                AbcastProtocol::getLoopEvents);
        own(
                "abcast.loop.batches",
                null,
                "Batches that the event loop ran",
                AbcastProtocol::getLoopBatches);
        FunctionCounter.builder("abcast.loop.busy", protocol, p -> p.getLoopBusy() / 1e9)
                .tags(tags)
                .baseUnit("seconds")
                .description("Time that the event loop spent in batches")
                .register(registry);
    }

    private void messages() {
        message("all", AbcastProtocol::getMessagesSent, AbcastProtocol::getMessagesReceived);
        own(
                "abcast.messages.dropped",
                null,
                "Messages dropped as stale, repeated or out of place",
                AbcastProtocol::getMessagesDropped);
    }

    private void message(
            String kind,
            ToLongFunction<AbcastProtocol> sent,
            ToLongFunction<AbcastProtocol> received) {
        FunctionCounter.builder("abcast.messages.sent", protocol, sent::applyAsLong)
                .tags(tags.and("kind", kind))
                .description("Protocol messages sent; kind all has the others in it")
                .register(registry);
        FunctionCounter.builder("abcast.messages.received", protocol, received::applyAsLong)
                .tags(tags.and("kind", kind))
                .description("Protocol messages received; kind all has the others in it")
                .register(registry);
    }

    /** What only that family has. */
    private void zab() {
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
        count("abcast.proposals", null, "Entries proposed as leader", ZabStatus::proposals);
        ofZab(
                "abcast.zab.mode",
                "1 if acks go to the leader alone and commits come from it",
                z -> z.isZabMode() ? 1 : 0);
        ofZab("abcast.coin.p", "Follower with a coin: probability of Head", ZabProtocol::getCoinP);
        ofZab(
                "abcast.coin.lambda",
                "Follower with a coin: occasions to toss per second",
                ZabProtocol::getLambda);
        count("abcast.switches", null, "Changes to Zab's mode or back", ZabStatus::switches);
        message("proposal", p -> zab.getProposalsSent(), p -> zab.getProposalsReceived());
        message("ack", p -> zab.getAcksSent(), p -> zab.getAcksReceived());
        message("commit", p -> zab.getCommitsSent(), p -> zab.getCommitsReceived());
    }

    private void ofZab(String name, String help, ToDoubleFunction<ZabProtocol> value) {
        Gauge.builder(name, zab, value).tags(tags).description(help).register(registry);
    }

    private void storage() {
        own(
                "abcast.storage.entries",
                null,
                "Entries appended to the log",
                AbcastProtocol::getStorageEntries);
        own(
                "abcast.storage.written",
                "bytes",
                "Bytes written to the log",
                AbcastProtocol::getStorageBytesWritten);
        own(
                "abcast.snapshots",
                null,
                "Snapshots completed",
                AbcastProtocol::getStorageSnapshotsTaken);
        gauge(
                "abcast.storage.log",
                "bytes",
                "Bytes that the log holds",
                AbcastProtocol::getStorageLogBytes);
        gauge(
                "abcast.storage.waiting",
                "bytes",
                "Bytes handed to the storage and not yet written",
                AbcastProtocol::getStorageWaitingBytes);
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
        own("abcast.frames.sent", null, "Frames sent", AbcastProtocol::getFramesSent);
        own("abcast.frames.received", null, "Frames received", AbcastProtocol::getFramesReceived);
        own(
                "abcast.network.sent",
                "bytes",
                "Bytes of the frames sent",
                AbcastProtocol::getFrameBytesSent);
        own(
                "abcast.network.received",
                "bytes",
                "Bytes of the frames received",
                AbcastProtocol::getFrameBytesReceived);
        dropped("malformed", AbcastProtocol::getFramesMalformed);
        dropped("foreign", AbcastProtocol::getFramesForeign);
        dropped("overflowed", AbcastProtocol::getFramesOverflowed);
        dropped("early", AbcastProtocol::getFramesEarly);
        port(
                "group",
                protocol,
                AbcastProtocol::getConnectionsUnknown,
                Map.of(
                        "refused", AbcastProtocol::getConnectionsRefused,
                        "late", AbcastProtocol::getConnectionsLate,
                        "evicted", AbcastProtocol::getConnectionsEvicted,
                        "failed", AbcastProtocol::getConnectionsFailed));
        COOPER cooper = protocol.getProtocolStack().findProtocol(COOPER.class);
        if (cooper == null) return;
        port(
                "blocks",
                cooper,
                COOPER::getConnectionsUnknown,
                Map.of(
                        "refused", COOPER::getConnectionsRefused,
                        "late", COOPER::getConnectionsLate,
                        "evicted", COOPER::getConnectionsEvicted,
                        "failed", COOPER::getConnectionsFailed));
    }

    private <T> void port(
            String port, T of, ToLongFunction<T> unknown, Map<String, ToLongFunction<T>> closed) {
        Tags own = tags.and("port", port);
        Gauge.builder("abcast.connections.unknown", of, unknown::applyAsLong)
                .tags(own)
                .description("Accepted connections that have not identified themselves")
                .register(registry);
        closed.forEach(
                (reason, value) ->
                        FunctionCounter.builder("abcast.connections.closed", of, value::applyAsLong)
                                .tags(own.and("reason", reason))
                                .description(
                                        "Connections closed before their other end was known, and failed accepts")
                                .register(registry));
    }

    private void dropped(String reason, ToLongFunction<AbcastProtocol> value) {
        FunctionCounter.builder("abcast.frames.dropped", protocol, value::applyAsLong)
                .tags(tags.and("reason", reason))
                .description("Received frames that were dropped")
                .register(registry);
    }

    private void warnings() {
        for (Warning warning : Warning.values()) {
            Tags kind = tags.and("kind", warning.label());
            FunctionCounter.builder("abcast.warnings", protocol, p -> p.warningCount(warning))
                    .tags(kind)
                    .description("How often a warning has begun")
                    .register(registry);
            Gauge.builder("abcast.warning.active", protocol, p -> holds(p, warning))
                    .tags(kind)
                    .description("1 while a warning holds")
                    .register(registry);
        }
    }

    private static double holds(AbcastProtocol protocol, Warning warning) {
        return protocol.warnings().stream().anyMatch(a -> a.warning() == warning) ? 1 : 0;
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

    private void own(String name, String unit, String help, ToLongFunction<AbcastProtocol> value) {
        FunctionCounter.builder(name, protocol, value::applyAsLong)
                .tags(tags)
                .baseUnit(unit)
                .description(help)
                .register(registry);
    }

    private void gauge(
            String name, String unit, String help, ToDoubleFunction<AbcastProtocol> value) {
        Gauge.builder(name, protocol, value)
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
