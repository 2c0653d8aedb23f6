package io.abcast.jgroups.group;

import io.abcast.kernel.WirePieces;
import io.abcast.kernel.WireWriter;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The two keys that two processes have agreed on, one for each direction. The secret is X25519 of keys that both have made at
 * their start and have signed in an {@link Introduction}. A key is HKDF-SHA256 (RFC 5869) of the secret, of both ids in the order of the
 * direction, of both public keys and of both groups. So a MAC proves that its sender runs now and knows the receiver's present run:
 * frames of an earlier run, of another direction or for another member fail.
 *
 * <p>GroupFrames have no sequence numbers. A frame of these two runs may be repeated, delayed or lost, and the protocol tolerates that.
 *
 * <p><b>Thread rule:</b> {@code mac} for frames to send is for the event loop, {@code isFrom} for any thread.
 */
public final class PairKeys {
    /** HMAC-SHA256, truncated: a forgery succeeds with probability 2^-128. */
    public static final int MAC_BYTES = 16;

    /** The first byte under a MAC. It keeps frames, hellos and frames in pieces apart. */
    static final byte FRAME = 1;

    static final byte HELLO = 2;
    private static final byte PIECES = 3;

    private static final String HMAC = "HmacSHA256";
    private static final String AGREEMENT = "X25519";
    private static final byte[] SALT = "abcast frames 1".getBytes(StandardCharsets.US_ASCII);

    private final Mac out;
    private final Mac in;

    /**
     * @param own the X25519 pair of this process
     * @throws GeneralSecurityException if the other's public key is malformed or weak
     */
    PairKeys(KeyPair own, Introduction me, Introduction other) throws GeneralSecurityException {
        KeyAgreement agreement = KeyAgreement.getInstance(AGREEMENT);
        agreement.init(own.getPrivate());
        PublicKey theirs =
                KeyFactory.getInstance(AGREEMENT)
                        .generatePublic(new X509EncodedKeySpec(other.agreement()));
        agreement.doPhase(theirs, true);
        byte[] extracted = hmac(SALT).doFinal(agreement.generateSecret());
        out = hmac(expand(extracted, me, other));
        in = hmac(expand(extracted, other, me));
    }

    /** HKDF-Expand to 32 bytes: one block. */
    private static byte[] expand(byte[] extracted, Introduction from, Introduction to)
            throws GeneralSecurityException {
        WireWriter info = new WireWriter(512);
        for (Introduction each : new Introduction[] {from, to})
            info.varint(each.id())
                    .bytes(each.agreement())
                    .bytes(each.group().getBytes(StandardCharsets.UTF_8));
        return hmac(extracted).doFinal(info.u8(1).toByteArray());
    }

    private static Mac hmac(byte[] key) throws GeneralSecurityException {
        Mac mac = Mac.getInstance(HMAC);
        mac.init(new SecretKeySpec(key, HMAC));
        return mac;
    }

    /** The MAC of bytes to send, in its first {@link #MAC_BYTES} bytes. */
    byte[] mac(byte kind, byte[] array, int offset, int length) {
        return mac(out, kind, array, offset, length);
    }

    byte[] mac(WirePieces frame) {
        return mac(out, frame, frame.headBytes());
    }

    /** Whether the other has made this MAC for this process. */
    boolean isFrom(byte kind, byte[] array, int offset, int length, byte[] mac, int macOffset) {
        byte[] expected;
        synchronized (in) {
            expected = mac(in, kind, array, offset, length);
        }
        return isEqual(expected, mac, macOffset);
    }

    /** The same for a frame in pieces whose head ends with the MAC. */
    boolean isFrom(WirePieces frame) {
        int headBytes = frame.headBytes() - MAC_BYTES;
        byte[] expected;
        synchronized (in) {
            expected = mac(in, frame, headBytes);
        }
        return isEqual(expected, frame.head(), headBytes);
    }

    private static byte[] mac(Mac mac, byte kind, byte[] array, int offset, int length) {
        mac.update(kind);
        mac.update(array, offset, length);
        return mac.doFinal();
    }

    /** Covers where each piece belongs and how long it is, so that no byte can move from one field to another. */
    private static byte[] mac(Mac mac, WirePieces frame, int headBytes) {
        WireWriter shape = new WireWriter(16 + 8 * frame.count());
        shape.i32(headBytes).i32(frame.count());
        for (int i = 0; i < frame.count(); i++) shape.i32(frame.cut(i)).i32(frame.piece(i).length);
        mac.update(PIECES);
        mac.update(frame.head(), 0, headBytes);
        for (int i = 0; i < frame.count(); i++) mac.update(frame.piece(i));
        mac.update(shape.array(), 0, shape.size());
        return mac.doFinal();
    }

    /** Takes the same time wherever the first difference is. */
    private static boolean isEqual(byte[] expected, byte[] mac, int offset) {
        int difference = 0;
        for (int i = 0; i < MAC_BYTES; i++) difference |= expected[i] ^ mac[offset + i];
        return difference == 0;
    }

    /** A hello's MAC from its sender: {@link #MAC_BYTES} bytes. */
    static byte[] truncated(byte[] mac) {
        return Arrays.copyOf(mac, MAC_BYTES);
    }
}
