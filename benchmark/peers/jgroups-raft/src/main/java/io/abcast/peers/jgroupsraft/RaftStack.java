package io.abcast.peers.jgroupsraft;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jgroups.JChannel;

/**
 * Values of the variables in the stack file of a member.
 *
 * @param address network address on which the member listens
 * @param hosts addresses of all members in the form of the JGroups protocol TCPPING
 * @param members server ids of all members, separated by commas
 * @param durability durability of the member: memory, file or fsync
 */
record RaftStack(
        String address,
        int port,
        String hosts,
        String members,
        int id,
        String durability,
        Path data) {
    private static final String SHIPPED = "raft-tcp.xml";

    static String shipped() throws IOException {
        try (InputStream stack = RaftStack.class.getResourceAsStream(SHIPPED)) {
            return new String(stack.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Sets the variables of the stack as system properties. */
    JChannel channel(String xml) throws Exception {
        System.setProperty("peer.address", address);
        System.setProperty("peer.port", Integer.toString(port));
        System.setProperty("peer.hosts", hosts);
        System.setProperty("peer.members", members);
        System.setProperty("peer.id", Integer.toString(id));
        System.setProperty("peer.data", data.toString());
        System.setProperty(
                "peer.log",
                "org.jgroups.protocols.raft."
                        + (durability.equals("memory") ? "InMemoryLog" : "FileBasedLog"));
        System.setProperty("peer.fsync", Boolean.toString(durability.equals("fsync")));
        return new JChannel(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }
}
