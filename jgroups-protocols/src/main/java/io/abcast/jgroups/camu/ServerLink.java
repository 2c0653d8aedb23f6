package io.abcast.jgroups.camu;

import io.abcast.driver.Driver;
import io.abcast.driver.GroupDriver;
import io.abcast.driver.Hello;
import io.abcast.driver.OtherGroups;
import io.abcast.driver.OtherMembers;
import io.abcast.driver.RejectedException;
import io.abcast.driver.SnapshotWay;
import io.abcast.jgroups.camu.ReplicaFrame.Sort;
import io.abcast.jgroups.group.AbcastHeader;
import io.abcast.jgroups.group.GroupFrames;
import io.abcast.jgroups.group.LaterVersionException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jgroups.Address;
import org.jgroups.View;
import org.jgroups.ViewId;
import org.jgroups.logging.Log;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.SuppressLog;

/**
 * Connects JGroups and the replicas of a server. This class decodes received messages on the thread that received them,
 * and posts them to the event loops of the replicas. In the other direction, it encodes the messages of the replicas.
 * Messages between two replicas of this server do not leave the process.
 *
 * <p><b>Thread rule:</b> JGroups' threads call {@code receive} and {@link #onView}, which neither block nor throw. The
 * event loops call {@code send}. A replica gets messages once {@link #hold} has been called for it.
 */
public final class ServerLink {
    /** Minimum time between two log lines about faulty messages of one sender, in ms. */
    private static final long WARN_AGAIN_MS = 10_000;

    private final String name;
    private final short protocolId;
    private final GroupFrames frames;
    private final int self;
    private final Address local;
    private final Consumer<org.jgroups.Message> down;
    private final ServerRoster roster;
    private final AtomicReferenceArray<HostedReplica> byGroup;
    private final SuppressLog<Address> malformedLog;
    private final SuppressLog<Address> laterLog;
    private final SuppressLog<Address> unsentLog;
    private final SuppressLog<Address> warnings;
    private final Object viewLock = new Object();

    /** The servers that can be reached; {@code null} while this server does not serve. */
    private volatile Set<Integer> reachable;

    /** The id of the last view, guarded by {@link #viewLock}; {@code null} before the first view. */
    private ViewId viewSeen;

    /** Malformed frames dropped. */
    public final LongAdder malformed = new LongAdder();

    /** Frames dropped because this server does not support their version. */
    public final LongAdder laterVersion = new LongAdder();

    /** Messages dropped because too many bytes waited for the event loop of a replica. */
    public final LongAdder overflowed = new LongAdder();

    /** Messages dropped because the address of their sender belongs to no known server. */
    public final LongAdder foreign = new LongAdder();

    /** Messages dropped because this server holds no replica of their partition. */
    public final LongAdder misdirected = new LongAdder();

    /** Messages that the protocols below refused to send. */
    public final LongAdder unsent = new LongAdder();

    /** Messages not sent because the address of the receiving server was unknown. */
    public final LongAdder unaddressed = new LongAdder();

    /** Messages between two replicas of this server. */
    public final LongAdder internal = new LongAdder();

    /**
     * Creates a link without replicas.
     *
     * @param partitions number of partitions
     * @param down passes a message to the protocol below
     * @param settings see {@link ServerRoster}
     * @param idCheckNanos see {@link ServerRoster}
     * @param established see {@link ServerRoster}
     * @param rejected called once, on the thread of the roster, if this server must stop
     */
    public ServerLink(
            String name,
            Log log,
            short protocolId,
            GroupFrames frames,
            int partitions,
            Consumer<org.jgroups.Message> down,
            int self,
            String settings,
            Address local,
            long idCheckNanos,
            BooleanSupplier established,
            Consumer<RejectedException> rejected) {
        this.name = name;
        this.protocolId = protocolId;
        this.frames = frames;
        this.self = self;
        this.local = local;
        this.down = down;
        byGroup = new AtomicReferenceArray<>(partitions);
        malformedLog = new SuppressLog<>(log);
        laterLog = new SuppressLog<>(log);
        unsentLog = new SuppressLog<>(log);
        warnings = new SuppressLog<>(log);
        roster =
                new ServerRoster(
                        name + " roster",
                        self,
                        settings,
                        ReplicaFrameCodec.VERSION,
                        local,
                        idCheckNanos,
                        established,
                        (to, hello) -> pass(frames.encode(to, hello)),
                        (about, what) -> warnings.warn(about, WARN_AGAIN_MS, "%s: %s", name, what),
                        new Replicas(rejected));
    }

    /**
     * Sets a replica of this server, whose loop has started. Messages reach it from now on. If this server serves
     * already, the node of the replica starts.
     */
    public void hold(HostedReplica replica) {
        byGroup.set(replica.group(), replica);
        Set<Integer> servers = reachable;
        if (servers != null) serve(replica, servers);
    }

    private static void serve(HostedReplica replica, Set<Integer> servers) {
        replica.loop().inbox().post(Driver::serve);
        replica.loop().inbox().post(driver -> driver.onReachable(servers));
    }

    /** Begins to greet the other servers. */
    public void start() {
        roster.start();
    }

    /** Requests that the other servers learn that this server ends. */
    public void beginStop() {
        roster.beginStop();
    }

    /** Informs the other servers that this server ends. Blocks until the messages are sent. */
    public void stop() {
        roster.stop();
    }

    /**
     * Connects the driver of a replica.
     *
     * @return supplies the membership of the partition after the last change that the replica has delivered
     */
    public Supplier<Membership> connect(GroupDriver driver, int group, Membership founders) {
        ReplicaPeers peers = new ReplicaPeers(this, group, founders);
        OtherMembers members = peers;
        OtherGroups groups = peers;
        driver.connect(members, SnapshotWay.NONE, groups);
        return peers::members;
    }

    public GroupFrames frames() {
        return frames;
    }

    /** The addresses of these servers and of all known servers, such as {@code 1=A 2=? 3=C}. */
    public String addresses(Set<Integer> servers) {
        return roster.addresses().describe(servers, self, local);
    }

    /** The highest frame version of each known server and of this server, such as {@code 1=1 3=1}. */
    public String wireVersions() {
        return roster.addresses().describeVersions(self, ReplicaFrameCodec.VERSION);
    }

    int self() {
        return self;
    }

    // ------------------------------------------------------------------ JGroups' threads

    /** Handles a single message that has an {@link AbcastHeader}. */
    public void receive(org.jgroups.Message message, AbcastHeader header) {
        List<ReplicaInbound> inbound = new ArrayList<>(1);
        decode(message, header, message.getSrc(), inbound);
        for (ReplicaInbound each : inbound) each.post();
    }

    /** Handles the messages of a batch that have an {@link AbcastHeader}, and removes them from the batch. */
    public void receive(MessageBatch batch) {
        List<ReplicaInbound> inbound = new ArrayList<>(4);
        for (Iterator<org.jgroups.Message> it = batch.iterator(); it.hasNext(); ) {
            org.jgroups.Message message = it.next();
            AbcastHeader header = message.getHeader(protocolId);
            if (header == null) continue;
            it.remove();
            decode(message, header, batch.getSender(), inbound);
        }
        for (ReplicaInbound each : inbound) each.post();
    }

    /**
     * Handles a new view. A view that is older than the last one is dropped. Such a view can arrive: a connecting fork
     * channel may pass down an old view after another thread has passed up a later one.
     */
    public void onView(View view) {
        List<Address> members = List.copyOf(view.getMembers());
        synchronized (viewLock) {
            if (viewSeen != null && view.getViewId().compareToIDs(viewSeen) < 0) return;
            viewSeen = view.getViewId();
            roster.onView(members);
        }
    }

    private void decode(
            org.jgroups.Message message,
            AbcastHeader header,
            Address from,
            List<ReplicaInbound> inbound) {
        try {
            Object content = frames.decode(header, message, from);
            if (content instanceof Hello hello) roster.onHello(from, hello);
            else if (content instanceof ReplicaFrame frame)
                add(frame, message.getLength(), from, inbound);
            else malformed.increment();
        } catch (LaterVersionException e) {
            laterVersion.increment();
            laterLog.warn(
                    from,
                    WARN_AGAIN_MS,
                    "%s: dropped a frame from %s: %s; check whether that server has a later release",
                    name,
                    from,
                    e.getMessage());
        } catch (RuntimeException e) {
            // Usually the frame is malformed. Unexpected exceptions of a codec must not reach
            // JGroups either.
            malformed.increment();
            malformedLog.warn(
                    from,
                    WARN_AGAIN_MS,
                    "%s: dropped a frame from %s: %s",
                    name,
                    from,
                    e.getMessage());
        }
    }

    private void add(ReplicaFrame frame, int bytes, Address from, List<ReplicaInbound> inbound) {
        HostedReplica replica = byGroup.get(frame.to());
        if (replica == null) {
            misdirected.increment();
            return;
        }
        for (ReplicaInbound each : inbound) {
            if (each.replica().group() != frame.to()) continue;
            each.add(frame, bytes);
            return;
        }
        ReplicaInbound first = new ReplicaInbound(this, replica, from);
        first.add(frame, bytes);
        inbound.add(first);
    }

    // ------------------------------------------------------------------ the event loops

    /** Returns the id of the server at an address; 0 if no server is known there. */
    int idAt(Address address) {
        return roster.addresses().idAt(address);
    }

    /** Handles messages from an address without a known server, which the caller drops. */
    void onStranger(Address from, int count) {
        foreign.add(count);
        roster.onStranger(from);
    }

    /**
     * Sends a message to a replica. Drops the message if the replica is unknown.
     *
     * @param group partition of the receiving replica
     * @param from partition of the sending replica
     */
    void send(Sort sort, int group, int from, int server, Message message) {
        ReplicaFrame frame = new ReplicaFrame(sort, group, from, message);
        if (server == self) {
            sendInside(frame);
            return;
        }
        ServerAddresses.Contact contact = roster.addresses().contact(server);
        if (contact == null) unaddressed.increment();
        else pass(frames.encode(contact.address(), frame, contact.wireVersion()));
    }

    /**
     * Sends a message to the receiver of a replica; any thread may call it. The message may be lost.
     *
     * @param group partition of the receiving replica
     * @param from partition of the sending replica
     */
    public void sendToApplication(int group, int from, int server, byte[] bytes) {
        send(Sort.APPLICATION, group, from, server, new ApplicationMessage(bytes));
    }

    private void sendInside(ReplicaFrame frame) {
        HostedReplica replica = byGroup.get(frame.to());
        if (replica == null) {
            misdirected.increment();
            return;
        }
        internal.increment();
        ReplicaInbound inbound = new ReplicaInbound(this, replica, null);
        inbound.add(frame, frame.wireBytes());
        inbound.post();
    }

    private void pass(org.jgroups.Message message) {
        try {
            down.accept(message);
        } catch (RuntimeException e) {
            unsent.increment();
            unsentLog.warn(
                    message.dest(),
                    WARN_AGAIN_MS,
                    "%s: could not send to %s: %s",
                    name,
                    message.dest(),
                    e);
        }
    }

    /** Passes the events of the roster to the event loops. */
    private final class Replicas implements ServerRoster.Server {
        private final Consumer<RejectedException> rejected;

        Replicas(Consumer<RejectedException> rejected) {
            this.rejected = rejected;
        }

        @Override
        public void serve(Set<Integer> servers) {
            reachable = servers;
            for (int group = 0; group < byGroup.length(); group++) {
                HostedReplica replica = byGroup.get(group);
                if (replica != null) ServerLink.serve(replica, servers);
            }
        }

        @Override
        public void reject(RejectedException why) {
            rejected.accept(why);
        }
    }
}
