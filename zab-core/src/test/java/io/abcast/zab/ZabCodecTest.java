package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.MembershipChange.Kind;
import io.abcast.kernel.Reconfiguration;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.Request;
import io.abcast.zab.ZabMessage.EndSession;
import io.abcast.zab.ZabMessage.Frame;
import io.abcast.zab.ZabMessage.Vote;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ZabCodecTest {
    private static final SnapshotId SNAPSHOT = new SnapshotId(Zxid.of(3, 9), 1L << 40, 0xCAFEBABE);
    private static final byte[] CHANGE =
            Reconfiguration.of(Membership.of(1, 2, 3), new MembershipChange(Kind.DEMOTE, 2))
                    .encode();
    private static final byte[] PAYLOAD = {1, 2, 3};

    private static List<ZabMessage> oneOfEach() {
        long zxid = Zxid.of(Zxid.EPOCH_MAX, Zxid.COUNTER_MAX);
        Entry entry = new Entry(Zxid.of(2, 1), 65_535, Long.MIN_VALUE, PAYLOAD);
        Entry change = new Entry(zxid, 1, 5, CHANGE, Entry.Kind.MEMBERSHIP);
        Entry kept = new Entry(zxid, 3, 6, LinkMessage.Propose.KEPT);
        Steering steered = new Steering(false, 30, zxid, -5, 1L << 40);
        List<LinkMessage> bodies =
                List.of(
                        new LinkMessage.FollowerInfo(7, 6, true, false, zxid, 2),
                        new LinkMessage.NewEpoch(8, 255, -1, zxid, 2),
                        new LinkMessage.AckEpoch(
                                8, true, 7, 5, new long[] {6, zxid}, zxid, Zxid.of(1, 2), true),
                        new LinkMessage.Sync(
                                8, LinkMessage.SyncMode.SNAP, zxid, SNAPSHOT, new byte[0]),
                        new LinkMessage.SnapshotRequest(SNAPSHOT, 1L << 39),
                        new LinkMessage.SnapshotChunk(SNAPSHOT, 5, PAYLOAD),
                        new LinkMessage.SnapshotDone(SNAPSHOT),
                        new LinkMessage.Propose(8, zxid, Steering.NONE, List.of(entry, entry)),
                        new LinkMessage.Propose(8, zxid, steered, List.of(entry)),
                        new LinkMessage.NewLeader(8, zxid),
                        new LinkMessage.AckNewLeader(8, zxid),
                        new LinkMessage.UpToDate(8, zxid, steered),
                        new LinkMessage.Ack(8, zxid, true, 0),
                        new LinkMessage.Ack(8, zxid, false, -77),
                        new LinkMessage.Commit(8, zxid, Steering.NONE),
                        new LinkMessage.Commit(8, zxid, steered),
                        new LinkMessage.Forward(List.of(new Request(-1, PAYLOAD))),
                        new LinkMessage.Ping(8, 1L << 50, zxid, Steering.NONE),
                        new LinkMessage.Pong(8, 0),
                        new LinkMessage.ReadIndex(-5),
                        new LinkMessage.ReadIndexReply(-5, zxid),
                        new LinkMessage.Propose(8, zxid, steered, List.of(entry, change)),
                        new LinkMessage.Propose(8, zxid, steered, List.of(kept, entry)),
                        new LinkMessage.Sync(8, LinkMessage.SyncMode.SNAP, zxid, SNAPSHOT, PAYLOAD),
                        new LinkMessage.Reconfigure(-6, new MembershipChange(Kind.DEMOTE, 65_535)),
                        new LinkMessage.ReconfigureRefused(-6, Refusal.CHANGE_PENDING),
                        new LinkMessage.SnapshotPoint(8, zxid),
                        new LinkMessage.KeepSnapshot(SNAPSHOT),
                        new LinkMessage.RequestsRefused(-7));
        List<ZabMessage> messages = new ArrayList<>();
        messages.add(
                new Vote(Role.LOOKING, true, true, false, 4, 3, zxid, 2, zxid, Vote.HEARD_ALL));
        messages.add(new ZabMessage.Settled(zxid, true));
        messages.add(new EndSession(-9));
        messages.add(new ZabMessage.PeerAck(8, -1, zxid));
        for (LinkMessage body : bodies) messages.add(new Frame(-1L, 300, body));
        return messages;
    }

    private static byte[] encode(ZabMessage message) {
        return encode(message, ZabCodec.VERSION_2);
    }

    private static byte[] encode(ZabMessage message, int version) {
        WireWriter out = new WireWriter(16);
        ZabCodec.INSTANCE.encode(message, version, out);
        return out.toByteArray();
    }

    private static ZabMessage decode(byte[] bytes) {
        return ZabCodec.INSTANCE.decode(new WireReader(bytes));
    }

    @Test
    void everyKindOfMessageIsCovered() {
        long links =
                oneOfEach().stream()
                        .filter(Frame.class::isInstance)
                        .map(m -> ((Frame) m).body().getClass())
                        .distinct()
                        .count();
        assertEquals(LinkMessage.class.getPermittedSubclasses().length, links);
        long kinds = oneOfEach().stream().map(Object::getClass).distinct().count();
        assertEquals(ZabMessage.class.getPermittedSubclasses().length, kinds);
    }

    @Test
    void whatIsEncodedIsDecodedUnchanged() {
        for (ZabMessage message : oneOfEach()) {
            byte[] bytes = encode(message);
            assertArrayEquals(bytes, encode(decode(bytes)), message::toString);
            assertTrue(
                    message.wireBytes() >= bytes.length - 16,
                    () -> message + ": " + message.wireBytes() + " stated, " + bytes.length);
        }
    }

    @Test
    void theFirstVersionIsWrittenAndRead() {
        List<String> unsayable = new ArrayList<>();
        for (ZabMessage message : oneOfEach()) {
            if (!ZabCodec.INSTANCE.canEncode(message, 1)) {
                unsayable.add(
                        message instanceof Frame f
                                ? f.body().getClass().getSimpleName()
                                : message.getClass().getSimpleName());
                continue;
            }
            byte[] bytes = encode(message, 1);
            assertEquals(1, bytes[0]);
            assertArrayEquals(bytes, encode(decode(bytes), 1), message::toString);
        }
        assertEquals(
                List.of(
                        "Settled",
                        "Propose",
                        "Propose",
                        "Sync",
                        "Reconfigure",
                        "ReconfigureRefused",
                        "SnapshotPoint",
                        "KeepSnapshot",
                        "RequestsRefused"),
                unsayable);
        Frame info = new Frame(1, 1, new LinkMessage.FollowerInfo(7, 6, true, false, 9, 2));
        assertEquals(
                new Frame(1, 1, new LinkMessage.FollowerInfo(7, 7, true, false, 0, 1)),
                decode(encode(info, 1)));
    }

    @Test
    void aTruncatedOrLongerFrameIsMalformed() {
        for (ZabMessage message : oneOfEach()) {
            byte[] bytes = encode(message);
            for (int length = 0; length < bytes.length; length++) {
                byte[] shorter = Arrays.copyOf(bytes, length);
                assertThrows(
                        MalformedFrameException.class, () -> decode(shorter), message::toString);
            }
            byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
            assertThrows(MalformedFrameException.class, () -> decode(longer), message::toString);
        }
    }

    @Test
    void damagedFramesDecodeOrAreMalformedButNothingElse() {
        SplittableRandom random = new SplittableRandom(20181);
        List<ZabMessage> messages = oneOfEach();
        int malformed = 0;
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = encode(messages.get(i % messages.size()));
            for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                decode(bytes);
            } catch (MalformedFrameException e) {
                malformed++;
            }
        }
        assertTrue(malformed > 10_000, "only " + malformed + " were noticed");
    }

    @Test
    void aHugeCountAllocatesNothing() {
        WireWriter out = new WireWriter(64);
        out.u8(1).u8(10).i64(1).varint(1).varint(1).i64(0).varint(Integer.MAX_VALUE);
        assertThrows(MalformedFrameException.class, () -> decode(out.toByteArray()));
    }

    @Test
    void framesOfVersion1AreWrittenAndReadAsTheReleaseBeforeDid() throws IOException {
        List<String> golden = golden();
        List<ZabMessage> said =
                oneOfEach().stream().filter(m -> ZabCodec.INSTANCE.canEncode(m, 1)).toList();
        assertEquals(golden.size(), said.size());
        for (int i = 0; i < golden.size(); i++) {
            ZabMessage message = said.get(i);
            byte[] fixed = HexFormat.of().parseHex(golden.get(i).replaceAll(".* ", ""));
            assertArrayEquals(fixed, encode(message, 1), message::toString);
            assertArrayEquals(fixed, encode(decode(fixed), 1), message::toString);
        }
    }

    @Test
    void aFrameOfALaterVersionIsMalformedHere() {
        for (ZabMessage message : oneOfEach()) {
            byte[] bytes = encode(message);
            assertEquals(ZabCodec.INSTANCE.versionMax(), bytes[0]);
            bytes[0]++;
            assertThrows(MalformedFrameException.class, () -> decode(bytes));
            bytes[0] = 0;
            assertThrows(MalformedFrameException.class, () -> decode(bytes));
        }
    }

    private static List<String> golden() throws IOException {
        try (InputStream in = ZabCodecTest.class.getResourceAsStream("version-1-frames.hex")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }
}
