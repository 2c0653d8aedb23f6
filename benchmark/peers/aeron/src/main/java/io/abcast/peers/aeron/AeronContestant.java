package io.abcast.peers.aeron;

import io.abcast.load.Experiment;
import io.abcast.load.ReadKind;
import io.abcast.load.contest.Attachment;
import io.abcast.load.contest.Contestant;
import io.abcast.load.contest.ContestantServer;
import io.abcast.load.contest.Site;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.SocketException;
import java.nio.file.Path;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * Aeron Cluster. The JVM of each member has a media driver, an archive, a consensus module and one clustered service.
 * Clients are Aeron's own, with a session per connection.
 */
public final class AeronContestant implements Contestant {
    /**
     * Indices of the ports of a member. The order of the indices is that of the endpoints in the cluster's member list.
     */
    private static final int INGRESS = 0;

    private static final int CONSENSUS = 1;
    private static final int LOG = 2;
    private static final int CATCH_UP = 3;
    private static final int ARCHIVE = 4;

    /** Length of a term buffer. A message can be at most one eighth as long. */
    static final String TERM = "term-length=4m";

    private static final int PAYLOAD_MAX = 400_000;

    /**
     * Maximum length of a datagram, as on networks with jumbo frames. A datagram of this length has room for seven
     * requests of 1 KB; a datagram of the usual length has room for one request.
     */
    private static final int MTU_BYTES = 8 * 1024;

    /**
     * Size in bytes of the socket buffers, as in Aeron's own benchmarks. The operating system reduces the size to its
     * limit. With Aeron's default size, bursts of datagrams are lost.
     */
    private static final int SOCKET_BYTES = 2 << 20;

    /**
     * Minimum time in ns for which an idle thread parks. This minimum and the maximum below are longer than a wake-up
     * takes, and shorter than a sync.
     */
    private static final long PARK_NANOS_MIN = 20_000;

    private static final long PARK_NANOS_MAX = 100_000;

    @Override
    public String cannot(Experiment e) {
        if (e.load().writePercent() < 100 && e.load().reads() == ReadKind.LOCAL)
            return "Aeron Cluster answers at the leader only, and what it answers has been ordered: there are no"
                    + " reads of a server's own state";
        if (e.load().payloadBytes() > PAYLOAD_MAX)
            return "with ingress terms of 4 MB a message has at most " + PAYLOAD_MAX + " bytes";
        if (!e.batching()) return "batching cannot be disabled in Aeron Cluster";
        return null;
    }

    @Override
    public ContestantServer start(Site site, int id) {
        return new AeronMember(site, id);
    }

    @Override
    public Attachment connect(Site site, int shards) {
        return AeronClients.remote(site, shards);
    }

    /** List of all members in the format of the cluster. */
    static String members(Site site) {
        StringBuilder text = new StringBuilder();
        for (int id = 1; id <= site.servers(); id++) {
            text.append(id - 1);
            for (int index : new int[] {INGRESS, CONSENSUS, LOG, CATCH_UP, ARCHIVE})
                text.append(',').append(Site.HOST).append(':').append(site.port(id, index));
            text.append('|');
        }
        return text.toString();
    }

    /** List of all members in the format of the clients. */
    static String ingressEndpoints(Site site) {
        return site.eachServer(id -> (id - 1) + "=" + Site.HOST + ":" + site.port(id, INGRESS));
    }

    /** Settings that the drivers of members and clients share. */
    static MediaDriver.Context driver(String directory) {
        int granted = granted();
        return new MediaDriver.Context()
                .aeronDirectoryName(directory)
                .threadingMode(ThreadingMode.SHARED)
                .mtuLength(MTU_BYTES)
                .socketSndbufLength(granted)
                .socketRcvbufLength(granted)
                .initialWindowLength(granted)
                .termBufferSparseFile(true)
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true);
    }

    /**
     * Idle strategy of the members' threads. An idle thread parks at once. With many threads and few cores, a spinning
     * or yielding thread would take the core from the thread that it waits for.
     */
    static IdleStrategy idle() {
        return new BackoffIdleStrategy(0, 0, PARK_NANOS_MIN, PARK_NANOS_MAX);
    }

    /** Size of a socket buffer that the host grants, in bytes. The driver would refuse a larger window. */
    private static int granted() {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.setReceiveBufferSize(SOCKET_BYTES);
            socket.setSendBufferSize(SOCKET_BYTES);
            int smaller = Math.min(socket.getReceiveBufferSize(), socket.getSendBufferSize());
            return Math.min(SOCKET_BYTES, smaller);
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String archiveChannel(Site site, int id) {
        return "aeron:udp?endpoint=" + Site.HOST + ":" + site.port(id, ARCHIVE);
    }

    /** Directory in which a driver maps its buffers, on a file system in memory if the host has one. */
    static Path driverDirectory(Site site, String name) {
        Path parent = site.memory() == null ? site.directory() : site.memory();
        return parent.resolve("aeron-" + name);
    }
}
