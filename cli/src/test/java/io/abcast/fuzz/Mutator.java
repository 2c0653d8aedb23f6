package io.abcast.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Damages fuzz inputs by random draws from one seed. */
final class Mutator {
    private static final long[] BORDERS = {
        0,
        1,
        -1,
        127,
        128,
        255,
        256,
        1024,
        65_535,
        1 << 20,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        0x7FFF_FFFFL << 32,
        64 << 20
    };
    private static final int CHANGES_MAX = 4;

    private final SplittableRandom random;

    Mutator(long seed) {
        random = new SplittableRandom(seed);
    }

    byte[] mutate(List<byte[]> seeds) {
        byte[] bytes = seeds.get(random.nextInt(seeds.size())).clone();
        for (int changes = random.nextInt(1, CHANGES_MAX + 1); changes > 0; changes--)
            bytes = change(bytes, seeds.get(random.nextInt(seeds.size())));
        return bytes;
    }

    private byte[] change(byte[] bytes, byte[] other) {
        if (bytes.length == 0) return other.clone();
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(8)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[at] = (byte) random.nextInt();
            case 2 -> number(bytes, at, random.nextBoolean() ? 4 : 8);
            case 3 -> varint(bytes, at);
            case 4 -> {
                return Arrays.copyOf(bytes, at);
            }
            case 5 -> {
                return splice(bytes, at, new byte[random.nextInt(1, 9)], 0);
            }
            case 6 -> {
                return splice(bytes, at, other, random.nextInt(other.length + 1));
            }
            default -> {
                int to = Math.min(bytes.length, at + random.nextInt(1, 33));
                return splice(bytes, to, Arrays.copyOfRange(bytes, at, to), 0);
            }
        }
        return bytes;
    }

    private void number(byte[] bytes, int at, int width) {
        long border = BORDERS[random.nextInt(BORDERS.length)] + random.nextInt(-1, 2);
        for (int i = 0; i < width && at + i < bytes.length; i++)
            bytes[at + i] = (byte) (border >>> (8 * (width - 1 - i)));
    }

    private void varint(byte[] bytes, int at) {
        long rest = BORDERS[random.nextInt(BORDERS.length)];
        for (int i = at; i < bytes.length; i++, rest >>>= 7) {
            bytes[i] = (byte) ((rest & 0x7F) | (rest >>> 7 != 0 ? 0x80 : 0));
            if (rest >>> 7 == 0) return;
        }
    }

    private static byte[] splice(byte[] bytes, int at, byte[] piece, int from) {
        byte[] longer = Arrays.copyOf(bytes, bytes.length + piece.length - from);
        System.arraycopy(piece, from, longer, at, piece.length - from);
        System.arraycopy(bytes, at, longer, at + piece.length - from, bytes.length - at);
        return longer;
    }
}
