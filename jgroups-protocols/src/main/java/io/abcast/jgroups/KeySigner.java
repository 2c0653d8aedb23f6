package io.abcast.jgroups;

import io.abcast.kernel.Membership;
import io.abcast.ordering.fbp.Signer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Signs and verifies with Ed25519 keys from PEM files that {@link FbpKeys} writes: {@code N.pub} of every member, and
 * this member's {@code N.key}.
 *
 * <p><b>Thread rule:</b> after the start of the event loop, only the event loop uses the signer.
 */
final class KeySigner implements Signer {
    private static final String ALGORITHM = "Ed25519";

    private final PrivateKey own;
    private final Map<Integer, PublicKey> keys = new TreeMap<>();

    /**
     * @throws IllegalArgumentException if a key is missing or malformed, two members share a key, or this member's keys
     *     form no pair; the message names the file
     */
    KeySigner(Path dir, int id, Membership members) {
        own =
                read(
                        dir.resolve(id + ".key"),
                        (f, der) -> f.generatePrivate(new PKCS8EncodedKeySpec(der)));
        for (int member : members.ids())
            keys.put(
                    member,
                    read(
                            dir.resolve(member + ".pub"),
                            (f, der) -> f.generatePublic(new X509EncodedKeySpec(der))));
        checkDistinct(dir);
        byte[] probe = {1};
        if (!verify(id, probe, sign(probe)))
            throw new IllegalArgumentException(
                    "expected %s and %s to belong together"
                            .formatted(dir.resolve(id + ".key"), dir.resolve(id + ".pub")));
    }

    /** Each of two members with one key could pose as the other member. */
    private void checkDistinct(Path dir) {
        List<Integer> ids = List.copyOf(keys.keySet());
        for (int i = 0; i < ids.size(); i++)
            for (int j = 0; j < i; j++)
                if (keys.get(ids.get(i)).equals(keys.get(ids.get(j))))
                    throw new IllegalArgumentException(
                            "expected different keys in %s and %s, got the same key"
                                    .formatted(
                                            dir.resolve(ids.get(j) + ".pub"),
                                            dir.resolve(ids.get(i) + ".pub")));
    }

    private interface Parser<K> {
        K parse(KeyFactory factory, byte[] der) throws GeneralSecurityException;
    }

    private static <K> K read(Path file, Parser<K> parser) {
        try {
            String pem = Files.readString(file, StandardCharsets.US_ASCII);
            String body = pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
            return parser.parse(
                    KeyFactory.getInstance(ALGORITHM), Base64.getDecoder().decode(body));
        } catch (NoSuchFileException e) {
            // The exception has no cause, because a server prints only the message of the innermost
            // cause.
            throw new IllegalArgumentException(
                    "expected an %s key as PEM in %s, found no such file; config/make-fbp-keys.sh makes keys"
                            .formatted(ALGORITHM, e.getFile()));
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "expected an %s key as PEM in %s, got %s".formatted(ALGORITHM, file, e));
        }
    }

    @Override
    public byte[] sign(byte[] content) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(own);
            signature.update(content);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("signing with " + ALGORITHM + " failed: " + e, e);
        }
    }

    @Override
    public boolean verify(int member, byte[] content, byte[] signature) {
        PublicKey key = keys.get(member);
        if (key == null) return false;
        try {
            Signature check = Signature.getInstance(ALGORITHM);
            check.initVerify(key);
            check.update(content);
            return check.verify(signature);
        } catch (GeneralSecurityException e) {
            // Bytes without the form of an Ed25519 signature are no valid signature.
            return false;
        }
    }
}
