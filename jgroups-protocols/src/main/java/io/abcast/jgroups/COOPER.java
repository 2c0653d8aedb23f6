package io.abcast.jgroups;

import io.abcast.bulk.BulkProgress;
import io.abcast.bulk.BulkSettings;
import io.abcast.bulk.BulkTransfer;
import io.abcast.bulk.Courier;
import io.abcast.jgroups.cooper.CastGroup;
import io.abcast.jgroups.cooper.CooperHeader;
import io.abcast.jgroups.cooper.CooperHello;
import io.abcast.jgroups.cooper.CooperMembers;
import io.abcast.jgroups.group.ProtocolIds;
import io.abcast.kernel.MalformedFrameException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.annotations.MBean;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.annotations.Property;
import org.jgroups.conf.AttributeType;
import org.jgroups.stack.Protocol;
import org.jgroups.util.MessageBatch;

/**
 * Sends files from one member to all other members of a channel by COOPER (Liu 2015), see {@link BulkTransfer}. Control
 * messages of {@code COOPER} go through the JGroups stack. Blocks of files go over separate TCP connections at a
 * limited rate. With {@code blocks="messages"}, blocks go through the JGroups stack instead, in messages that are
 * smaller than the MTU. In a JGroups stack, {@code COOPER} must stand above GMS and UNICAST3, at every member named in
 * {@code members}. Members without {@code COOPER} in their stack take no part in transfers of files.
 *
 * <pre>{@code <io.abcast.jgroups.COOPER members="1,2,3" server_id="1" rate="1000000000"/>}</pre>
 *
 * <p>Any thread may use the object that {@link #transfer} returns between connect and disconnect of the channel.
 */
@MBean(
        description =
                "COOPER: sends files from one member to all others in about the time of one copy")
public final class COOPER extends Protocol implements CastGroup {
    private static final String TCP = "tcp";
    private static final String MESSAGES = "messages";

    static {
        Registration.once();
    }

    @Property(
            description =
                    "Server id of this process: one of members, and unique in the cluster. Range: 0..65535. Required",
            writable = false)
    int server_id = -1;

    @Property(
            description =
                    "Server ids of all members that take part, separated by commas, the same at every member. Required",
            writable = false)
    String members = "";

    @Property(
            description =
                    "Bandwidth of this member's uplink; blocks are never sent faster. 0: no limit, so queues may build"
                            + " up in the network. Unit: bits/s. Range: 0, or 64000.. Default: 0",
            writable = false)
    long rate;

    @Property(
            description =
                    "Transport of the blocks, the same at all members: tcp (connections of their own) or messages"
                            + " (messages of this stack with NO_RELIABILITY, each smaller than an Ethernet frame;"
                            + " needs a rate). Default: tcp",
            writable = false)
    String blocks = TCP;

    @Property(
            description =
                    "Address on which this member accepts block connections, and which it announces to the other"
                            + " members; empty: the address of the transport",
            writable = false)
    String block_addr = "";

    @Property(
            description =
                    "Port on which this member accepts block connections; 0: any free port. Range: 0..65535."
                            + " Default: 0",
            writable = false)
    int block_port;

    @Property(
            description =
                    "Whether received files are synced to disk before they appear under their name, so that they"
                            + " survive a power cut. Default: false",
            writable = false)
    boolean fsync;

    private final LongAdder malformed = new LongAdder();

    private volatile CooperMembers acquainted;

    private volatile Courier.Sink sink;
    private volatile byte[] hello;
    private volatile BulkTransfer transfer;
    private volatile Consumer<String> notes = line -> log.info(line);

    static COOPER below(Consumer<Event> down) {
        return ProtocolFinder.below(down, COOPER.class);
    }

    /**
     * Below FORK, {@code COOPER} is already connected, and keeps its own server id.
     *
     * @return false if {@code COOPER} is connected under another server id
     */
    boolean serve(int id) {
        if (transfer != null) return server_id == id;
        server_id = id;
        ids();
        return true;
    }

    /** Returns the server ids of all members that take part in transfers of files. */
    @Override
    public Set<Integer> ids() {
        return settings(InetAddress.getLoopbackAddress()).members().keySet();
    }

    /** Returns the {@code BulkTransfer} that sends and receives files; {@code null} before the channel is connected. */
    @Override
    public BulkTransfer transfer() {
        return transfer;
    }

    /**
     * Sets a consumer of human-readable lines about the progress of file transfers, which then no longer go to the log.
     */
    public void notes(Consumer<String> lines) {
        notes = lines;
    }

    @ManagedAttribute(description = "Malformed messages of this protocol dropped since the start")
    public long getMalformed() {
        return malformed.sum();
    }

    private long figure(ToLongFunction<BulkTransfer> figure) {
        BulkTransfer now = transfer;
        return now == null ? 0 : figure.applyAsLong(now);
    }

    @ManagedAttribute(
            description =
                    "Accepted block connections whose peer has not identified itself yet; at most 64",
            type = AttributeType.SCALAR,
            gauge = true)
    public long getConnectionsUnknown() {
        return figure(t -> t.portFigures().unknown());
    }

    @ManagedAttribute(
            description =
                    "Accepted block connections closed because their first bytes were not those of a member, or that"
                            + " ended before them, since the start",
            type = AttributeType.SCALAR)
    public long getConnectionsRefused() {
        return figure(t -> t.portFigures().refused());
    }

    @ManagedAttribute(
            description =
                    "Accepted block connections closed because the peer did not identify itself in time, since the"
                            + " start",
            type = AttributeType.SCALAR)
    public long getConnectionsLate() {
        return figure(t -> t.portFigures().late());
    }

    @ManagedAttribute(
            description =
                    "Accepted block connections closed because too many peers had not identified themselves, since the"
                            + " start",
            type = AttributeType.SCALAR)
    public long getConnectionsEvicted() {
        return figure(t -> t.portFigures().evicted());
    }

    @ManagedAttribute(
            description =
                    "Failed attempts to accept a block connection, for example without free file descriptors, since"
                            + " the start",
            type = AttributeType.SCALAR)
    public long getConnectionsFailed() {
        return figure(t -> t.portFigures().failed());
    }

    @ManagedAttribute(
            description =
                    "Messages and pieces of blocks dropped because too many bytes waited for this member's thread,"
                            + " since the start; the sender repeats each dropped message",
            type = AttributeType.SCALAR)
    public long getFramesDropped() {
        return figure(BulkTransfer::droppedFrames);
    }

    @ManagedAttribute(
            description = "Bytes sent over this member's block connections since the start",
            type = AttributeType.BYTES)
    public long getBlockBytesSent() {
        return figure(BulkTransfer::sentBytes);
    }

    @ManagedAttribute(
            description =
                    "Fraction of the present transfer that all receivers together have completed. Range: 0 to 1")
    public double getProgress() {
        BulkTransfer now = transfer;
        BulkProgress progress = now == null ? null : now.progress();
        return progress == null ? 0 : progress.fraction();
    }

    @Override
    public void init() throws Exception {
        super.init();
        ProtocolIds.check(getName(), getId());
        settings(InetAddress.getLoopbackAddress());
    }

    private BulkSettings settings(InetAddress own) {
        Map<Integer, InetSocketAddress> all = new TreeMap<>();
        for (String member : members.split(",", -1)) {
            try {
                all.put(Integer.parseInt(member.strip()), new InetSocketAddress(0));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "members: expected ids separated by commas, got '" + members + "'", e);
            }
        }
        if (!blocks.equals(TCP) && !blocks.equals(MESSAGES))
            throw new IllegalArgumentException(
                    "blocks: expected tcp or messages, got '" + blocks + "'");
        if (blocks.equals(MESSAGES) && rate == 0)
            throw new IllegalArgumentException(
                    "rate: expected 64000 or more with blocks=\"messages\", got 0");
        if (block_port < 0 || block_port > 0xffff)
            throw new IllegalArgumentException("block_port: expected 0..65535, got " + block_port);
        all.put(server_id, new InetSocketAddress(own, block_port));
        if (all.size() != members.split(",", -1).length)
            throw new IllegalArgumentException(
                    "server_id: expected one of " + members + ", got " + server_id);
        return BulkSettings.of(server_id, all)
                .withRate(rate)
                .withFsync(fsync)
                .withNotes(line -> notes.accept(line));
    }

    private void open() throws IOException {
        InetAddress own =
                block_addr.isEmpty()
                        ? getTransport().getBindAddress()
                        : InetAddress.getByName(block_addr);
        transfer = BulkTransfer.open(settings(own), new ThroughTheStack());
    }

    private void close() {
        BulkTransfer was = transfer;
        transfer = null;
        if (was == null) return;
        try {
            was.close();
        } catch (IOException e) {
            log.warn("%s: cannot close: %s", local_addr, e);
        }
    }

    @Override
    public void stop() {
        close();
        super.stop();
    }

    private final class ThroughTheStack implements Courier {
        @Override
        public void start(Courier.Sink to, InetSocketAddress own) {
            hello = new CooperHello(server_id, own).encode();
            acquainted = new CooperMembers(server_id, to::onMembers);
            sink = to;
        }

        @Override
        public void send(int to, byte[] message) {
            Address address = address(to);
            if (address != null) COOPER.this.send(address, CooperHeader.MESSAGE, message);
        }

        @Override
        public boolean carriesBlocks() {
            return blocks.equals(MESSAGES);
        }

        @Override
        public void sendPiece(int to, byte[] piece) {
            Address address = address(to);
            if (address == null) return;
            Message message =
                    new BytesMessage(address, piece)
                            .setFlag(Message.Flag.NO_RELIABILITY, Message.Flag.NO_FC);
            COOPER.this.send(message, CooperHeader.PIECE);
        }

        @Override
        public void stop() {
            sink = null;
            acquainted = null;
        }
    }

    private Address address(int id) {
        CooperMembers members = acquainted;
        return members == null ? null : members.address(id);
    }

    private void send(Address to, byte kind, byte[] bytes) {
        send(new BytesMessage(to, bytes), kind);
    }

    private void send(Message message, byte kind) {
        message.putHeader(id, new CooperHeader(kind));
        down_prot.down(message.setFlag(Message.TransientFlag.DONT_LOOPBACK));
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

    @Override
    public Object up(Event event) {
        if (event.getType() == Event.VIEW_CHANGE) onView(event.getArg());
        return up_prot.up(event);
    }

    /**
     * The protocol GMS holds a lock while it passes a view up, so threads of the transport send the greetings to the
     * new members.
     */
    private void onView(View now) {
        CooperMembers members = acquainted;
        if (members == null) return;
        byte[] greeting = hello;
        List<Address> fresh = members.onView(now.getMembers());
        fresh.remove(local_addr);
        // Present members greet each new member, and each new member greets all members, so no
        // member has to request a greeting.
        getTransport()
                .getTimer()
                .execute(
                        () -> {
                            for (Address to : fresh) send(to, CooperHeader.HELLO, greeting);
                            members.onGreeted(fresh);
                        },
                        true);
    }

    @Override
    public Object up(Message message) {
        if (!(message.getHeader(id) instanceof CooperHeader header)) return up_prot.up(message);
        take(message, header);
        return null;
    }

    @Override
    public void up(MessageBatch batch) {
        batch.removeIf(
                message -> {
                    if (!(message.getHeader(id) instanceof CooperHeader header)) return false;
                    take(message, header);
                    return true;
                },
                true);
        if (!batch.isEmpty()) up_prot.up(batch);
    }

    private void take(Message message, CooperHeader header) {
        Courier.Sink to = sink;
        CooperMembers members = acquainted;
        if (to == null || members == null || !message.hasArray()) return;
        byte[] bytes = new byte[message.getLength()];
        System.arraycopy(message.getArray(), message.getOffset(), bytes, 0, bytes.length);
        if (header.kind() == CooperHeader.HELLO) {
            onHello(message.src(), bytes, to, members);
            return;
        }
        Integer from = members.id(message.src());
        if (header.kind() == CooperHeader.MESSAGE && from != null) to.onMessage(from, bytes);
        else if (header.kind() == CooperHeader.PIECE && from != null) to.onPiece(from, bytes);
        // A piece may arrive before the greeting by which its sender announces its server id; the
        // transfer treats such a piece as lost.
        else if (header.kind() != CooperHeader.PIECE) malformed.increment();
    }

    private void onHello(Address from, byte[] bytes, Courier.Sink to, CooperMembers members) {
        try {
            CooperHello said = CooperHello.decode(bytes);
            to.onAddress(said.id(), said.blocks());
            members.onHello(from, said.id());
        } catch (MalformedFrameException e) {
            malformed.increment();
        }
    }
}
