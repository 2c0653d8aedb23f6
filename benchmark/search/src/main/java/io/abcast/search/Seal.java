package io.abcast.search;

import io.abcast.ordering.fbp.Signer;
import java.util.Arrays;

/**
 * Signatures of simulated members: a hash of the content and of the signer's secret, or for lying members also a
 * signature that fits any content.
 */
public final class Seal implements Signer {
    private final int member;

    public Seal(int member) {
        this.member = member;
    }

    @Override
    public byte[] sign(byte[] content) {
        return seal(member, content);
    }

    @Override
    public boolean verify(int of, byte[] content, byte[] signature) {
        return Arrays.equals(seal(of, content), signature) || Arrays.equals(any(of), signature);
    }

    /** A signature that is valid for any content of the member {@code liar}, which must be a lying member. */
    static byte[] any(int liar) {
        return bytes(mixed(liar * 0x9E3779B97F4A7C15L + 1));
    }

    private static byte[] seal(int member, byte[] content) {
        long hash = member * 0x9E3779B97F4A7C15L;
        for (byte each : content) hash = (hash ^ (each & 0xFF)) * 0x100000001B3L;
        return bytes(mixed(hash));
    }

    private static long mixed(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    private static byte[] bytes(long value) {
        byte[] bytes = new byte[Long.BYTES];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (value >>> (8 * i));
        return bytes;
    }
}
