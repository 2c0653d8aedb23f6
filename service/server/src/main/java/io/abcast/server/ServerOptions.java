package io.abcast.server;

import io.abcast.ordering.Ordering;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a server is started with.
 *
 * @param id server id
 * @param members the ensemble's founders, comma-separated; {@code null}: as in the stack file
 * @param joining whether the ensemble runs already: the server founds nothing
 * @param protocol element name of the ordering protocol, such as ZAB; {@code null}: as in the stack file
 * @param config stack file
 * @param bindAddress address of client and group port
 * @param clientPort TCP port for clients; 0: any free one
 * @param groupPort port of the JGroups transport; 0: as in the stack file
 * @param hosts where the members listen, {@code host[port],...}; {@code null}: as in the stack file
 * @param cluster name of the JGroups cluster
 * @param data data directory; {@code null}: as in the stack file
 * @param durability memory, file or fsync; {@code null}: as in the stack file
 * @param omaha whether OMAHA stands under the ordering protocol; {@code null}: as in the stack file
 * @param settings further attributes: {@code PROTOCOL.attribute} and value
 * @param ioThreads I/O event loops of the client port
 * @param underWayMax requests under way at this member
 * @param underWayBytesMax their bytes
 * @param connections how many clients may be connected, and how long they may be silent
 * @param clientKeys directory of the keys for TLS on the client port; {@code null}: no TLS
 * @param metrics where Prometheus finds metrics; {@code null}: nowhere
 */
public record ServerOptions(
        int id,
        String members,
        boolean joining,
        String protocol,
        Path config,
        InetAddress bindAddress,
        int clientPort,
        int groupPort,
        String hosts,
        String cluster,
        Path data,
        String durability,
        Boolean omaha,
        Map<String, String> settings,
        int ioThreads,
        int underWayMax,
        long underWayBytesMax,
        ConnectionLimits connections,
        Path clientKeys,
        InetSocketAddress metrics) {
    /** The setting that names the directory of the keys of a server that runs FBP. */
    public static final String FBP_KEYS = Ordering.FBP + ".keys_dir";
}
