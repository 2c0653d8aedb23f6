package io.abcast.jgroups.metrics;

import io.abcast.jgroups.AbcastProtocol;
import io.abcast.jgroups.COOPER;
import io.abcast.jgroups.EPAXOS;
import io.abcast.jgroups.FOREST;
import io.abcast.jgroups.ZabProtocol;
import io.abcast.jgroups.health.FollowerLag;
import io.abcast.jgroups.health.Warning;
import io.abcast.ordering.epaxos.EpaxosPhase;
import io.abcast.ordering.log.EnsembleStatus;
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
 * Publishes the figures of a member as meters named {@code abcast.*}. Each meter of abcast has the tags {@code member}
 * (the server id) and {@code protocol} (the ordering protocol in the stack). The counters of a member count events
 * since the start of the member. A meter of abcast returns a figure that the member has already published, so reading a
 * meter never blocks.
 *
 * <pre>{@code
 * JChannel channel = ...;                                  // with a protocol that orders
 * new AbcastMetrics(channel).bindTo(registry);
 * }</pre>
 *
 * <p><b>Thread rule:</b> any thread may call any method. Bind the meters of a channel only once, to one registry. Use a
 * composite registry of Micrometer to publish to several registries.
 */
public final class AbcastMetrics implements MeterBinder {
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

    /** {@code null} for protocols outside of the Zab family, which have no epochs, acks and coins. */
    private final ZabProtocol zab;

    private final Tags tags;

    /**
     * Refused messages whose senders claim no member's id are counted under server id 0, see {@link
     * AbcastProtocol#messagesRefused}.
     */
    private static final int UNKNOWN_SENDER = 0;

    private final Set<Integer> others = new TreeSet<>();

    private final Set<Integer> senders = new TreeSet<>();

    private MeterRegistry registry;

    /**
     * Creates the meters of the atomic broadcast protocol in the stack of a channel.
     *
     * @throws IllegalArgumentException if the stack has no atomic broadcast protocol
     */
    public AbcastMetrics(JChannel channel) {
        this(of(channel));
    }

    /** Makes the meters of an ordering protocol whose attribute {@code server_id} is set. */
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
                    "expected a stack with an atomic broadcast protocol, got "
                            + channel.getProtocolStack().printProtocolSpec(false));
        return found;
    }

    @Override
    public void bindTo(MeterRegistry to) {
        synchronized (this) {
            if (registry != null)
                throw new IllegalStateException(
                        "expected these metrics to be bound once, already bound to " + registry);
            registry = to;
        }
        role();
        requests();
        messages();
        if (zab != null) zab();
        if (protocol instanceof EPAXOS epaxos) new EpaxosMetrics(epaxos, to, tags).bind();
        storage();
        network();
        warnings();
        addSender(UNKNOWN_SENDER);
        Timer requests =
                timer(
                        "abcast.request.duration",
                        "Time from the acceptance of a request at this member to its delivery here");
        Timer syncs = timer("abcast.storage.sync.duration", "Duration of a sync of the log");
        Timer snapshots = timer("abcast.snapshot.duration", "Duration of writing a snapshot");
        protocol.listen(
                nanos -> requests.record(nanos, TimeUnit.NANOSECONDS),
                nanos -> syncs.record(nanos, TimeUnit.NANOSECONDS),
                nanos -> snapshots.record(nanos, TimeUnit.NANOSECONDS));
        refresh();
    }

    /**
     * Adds meters for new members of the ensemble and for new claimed senders of refused messages. The application
     * calls {@code refresh} before each scrape.
     */
    public void refresh() {
        for (int sender : protocol.messagesRefused().keySet()) addSender(sender);
        for (FollowerLag lag : protocol.followerLags()) add(lag.member());
    }

    private synchronized void addSender(int sender) {
        if (registry == null || !senders.add(sender)) return;
        FunctionCounter.builder("abcast.messages.refused", protocol, p -> refused(p, sender))
                .tags(tags.and("sender", sender == UNKNOWN_SENDER ? "?" : Integer.toString(sender)))
                .description("Messages refused, by the server id that the sender has claimed")
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
                "1 if the follower serves requests, 0 otherwise; NaN at members that do not lead",
                f -> f.serving() ? 1 : 0);
        lag(
                follower,
                member,
                "abcast.follower.lag.entries",
                null,
                "Entries that the follower has not acked; NaN at members that do not lead",
                f -> known(f.entries()));
        lag(
                follower,
                member,
                "abcast.follower.lag",
                "seconds",
                "Age of the oldest entry that the follower has not acked; NaN at members that do not lead",
                f -> f.lagNanos() / 1e9);
        lag(
                follower,
                member,
                "abcast.follower.window",
                "bytes",
                "Bytes sent to the follower and not acked; NaN at members that do not lead",
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
                "1 if requests are ordered at this member, 0 otherwise",
                z -> z.isActive() ? 1 : 0);
        for (Enum<?> role : roles())
            Gauge.builder("abcast.role", protocol, p -> role.name().equals(p.getRole()) ? 1 : 0)
                    .tags(tags.and("role", role.name()))
                    .description("1 for the present role of the member, 0 for the other roles")
                    .register(registry);
        gauge(
                "abcast.leader",
                null,
                "Server id of the leader; 0 if no leader is known",
                AbcastProtocol::getLeader);
        gauge(
                "abcast.epoch",
                null,
                "Epoch of the last leader whose history was accepted; for the Paxos family, the number of the ballot"
                        + " or regency",
                AbcastMetrics::epoch);
        gauge(
                "abcast.voter",
                null,
                "1 if the member may vote, 0 otherwise",
                z -> z.isVoter() ? 1 : 0);
        if (zab == null) recovery();
        gauge(
                "abcast.uptime",
                "seconds",
                "Time since the start of the member",
                z -> z.getUptime() / 1e3);
    }

    private Enum<?>[] roles() {
        if (zab != null) return Role.values();
        return protocol instanceof EPAXOS ? EpaxosPhase.values() : LogPhase.values();
    }

    private void recovery() {
        gauge(
                "abcast.voters.left",
                null,
                "Members that have kept their votes, as far as this member knows",
                p -> p.status() instanceof EnsembleStatus s ? s.votersLeft() : 0);
        gauge(
                "abcast.recovering",
                null,
                "1 if the member has lost its votes, 0 otherwise",
                p -> p.status() instanceof EnsembleStatus s && s.recovering() ? 1 : 0);
        if (protocol instanceof EPAXOS) return;
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
                .description("Followers synchronised by this member as leader, by mode")
                .register(registry);
    }

    private void requests() {
        gauge(
                "abcast.unanswered.requests",
                null,
                "Requests, reads and tasks submitted at this member and not yet answered",
                AbcastProtocol::getUnanswered);
        gauge(
                "abcast.unanswered",
                "bytes",
                "Bytes of the requests and reads not yet answered",
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
                "Requests and reads not answered within request_timeout",
                AbcastProtocol::getRequestsTimedOut);
        own("abcast.reads", null, "Linearizable reads requested", AbcastProtocol::getReadsAsked);
        own("abcast.delivered", null, "Entries delivered", AbcastProtocol::getDelivered);
        own(
                "abcast.loop.events",
                null,
                "Events taken by the event loop",
                AbcastProtocol::getLoopEvents);
        own(
                "abcast.loop.batches",
                null,
                "Batches run by the event loop",
                AbcastProtocol::getLoopBatches);
        FunctionCounter.builder("abcast.loop.busy", protocol, p -> p.getLoopBusy() / 1e9)
                .tags(tags)
                .baseUnit("seconds")
                .description("Time spent by the event loop in batches")
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
                .description("Protocol messages sent; kind all includes the other kinds")
                .register(registry);
        FunctionCounter.builder("abcast.messages.received", protocol, received::applyAsLong)
                .tags(tags.and("kind", kind))
                .description("Protocol messages received; kind all includes the other kinds")
                .register(registry);
    }

    private void zab() {
        count(
                "abcast.elections",
                null,
                "Elections that the member has started",
                ZabStatus::elections);
        count(
                "abcast.sessions.broken",
                null,
                "Link sessions ended by a gap in their messages",
                ZabStatus::sessionsBroken);
        sync("diff", ZabStatus::syncDiff);
        sync("trunc", ZabStatus::syncTrunc);
        sync("snap", ZabStatus::syncSnap);
        count(
                "abcast.proposals",
                null,
                "Entries proposed by this member as leader",
                ZabStatus::proposals);
        ofZab(
                "abcast.zab.mode",
                "1 in Zab's mode, in which acks go to the leader only and commits come from the leader; 0 otherwise",
                z -> z.isZabMode() ? 1 : 0);
        ofZab(
                "abcast.coin.p",
                "Probability of Head at a follower with a coin",
                ZabProtocol::getCoinP);
        ofZab(
                "abcast.coin.lambda",
                "Occasions to toss per second at a follower with a coin",
                ZabProtocol::getLambda);
        count("abcast.switches", null, "Changes to Zab's mode and back", ZabStatus::switches);
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
        gauge("abcast.storage.log", "bytes", "Size of the log", AbcastProtocol::getStorageLogBytes);
        gauge(
                "abcast.storage.waiting",
                "bytes",
                "Bytes handed to the storage and not yet written",
                AbcastProtocol::getStorageWaitingBytes);
        gauge(
                "abcast.disk.free",
                "bytes",
                "Free space for the data directory",
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
        FOREST forest = protocol.getProtocolStack().findProtocol(FOREST.class);
        if (forest != null) forest(forest);
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

    private void forest(FOREST forest) {
        port(
                "frames",
                forest,
                FOREST::getConnectionsUnknown,
                Map.of(
                        "refused", FOREST::getConnectionsRefused,
                        "late", FOREST::getConnectionsLate,
                        "evicted", FOREST::getConnectionsEvicted,
                        "failed", FOREST::getConnectionsFailed));
        Map<String, ToLongFunction<FOREST>> ways =
                Map.of(
                        "direct", FOREST::getBytesDirect,
                        "to_relays", FOREST::getBytesToRelays,
                        "relayed", FOREST::getBytesRelayed,
                        "resent", FOREST::getBytesResent,
                        "fetched", FOREST::getBytesFetched);
        ways.forEach(
                (way, value) ->
                        FunctionCounter.builder("abcast.forest.bytes", forest, value::applyAsLong)
                                .tags(tags.and("way", way))
                                .baseUnit("bytes")
                                .description("Payload bytes of the frames of FOREST, by way")
                                .register(registry));
    }

    private <T> void port(
            String port, T of, ToLongFunction<T> unknown, Map<String, ToLongFunction<T>> closed) {
        Tags own = tags.and("port", port);
        Gauge.builder("abcast.connections.unknown", of, unknown::applyAsLong)
                .tags(own)
                .description("Accepted connections whose peer has not identified itself yet")
                .register(registry);
        closed.forEach(
                (reason, value) ->
                        FunctionCounter.builder("abcast.connections.closed", of, value::applyAsLong)
                                .tags(own.and("reason", reason))
                                .description(
                                        "Connections closed before the peer was identified, and failed attempts to"
                                                + " accept a connection, by reason")
                                .register(registry));
    }

    private void dropped(String reason, ToLongFunction<AbcastProtocol> value) {
        FunctionCounter.builder("abcast.frames.dropped", protocol, value::applyAsLong)
                .tags(tags.and("reason", reason))
                .description("Received frames dropped, by reason")
                .register(registry);
    }

    private void warnings() {
        for (Warning warning : Warning.values()) {
            Tags kind = tags.and("kind", warning.label());
            FunctionCounter.builder("abcast.warnings", protocol, p -> p.warningCount(warning))
                    .tags(kind)
                    .description("Number of times that a warning has begun")
                    .register(registry);
            Gauge.builder("abcast.warning.active", protocol, p -> holds(p, warning))
                    .tags(kind)
                    .description("1 while the warning is active, 0 otherwise")
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
