package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class HelloTest {
    @Test
    void whatIsSaidIsHeard() {
        for (int flags = 0; flags < 8; flags++) {
            Hello hello =
                    new Hello(
                            65_535,
                            1L << 60,
                            (flags & 1) != 0,
                            (flags & 2) != 0,
                            flags,
                            1L << 61,
                            (flags & 4) != 0,
                            "ZAB 1,2,3");
            assertEquals(hello, Hello.decode(new WireReader(hello.encode())));
        }
    }

    @Test
    void anythingElseIsMalformed() {
        byte[] good = new Hello(1, 2, true, false, 3, 4, true, "ZAB 1,2,3").encode();
        for (int length = 0; length < good.length; length++) {
            byte[] cut = Arrays.copyOf(good, length);
            assertThrows(MalformedFrameException.class, () -> Hello.decode(new WireReader(cut)));
        }
        byte[] longer = Arrays.copyOf(good, good.length + 1);
        assertThrows(MalformedFrameException.class, () -> Hello.decode(new WireReader(longer)));
        for (long wrong : new long[] {-1, Long.MIN_VALUE, 1L << 62, Long.MAX_VALUE}) {
            byte[] mine = new Hello(1, wrong, true, false, 3, 4, true, "").encode();
            assertThrows(MalformedFrameException.class, () -> Hello.decode(new WireReader(mine)));
            byte[] yours = new Hello(1, 2, true, false, 3, wrong, true, "").encode();
            assertThrows(MalformedFrameException.class, () -> Hello.decode(new WireReader(yours)));
        }
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            byte[] noise = new byte[random.nextInt(40)];
            random.nextBytes(noise);
            try {
                Hello.decode(new WireReader(noise));
            } catch (MalformedFrameException expected) {
                // Nothing else may be thrown.
            }
        }
    }
}
