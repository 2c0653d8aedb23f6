package io.abcast.jgroups.group;

import io.abcast.driver.Hello;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jgroups.Address;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.Util;

/**
 * The statement in which a process names its server and its X25519 key, signed with the key of the server.
 * Introductions are immutable.
 *
 * @param id server id of the process
 * @param incarnation incarnation (run number) of the process; see {@link Hello}.
 * @param group name of the ensemble; see {@link Hello}
 * @param address address of the process, as serialised by JGroups
 * @param agreement the X25519 public key that the process made at its start, encoded as X.509
 * @param signature Ed25519 signature over all other fields of the introduction
 */
public record Introduction(
        int id,
        long incarnation,
        String group,
        byte[] address,
        byte[] agreement,
        byte[] signature) {
    /** Distinguishes the signatures of introductions from signatures over messages of the protocol. */
    private static final byte[] PURPOSE =
            "abcast introduction 1".getBytes(StandardCharsets.US_ASCII);

    private static final int TEXT_BYTES_MAX = 1024;

    byte[] signed() {
        return content(new WireWriter(256).bytes(PURPOSE)).toByteArray();
    }

    private WireWriter content(WireWriter out) {
        return out.varint(id)
                .i64(incarnation)
                .bytes(group.getBytes(StandardCharsets.UTF_8))
                .bytes(address)
                .bytes(agreement);
    }

    void write(WireWriter out) {
        content(out).bytes(signature);
    }

    static Introduction read(WireReader in) {
        return new Introduction(
                in.count(Membership.ID_MAX),
                in.i64(),
                new String(text(in), StandardCharsets.UTF_8),
                text(in),
                text(in),
                text(in));
    }

    private static byte[] text(WireReader in) {
        return in.raw(in.count(TEXT_BYTES_MAX));
    }

    Introduction signedAs(byte[] by) {
        return new Introduction(id, incarnation, group, address, agreement, by);
    }

    /** If the bytes of two introductions are equal, a signature that was verified for one is valid for the other. */
    boolean isSame(Introduction other) {
        return id == other.id
                && incarnation == other.incarnation
                && group.equals(other.group)
                && Arrays.equals(address, other.address)
                && Arrays.equals(agreement, other.agreement)
                && Arrays.equals(signature, other.signature);
    }

    /** Returns whether the given address is the address that this introduction states. */
    public boolean isAt(Address at) {
        return Arrays.equals(address, bytes(at));
    }

    public static byte[] bytes(Address address) {
        ByteArrayDataOutputStream out = new ByteArrayDataOutputStream(32);
        try {
            Util.writeAddress(address, out);
        } catch (IOException e) {
            throw new MalformedFrameException("address " + address + " cannot be written: " + e);
        }
        return Arrays.copyOf(out.buffer(), out.position());
    }
}
