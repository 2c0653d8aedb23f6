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
 * The two keys for MACs (message authentication codes) that two processes have agreed on, one for each direction. The
 * secret that two processes share comes from an X25519 agreement. Each process made its X25519 key at its start and
 * signed it in an {@link Introduction}. Each MAC key is derived by HKDF-SHA256 (RFC 5869). The inputs of a MAC key's
 * derivation are the shared secret, both server ids in the order of the direction, both public keys and both ensemble
 * names. A MAC therefore proves that the sender runs now and knows the receiver's present incarnation. A frame fails
 * the check of its MAC if the frame comes from an earlier incarnation, was made for the other direction, or was made
 * for another member.
 *
 * <p>Frames with MACs have no sequence numbers: the ordering protocol tolerates repeated, delayed and lost frames.
 *
 * <p><b>Thread rule:</b> the event loop calls {@code mac} for the frames that it sends; any thread may call {@code
 * isFrom}.
 */
public final class PairKeys {
    /**
     * Length of a MAC in bytes. A MAC is the start of an HMAC-SHA256; an attacker forges it with probability 2^-128.
     */
    public static final int MAC_BYTES = 16;

    /**
     * The first bytes under the MACs of hellos, frames and frames in pieces differ, so that no MAC is valid for another
     * kind.
     */
    static final byte FRAME = 1;

    static final byte HELLO = 2;
    private static final byte PIECES = 3;

    private static final String HMAC = "HmacSHA256";
    private static final String AGREEMENT = "X25519";
    private static final byte[] SALT = "abcast frames 1".getBytes(StandardCharsets.US_ASCII);

    private final Mac out;
    private final Mac in;

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

    byte[] mac(byte kind, byte[] array, int offset, int length) {
        return mac(out, kind, array, offset, length);
    }

    byte[] mac(WirePieces frame) {
        return mac(out, frame, frame.headBytes());
    }

    boolean isFrom(byte kind, byte[] array, int offset, int length, byte[] mac, int macOffset) {
        byte[] expected;
        synchronized (in) {
            expected = mac(in, kind, array, offset, length);
        }
        return isEqual(expected, mac, macOffset);
    }

    /** The MAC is at the end of the frame's head, the part of the frame without pieces. */
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

    /**
     * Also covers the position and the length of each piece; otherwise an attacker could move bytes from one field to
     * another.
     */
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

    /** Compares in constant time. */
    private static boolean isEqual(byte[] expected, byte[] mac, int offset) {
        int difference = 0;
        for (int i = 0; i < MAC_BYTES; i++) difference |= expected[i] ^ mac[offset + i];
        return difference == 0;
    }

    static byte[] truncated(byte[] mac) {
        return Arrays.copyOf(mac, MAC_BYTES);
    }
}
