package io.abcast.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class HelloTest {
    @Test
    void anEncodedHelloIsDecodedUnchanged() {
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
                            1 + flags * 2,
                            "ZAB 1,2,3");
            assertEquals(hello, Hello.decode(new WireReader(hello.encode())));
        }
    }

    @Test
    void allOtherBytesAreMalformed() {
        byte[] good = new Hello(1, 2, true, false, 3, 4, true, 2, "ZAB 1,2,3").encode();
        for (int length = 0; length < good.length; length++) {
            byte[] cut = Arrays.copyOf(good, length);
            assertThrows(MalformedFrameException.class, () -> Hello.decode(new WireReader(cut)));
        }
        byte[] longer = Arrays.copyOf(good, good.length + 1);
        assertThrows(MalformedFrameException.class, () -> Hello.decode(new WireReader(longer)));
        for (long wrong : new long[] {-1, Long.MIN_VALUE, 1L << 62, Long.MAX_VALUE}) {
            byte[] mine = new Hello(1, wrong, true, false, 3, 4, true, 1, "").encode();
            assertThrows(MalformedFrameException.class, () -> Hello.decode(new WireReader(mine)));
            byte[] yours = new Hello(1, 2, true, false, 3, wrong, true, 1, "").encode();
            assertThrows(MalformedFrameException.class, () -> Hello.decode(new WireReader(yours)));
        }
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            byte[] noise = new byte[random.nextInt(40)];
            random.nextBytes(noise);
            try {
                Hello.decode(new WireReader(noise));
            } catch (MalformedFrameException expected) {
                // Random bytes may cause a MalformedFrameException, but no other exception.
            }
        }
    }

    /** The format of the last release whose frames had no versions. */
    @Test
    void hellosOfThePreviousReleaseAreReadAndWrittenUnchanged() throws IOException {
        List<Hello> said =
                List.of(
                        new Hello(1, 0, false, false, 0, 0, true, 1, "ZAB 1,2,3"),
                        new Hello(2, 7, true, true, 65_535, (1L << 62) - 1, false, 1, "ZAB 1,2,3"),
                        new Hello(65_535, 1, true, false, 1, 3, true, 1, "ZAB 7"));
        List<String> golden = golden();
        assertEquals(said.size(), golden.size());
        for (int i = 0; i < said.size(); i++) {
            byte[] bytes = HexFormat.of().parseHex(golden.get(i));
            assertEquals(said.get(i), Hello.decode(new WireReader(bytes)));
            assertArrayEquals(bytes, said.get(i).encode());
        }
    }

    /** The previous release ignores all flags of a hello except the lowest three. */
    @Test
    void aHelloOfThisReleaseDiffersOnlyInUnusedBitsOfTheFlags() throws IOException {
        byte[] golden = HexFormat.of().parseHex(golden().get(2));
        for (int version = 1; version <= Hello.WIRE_VERSION_MAX; version++) {
            byte[] bytes = new Hello(65_535, 1, true, false, 1, 3, true, version, "ZAB 7").encode();
            assertEquals(golden[1], bytes[1] & 0b111, "version " + version);
            bytes[1] = golden[1];
            assertArrayEquals(golden, bytes);
        }
    }

    @Test
    void aLongerHelloOfALaterReleaseIsDecodedIfItsFlagSaysSo() {
        Hello hello = new Hello(1, 2, true, false, 3, 4, true, 5, "ZAB 1,2,3");
        byte[] longer = Arrays.copyOf(hello.encode(), hello.encode().length + 7);
        assertThrows(MalformedFrameException.class, () -> Hello.decode(new WireReader(longer)));
        longer[1] |= (byte) 128;
        assertEquals(hello, Hello.decode(new WireReader(longer)));
    }

    private static List<String> golden() throws IOException {
        try (InputStream in = HelloTest.class.getResourceAsStream("version-1-hellos.hex")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }
}
