package io.abcast.ordering.fbp;

import java.util.Arrays;

/**
 * Signer for tests: a signature is a hash of the content and the signer's secret. By convention, no test forges the
 * signature of an honest member.
 */
public final class Seal implements Signer {
    private final int member;

    public Seal(int member) {
        this.member = member;
    }

    public static EraSigner inEra(int member, long era) {
        return new EraSigner(new Seal(member), () -> era);
    }

    static EraSigner onStage(int member) {
        return inEra(member, Stage.ERA);
    }

    private static byte[] seal(int member, byte[] content) {
        long secret = member * 0x9E3779B97F4A7C15L;
        long hash = secret ^ Arrays.hashCode(content) * 0xBF58476D1CE4E5B9L;
        byte[] bytes = new byte[Long.BYTES];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (hash >>> (8 * i));
        return bytes;
    }

    @Override
    public byte[] sign(byte[] content) {
        return seal(member, content);
    }

    @Override
    public boolean verify(int of, byte[] content, byte[] signature) {
        return Arrays.equals(seal(of, content), signature);
    }
}
