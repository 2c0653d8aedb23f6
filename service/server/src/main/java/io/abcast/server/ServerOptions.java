package io.abcast.server;

import io.abcast.ordering.Ordering;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;

/**
 * The options of a replica server.
 *
 * @param id server id of this server
 * @param members server ids of the founders of the ensemble, comma-separated; under CAMU the partitions with their
 *     server ids. The value {@code null} of {@code members} selects the members of the stack file
 * @param joining whether the server joins a running ensemble instead of founding one
 * @param protocol name of the ordering protocol in the stack, such as ZAB; {@code null} for the protocol in the stack
 *     file
 * @param config JGroups stack file
 * @param bindAddress address to which the client port and the group port are bound
 * @param clientPort TCP port for clients; 0 for any free port
 * @param groupPort port of the JGroups transport; 0 for the port in the stack file
 * @param hosts hosts and group ports of the members, {@code host[port],...}; {@code null} for the value in the stack
 *     file
 * @param cluster name of the JGroups cluster
 * @param data data directory; {@code null} for the value in the stack file
 * @param durability memory, file or fsync; {@code null} for the value in the stack file
 * @param omaha whether OMAHA is below the ordering protocol in the stack; {@code null} for the value in the stack file
 * @param settings attributes that the user sets in the stack, as a map from {@code PROTOCOL.attribute} to the value of
 *     the attribute
 * @param ioThreads number of I/O event loops of the client port
 * @param inFlightMax maximum number of client requests in flight at this member
 * @param inFlightBytesMax maximum number of bytes of the client requests in flight at this member
 * @param connections limits on the number of client connections, and on the time for which each connection may be
 *     inactive
 * @param clientKeys directory of the keys for TLS on the client port; {@code null} for no TLS
 * @param metrics address of the metrics port; {@code null} for no metrics port
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
        int inFlightMax,
        long inFlightBytesMax,
        ConnectionLimits connections,
        Path clientKeys,
        InetSocketAddress metrics) {
    /** Name of the setting for the directory of the keys of a server that runs FBP. */
    public static final String FBP_KEYS = Ordering.FBP + ".keys_dir";
}
