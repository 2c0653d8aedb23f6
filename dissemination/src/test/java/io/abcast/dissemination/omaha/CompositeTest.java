package io.abcast.dissemination.omaha;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.MalformedFrameException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class CompositeTest {
    private static List<byte[]> messages(SplittableRandom random) {
        List<byte[]> messages = new ArrayList<>();
        for (int i = random.nextInt(5); i >= 0; i--) {
            byte[] message = new byte[random.nextInt(300)];
            random.nextBytes(message);
            messages.add(message);
        }
        return messages;
    }

    @Test
    void decodesTheMessagesThatWereEncoded() {
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 200; round++) {
            List<byte[]> messages = messages(random);
            byte[] frame = Composite.encode(messages);
            List<byte[]> back = Composite.decode(frame, 0, frame.length);
            assertEquals(messages.size(), back.size());
            for (int i = 0; i < back.size(); i++) assertArrayEquals(messages.get(i), back.get(i));
            int[] sizes = messages.stream().mapToInt(message -> message.length).toArray();
            int bytes = Arrays.stream(sizes).sum();
            assertEquals(frame.length - bytes, Composite.overhead(sizes));
        }
    }

    @Test
    void aCutOrLengthenedFrameIsRefused() {
        byte[] frame = Composite.encode(List.of(new byte[3], new byte[200]));
        for (int length = 0; length < frame.length; length++) {
            int cut = length;
            assertThrows(MalformedFrameException.class, () -> Composite.decode(frame, 0, cut));
        }
        byte[] longer = Arrays.copyOf(frame, frame.length + 1);
        assertThrows(
                MalformedFrameException.class, () -> Composite.decode(longer, 0, longer.length));
    }

    @Test
    void randomBytesAreDecodedOrRefused() {
        SplittableRandom random = new SplittableRandom(11);
        int refused = 0;
        for (int round = 0; round < 5_000; round++) {
            byte[] frame = Composite.encode(messages(random));
            frame[random.nextInt(frame.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                Composite.decode(frame, 0, frame.length);
            } catch (MalformedFrameException e) {
                refused++;
            }
        }
        assertTrue(refused > 0, "no frame was refused");
    }

    @Test
    void allocatesNoMoreThanTheFrameHolds() {
        byte[] frame = {1, (byte) 0xFF, (byte) 0xFF, 3};
        assertThrows(MalformedFrameException.class, () -> Composite.decode(frame, 0, 4));
        assertThrows(
                MalformedFrameException.class, () -> Composite.decode(new byte[] {2, 0}, 0, 2));
    }
}
