package io.abcast.client.wire;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Reconfiguration;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.nio.charset.StandardCharsets;

/**
 * The reply to {@link Op#MEMBERS}: the members of the ensemble, as far as one server knows them.
 *
 * @param leader server id of the leader; 0 if the answering server knows no leader
 * @param pendingChange membership change in the answering server's log that is not known to be committed; empty without
 *     such a change
 * @param wireVersions highest version of the wire format of each server that the answering server reaches, by server
 *     id, such as {@code 1=2 2=1}
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

    /**
     * Decodes a reply to {@link Op#MEMBERS}.
     *
     * @throws MalformedFrameException if the bytes are not a reply to {@link Op#MEMBERS}
     */
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
