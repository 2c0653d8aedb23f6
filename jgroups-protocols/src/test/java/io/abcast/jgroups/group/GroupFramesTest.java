package io.abcast.jgroups.group;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.driver.Hello;
import io.abcast.jgroups.Family;
import io.abcast.jgroups.ZAB;
import io.abcast.jgroups.ZabProtocol;
import io.abcast.kernel.Entry;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WirePieces;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage;
import io.abcast.zab.Role;
import io.abcast.zab.Steering;
import io.abcast.zab.ZabCodec;
import io.abcast.zab.ZabMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Test;

/**
 * Tests the type and the flags of abcast's messages, because type and flags determine how JGroups handles a message.
 */
final class GroupFramesTest {
    private static final UUID PEER = UUID.randomUUID();
    private static final ZabMessage VOTE =
            new ZabMessage.Vote(Role.LOOKING, true, true, false, 1, 1, 7, 2, 0, 3);

    private static final ZabMessage PROPOSAL = proposal(3_000_000);

    private final GroupFrames frames;

    private static ZabMessage proposal(int largest) {
        return new ZabMessage.Frame(
                7,
                8,
                new LinkMessage.Propose(
                        1,
                        Zxid.of(1, 1),
                        Steering.NONE,
                        List.of(entry(1, 100), entry(2, largest), entry(3, 0), entry(4, 256))));
    }

    private static Entry entry(int counter, int payloadBytes) {
        byte[] payload = new byte[payloadBytes];
        new Random(counter).nextBytes(payload);
        return new Entry(Zxid.of(1, counter), 2, counter, payload);
    }

    GroupFramesTest() {
        new ZAB(); // The constructor of ZAB registers abcast's classes in JGroups.
        frames = new GroupFrames(ProtocolIds.ZAB, ZabCodec.INSTANCE, 2);
    }

    private Message[] sent() {
        Hello hello = new Hello(1, 2, true, false, 3, 4, true, 2, "ZAB 1,2,3");
        return new Message[] {
            frames.encode(PEER, VOTE, 2),
            frames.encode(PEER, PROPOSAL, 2),
            frames.encode(PEER, PROPOSAL, 1),
            frames.encode(PEER, hello)
        };
    }

    @Test
    void messagesAreUnicastsInOrderOutsideFlowControlAndBundled() {
        for (Message message : sent()) {
            assertEquals(PEER, message.dest(), "a multicast is not ordered with a unicast");
            assertFalse(message.isFlagSet(Message.Flag.OOB), "OOB is never ordered");
            assertFalse(message.isFlagSet(Message.Flag.NO_RELIABILITY), "must be resent");
            assertTrue(message.isFlagSet(Message.Flag.NO_FC), "credits of two busy nodes starve");
            assertFalse(message.isFlagSet(Message.Flag.DONT_BUNDLE), "the event loop would send");
        }
    }

    @Test
    void messagesSurviveTheWire() throws Exception {
        for (Message message : sent()) {
            byte[] bytes = Util.messageToBuffer(message).bytes();
            Message copy = Util.messageFromBuffer(bytes, 0, bytes.length);
            AbcastHeader header = copy.getHeader(ProtocolIds.ZAB);
            AbcastHeader before = message.getHeader(ProtocolIds.ZAB);
            assertEquals(before.kind(), header.kind());
            assertEquals(
                    frames.decode(before, message).toString(),
                    frames.decode(header, copy).toString());
            assertEquals(message.getClass(), copy.getClass());
            assertEquals(message.getLength(), copy.getLength());
            assertEquals(
                    bytes.length - Short.BYTES, message.size(), "the size that the bundler uses");
            assertArrayEquals(Util.messageToBuffer(copy).bytes(), bytes, "the same bytes again");
        }
    }

    @Test
    void payloadsAreCopiedNeitherIntoAFrameNorOutOfIt() throws Exception {
        Message sent = frames.encode(PEER, PROPOSAL, 2);
        List<Entry> entries = entries(PROPOSAL);
        Object same = frames.decode(sent.getHeader(ProtocolIds.ZAB), sent);
        assertSame(entries.get(1).payload(), entries(same).get(1).payload());
        byte[] bytes = Util.messageToBuffer(sent).bytes();
        Message received = Util.messageFromBuffer(bytes, 0, bytes.length);
        WirePieces frame = ((FrameMessage) received).frame();
        Object decoded = frames.decode(received.getHeader(ProtocolIds.ZAB), received);
        assertEquals(2, frame.count());
        assertSame(frame.piece(0), entries(decoded).get(1).payload());
        assertSame(frame.piece(1), entries(decoded).get(3).payload());
        for (int i = 0; i < entries.size(); i++)
            assertArrayEquals(entries.get(i).payload(), entries(decoded).get(i).payload());
    }

    private static List<Entry> entries(Object frame) {
        return ((LinkMessage.Propose) ((ZabMessage.Frame) frame).body()).entries();
    }

    @Test
    void aDamagedMessageIsReadOrRefused() throws Exception {
        // Larger than the array that a receiver allocates before the payload's bytes have arrived.
        FrameMessage sent = (FrameMessage) frames.encode(PEER, proposal(200_000), 2);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        sent.writePayload(new DataOutputStream(out));
        byte[] bytes = out.toByteArray();
        int head = 2 * Integer.BYTES + sent.frame().headBytes();
        SplittableRandom random = new SplittableRandom(7);
        int refused = 0;
        for (int i = 0; i < 2_000; i++) {
            byte[] damaged = bytes.clone();
            damaged[random.nextInt(i % 2 == 0 ? 12 : head + 8)] = (byte) random.nextInt();
            FrameMessage read = new FrameMessage();
            read.putHeader(ProtocolIds.ZAB, sent.getHeader(ProtocolIds.ZAB));
            try {
                read.readPayload(new DataInputStream(new ByteArrayInputStream(damaged)));
                frames.decode(read.getHeader(ProtocolIds.ZAB), read);
            } catch (IOException | MalformedFrameException | LaterVersionException e) {
                refused++;
            }
        }
        assertTrue(refused > 500, "only " + refused + " were noticed");
    }

    @Test
    void idsAreKnownToJGroupsAndNotUsedByOtherClasses() {
        Set<Short> ids = new TreeSet<>();
        for (ZabProtocol protocol : Family.all()) {
            short id = protocol.getId();
            assertEquals(id, ClassConfigurator.getProtocolId(protocol.getClass()));
            assertEquals(protocol.getClass(), ClassConfigurator.getProtocol(id));
            assertTrue(id >= 1024 && ids.add(id), protocol.getName());
        }
        assertEquals(ProtocolIds.ZAB, new ZAB().getId());
        assertEquals(ProtocolIds.HEADER, ClassConfigurator.getMagicNumber(AbcastHeader.class));
        assertTrue(ProtocolIds.HEADER >= 1024);
    }
}
