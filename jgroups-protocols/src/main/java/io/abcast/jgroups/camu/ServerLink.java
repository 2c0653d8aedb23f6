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
 * Connects JGroups with the replicas of one server. {@code ServerLink} decodes received messages on the thread that
 * received them, and posts the messages to the event loops of the replicas. Messages between two replicas of this
 * server do not leave the process.
 *
 * <p><b>Thread rule:</b> JGroups' threads call {@code receive} and {@link #onView}, which neither block nor throw. The
 * event loops of the replicas call {@code send}. {@code ServerLink} passes messages to a replica as soon as the server
 * has called {@link #hold} for that replica.
 */
public final class ServerLink {
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

    /** {@code null} unless this server takes part in the ensemble under its server id. */
    private volatile Set<Integer> reachable;

    /** Guarded by {@link #viewLock}; {@code null} before the first view. */
    private ViewId viewSeen;

    /** Number of malformed frames that this server dropped. */
    public final LongAdder malformed = new LongAdder();

    /** Number of frames that this server dropped because this server does not support the version of the frames. */
    public final LongAdder laterVersion = new LongAdder();

    /** Number of messages that this server dropped because too many bytes waited for the event loop of a replica. */
    public final LongAdder overflowed = new LongAdder();

    /** Number of messages that this server dropped because the address of their sender belongs to no known server. */
    public final LongAdder foreign = new LongAdder();

    /**
     * Number of messages that this server dropped because this server holds no replica of the destination partition.
     */
    public final LongAdder misdirected = new LongAdder();

    /** Number of this server's messages that the protocols below in the stack refused to send. */
    public final LongAdder unsent = new LongAdder();

    /** Number of this server's messages that were not sent because the address of the receiving server was unknown. */
    public final LongAdder unaddressed = new LongAdder();

    /** Number of messages that one replica of this server sent to another replica of this server. */
    public final LongAdder internal = new LongAdder();

    /**
     * Creates a {@code ServerLink} to which no replica belongs yet.
     *
     * @param partitions number of all partitions
     * @param down function that passes a message to the protocol below in the stack
     * @param settings settings that all servers share; see {@link ServerRoster}.
     * @param idCheckNanos time in ns for which this server waits for answers of silent processes before it serves its
     *     id; see {@link ServerRoster}.
     * @param established whether a replica of this server leads or follows an established leader; see {@link
     *     ServerRoster}.
     * @param rejected callback with the reason if this server must stop; called at most once, on the thread of the
     *     roster.
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
     * Adds a replica of this server. From the call of {@code hold} on, {@code ServerLink} passes messages to the
     * replica. If the roster has already confirmed that the server id belongs to this process, {@code hold} starts the
     * node of the replica.
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

    /** Begins to send hellos to the other servers. */
    public void start() {
        roster.start();
    }

    /** Starts to inform the other servers that this server ends, without waiting. */
    public void beginStop() {
        roster.beginStop();
    }

    /** Informs the other servers that this server ends. Blocks until the messages to the other servers are sent. */
    public void stop() {
        roster.stop();
    }

    /**
     * Connects the driver of a replica with the other replicas.
     *
     * @return supplier of the membership of the partition after the last change that the replica has delivered
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

    /** Returns the addresses of the given servers and of all known servers, such as {@code 1=A 2=? 3=C}. */
    public String addresses(Set<Integer> servers) {
        return roster.addresses().describe(servers, self, local);
    }

    /** Returns the highest frame version of each known server and of this server, such as {@code 1=1 3=1}. */
    public String wireVersions() {
        return roster.addresses().describeVersions(self, ReplicaFrameCodec.VERSION);
    }

    int self() {
        return self;
    }

    /**
     * Decodes a single JGroups message that has an {@link AbcastHeader}, and passes it on to the receiving replica or
     * the roster.
     */
    public void receive(org.jgroups.Message message, AbcastHeader header) {
        List<ReplicaInbound> inbound = new ArrayList<>(1);
        decode(message, header, message.getSrc(), inbound);
        for (ReplicaInbound each : inbound) each.post();
    }

    /**
     * Decodes those messages of a JGroups batch that have an {@link AbcastHeader}, and removes these messages from the
     * batch.
     */
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
     * Passes a new view of the JGroups group to the roster. Drops a view that is older than the last installed view: a
     * connecting fork channel may pass down an old view.
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
            // An exception during decoding, even an unexpected one of a codec, counts as a
            // malformed frame, so that no exception reaches JGroups.
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

    int idAt(Address address) {
        return roster.addresses().idAt(address);
    }

    void onStranger(Address from, int count) {
        foreign.add(count);
        roster.onStranger(from);
    }

    /**
     * @param group number of the partition of the receiving replica
     * @param from number of the partition of the sending replica
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
     * Sends a message to the receiver of a replica. Any thread may call {@code sendToApplication}. The network may lose
     * the message.
     *
     * @param group number of the partition of the receiving replica
     * @param from number of the partition of the sending replica
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
