package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.zab.Role;
import io.abcast.zab.ZabCodec;
import io.abcast.zab.ZabMessage;
import java.util.Set;
import java.util.TreeSet;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Test;

/** What JGroups must, and must not, do with our messages is said by their form. */
final class FramesTest {
    private static final UUID PEER = UUID.randomUUID();
    private static final ZabMessage VOTE =
            new ZabMessage.Vote(Role.LOOKING, true, true, false, 1, 1, 7, 2, 0);

    private final Frames frames;

    FramesTest() {
        ProtocolIds.register();
        frames = new Frames(ProtocolIds.ZAB, ZabCodec.INSTANCE, 2);
    }

    private Message[] sent() {
        Hello hello = new Hello(1, 2, true, false, 3, 4, true, 2, "ZAB 1,2,3");
        return new Message[] {frames.encode(PEER, VOTE, 2), frames.encode(PEER, hello)};
    }

    @Test
    void messagesAreUnicastsInOrderOutsideFlowControlAndBundled() {
        for (Message message : sent()) {
            assertEquals(PEER, message.dest(), "a multicast is not ordered with a unicast");
            assertFalse(message.isFlagSet(Message.Flag.OOB), "OOB is never ordered");
            assertFalse(message.isFlagSet(Message.Flag.NO_RELIABILITY), "must be resent");
            assertTrue(message.isFlagSet(Message.Flag.NO_FC), "credits of two busy nodes starve");
            assertFalse(message.isFlagSet(Message.Flag.DONT_BUNDLE), "would send on the loop");
        }
    }

    /** Through JGroups' own serialisation: header and payload come out as they went in. */
    @Test
    void messagesSurviveTheWire() throws Exception {
        for (Message message : sent()) {
            byte[] bytes = Util.messageToBuffer(message).bytes();
            Message copy = Util.messageFromBuffer(bytes, 0, bytes.length);
            AbcastHeader header = copy.getHeader(ProtocolIds.ZAB);
            AbcastHeader before = message.getHeader(ProtocolIds.ZAB);
            assertEquals(before.kind(), header.kind());
            assertEquals(frames.decode(before, message), frames.decode(header, copy));
            assertArrayEquals(Util.messageToBuffer(copy).bytes(), bytes, "the same bytes again");
        }
    }

    /** Ids are looked up by exact class; those below 1024 and some others are taken. */
    @Test
    void idsAreKnownToJGroupsAndTakenByNobodyElse() {
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
