package io.abcast.jgroups;

import io.abcast.driver.Hello;
import io.abcast.jgroups.blocks.MapStore;
import io.abcast.jgroups.group.AbcastHeader;
import io.abcast.jgroups.group.FrameGuard;
import io.abcast.jgroups.group.GroupFrames;
import io.abcast.jgroups.group.KeyedGuard;
import io.abcast.jgroups.group.ProtocolIds;
import io.abcast.jgroups.group.SealedHello;
import io.abcast.kernel.Digest;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;
import io.abcast.ordering.OrderingCodec;
import io.abcast.ordering.log.LogMessage.Chunk;
import io.abcast.ordering.log.LogMessage.Framed;
import io.abcast.ordering.log.LogMessage.Offer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.CRC32C;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.MergeView;
import org.jgroups.Receiver;
import org.jgroups.View;

/**
 * An attacker in the JGroups group of an ensemble of {@code FBP}, which runs no protocol, and sends and records
 * messages.
 */
final class Liar implements AutoCloseable {
    private static final long FAR = 1L << 30;

    private static final int NOTE_VERSION = 2;

    private static final int VERSION = OrderingCodec.INSTANCE.versionMax();

    record Recorded(Address from, byte kind, byte[] bytes) {}

    private final JChannel channel;
    private final int id;
    private final Membership members;
    private final KeySigner signer;
    private final String group;
    private final FrameGuard guard;
    private final GroupFrames frames;
    private final List<Recorded> recorded = Collections.synchronizedList(new ArrayList<>());
    private volatile long era;

    Liar(JChannel channel, String cluster, int id, Membership members, KeySigner signer)
            throws Exception {
        this.channel = channel;
        this.id = id;
        this.members = members;
        this.signer = signer;
        group = "FBP " + members;
        channel.setReceiver(
                new Receiver() {
                    @Override
                    public void receive(org.jgroups.Message message) {
                        onMessage(message);
                    }

                    @Override
                    public void viewAccepted(View view) {
                        assert !(view instanceof MergeView) : view;
                    }
                });
        channel.connect(cluster);
        guard =
                signer == null
                        ? FrameGuard.NONE
                        : new KeyedGuard(
                                id, members, group, channel.getAddress(), signer, (of, line) -> {});
        frames = new GroupFrames(ProtocolIds.FBP, OrderingCodec.INSTANCE, VERSION, guard);
    }

    Address address() {
        return channel.getAddress();
    }

    List<Recorded> recorded() {
        synchronized (recorded) {
            return List.copyOf(recorded);
        }
    }

    long era() {
        return era;
    }

    private synchronized void onMessage(org.jgroups.Message message) {
        AbcastHeader header = message.getHeader(ProtocolIds.FBP);
        if (header == null || frames == null) return;
        byte[] bytes = new byte[message.getLength()];
        System.arraycopy(message.getArray(), message.getOffset(), bytes, 0, bytes.length);
        recorded.add(new Recorded(message.getSrc(), header.kind(), bytes));
        Object content = frames.decode(header, message);
        if (content instanceof FrameGuard.Proven proven) content = proven.message();
        if (content instanceof Framed framed) era = framed.era();
        if (content instanceof Hello hello) greet(message.getSrc(), hello.id(), false);
        if (content instanceof SealedHello sealed) {
            FrameGuard.Verdict verdict = guard.admit(message.getSrc(), sealed, System.nanoTime());
            if (verdict != FrameGuard.Verdict.REFUSED && sealed.hello().answer())
                greet(message.getSrc(), sealed.hello().id(), false);
        }
    }

    void greet(Address to, int receiver, boolean answer) {
        send(null, frames.encode(to, hello(id, 1, receiver, answer)));
    }

    private Hello hello(int as, long incarnation, int receiver, boolean answer) {
        return new Hello(as, incarnation, true, true, receiver, 1, answer, VERSION, group);
    }

    void pose(Address to, int receiver, int as, Address from) {
        Hello posing = hello(as, 1L << 40, receiver, true);
        send(from, message(to, AbcastHeader.HELLO, posing.encode()));
        if (guard == FrameGuard.NONE) return;
        Address at = from == null ? address() : from;
        FrameGuard others = new KeyedGuard(as, members, group, at, signer, (of, line) -> {});
        send(from, message(to, AbcastHeader.SEALED_HELLO, others.seal(to, posing)));
        SealedHello own =
                (SealedHello)
                        guard.hello(
                                new io.abcast.kernel.WireReader(
                                        guard.seal(to, hello(id, 1, receiver, true))));
        byte[] mixed =
                SealedHello.content(own.introduction(), Long.MAX_VALUE / 2, posing)
                        .raw(own.mac())
                        .toByteArray();
        send(from, message(to, AbcastHeader.SEALED_HELLO, mixed));
    }

    void tell(Address to, Address from, Message message) {
        send(from, frames.encode(to, message, VERSION));
        if (guard == FrameGuard.NONE) return;
        GroupFrames plain = new GroupFrames(ProtocolIds.FBP, OrderingCodec.INSTANCE, VERSION);
        send(from, plain.encode(to, message, VERSION));
    }

    void offerForgedState(Address to, Address from) throws Exception {
        MapStore store = new MapStore((key, before, after) -> {});
        byte[] command =
                MapStore.put(
                        "forged".getBytes(StandardCharsets.UTF_8),
                        "state".getBytes(StandardCharsets.UTF_8));
        store.abdeliver(Zxid.of(1, 1), 1, command);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        store.snapshot().writeTo(out);
        byte[] content = out.toByteArray();
        CRC32C crc = new CRC32C();
        crc.update(content);
        long zxid = Zxid.of(1, (int) FAR);
        SnapshotId snapshot = new SnapshotId(zxid, content.length, (int) crc.getValue());
        WireWriter note = new WireWriter(32).u8(NOTE_VERSION).varint(FAR).varint(zxid).varint(FAR);
        note.varint(0).u8(0).varint(0);
        Digest digest = Digest.of(content);
        byte[] noProof = {};
        Offer offer = new Offer(snapshot, note.toByteArray(), digest, noProof);
        tell(to, from, new Framed(era, offer));
        tell(to, from, new Framed(era, new Chunk(snapshot, 0, content)));
    }

    void replay(Address to, Recorded message, Address from) {
        send(from, message(to, message.kind(), message.bytes()));
    }

    private static org.jgroups.Message message(Address to, byte kind, byte[] bytes) {
        return new BytesMessage(to, bytes, 0, bytes.length)
                .putHeader(ProtocolIds.FBP, new AbcastHeader(kind));
    }

    private void send(Address from, org.jgroups.Message message) {
        if (from != null && !from.equals(address()))
            message.setSrc(from)
                    .setFlag(org.jgroups.Message.Flag.DONT_BUNDLE)
                    .setFlag(org.jgroups.Message.Flag.OOB)
                    .setFlag(org.jgroups.Message.Flag.NO_RELIABILITY);
        channel.down(message);
    }

    @Override
    public void close() {
        channel.close();
    }
}
