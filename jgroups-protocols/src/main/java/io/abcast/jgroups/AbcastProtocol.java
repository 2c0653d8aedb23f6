package io.abcast.jgroups;

import io.abcast.driver.Hello;
import io.abcast.driver.LoopEvent;
import io.abcast.driver.PendingRequest;
import io.abcast.driver.SnapshotWay;
import io.abcast.driver.Task;
import io.abcast.jgroups.group.AbcastHeader;
import io.abcast.jgroups.group.FrameGuard;
import io.abcast.jgroups.group.GroupFrames;
import io.abcast.jgroups.group.GroupLink;
import io.abcast.jgroups.group.OwnChannels;
import io.abcast.jgroups.health.Health;
import io.abcast.jgroups.health.Watch;
import io.abcast.jgroups.loop.CallerRead;
import io.abcast.jgroups.loop.CallerRequest;
import io.abcast.jgroups.loop.CallerTransaction;
import io.abcast.jgroups.loop.EventLoop;
import io.abcast.jgroups.loop.Inbox;
import io.abcast.jgroups.loop.LoopFigures;
import io.abcast.jgroups.omaha.Pledges;
import io.abcast.jgroups.port.Certificates;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.Node;
import io.abcast.kernel.NodeStatus;
import io.abcast.kernel.Probe;
import io.abcast.log.Durability;
import io.abcast.log.Storage;
import io.abcast.log.Storages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jgroups.Event;
import org.jgroups.View;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.conf.AttributeType;
import org.jgroups.util.MessageBatch;

/**
 * The common part of all atomic broadcast protocols in a JGroups stack. {@code AbcastProtocol} starts and stops the
 * {@link EventLoop} of the member, passes messages and views to the event loop, and publishes the member's figures.
 *
 * <p>{@code AbcastProtocol} is public because JGroups reads the attributes of a protocol by reflection from its fields
 * and methods. Only classes of the package {@code jgroups} extend {@code AbcastProtocol}.
 */
public abstract class AbcastProtocol extends NodeAttributes {
    /**
     * Bounded because the name is part of the ensemble's name in hellos, by which processes of one ensemble recognise
     * each other.
     */
    private static final int INTERFERENCE_NAME_MAX = 100;

    private final CompletableFuture<Void> neverStarted = new CompletableFuture<>();
    private final List<StatusListener> listeners = new CopyOnWriteArrayList<>();
    private Receiver receiver;
    private Interference interference = Interference.ALL;
    private volatile Membership membership;
    private volatile EventLoop loop;
    private volatile Watch watch;
    private volatile GroupLink cluster;
    private volatile OwnChannels channels;
    private volatile CompletableFuture<Void> stopped = neverStarted;

    private volatile String memberName = "";

    /** Sets the attribute {@code members}. */
    public final AbcastProtocol setMembers(String list) {
        members = list;
        return this;
    }

    /**
     * Sets the attribute {@code server_id}. The method {@link #setId} does not set the server id, but the protocol id
     * of JGroups.
     */
    public final AbcastProtocol setServerId(int id) {
        server_id = id;
        return this;
    }

    /** Sets the attribute {@code durability}. */
    public final AbcastProtocol setDurability(String setting) {
        durability = setting;
        return this;
    }

    /** Sets the attribute {@code data_dir}. */
    public final AbcastProtocol setDataDir(String directory) {
        data_dir = directory;
        return this;
    }

    /** Returns the largest payload that a request may have, in bytes. */
    public final int payloadBytesMax() {
        return payload_bytes_max;
    }

    abstract Node node(Membership members, Effects effects);

    abstract MessageCodec<? extends Message> codec();

    abstract Probe probe();

    @Override
    final int wireVersionMax() {
        return codec().versionMax();
    }

    abstract short wireId();

    abstract long instance(Entry entry);

    abstract String family();

    void checkPayload(byte[] payload) {}

    String changeRefusal() {
        return "";
    }

    /**
     * @param group name of the ensemble, which consists of the protocol's family and the founders; see {@link Hello}
     */
    FrameGuard guard(Membership ensemble, String group) {
        return FrameGuard.NONE;
    }

    /**
     * Returns the numbers of messages that this member refused since its start, by the server id that each sender
     * claimed. The returned map is empty for protocols that do not authenticate messages. Any thread may call {@code
     * messagesRefused}.
     */
    public Map<Integer, Long> messagesRefused() {
        return Map.of();
    }

    /**
     * Number of servers that must make one statement about another server before this member believes it; above 1 if
     * members may lie.
     */
    int witnesses() {
        return 1;
    }

    abstract void observe();

    SnapshotWay snapshotWay(Storage storage, Inbox inbox, Path dir) throws IOException {
        return SnapshotWay.NONE;
    }

    /**
     * @throws IllegalStateException if the protocol already has a receiver
     * @throws IllegalArgumentException if the interference has no name, or a name that is too long
     */
    final synchronized void attach(Receiver newReceiver, Interference newInterference) {
        String name = newInterference.name();
        if (name == null || name.isBlank() || name.length() > INTERFERENCE_NAME_MAX)
            throw new IllegalArgumentException(
                    "%s: expected an interference with a name of 1 to %d characters, got '%s'"
                            .formatted(getName(), INTERFERENCE_NAME_MAX, name));
        if (receiver != null)
            throw new IllegalStateException(getName() + ": this channel already has a receiver");
        receiver = newReceiver;
        interference = newInterference;
    }

    final Interference interference() {
        return interference;
    }

    @Override
    public void start() throws Exception {
        super.start();
        if (receiver == null)
            throw new IllegalStateException(
                    "%s: expected a receiver, got none: attach an AtomicBroadcast before connecting the channel"
                            .formatted(getName()));
        Membership ensemble = checkSettings();
        stop();
        loop = null;
        membership = ensemble;
        String name = getName() + " server " + server_id;
        memberName = name;
        warnOf(ensemble, name);
        Inbox inbox = new Inbox(pending_max, pending_bytes_max, inbox_bytes_max);
        CompletableFuture<Void> end = new CompletableFuture<>();
        Storage storage = openStorage(ensemble, name);
        EventLoop newLoop =
                new EventLoop(
                        name,
                        log,
                        effects -> node(ensemble, effects),
                        storage,
                        receiver,
                        inbox,
                        TimeUnit.MILLISECONDS.toNanos(request_timeout),
                        this::observe,
                        this::reason,
                        failure -> ended(end, failure));
        Watch newWatch = newWatch(name, newLoop);
        newLoop.snapshotWay(snapshotWay(storage, inbox, directory()));
        GroupLink newCluster = link(name, ensemble, newLoop);
        newLoop.start(newCluster.neighbours());
        channels = OwnChannels.watch(stack, this::stop);
        cluster = newCluster;
        run(newLoop, newWatch, end);
    }

    /**
     * Starts this protocol outside of a JGroups stack, as the log of a partition's replica; the caller connects the
     * event loop.
     *
     * @param name name of the replica, for log lines and names of threads
     */
    final void start(String name, LogHost host) throws Exception {
        Membership ensemble = checkSettings();
        loop = null;
        membership = ensemble;
        memberName = name;
        warnOf(ensemble, name);
        CompletableFuture<Void> end = new CompletableFuture<>();
        EventLoop newLoop =
                host.loop(
                        ensemble,
                        openStorage(ensemble, name),
                        failure -> {
                            if (failure == null) end.complete(null);
                            else end.completeExceptionally(failure);
                            host.ended(failure);
                        });
        Watch newWatch = newWatch(name, newLoop);
        newLoop.start();
        run(newLoop, newWatch, end);
    }

    private Membership checkSettings() {
        Membership ensemble = checkMembers();
        checkDurability();
        checkRanges();
        checkWarnRanges();
        checkEnsemble(ensemble);
        return ensemble;
    }

    private void warnOf(Membership ensemble, String name) {
        String remark = remark(ensemble);
        if (!remark.isEmpty()) log.warn("%s: %s", name, remark);
    }

    private Path directory() {
        return checkDurability() == Durability.MEMORY ? null : Path.of(data_dir);
    }

    private Storage openStorage(Membership ensemble, String name) {
        return Storages.open(
                checkDurability(),
                data_dir.isBlank() ? null : Path.of(data_dir),
                server_id,
                ensemble,
                note -> log.warn("%s: %s", name, note));
    }

    private Watch newWatch(String name, EventLoop newLoop) {
        return new Watch(
                name,
                new Health(warnLimits(), line -> log.warn("%s: %s", name, line)),
                watched(),
                newLoop,
                directory(),
                () -> Certificates.firstToEnd(getTransport()),
                e -> log.error(name + ": the health check of this member failed", e));
    }

    private GroupLink link(String name, Membership ensemble, EventLoop newLoop) {
        String group = family() + " " + ensemble;
        FrameGuard guard = guard(ensemble, group);
        OMAHA omaha = OMAHA.below(event -> down_prot.down(event));
        return new GroupLink(
                name,
                log,
                wireId(),
                new GroupFrames(wireId(), codec(), wire_version, guard),
                newLoop,
                message -> down_prot.down(message),
                this::established,
                server_id,
                ensemble,
                group,
                local_addr,
                id_check_timeout * 1_000_000,
                witnesses(),
                omaha == null ? null : new Pledges(omaha, OMAHA.application(), this::instance));
    }

    private void run(EventLoop newLoop, Watch newWatch, CompletableFuture<Void> end) {
        stopped = end;
        loop = newLoop;
        connectListeners(newLoop);
        watch = newWatch;
        newWatch.start();
        end.whenComplete((v, e) -> newWatch.close());
    }

    final GroupLink link() {
        return cluster;
    }

    @Override
    final EventLoop loop() {
        return loop;
    }

    @Override
    final Watch watch() {
        return watch;
    }

    @Override
    public void stop() {
        EventLoop running = loop;
        if (running != null) running.stop();
        OwnChannels above = channels;
        if (above != null) above.forget();
        super.stop();
    }

    private void ended(CompletableFuture<Void> end, Throwable failure) {
        if (failure == null) {
            end.complete(null);
            return;
        }
        end.completeExceptionally(failure);
        // A separate thread closes the channel, because the close waits for the end of this event
        // loop. With an open channel, other members would count a halted member as alive.
        new Thread(() -> OwnChannels.close(stack), getName() + " closer").start();
    }

    final void submit(byte[] payload, AbcastCallback callback) {
        if (refuses(payload, callback)) return;
        CallerRequest request = new CallerRequest(payload, callback);
        Inbox.Admission admission = admit(request, request.bytes());
        if (admission != Inbox.Admission.ADMITTED) callback.onFailed(refused(admission));
    }

    final boolean refuses(byte[] payload, AbcastCallback callback) {
        if (payload.length > payloadBytesMax()) {
            String what =
                    "%s: expected a payload of at most %d bytes, got %d"
                            .formatted(getName(), payloadBytesMax(), payload.length);
            callback.onFailed(
                    new AbcastException(AbcastException.Reason.TOO_LARGE, false, what, null));
            return true;
        }
        try {
            checkPayload(payload);
            return false;
        } catch (IllegalArgumentException e) {
            String what =
                    "%s: the interference %s:%d rejected the payload: %s; the request has taken no effect"
                            .formatted(
                                    getName(),
                                    interference.name(),
                                    interference.version(),
                                    e.getMessage());
            callback.onFailed(
                    new AbcastException(AbcastException.Reason.INVALID_PAYLOAD, false, what, e));
            return true;
        }
    }

    final void submitAll(List<CallerRequest> together) {
        admitAll(together, CallerRequest::notAdmitted);
    }

    final void submitTransactions(List<? extends CallerTransaction<?>> together) {
        admitAll(together, CallerTransaction::notAdmitted);
    }

    private <R extends PendingRequest> void admitAll(
            List<R> together, BiConsumer<R, AbcastException> notAdmitted) {
        EventLoop running = loop;
        int admitted = running == null ? -1 : running.inbox().admitAll(together);
        Inbox.Admission rest = admitted < 0 ? Inbox.Admission.CLOSED : Inbox.Admission.BUSY;
        for (int i = Math.max(0, admitted); i < together.size(); i++)
            notAdmitted.accept(together.get(i), refused(rest));
    }

    final void change(MembershipChange change, AbcastCallback callback) {
        String never = changeRefusal();
        if (!never.isEmpty()) {
            String what = "%s refused %s: %s".formatted(getName(), change, never);
            callback.onFailed(
                    new AbcastException(AbcastException.Reason.CHANGE_REFUSED, false, what, null));
            return;
        }
        CallerRequest request = new CallerRequest(change, callback);
        Inbox.Admission admission = admit(request, request.bytes());
        if (admission != Inbox.Admission.ADMITTED) callback.onFailed(refused(admission));
    }

    final void read(Keys keys, ReadCallback callback) {
        CallerRead read = new CallerRead(keys, callback);
        Inbox.Admission admission = admit(read, read.bytes());
        if (admission != Inbox.Admission.ADMITTED) callback.onFailed(refused(admission));
    }

    final AbcastException execute(Runnable task) {
        return execute(new Task(task));
    }

    final AbcastException execute(Task task) {
        Inbox.Admission admission = admit(task, Task.BYTES);
        return admission == Inbox.Admission.ADMITTED ? null : refused(admission);
    }

    final Inbox.Admission admit(LoopEvent event, int bytes) {
        EventLoop running = loop;
        return running == null ? Inbox.Admission.CLOSED : running.inbox().admit(event, bytes);
    }

    final AbcastException refused(Inbox.Admission admission) {
        String member = memberName.isEmpty() ? getName() + " server " + server_id : memberName;
        if (admission == Inbox.Admission.CLOSED)
            return new AbcastException(
                    AbcastException.Reason.STOPPED, false, member + " is not running", null);
        String what =
                "%s: expected at most %d unanswered requests of %d bytes together; try again later"
                        .formatted(member, pending_max, pending_bytes_max);
        return new AbcastException(AbcastException.Reason.BUSY, false, what, null);
    }

    @Override
    final boolean running() {
        return loop != null && !stopped.isDone();
    }

    final void addListener(StatusListener listener) {
        listeners.add(listener);
        execute(
                () -> {
                    NodeStatus now = status();
                    if (now != null) tell(listener, now);
                });
    }

    final void removeListener(StatusListener listener) {
        listeners.remove(listener);
    }

    final void tell(NodeStatus now) {
        for (StatusListener listener : listeners) tell(listener, now);
    }

    private void tell(StatusListener listener, NodeStatus now) {
        try {
            listener.onChange(now);
        } catch (RuntimeException e) {
            log.error(getName() + ": a status listener failed", e);
        }
    }

    final CompletableFuture<Void> stopped() {
        return stopped;
    }

    final Membership membership() {
        return membership;
    }

    @Override
    public Object up(org.jgroups.Message message) {
        AbcastHeader header = message.getHeader(wireId());
        if (header == null) return up_prot.up(message);
        GroupLink running = cluster;
        if (running != null) running.receive(message, header);
        return null;
    }

    @Override
    public void up(MessageBatch batch) {
        GroupLink running = cluster;
        if (running != null) running.receive(batch);
        else batch.removeIf(message -> message.getHeader(wireId()) != null, true);
        if (!batch.isEmpty()) up_prot.up(batch);
    }

    @Override
    public Object up(Event event) {
        if (event.getType() == Event.VIEW_CHANGE) onView(event.getArg());
        return up_prot.up(event);
    }

    @Override
    public Object down(org.jgroups.Message message) {
        return down_prot.down(message);
    }

    @Override
    public Object down(Event event) {
        switch (event.getType()) {
            // GMS below leaves the group on this event, so no request may follow. Above FORK the
            // process stays in the group.
            case Event.DISCONNECT -> {
                if (!OwnChannels.aboveFork(stack)) stop();
            }
            // A ForkChannel passes its view down when it connects, so a new view may come from
            // above this protocol.
            case Event.VIEW_CHANGE -> onView(event.getArg());
            default -> {}
        }
        return down_prot.down(event);
    }

    private void onView(View view) {
        GroupLink running = cluster;
        if (running != null && view.containsMember(local_addr)) running.onView(view);
    }

    private LoopFigures loopFigures() {
        EventLoop running = loop;
        return running == null ? LoopFigures.NONE : running.figures();
    }

    private long sum(Function<GroupLink, LongAdder> counter) {
        GroupLink running = cluster;
        return running == null ? 0 : counter.apply(running).sum();
    }

    @ManagedAttribute(description = "Server id of this process")
    public int getServerId() {
        return server_id;
    }

    @ManagedAttribute(
            description =
                    "Address of each member, and of each connected server that is not a member; ? if the address"
                            + " is unknown")
    public String getAddresses() {
        GroupLink running = cluster;
        return running == null ? "" : running.addresses();
    }

    @ManagedAttribute(description = "Highest frame version of each reachable server, as id=version")
    public String getWireVersions() {
        GroupLink running = cluster;
        return running == null ? "" : running.wireVersions();
    }

    @ManagedAttribute(
            description = "Requests, reads and tasks submitted at this member and not yet answered",
            type = AttributeType.SCALAR,
            gauge = true)
    public long getUnanswered() {
        return loopFigures().unanswered();
    }

    @ManagedAttribute(
            description = "Requests handed to the node since the start",
            type = AttributeType.SCALAR)
    public long getRequestsSubmitted() {
        return loopFigures().driver().submitted();
    }

    @ManagedAttribute(
            description = "Requests answered by their delivery since the start",
            type = AttributeType.SCALAR)
    public long getRequestsAnswered() {
        return loopFigures().driver().answered();
    }

    @ManagedAttribute(
            description = "Requests refused by the node since the start",
            type = AttributeType.SCALAR)
    public long getRequestsRefused() {
        return loopFigures().driver().refused();
    }

    @ManagedAttribute(
            description = "Requests and reads not answered within request_timeout, since the start",
            type = AttributeType.SCALAR)
    public long getRequestsTimedOut() {
        return loopFigures().driver().timedOut();
    }

    @ManagedAttribute(
            description = "Linearizable reads requested since the start",
            type = AttributeType.SCALAR)
    public long getReadsAsked() {
        return loopFigures().driver().reads();
    }

    @ManagedAttribute(
            description =
                    "Confirmations of the leader for linearizable reads since the start; one confirmation serves"
                            + " a group of reads",
            type = AttributeType.SCALAR)
    public long getReadGroups() {
        return loopFigures().driver().readGroups();
    }

    @ManagedAttribute(
            description = "Events taken by the event loop since the start",
            type = AttributeType.SCALAR)
    public long getLoopEvents() {
        return loopFigures().driver().events();
    }

    @ManagedAttribute(
            description = "Batches run by the event loop since the start",
            type = AttributeType.SCALAR)
    public long getLoopBatches() {
        return loopFigures().driver().batches();
    }

    @ManagedAttribute(
            description =
                    "Maximum number of events that have waited for the event loop at a time since the start",
            type = AttributeType.SCALAR)
    public long getLoopWaitingMax() {
        return loopFigures().waitingMax();
    }

    @ManagedAttribute(
            description = "Time spent by the event loop in batches since the start",
            type = AttributeType.TIME,
            unit = TimeUnit.NANOSECONDS)
    public long getLoopBusy() {
        return loopFigures().busyNanos();
    }

    @ManagedAttribute(
            description = "Storage flushes requested by the event loop since the start",
            type = AttributeType.SCALAR)
    public long getLoopFlushes() {
        return loopFigures().driver().flushes();
    }

    @ManagedAttribute(description = "Frames sent since the start", type = AttributeType.SCALAR)
    public long getFramesSent() {
        return sum(c -> c.frames().framesSent);
    }

    @ManagedAttribute(
            description = "Bytes of the frames sent since the start",
            type = AttributeType.BYTES)
    public long getFrameBytesSent() {
        return sum(c -> c.frames().bytesSent);
    }

    @ManagedAttribute(description = "Frames received since the start", type = AttributeType.SCALAR)
    public long getFramesReceived() {
        return sum(c -> c.frames().framesReceived);
    }

    @ManagedAttribute(
            description = "Bytes of the frames received since the start",
            type = AttributeType.BYTES)
    public long getFrameBytesReceived() {
        return sum(c -> c.frames().bytesReceived);
    }

    @ManagedAttribute(
            description = "Malformed frames dropped since the start",
            type = AttributeType.SCALAR)
    public long getFramesMalformed() {
        return sum(c -> c.malformed);
    }

    @ManagedAttribute(
            description =
                    "Received frames dropped since the start because this member does not support their version",
            type = AttributeType.SCALAR)
    public long getFramesOfLaterVersion() {
        return sum(c -> c.laterVersion);
    }

    @ManagedAttribute(
            description =
                    "Received frames dropped since the start because their sender is not a known server",
            type = AttributeType.SCALAR)
    public long getFramesForeign() {
        return sum(c -> c.foreign);
    }

    @ManagedAttribute(
            description =
                    "Received frames dropped since the start because inbox_bytes_max was reached",
            type = AttributeType.SCALAR)
    public long getFramesOverflowed() {
        return sum(c -> c.overflowed);
    }

    @ManagedAttribute(
            description =
                    "Frames not sent since the start because the address of the server is unknown",
            type = AttributeType.SCALAR)
    public long getFramesUnaddressed() {
        return sum(c -> c.unaddressed);
    }

    @ManagedAttribute(
            description = "Frames refused by the protocols below since the start",
            type = AttributeType.SCALAR)
    public long getFramesUnsent() {
        return sum(c -> c.unsent);
    }

    @ManagedAttribute(
            description =
                    "Received frames dropped since the start because the node had not started",
            type = AttributeType.SCALAR)
    public long getFramesEarly() {
        return loopFigures().driver().early();
    }
}
