package io.abcast.client.wire;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Reconfiguration;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.nio.charset.StandardCharsets;

/**
 * Who the members are, as one server knows it.
 *
 * @param leader the leader's server id; 0 if that server knows none
 * @param pendingChange a change in its log that is not known to be committed; empty if none
 * @param wireVersions the highest version of frames that each server speaks that it reaches, {@code 1=2 2=1}
 */
public record MembersReply(
        Membership members, int leader, String pendingChange, String wireVersions) {
    public byte[] encode() {
        WireWriter out = new WireWriter(64);
        Reconfiguration.write(members, out);
        out.varint(leader);
        out.bytes(pendingChange.getBytes(StandardCharsets.UTF_8));
        out.bytes(wireVersions.getBytes(StandardCharsets.UTF_8));
        return out.toByteArray();
    }

    /** @throws MalformedFrameException if it is none */
    public static MembersReply decode(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        Membership members = Reconfiguration.read(in);
        int leader = in.count(Membership.ID_MAX);
        String pending = new String(in.bytes(), StandardCharsets.UTF_8);
        String versions = new String(in.bytes(), StandardCharsets.UTF_8);
        in.end();
        return new MembersReply(members, leader, pending, versions);
    }
}
