package io.abcast.client.wire;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Reconfiguration;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * The argument of a {@link Op#MEMBERS} request: a request for the list of members, or one membership change.
 *
 * @param change the requested membership change; {@code null} to list the members only
 */
public record MembersRequest(MembershipChange change) {
    public byte[] encode() {
        WireWriter out = new WireWriter(16);
        if (change == null) return out.u8(0).toByteArray();
        out.u8(1);
        Reconfiguration.writeChange(change, out);
        return out.toByteArray();
    }

    /**
     * Decodes the argument of a {@link Op#MEMBERS} request.
     *
     * @throws MalformedFrameException if the bytes are not an argument of {@link Op#MEMBERS}
     */
    public static MembersRequest decode(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        int asks = in.u8();
        if (asks > 1)
            throw new MalformedFrameException("members: expected 0 or 1 changes, got " + asks);
        MembershipChange change = asks == 0 ? null : Reconfiguration.readChange(in);
        in.end();
        return new MembersRequest(change);
    }
}
