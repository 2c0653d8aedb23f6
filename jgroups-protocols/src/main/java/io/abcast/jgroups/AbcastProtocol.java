package io.abcast.jgroups;

import io.abcast.driver.Hello;
import io.abcast.driver.LoopEvent;
import io.abcast.driver.Neighbours;
import io.abcast.driver.PendingRead;
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
import io.abcast.jgroups.loop.EventLoop;
import io.abcast.jgroups.loop.Inbox;
import io.abcast.jgroups.loop.LoopFigures;
import io.abcast.jgroups.omaha.Pledges;
import io.abcast.jgroups.port.Certificates;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.Node;
import io.abcast.kernel.NodeStatus;
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
import java.util.function.Function;
import org.jgroups.Event;
import org.jgroups.View;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.conf.AttributeType;
import org.jgroups.util.MessageBatch;

/**
 * What all atomic broadcast protocols have in common as members of a JGroups stack: the life of the {@link EventLoop} from
 * start to stop, the way of messages and views to it, and its figures. Which node runs, a subclass says.
 *
 * <p>Public because JGroups reads figures by reflection; extended only within this package.
 */
public abstract class AbcastProtocol extends NodeAttributes {
    // ------------------------------------------------------------------ state

    private final CompletableFuture<Void> neverStarted = new CompletableFuture<>();
    private final List<StatusListener> listeners = new CopyOnWriteArrayList<>();
    private Receiver receiver;
    private volatile Membership membership;
    private volatile EventLoop loop;
    private volatile Watch watch;
    private volatile GroupLink cluster;
    private volatile OwnChannels channels;
    private volatile CompletableFuture<Void> stopped = neverStarted;

    /** See attribute {@code members}. */
    public final AbcastProtocol setMembers(String list) {
        members = list;
        return this;
    }

    /** See attribute {@code id}; {@link #setId} is JGroups' and something else. */
    public final AbcastProtocol setServerId(int id) {
        server_id = id;
        return this;
    }

    /** See attribute {@code durability}. */
    public final AbcastProtocol setDurability(String setting) {
        durability = setting;
        return this;
    }

    /** See attribute {@code data_dir}. */
    public final AbcastProtocol setDataDir(String directory) {
        data_dir = directory;
        return this;
    }

    /** Largest payload of a request, in bytes. */
    public final int payloadBytesMax() {
        return payload_bytes_max;
    }

    // ------------------------------------------------------------------ what a subclass says

    /** Makes a fresh node; called by {@link #start}. */
    abstract Node node(Membership members, Effects effects);

    abstract MessageCodec<? extends Message> codec();

    @Override
    final int wireVersionMax() {
        return codec().versionMax();
    }

    /** The id of the headers of all protocols that this one understands. */
    abstract short wireId();

    /** Of the messages that bring that entry about: {@link Message#instance}. */
    abstract long instance(Entry entry);

    /** The name of all of them together. */
    abstract String family();

    /**
     * The guard that proves the sender of a frame; called by {@link #start}, when the address is known.
     *
     * @param group see {@link Hello}
     */
    FrameGuard guard(Membership ensemble, String group) {
        return FrameGuard.NONE;
    }

    /** Messages refused, by the server id that their sender has claimed; empty where messages have no such proof. Any thread. */
    public Map<Integer, Long> messagesRefused() {
        return Map.of();
    }

    /** See {@link Neighbours}. */
    int witnesses() {
        return 1;
    }

    /** Looks at the node made last; on the loop, between two batches. */
    abstract void observe();

    /**
     * The second way of its snapshots.
     *
     * @param dir where the member keeps its data, null for nowhere
     */
    SnapshotWay snapshotWay(Storage storage, Inbox inbox, Path dir) throws IOException {
        return SnapshotWay.NONE;
    }

    // ------------------------------------------------------------------ life

    /** Sets what payloads are delivered to; before {@link #start}. @throws IllegalStateException if there is one */
    final synchronized void attach(Receiver newReceiver) {
        if (receiver != null)
            throw new IllegalStateException(getName() + ": this channel already has a receiver");
        receiver = newReceiver;
    }

    @Override
    public void start() throws Exception {
        super.start();
        if (receiver == null)
            throw new IllegalStateException(
                    "%s: expected a receiver, got none: attach an AtomicBroadcast before connecting the channel"
                            .formatted(getName()));
        Membership ensemble = checkMembers();
        Durability kept = checkDurability();
        checkRanges();
        checkWarnRanges();
        checkEnsemble(ensemble);
        stop();
        loop = null;
        membership = ensemble;
        String name = getName() + " server " + server_id;
        String remark = remark(ensemble);
        if (!remark.isEmpty()) log.warn("%s: %s", name, remark);
        Inbox inbox = new Inbox(pending_max, pending_bytes_max, inbox_bytes_max);
        CompletableFuture<Void> end = new CompletableFuture<>();
        Storage storage =
                Storages.open(
                        kept,
                        data_dir.isBlank() ? null : Path.of(data_dir),
                        server_id,
                        ensemble,
                        note -> log.warn("%s: %s", name, note));
        EventLoop newLoop =
                new EventLoop(
                        name,
                        log,
                        effects -> node(ensemble, effects),
                        storage,
                        receiver,
                        inbox,
                        request_timeout * 1_000_000,
                        this::observe,
                        this::reason,
                        failure -> ended(end, failure));
        Path dir = kept == Durability.MEMORY ? null : Path.of(data_dir);
        Watch newWatch =
                new Watch(
                        name,
                        new Health(warnLimits(), line -> log.warn("%s: %s", name, line)),
                        watched(),
                        newLoop,
                        dir,
                        () -> Certificates.firstToEnd(getTransport()),
                        e -> log.error(name + ": a look at this member's health failed", e));
        newLoop.snapshotWay(snapshotWay(storage, inbox, dir));
        String group = family() + " " + ensemble;
        FrameGuard guard = guard(ensemble, group);
        OMAHA omaha = OMAHA.below(event -> down_prot.down(event));
        GroupLink newCluster =
                new GroupLink(
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
                        omaha == null
                                ? null
                                : new Pledges(omaha, OMAHA.application(), this::instance));
        newLoop.start(newCluster.neighbours());
        channels = OwnChannels.watch(stack, this::stop);
        stopped = end;
        cluster = newCluster;
        loop = newLoop;
        connectListeners(newLoop);
        watch = newWatch;
        newWatch.start();
        end.whenComplete((v, e) -> newWatch.close());
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
        // Closing waits for this loop to end; and a member that orders nothing must not look alive.
        new Thread(() -> OwnChannels.close(stack), getName() + " closer").start();
    }

    // ------------------------------------------------------------------ requests: any thread

    final void submit(byte[] payload, AbcastCallback callback) {
        if (tooLarge(payload, callback)) return;
        CallerRequest request = new CallerRequest(payload, callback);
        Inbox.Admission admission = admit(request, request.bytes());
        if (admission != Inbox.Admission.ADMITTED) callback.onFailed(refused(admission));
    }

    /** Tells the callback so. */
    final boolean tooLarge(byte[] payload, AbcastCallback callback) {
        if (payload.length <= payloadBytesMax()) return false;
        String what =
                "%s: expected a payload of at most %d bytes, got %d"
                        .formatted(getName(), payloadBytesMax(), payload.length);
        callback.onFailed(new AbcastException(AbcastException.Reason.TOO_LARGE, false, what, null));
        return true;
    }

    /** In their order; those that are not admitted are told so. */
    final void submitAll(List<CallerRequest> together) {
        EventLoop running = loop;
        int admitted = running == null ? -1 : running.inbox().admitAll(together);
        Inbox.Admission rest = admitted < 0 ? Inbox.Admission.CLOSED : Inbox.Admission.BUSY;
        for (int i = Math.max(0, admitted); i < together.size(); i++)
            together.get(i).notAdmitted(refused(rest));
    }

    final void change(MembershipChange change, AbcastCallback callback) {
        CallerRequest request = new CallerRequest(change, callback);
        Inbox.Admission admission = admit(request, request.bytes());
        if (admission != Inbox.Admission.ADMITTED) callback.onFailed(refused(admission));
    }

    final void read(ReadCallback callback) {
        Inbox.Admission admission = admit(new CallerRead(callback), PendingRead.BYTES);
        if (admission != Inbox.Admission.ADMITTED) callback.onFailed(refused(admission));
    }

    /** Runs a task between two deliveries. @return null, or why it will not run */
    final AbcastException execute(Runnable task) {
        Inbox.Admission admission = admit(new Task(task), Task.BYTES);
        return admission == Inbox.Admission.ADMITTED ? null : refused(admission);
    }

    private Inbox.Admission admit(LoopEvent event, int bytes) {
        EventLoop running = loop;
        return running == null ? Inbox.Admission.CLOSED : running.inbox().admit(event, bytes);
    }

    private AbcastException refused(Inbox.Admission admission) {
        String member = getName() + " server " + server_id;
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

    /** Adds a listener; the loop tells it the present status first. */
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

    /** The status has changed; on the loop. */
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

    /** Ends when the present loop, or the last one, ends. */
    final CompletableFuture<Void> stopped() {
        return stopped;
    }

    /** The ensemble; null before the first start. */
    final Membership membership() {
        return membership;
    }

    // ------------------------------------------------------------------ the stack

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
            // Below us GMS leaves the group now: a request made afterwards must not reach this
            // member. Above FORK no member leaves, and
            // another channel of the fork stack may go on.
            case Event.DISCONNECT -> {
                if (!OwnChannels.aboveFork(stack)) stop();
            }
            // A ForkChannel that connects.
            case Event.VIEW_CHANGE -> onView(event.getArg());
            default -> {}
        }
        return down_prot.down(event);
    }

    private void onView(View view) {
        GroupLink running = cluster;
        if (running != null && view.containsMember(local_addr)) running.onView(view);
    }

    // ------------------------------------------------------------------ figures

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
            description = "Where each member, and each server that is none, is; ? if nobody knows")
    public String getAddresses() {
        GroupLink running = cluster;
        return running == null ? "" : running.addresses();
    }

    @ManagedAttribute(
            description =
                    "The highest version of frames that each server speaks that can be reached, as id=version")
    public String getWireVersions() {
        GroupLink running = cluster;
        return running == null ? "" : running.wireVersions();
    }

    @ManagedAttribute(
            description = "Requests, reads and tasks submitted here and not yet answered",
            type = AttributeType.SCALAR,
            gauge = true)
    public long getUnanswered() {
        return loopFigures().unanswered();
    }

    @ManagedAttribute(description = "Requests handed to the node", type = AttributeType.SCALAR)
    public long getRequestsSubmitted() {
        return loopFigures().driver().submitted();
    }

    @ManagedAttribute(
            description = "Requests answered by their delivery",
            type = AttributeType.SCALAR)
    public long getRequestsAnswered() {
        return loopFigures().driver().answered();
    }

    @ManagedAttribute(description = "Requests refused by the node", type = AttributeType.SCALAR)
    public long getRequestsRefused() {
        return loopFigures().driver().refused();
    }

    @ManagedAttribute(
            description = "Requests and reads not answered within request_timeout",
            type = AttributeType.SCALAR)
    public long getRequestsTimedOut() {
        return loopFigures().driver().timedOut();
    }

    @ManagedAttribute(description = "Linearizable reads asked for", type = AttributeType.SCALAR)
    public long getReadsAsked() {
        return loopFigures().driver().reads();
    }

    @ManagedAttribute(
            description = "Confirmations of the leader that they needed",
            type = AttributeType.SCALAR)
    public long getReadGroups() {
        return loopFigures().driver().readGroups();
    }

    @ManagedAttribute(description = "Events the event loop took", type = AttributeType.SCALAR)
    public long getLoopEvents() {
        return loopFigures().driver().events();
    }

    @ManagedAttribute(description = "Batches the event loop ran", type = AttributeType.SCALAR)
    public long getLoopBatches() {
        return loopFigures().driver().batches();
    }

    @ManagedAttribute(
            description = "The most events that ever waited for the event loop",
            type = AttributeType.SCALAR)
    public long getLoopWaitingMax() {
        return loopFigures().waitingMax();
    }

    @ManagedAttribute(
            description = "Time the event loop spent in batches",
            type = AttributeType.TIME,
            unit = TimeUnit.NANOSECONDS)
    public long getLoopBusy() {
        return loopFigures().busyNanos();
    }

    @ManagedAttribute(
            description = "Storage flushes the event loop asked for",
            type = AttributeType.SCALAR)
    public long getLoopFlushes() {
        return loopFigures().driver().flushes();
    }

    @ManagedAttribute(description = "GroupFrames sent", type = AttributeType.SCALAR)
    public long getFramesSent() {
        return sum(c -> c.frames().framesSent);
    }

    @ManagedAttribute(description = "Bytes of the frames sent", type = AttributeType.BYTES)
    public long getFrameBytesSent() {
        return sum(c -> c.frames().bytesSent);
    }

    @ManagedAttribute(description = "GroupFrames received", type = AttributeType.SCALAR)
    public long getFramesReceived() {
        return sum(c -> c.frames().framesReceived);
    }

    @ManagedAttribute(description = "Bytes of the frames received", type = AttributeType.BYTES)
    public long getFrameBytesReceived() {
        return sum(c -> c.frames().bytesReceived);
    }

    @ManagedAttribute(
            description = "Received frames dropped because they were none",
            type = AttributeType.SCALAR)
    public long getFramesMalformed() {
        return sum(c -> c.malformed);
    }

    @ManagedAttribute(
            description =
                    "Received frames dropped because this member does not speak their version",
            type = AttributeType.SCALAR)
    public long getFramesOfLaterVersion() {
        return sum(c -> c.laterVersion);
    }

    @ManagedAttribute(
            description = "Received frames dropped because nobody knows which server sent them",
            type = AttributeType.SCALAR)
    public long getFramesForeign() {
        return sum(c -> c.foreign);
    }

    @ManagedAttribute(
            description = "Received frames dropped because of inbox_bytes_max",
            type = AttributeType.SCALAR)
    public long getFramesOverflowed() {
        return sum(c -> c.overflowed);
    }

    @ManagedAttribute(
            description = "GroupFrames not sent because nobody knows where the server is",
            type = AttributeType.SCALAR)
    public long getFramesUnaddressed() {
        return sum(c -> c.unaddressed);
    }

    @ManagedAttribute(
            description = "GroupFrames that the protocols below refused",
            type = AttributeType.SCALAR)
    public long getFramesUnsent() {
        return sum(c -> c.unsent);
    }

    @ManagedAttribute(
            description = "Received frames dropped because the node had not started",
            type = AttributeType.SCALAR)
    public long getFramesEarly() {
        return loopFigures().driver().early();
    }
}
