package io.abcast.dissemination.forest.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.dissemination.forest.node.ForestMessage.Echo;
import io.abcast.dissemination.forest.node.ForestMessage.Fetch;
import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.dissemination.forest.node.ForestMessage.Held;
import io.abcast.dissemination.forest.node.ForestMessage.Missing;
import io.abcast.dissemination.forest.node.ForestMessage.PlanMessage;
import io.abcast.dissemination.forest.node.ForestMessage.RelayFull;
import io.abcast.dissemination.forest.node.ForestMessage.RelayRoom;
import io.abcast.dissemination.forest.node.ForestMessage.Report;
import io.abcast.kernel.Digest;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class ForestCodecTest {
    private static final Digest DIGEST = new Digest(1, -2, 3, -4);
    private static final Digest PIECE = new Digest(5, 6, 7, 8);
    private static final long BIG = Long.MAX_VALUE;

    private static final List<ForestMessage> MESSAGES =
            List.of(
                    new Frame(62, BIG, BIG, BIG, true, DIGEST, 3, 0, DIGEST, new byte[3]),
                    new Frame(0, 1, 2, 1, false, DIGEST, 1000, 999, PIECE, new byte[] {1, 2}),
                    new Held(BIG, BIG - 9, new long[] {BIG - 7, BIG - 5, BIG, BIG}),
                    new RelayFull(BIG, BIG, -1),
                    new RelayRoom(),
                    new Report(1, true, 2.5, true, 3, -1, 0b111, 4, 5, 0b1010, new long[] {BIG, 0}),
                    new Echo(Long.MIN_VALUE, false),
                    new Fetch(DIGEST),
                    new Missing(DIGEST),
                    new PlanMessage(
                            BIG,
                            BIG,
                            new int[] {3, 62},
                            new double[] {1, 2},
                            new double[][] {{1, 0}, {0.5, 1.5}}));

    private final ForestCodec codec = new ForestCodec();

    private byte[] encoded(ForestMessage message) {
        WireWriter out = new WireWriter(16);
        codec.encode(message, out);
        return out.toByteArray();
    }

    @Test
    void readsWhatItWrites() {
        for (ForestMessage message : MESSAGES) {
            byte[] bytes = encoded(message);
            assertTrue(bytes.length <= message.wireBytes(), message.toString());
            ForestMessage read = codec.decode(new WireReader(bytes));
            assertEquals(message.getClass(), read.getClass());
            assertArrayEquals(bytes, encoded(read));
        }
        Frame frame = (Frame) codec.decode(new WireReader(encoded(MESSAGES.get(1))));
        assertEquals(999, frame.index());
        assertEquals(PIECE, frame.piece());
        assertEquals(1000, frame.length());
    }

    @Test
    void refusesLengthsOutOfBounds() {
        Frame tooLong =
                new Frame(
                        0,
                        1,
                        1,
                        1,
                        false,
                        DIGEST,
                        ForestSettings.FRAME_BYTES_LIMIT + 1,
                        0,
                        DIGEST,
                        new byte[ForestSettings.FRAME_BYTES_LIMIT + 1]);
        refused("at most 1048576 bytes", tooLong);
        refused("piece: expected", new Frame(0, 1, 1, 1, false, DIGEST, 9, 0, PIECE, new byte[0]));
        refused("count", new Frame(63, 1, 1, 1, false, DIGEST, 0, 0, DIGEST, new byte[0]));
        refused("count", new Held(1, 1, new long[2 * ForestSettings.RANGES_SENT_MAX + 2]));
        refused("ranges", new Held(1, 1, new long[] {5, 4}));
        refused("ranges", new Held(1, 1, new long[] {4, 5, 5, 6}));
        refused("count", new PlanMessage(1, 1, new int[32], new double[32], new double[32][32]));
    }

    private void refused(String part, ForestMessage message) {
        byte[] bytes = encoded(message);
        String text =
                assertThrows(
                                MalformedFrameException.class,
                                () -> codec.decode(new WireReader(bytes)))
                        .getMessage();
        assertTrue(text.contains(part), text);
    }

    @Test
    void anyBytesAreReadOrRefused() {
        SplittableRandom random = new SplittableRandom(3);
        for (int k = 0; k < 20_000; k++) {
            byte[] bytes = encoded(MESSAGES.get(random.nextInt(MESSAGES.size())));
            int changes = random.nextInt(1, 4);
            for (int i = 0; i < changes; i++)
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            int length = random.nextInt(bytes.length + 1);
            try {
                codec.decode(new WireReader(bytes, 0, length));
            } catch (MalformedFrameException e) {
                assertTrue(e.getMessage().contains("expected") || e.getMessage().contains("left"));
            }
        }
    }
}
