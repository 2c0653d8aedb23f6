package io.abcast.benchmark.server;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a server is started with.
 *
 * @param id server id
 * @param members the ensemble, comma-separated; {@code null}: as in the stack file
 * @param protocol element name of the ordering protocol, such as ZAB; {@code null}: as in the stack file
 * @param config stack file
 * @param bindAddress address of client and group port
 * @param clientPort TCP port for clients; 0: any free one
 * @param groupPort port of the JGroups transport; 0: as in the stack file
 * @param hosts where the members listen, {@code host[port],...}; {@code null}: as in the stack file
 * @param cluster name of the JGroups cluster
 * @param data data directory; {@code null}: as in the stack file
 * @param durability memory, file or fsync; {@code null}: as in the stack file
 * @param settings further attributes: {@code PROTOCOL.attribute} and value
 * @param ioThreads I/O event loops of the client port
 * @param underWayMax requests under way at this member
 * @param underWayBytesMax their bytes
 * @param allowLoad whether a client may start a load inside the server
 */
public record ServerOptions(
        int id,
        String members,
        String protocol,
        Path config,
        InetAddress bindAddress,
        int clientPort,
        int groupPort,
        String hosts,
        String cluster,
        Path data,
        String durability,
        Map<String, String> settings,
        int ioThreads,
        int underWayMax,
        long underWayBytesMax,
        boolean allowLoad) {}
