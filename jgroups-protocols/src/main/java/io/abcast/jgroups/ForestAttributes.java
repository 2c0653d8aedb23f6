package io.abcast.jgroups;

import io.abcast.bulk.port.PortFigures;
import io.abcast.dissemination.forest.node.ControllerSettings;
import io.abcast.dissemination.forest.node.ForestSettings;
import io.abcast.jgroups.forest.ForestConfig;
import io.abcast.jgroups.forest.ForestCounters;
import io.abcast.jgroups.forest.ForestDriver;
import io.abcast.jgroups.forest.ForestRate;
import io.abcast.jgroups.forest.ForestSnapshot;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.annotations.Property;
import org.jgroups.conf.AttributeType;

/** The attributes and figures of {@link FOREST}, which multicasts over trees of members. */
public abstract class ForestAttributes extends CheckedProtocol {
    private static final ForestSettings DEFAULTS = ForestSettings.defaults(false, 1);
    private static final long MILLI = 1_000_000;
    private static final int FRAME_BYTES_MIN = 1024;
    private static final int QUEUE_BYTES_MAX = 1 << 30;

    @Property(
            description =
                    "Bandwidth of this member's uplink; plans use at most this rate. auto: it is measured. A rate has a"
                            + " unit, such as 40mbit. Unit: bit, kbit, mbit or gbit (per second). Range: auto, or"
                            + " 64kbit..1000gbit. Default: auto",
            writable = false)
    protected String uplink = ForestRate.AUTO;

    @Property(
            description =
                    "Bandwidth of this member's downlink; plans use at most this rate. auto: it is measured. A rate has"
                            + " a unit, such as 40mbit. Unit: bit, kbit, mbit or gbit (per second). Range: auto, or"
                            + " 64kbit..1000gbit. Default: auto",
            writable = false)
    protected String downlink = ForestRate.AUTO;

    @Property(
            description =
                    "Maximum payload of a frame. Longer multicasts are cut, and short multicasts that wait at the same"
                            + " time share a frame. Unit: bytes. Range: 1024..1048576. Default: 65536 (64 KiB)",
            type = AttributeType.BYTES,
            writable = false)
    protected int frame_bytes_max = DEFAULTS.frameBytesMax();

    @Property(
            description =
                    "Frames with at most this payload are sent directly to all members. OOB multicasts up to this size"
                            + " are left to the transport. Unit: bytes. Range: 0..1048576. Default: 1024 (1 KiB)",
            type = AttributeType.BYTES,
            writable = false)
    protected int inline_bytes_max = DEFAULTS.inlineBytesMax();

    @Property(
            description =
                    "Maximum number of bytes that this member, as a relay, queues for one member. A frame that does not"
                            + " fit is dropped for that member, and its source sends it directly. Unit: bytes. Range:"
                            + " frame_bytes_max..1073741824. Default: 4194304 (4 MiB)",
            type = AttributeType.BYTES,
            writable = false)
    protected int relay_queue_bytes_max = DEFAULTS.relayQueueBytesMax();

    @Property(
            description =
                    "Number of TCP connections that this member opens to each other member for frames, used round"
                            + " robin. Range: 1..16. Default: 1",
            writable = false)
    protected int connections = 1;

    @Property(
            description =
                    "Time for which a plan is used after it was received last; then this member sends directly. Unit:"
                            + " ms. Range: 1000.. Default: 5000",
            type = AttributeType.TIME,
            writable = false)
    protected long plan_lifetime = DEFAULTS.planLifetimeNanos() / MILLI;

    @Property(
            description =
                    "Address on which this member accepts frame connections, and which it announces to the other"
                            + " members; empty: the address of the transport",
            writable = false)
    protected String frame_addr = "";

    @Property(
            description =
                    "Port on which this member accepts frame connections; 0: any free port. Range: 0..65535."
                            + " Default: 0",
            writable = false)
    protected int frame_port;

    final ForestConfig config(InetAddress transport) {
        double up = rate("uplink", uplink);
        double down = rate("downlink", downlink);
        between(
                "frame_bytes_max",
                frame_bytes_max,
                FRAME_BYTES_MIN,
                ForestSettings.FRAME_BYTES_LIMIT);
        between("inline_bytes_max", inline_bytes_max, 0, ForestSettings.FRAME_BYTES_LIMIT);
        between("relay_queue_bytes_max", relay_queue_bytes_max, frame_bytes_max, QUEUE_BYTES_MAX);
        between("connections", connections, 1, ForestConfig.CONNECTIONS_MAX);
        atLeast("plan_lifetime", plan_lifetime, 1000);
        between("frame_port", frame_port, 0, 0xffff);
        return new ForestConfig(
                new InetSocketAddress(frameAddress(transport), frame_port),
                connections,
                ForestConfig.node(
                        frame_bytes_max,
                        inline_bytes_max,
                        relay_queue_bytes_max,
                        connections,
                        plan_lifetime * MILLI),
                ControllerSettings.defaults(up, down));
    }

    private double rate(String attribute, String text) {
        double rate = ForestRate.bytesPerSecond(text);
        if (rate < 0)
            throw wrong(
                    attribute,
                    "auto, or a rate from 64kbit to 1000gbit such as 40mbit",
                    quoted(text));
        return rate;
    }

    private static String quoted(String text) {
        return "'" + text + "'";
    }

    private void between(String attribute, long value, long least, long most) {
        if (value < least || value > most) throw wrong(attribute, least + ".." + most, value);
    }

    private InetAddress frameAddress(InetAddress transport) {
        InetAddress address = transport;
        try {
            if (!frame_addr.isEmpty()) address = InetAddress.getByName(frame_addr);
        } catch (UnknownHostException e) {
            throw wrong("frame_addr", "an address of this host", quoted(frame_addr));
        }
        // Other members could not connect to a wildcard address.
        if (address.isAnyLocalAddress())
            throw wrong("frame_addr", "one address of this host", address.getHostAddress());
        return address;
    }

    abstract ForestDriver driver();

    private long figure(ToLongFunction<ForestSnapshot> of) {
        ForestDriver now = driver();
        return now == null ? 0 : of.applyAsLong(now.counters().last());
    }

    private long counter(ToLongFunction<ForestCounters> of) {
        ForestDriver now = driver();
        return now == null ? 0 : of.applyAsLong(now.counters());
    }

    private long port(ToLongFunction<PortFigures> of) {
        ForestDriver now = driver();
        return now == null ? 0 : of.applyAsLong(now.portFigures());
    }

    private long bitRate(ToDoubleFunction<ForestSnapshot> of) {
        ForestDriver now = driver();
        return now == null ? 0 : Math.round(of.applyAsDouble(now.counters().last()) * Byte.SIZE);
    }

    @ManagedAttribute(
            description =
                    "Other members with open frame connections in both directions; multicasts to the remaining members"
                            + " of the view go through the transport",
            type = AttributeType.SCALAR,
            gauge = true)
    public long getMembersLinked() {
        return figure(ForestSnapshot::linked);
    }

    @ManagedAttribute(
            description =
                    "Bytes of own frames sent directly since the start; once per receiver, without late frames",
            type = AttributeType.BYTES)
    public long getBytesDirect() {
        return figure(ForestSnapshot::bytesDirect);
    }

    @ManagedAttribute(
            description = "Bytes of own frames sent to relays since the start",
            type = AttributeType.BYTES)
    public long getBytesToRelays() {
        return figure(ForestSnapshot::bytesToRelays);
    }

    @ManagedAttribute(
            description =
                    "Bytes that this member has relayed for other members since the start; once per receiver",
            type = AttributeType.BYTES)
    public long getBytesRelayed() {
        return figure(ForestSnapshot::bytesForwarded);
    }

    @ManagedAttribute(
            description = "Bytes of own late frames sent directly since the start",
            type = AttributeType.BYTES)
    public long getBytesResent() {
        return figure(ForestSnapshot::bytesResent);
    }

    @ManagedAttribute(
            description = "Bytes that this member has fetched from other members since the start",
            type = AttributeType.BYTES)
    public long getBytesFetched() {
        return figure(ForestSnapshot::bytesFetched);
    }

    @ManagedAttribute(
            description = "Bytes of own frames that are not acknowledged yet",
            type = AttributeType.BYTES,
            gauge = true)
    public long getBytesInFlight() {
        return figure(ForestSnapshot::ownBytes);
    }

    @ManagedAttribute(
            description = "Own frames that were late at a member since the start; once per member",
            type = AttributeType.SCALAR)
    public long getFramesLate() {
        return figure(ForestSnapshot::lateFrames);
    }

    @ManagedAttribute(
            description =
                    "Frames that this member, as a relay, dropped for one member since the start, because the queue of"
                            + " that member was full",
            type = AttributeType.SCALAR)
    public long getRelayDrops() {
        return figure(ForestSnapshot::relayDrops);
    }

    @ManagedAttribute(
            description = "Received frames that did not match their digest since the start",
            type = AttributeType.SCALAR)
    public long getFramesDamaged() {
        return figure(ForestSnapshot::framesDamaged);
    }

    @ManagedAttribute(
            description = "Overlays of this member that are suspended now",
            type = AttributeType.SCALAR,
            gauge = true)
    public long getOverlaysSuspended() {
        return figure(ForestSnapshot::suspended);
    }

    @ManagedAttribute(
            description = "Suspensions of overlays of this member since the start",
            type = AttributeType.SCALAR)
    public long getSuspensions() {
        return figure(ForestSnapshot::suspensions);
    }

    @ManagedAttribute(
            description = "Epoch of the plan in use; 0 without a plan",
            type = AttributeType.SCALAR,
            gauge = true)
    public long getPlanEpoch() {
        return figure(ForestSnapshot::planEpoch);
    }

    @ManagedAttribute(
            description = "Number of the plan in use, in its epoch; 0 without a plan",
            type = AttributeType.SCALAR,
            gauge = true)
    public long getPlanNumber() {
        return figure(ForestSnapshot::planNumber);
    }

    @ManagedAttribute(
            description =
                    "Time since the plan in use was received last, in milliseconds; 0 without a plan",
            type = AttributeType.TIME,
            gauge = true)
    public long getPlanAge() {
        return figure(ForestSnapshot::planAgeMillis);
    }

    @ManagedAttribute(
            description = "Plans that this member has made since the start",
            type = AttributeType.SCALAR)
    public long getPlansMade() {
        return figure(ForestSnapshot::plansMade);
    }

    @ManagedAttribute(
            description =
                    "Received plans refused since the start because they were old, contradictory or absurd",
            type = AttributeType.SCALAR)
    public long getPlansRefused() {
        return figure(ForestSnapshot::plansRefused);
    }

    @ManagedAttribute(
            description =
                    "Plans that this member made with Algorithm 1 since the start, because the answer of the solver"
                            + " broke a constraint",
            type = AttributeType.SCALAR)
    public long getPlanFallbacks() {
        return figure(ForestSnapshot::planFallbacks);
    }

    @ManagedAttribute(
            description = "Rate of this member's multicasts over the last half second, in bits/s",
            type = AttributeType.SCALAR,
            gauge = true)
    public long getRateOffered() {
        return bitRate(ForestSnapshot::rateOffered);
    }

    @ManagedAttribute(
            description =
                    "Rate of the payloads of sent frames over the last half second, in bits/s",
            type = AttributeType.SCALAR,
            gauge = true)
    public long getRateOut() {
        return bitRate(ForestSnapshot::rateOut);
    }

    @ManagedAttribute(
            description =
                    "Rate of the payloads of received frames over the last half second, in bits/s",
            type = AttributeType.SCALAR,
            gauge = true)
    public long getRateIn() {
        return bitRate(ForestSnapshot::rateIn);
    }

    @ManagedAttribute(
            description =
                    "Estimated bandwidth of this member's uplink, in bits/s; 0 at a member that does not plan",
            type = AttributeType.SCALAR,
            gauge = true)
    public long getUplinkEstimate() {
        return bitRate(ForestSnapshot::uplink);
    }

    @ManagedAttribute(
            description = "Multicasts of other members received in frames since the start",
            type = AttributeType.SCALAR)
    public long getMulticastsReceived() {
        return counter(ForestCounters::delivered);
    }

    @ManagedAttribute(
            description =
                    "Own multicasts dropped since the start because too many bytes waited; NAKACK2 sends them again",
            type = AttributeType.SCALAR)
    public long getMulticastsDropped() {
        return counter(ForestCounters::dropped);
    }

    @ManagedAttribute(
            description = "Malformed messages of this protocol dropped since the start",
            type = AttributeType.SCALAR)
    public long getMalformed() {
        return counter(ForestCounters::malformed);
    }

    @ManagedAttribute(
            description =
                    "Accepted frame connections whose peer has not identified itself yet; at most 64",
            type = AttributeType.SCALAR,
            gauge = true)
    public long getConnectionsUnknown() {
        return port(PortFigures::unknown);
    }

    @ManagedAttribute(
            description =
                    "Accepted frame connections closed because their first bytes were not those of a member, or that"
                            + " ended before them, since the start",
            type = AttributeType.SCALAR)
    public long getConnectionsRefused() {
        return port(PortFigures::refused);
    }

    @ManagedAttribute(
            description =
                    "Accepted frame connections closed because the peer did not identify itself in time, since the"
                            + " start",
            type = AttributeType.SCALAR)
    public long getConnectionsLate() {
        return port(PortFigures::late);
    }

    @ManagedAttribute(
            description =
                    "Accepted frame connections closed because too many peers had not identified themselves, since the"
                            + " start",
            type = AttributeType.SCALAR)
    public long getConnectionsEvicted() {
        return port(PortFigures::evicted);
    }

    @ManagedAttribute(
            description =
                    "Failed attempts to accept a frame connection, for example without free file descriptors, since the"
                            + " start",
            type = AttributeType.SCALAR)
    public long getConnectionsFailed() {
        return port(PortFigures::failed);
    }
}
