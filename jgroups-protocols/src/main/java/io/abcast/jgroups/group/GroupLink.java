package io.abcast.jgroups.group;

import io.abcast.driver.Driver;
import io.abcast.driver.Hello;
import io.abcast.driver.Neighbours;
import io.abcast.driver.Transport;
import io.abcast.jgroups.loop.EventLoop;
import io.abcast.jgroups.loop.Inbox;
import io.abcast.jgroups.omaha.Pledges;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.View;
import org.jgroups.ViewId;
import org.jgroups.logging.Log;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.SuppressLog;

/**
 * Connects JGroups with one {@link EventLoop}. {@code GroupLink} decodes received messages on the thread that received
 * them, and posts them to the event loop. {@code GroupLink} also encodes the node's messages and passes them to the
 * protocol below. {@link Neighbours} informs the driver of the addresses of the other members.
 *
 * <p><b>Thread rule:</b> JGroups' threads call {@link #receive(org.jgroups.Message, AbcastHeader)}, {@link
 * #receive(MessageBatch)} and {@link #onView(View)}. The {@code receive} methods and {@code onView} neither block nor
 * throw. Only the event loop calls the methods of {@code GroupLink} other than {@code receive} and {@code onView}.
 */
public final class GroupLink implements Transport<Address> {
    private static final long WARN_AGAIN_MS = 10_000;

    private final String name;
    private final short protocolId;
    private final GroupFrames frames;
    private final Driver driver;
    private final Inbox inbox;
    private final Consumer<org.jgroups.Message> down;
    private final Neighbours<Address> neighbours;
    private final int self;
    private final Address local;
    private final Pledges pledges;
    private final SuppressLog<Address> malformedLog;
    private final SuppressLog<Address> laterLog;
    private final SuppressLog<Address> unsentLog;
    private final SuppressLog<Address> warnings;

    /** Number of malformed frames that this member dropped. */
    public final LongAdder malformed = new LongAdder();

    /** Number of frames that this member dropped because this member does not support the version of the frames. */
    public final LongAdder laterVersion = new LongAdder();

    /** Number of frames that this member dropped because too many bytes waited for the event loop. */
    public final LongAdder overflowed = new LongAdder();

    /** Number of frames that this member dropped because the address of their sender belongs to no known server. */
    public final LongAdder foreign = new LongAdder();

    /** Number of this member's messages that the protocols below in the stack refused to send. */
    public final LongAdder unsent = new LongAdder();

    private final Object viewLock = new Object();

    /** Guarded by {@link #viewLock}; {@code null} before the first view. */
    private ViewId viewSeen;

    private volatile String addresses = "";

    private volatile String wireVersions = "";

    /** Number of messages that this member did not send because the address of the receiving server was unknown. */
    public final LongAdder unaddressed = new LongAdder();

    /**
     * Creates a link between a JGroups protocol and the protocol's event loop.
     *
     * @param down function that passes a message to the protocol below in the stack.
     * @param group name of the ensemble; see {@link Hello}.
     * @param idCheckNanos time in ns for which this process waits for answers of silent processes before it serves its
     *     server id; see {@link Neighbours}.
     * @param witnesses number of servers that must make one statement before this member believes it; see {@link
     *     Neighbours}.
     * @param pledges object to which the link reports pledges for OMAHA; null if the stack has no OMAHA
     */
    public GroupLink(
            String name,
            Log log,
            short protocolId,
            GroupFrames frames,
            EventLoop loop,
            Consumer<org.jgroups.Message> down,
            BooleanSupplier established,
            int self,
            Membership members,
            String group,
            Address local,
            long idCheckNanos,
            int witnesses,
            Pledges pledges) {
        this.name = name;
        this.protocolId = protocolId;
        this.frames = frames;
        driver = loop.driver();
        inbox = loop.inbox();
        this.down = down;
        this.self = self;
        this.local = local;
        this.pledges = pledges;
        malformedLog = new SuppressLog<>(log);
        laterLog = new SuppressLog<>(log);
        unsentLog = new SuppressLog<>(log);
        warnings = new SuppressLog<>(log);
        neighbours =
                new Neighbours<>(
                        driver,
                        this,
                        established,
                        self,
                        members,
                        group,
                        frames.versionMax(),
                        local,
                        idCheckNanos,
                        witnesses);
    }

    /** Returns the other members in the form in which {@link EventLoop#start} uses them. */
    public Neighbours<Address> neighbours() {
        return neighbours;
    }

    public GroupFrames frames() {
        return frames;
    }

    /**
     * Returns the addresses of the members and other servers, as this member knew them some milliseconds ago, such as
     * {@code 1=A 2=? 3=C}.
     */
    public String addresses() {
        return addresses;
    }

    /** Returns the highest frame version of each reachable server and of this server, such as {@code 1=2 3=1}. */
    public String wireVersions() {
        return wireVersions;
    }

    /** Decodes a single JGroups message that has an {@link AbcastHeader}, and posts it to the event loop. */
    public void receive(org.jgroups.Message message, AbcastHeader header) {
        Inbound inbound = new Inbound(this, message.getSrc(), 1);
        decode(message, header, message.getSrc(), inbound);
        post(inbound);
    }

    /**
     * Decodes those messages of a JGroups batch that have an {@link AbcastHeader}, and removes these messages from the
     * batch.
     */
    public void receive(MessageBatch batch) {
        Inbound inbound = null;
        for (Iterator<org.jgroups.Message> it = batch.iterator(); it.hasNext(); ) {
            org.jgroups.Message message = it.next();
            AbcastHeader header = message.getHeader(protocolId);
            if (header == null) continue;
            it.remove();
            if (inbound == null) inbound = new Inbound(this, batch.getSender(), batch.size() + 1);
            decode(message, header, batch.getSender(), inbound);
        }
        if (inbound != null) post(inbound);
    }

    /**
     * Posts a new view of the JGroups group to the event loop, unless it is older than the last installed view. A
     * connecting fork channel may pass down an old view after a later view.
     */
    public void onView(View view) {
        List<Address> members = List.copyOf(view.getMembers());
        synchronized (viewLock) {
            if (viewSeen != null && view.getViewId().compareToIDs(viewSeen) < 0) return;
            viewSeen = view.getViewId();
            inbox.post(
                    d -> {
                        frames.guard().onView(members);
                        neighbours.onView(members);
                    });
        }
    }

    private void decode(
            org.jgroups.Message message, AbcastHeader header, Address sender, Inbound inbound) {
        try {
            inbound.add(frames.decode(header, message, sender), message.getLength());
        } catch (RefusedFrameException e) {
            // The frame guard has already counted and logged the refused frame.
        } catch (LaterVersionException e) {
            laterVersion.increment();
            Address from = message.getSrc();
            laterLog.warn(
                    from,
                    WARN_AGAIN_MS,
                    "%s: dropped a frame from %s: %s; check whether that member has a later release, or whether"
                            + " wire_version is too low here",
                    name,
                    from,
                    e.getMessage());
        } catch (RuntimeException e) {
            // An exception during decoding, even an unexpected one of a codec, counts as a
            // malformed frame, so that no exception reaches JGroups.
            malformed.increment();
            Address from = message.getSrc();
            malformedLog.warn(
                    from,
                    WARN_AGAIN_MS,
                    "%s: dropped a frame from %s: %s",
                    name,
                    from,
                    e.getMessage());
        }
    }

    private void post(Inbound inbound) {
        if (inbound.count() > 0 && !inbox.postFrames(inbound, inbound.bytes()))
            overflowed.add(inbound.count());
    }

    void onInbound(Address from, Object[] contents, int count) {
        int id = neighbours.idAt(from);
        for (int i = 0; i < count; i++) {
            Object content = contents[i];
            if (content instanceof Hello hello) {
                neighbours.onHello(from, hello);
                id = neighbours.idAt(from);
            } else if (content instanceof SealedHello hello) {
                onSealedHello(from, hello);
                id = neighbours.idAt(from);
            } else if (id == 0 || content == FrameGuard.UNKNOWN_SENDER) {
                foreign.increment();
                neighbours.onStranger(from);
            } else if (content instanceof FrameGuard.Proven proven) {
                // The keys of the frame guard identify the sender of a message; its address only
                // determines where answers go.
                if (proven.id() == id) driver.onMessage(id, (Message) proven.message());
                else foreign.increment();
            } else if (content instanceof SpreadPayload payload) {
                driver.onBytes(id, payload.digest(), payload.bytes());
            } else {
                driver.onMessage(id, (Message) content);
            }
        }
    }

    private void onSealedHello(Address from, SealedHello hello) {
        switch (frames.guard().admit(from, hello, driver.nowNanos())) {
            case PROVEN -> neighbours.onHello(from, hello.hello());
            case ASK -> neighbours.onUnproven(from, hello.hello().id());
            case IGNORED, REFUSED -> {}
        }
    }

    @Override
    public boolean holds() {
        return pledges != null;
    }

    @Override
    public void beginPledge(long pledge, List<Address> to, long expectedNanos) {
        pledges.begin(pledge, to, expectedNanos);
    }

    @Override
    public void endPledge(long pledge) {
        if (pledges != null) pledges.end(pledge);
    }

    @Override
    public void delivered(Entry entry, long nanos) {
        if (pledges != null) pledges.delivered(entry, nanos);
    }

    @Override
    public void send(Address to, int server, int wireVersion, Message message, Hold hold) {
        try {
            pass(
                    pledges == null
                            ? frames.encode(to, message, wireVersion)
                            : frames.encode(to, message, wireVersion, hold, pledges.app()));
        } catch (IllegalArgumentException e) {
            // A restarted receiver of an older release may not support the frame version that a
            // message needs.
            unsent.increment();
            warn(to, "cannot send a message to server " + server + ": " + e.getMessage());
        }
    }

    @Override
    public void onUnaddressed(int server) {
        unaddressed.increment();
    }

    @Override
    public void onEnd() {
        if (pledges != null) pledges.end();
    }

    @Override
    public void onTick() {
        addresses = describe();
        wireVersions = describeVersions();
    }

    /** Multicasts a payload to the other members. The network may lose the multicast of the payload. */
    public void spread(byte[] payload) {
        pass(frames.encodePayload(payload));
    }

    @Override
    public void say(Address to, Hello hello) {
        pass(frames.encode(to, hello));
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

    private String describe() {
        StringBuilder s = new StringBuilder();
        Set<Integer> servers = new TreeSet<>(neighbours.reachable());
        for (int id : neighbours.members().ids()) servers.add(id);
        for (int id : servers) {
            Address address = id == self ? local : neighbours.addressOf(id);
            s.append(s.length() == 0 ? "" : " ")
                    .append(id)
                    .append('=')
                    .append(address == null ? "?" : address);
        }
        return s.toString();
    }

    private String describeVersions() {
        StringBuilder s = new StringBuilder();
        for (int id : neighbours.reachable()) {
            int version = id == self ? frames.versionMax() : neighbours.wireVersionOf(id);
            s.append(s.length() == 0 ? "" : " ").append(id).append('=').append(version);
        }
        return s.toString();
    }

    @Override
    public void warn(Address about, String what) {
        warnings.warn(about, WARN_AGAIN_MS, "%s: %s", name, what);
    }
}
