package io.abcast.jgroups;

import io.abcast.dissemination.forest.ForestPlanner;
import io.abcast.dissemination.forest.ForestSites;
import io.abcast.dissemination.forest.PlanObjective;
import io.abcast.dissemination.forest.node.ForestSettings;
import io.abcast.jgroups.forest.ForestConfig;
import io.abcast.jgroups.forest.ForestDriver;
import io.abcast.jgroups.forest.ForestHeader;
import io.abcast.jgroups.forest.ForestStack;
import io.abcast.jgroups.forest.GroupEntry;
import io.abcast.jgroups.forest.MulticastCodec;
import io.abcast.jgroups.forest.OjAlgoSolver;
import io.abcast.jgroups.group.ProtocolIds;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.annotations.MBean;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.conf.AttributeType;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.GMS.GmsHeader;
import org.jgroups.protocols.pbcast.JoinRsp;
import org.jgroups.util.MaxOneThreadPerSender;
import org.jgroups.util.MessageBatch;

/**
 * Multicasts by FOREST (Tan 2019): over trees of members, of height one or two. {@code FOREST} carries the multicasts
 * of the protocols above, and passes unicasts on unchanged. With trees of height two, the uplinks of idle members carry
 * bytes of busy members. Place {@code FOREST} above MERGE3 and below NAKACK2, at every member of the group. NAKACK2
 * restores the order of multicasts and sends lost multicasts again. Members with {@code FOREST} refuse a member without
 * {@code FOREST} when that member connects.
 *
 * <pre>{@code <io.abcast.jgroups.FOREST uplink="auto" downlink="auto"/>}</pre>
 *
 * <p>{@code FOREST} sends frames over separate TCP connections. Control messages, small OOB multicasts, and multicasts
 * to members without frame connections go through the protocols below {@code FOREST}, as unicasts.
 */
@MBean(
        description =
                "FOREST: carries multicasts over trees of height two, so that idle uplinks carry the bytes of busy"
                        + " members")
public final class FOREST extends ForestAttributes {
    static {
        Registration.once();
    }

    private final LongAdder refused = new LongAdder();

    private volatile ForestDriver driver;

    private volatile List<Address> members = List.of();

    /** A separate thread per sender passes multicasts up, so that a slow receiver never blocks the driver of FOREST. */
    private MaxOneThreadPerSender delivery;

    @Override
    ForestDriver driver() {
        return driver;
    }

    @ManagedAttribute(
            description =
                    "Requests of members without FOREST to join or merge refused since the start",
            type = AttributeType.SCALAR)
    public long getMembersRefused() {
        return refused.sum();
    }

    @Override
    public void init() throws Exception {
        super.init();
        ProtocolIds.check(getName(), getId());
        config(InetAddress.getLoopbackAddress());
    }

    @Override
    public void start() throws Exception {
        super.start();
        delivery = new MaxOneThreadPerSender();
        delivery.init(getTransport());
        // Loads the classes of the linear-program solver before FOREST sends frames, because
        // loading them would delay frames.
        getTransport().getTimer().execute(FOREST::warmUp, true);
        if (getTransport() instanceof TCP tcp && tcp.tls() != null && tcp.tls().enabled())
            log.warn(
                    "%s: frames are not encrypted, unlike the connections of TCP; expected a network"
                            + " whose hosts trust each other, or SYM_ENCRYPT above FOREST",
                    getName());
    }

    private static void warmUp() {
        double[] rates = {2, 10, 6};
        double[][] latency = {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}};
        ForestSites sites =
                new ForestSites(
                        ForestSites.numbers(3), rates, rates, new double[] {1, 3, 5}, latency);
        new ForestPlanner(new OjAlgoSolver()).plan(sites, PlanObjective.SUM);
    }

    @Override
    public void stop() {
        close();
        if (delivery != null) delivery.destroy();
        super.stop();
    }

    private void open() throws IOException {
        ForestConfig config = config(getTransport().getBindAddress());
        ForestPlanner planner = new ForestPlanner(new OjAlgoSolver());
        driver =
                new ForestDriver(
                        local_addr,
                        config,
                        planner,
                        new Below(),
                        line -> log.warn("%s: %s", local_addr, line));
    }

    private void close() {
        ForestDriver was = driver;
        driver = null;
        members = List.of();
        if (was == null) return;
        try {
            was.close();
        } catch (IOException e) {
            log.warn("%s: cannot close: %s", local_addr, e);
        }
    }

    private final class Below implements ForestStack {
        @Override
        public void send(Address to, byte kind, byte[] bytes) {
            Message message =
                    new BytesMessage(to, bytes)
                            .setFlag(Message.Flag.OOB, Message.Flag.NO_FC)
                            .setFlag(
                                    Message.TransientFlag.DONT_LOOPBACK,
                                    Message.TransientFlag.DONT_BLOCK)
                            .putHeader(id, new ForestHeader(kind));
            down_prot.down(message);
        }

        @Override
        public void deliver(Address from, byte[] multicast) throws IOException {
            Message message = MulticastCodec.decode(multicast, from);
            delivery.loopback(message, message.isFlagSet(Message.Flag.OOB));
        }
    }

    @Override
    public Object down(Event event) {
        switch (event.getType()) {
            case Event.USER_DEFINED -> {
                if (ProtocolFinder.answered(event, this)) return null;
            }
            case Event.CONNECT, Event.CONNECT_WITH_STATE_TRANSFER -> {
                try {
                    open();
                } catch (IOException e) {
                    throw new IllegalStateException(e.getMessage(), e);
                }
            }
            case Event.DISCONNECT -> close();
            case Event.VIEW_CHANGE -> onView(event.getArg());
            default -> {}
        }
        return down_prot.down(event);
    }

    /** The protocol GMS holds a lock while it passes a view up, so the thread of FOREST's driver handles the view. */
    private void onView(View view) {
        ForestDriver now = driver;
        if (now == null) return;
        members = List.copyOf(view.getMembers());
        delivery.viewChange(members);
        now.onView(members);
    }

    @Override
    public Object down(Message message) {
        if (message.dest() != null) {
            if (GroupEntry.of(message) != null)
                message.putHeader(id, new ForestHeader(ForestHeader.MARK));
            return down_prot.down(message);
        }
        ForestDriver now = driver;
        boolean isUrgent = message.isFlagSet(Message.Flag.OOB);
        if (now == null || !now.hasLinks() || message.getLength() > multicastBytesMax())
            return down_prot.down(message);
        // Short urgent multicasts, such as heartbeats, must not wait behind frames of FOREST.
        boolean isInline = isUrgent && message.size() <= inline_bytes_max;
        byte[] bytes = null;
        try {
            if (!isInline) bytes = MulticastCodec.encode(message, local_addr);
        } catch (IOException | RuntimeException e) {
            // A message that cannot be serialised goes down, so that the protocols below fail as
            // they would without FOREST.
            return down_prot.down(message);
        }
        if (message.getSrc() == null) message.setSrc(local_addr);
        for (Address member : members)
            if (!member.equals(local_addr) && (isInline || !now.isLinked(member)))
                copy(message, member);
        if (!message.isFlagSet(Message.TransientFlag.DONT_LOOPBACK))
            delivery.loopback(message, isUrgent);
        if (isInline) return null;
        boolean mayWait = !isUrgent && !message.isFlagSet(Message.TransientFlag.DONT_BLOCK);
        now.spread(bytes, mayWait);
        return null;
    }

    boolean hasRoom() {
        ForestDriver now = driver;
        return now == null || now.hasRoom();
    }

    /**
     * FOREST's limit for a payload minus the length of one frame, which is longer than the headers of any multicast.
     */
    private int multicastBytesMax() {
        return ForestSettings.defaults(false, 1).payloadBytesMax() - frame_bytes_max;
    }

    /** Copies avoid TCP's multicast to one member after the other, which one member without power would block. */
    private void copy(Message message, Address to) {
        Message copy = message.copy(true, true).setDest(to);
        down_prot.down(copy.putHeader(id, new ForestHeader(ForestHeader.COPY)));
    }

    @Override
    public Object up(Message message) {
        return isTaken(message) ? null : up_prot.up(message);
    }

    @Override
    public void up(MessageBatch batch) {
        batch.removeIf(this::isTaken, true);
        if (!batch.isEmpty()) up_prot.up(batch);
    }

    private boolean isTaken(Message message) {
        if (!(message.getHeader(id) instanceof ForestHeader header)) return isRefused(message);
        if (header.kind() == ForestHeader.MARK) return false;
        if (header.kind() == ForestHeader.COPY) {
            up_prot.up(message.setDest(null));
            return true;
        }
        ForestDriver now = driver;
        if (now == null || !message.hasArray()) return true;
        byte[] bytes = new byte[message.getLength()];
        System.arraycopy(message.getArray(), message.getOffset(), bytes, 0, bytes.length);
        if (header.kind() == ForestHeader.HELLO) now.onHello(message.src(), bytes);
        else if (header.kind() == ForestHeader.CONTROL) now.onControl(message.src(), bytes);
        return true;
    }

    /**
     * Members without {@code FOREST} may not join or merge, because they would not receive multicasts that a relay
     * forwards.
     */
    private boolean isRefused(Message message) {
        GmsHeader entry = GroupEntry.of(message);
        if (entry == null || local_addr.equals(message.src())) return false;
        refused.increment();
        String reason =
                "FOREST: expected it in the stack of every member, got '%s' with it and '%s' without it"
                        .formatted(local_addr, message.src());
        if (entry.getType() == GmsHeader.JOIN_RSP) {
            message.setArray(GMS.marshal(new JoinRsp(reason)));
            return false;
        }
        log.warn("%s: refused a member: %s", local_addr, reason);
        if (GroupEntry.isJoinRequest(entry))
            down_prot.down(
                    new BytesMessage(message.src())
                            .putHeader(GroupEntry.gms(), new GmsHeader(GmsHeader.JOIN_RSP))
                            .setArray(GMS.marshal(new JoinRsp(reason))));
        return true;
    }
}
