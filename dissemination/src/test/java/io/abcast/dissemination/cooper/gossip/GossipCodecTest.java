package io.abcast.dissemination.cooper.gossip;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.dissemination.cooper.code.BlockDigest;
import io.abcast.dissemination.cooper.code.Manifest;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Answer;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Description;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Ended;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Free;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Offer;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Opened;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Status;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Summary;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Verdict;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class GossipCodecTest {
    private final GossipCodec codec = new GossipCodec();
    private final SplittableRandom random = new SplittableRandom(9);

    private List<GossipMessage> samples() {
        byte[][] blocks = new byte[5][40];
        for (byte[] block : blocks) random.nextBytes(block);
        byte[] row = new byte[45];
        random.nextBytes(row);
        List<GossipMessage> samples = new ArrayList<>();
        samples.add(new Offer(Long.MAX_VALUE, 65_535, 1L << 40, Arrays.copyOf(row, 5)));
        for (Verdict verdict : Verdict.values()) samples.add(new Answer(7, 0, verdict, true));
        samples.add(new Answer(7, 3, Verdict.BUSY, false));
        samples.add(new Description(Manifest.of(2, 99, 190, blocks)));
        for (BlockDigest digest : BlockDigest.values())
            samples.add(new Description(Manifest.ofRows(2, 99, 150, digest, blocks)));
        samples.add(new Block(3, 2, 1, row));
        samples.add(new Status(1, 0, true));
        samples.add(new Status(1, 300, false));
        samples.add(new Ended(12));
        samples.add(new Free());
        samples.add(new Summary(5, new byte[] {1, 0, 9}));
        samples.add(new Opened(new byte[] {0, 3}));
        return samples;
    }

    private byte[] frame(GossipMessage message) {
        WireWriter out = new WireWriter(16);
        codec.encode(message, out);
        assertTrue(out.size() <= message.wireBytes(), () -> message + ": " + out.size());
        return out.toByteArray();
    }

    @Test
    void everyMessageIsDecodedAsEncoded() {
        for (GossipMessage message : samples()) {
            byte[] frame = frame(message);
            GossipMessage read = codec.decode(new WireReader(frame));
            assertEquals(message.getClass(), read.getClass());
            assertArrayEquals(frame, frame(read), message::toString);
        }
    }

    @Test
    void everyCutFrameIsMalformed() {
        for (GossipMessage message : samples()) {
            byte[] frame = frame(message);
            int least = message instanceof Block ? 5 : frame.length;
            for (int length = 0; length < least; length++) {
                WireReader cut = new WireReader(frame, 0, length);
                assertThrows(MalformedFrameException.class, () -> codec.decode(cut));
            }
        }
    }

    @Test
    void randomBytesAreDecodedOrMalformed() {
        for (GossipMessage message : samples()) {
            byte[] frame = frame(message);
            for (int i = 0; i < 500; i++) {
                byte[] changed = frame.clone();
                for (int hits = 1 + random.nextInt(3); hits > 0; hits--)
                    changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
                try {
                    codec.decode(new WireReader(changed));
                } catch (MalformedFrameException expected) {
                    assertTrue(expected.getMessage().length() > 0);
                }
            }
        }
    }
}
