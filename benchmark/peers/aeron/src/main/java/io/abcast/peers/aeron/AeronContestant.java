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
 * Aeron Cluster as a measured system. The clients are Aeron's own clients, with one session per connection of the load.
 */
public final class AeronContestant implements Contestant {
    /** UDP port for requests of clients; the indices have the order of the endpoints in Aeron's list of members. */
    private static final int INGRESS = 0;

    private static final int CONSENSUS = 1;
    private static final int LOG = 2;
    private static final int CATCH_UP = 3;
    private static final int ARCHIVE = 4;

    /** A message can be at most one eighth as long as a term buffer. */
    static final String TERM = "term-length=4m";

    private static final int PAYLOAD_MAX = 400_000;

    /**
     * A datagram of this length has room for seven requests of 1 KB; a datagram of the usual length has room for only
     * one.
     */
    private static final int MTU_BYTES = 8 * 1024;

    /** As in Aeron's own benchmarks: with the default size, bursts of datagrams are lost. */
    private static final int SOCKET_BYTES = 2 << 20;

    /**
     * Minimum time in ns for which an idle thread parks: longer than the wake-up of a thread, and shorter than a disk
     * sync.
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

    static String ingressEndpoints(Site site) {
        return site.eachServer(id -> (id - 1) + "=" + Site.HOST + ":" + site.port(id, INGRESS));
    }

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
     * A thread without work parks at once, because with more threads than cores, a spinning thread would delay the
     * thread for which it waits.
     */
    static IdleStrategy idle() {
        return new BackoffIdleStrategy(0, 0, PARK_NANOS_MIN, PARK_NANOS_MAX);
    }

    /**
     * Size of a socket buffer in bytes that the operating system grants; the media driver refuses a window that is
     * larger.
     */
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

    static Path driverDirectory(Site site, String name) {
        Path parent = site.memory() == null ? site.directory() : site.memory();
        return parent.resolve("aeron-" + name);
    }
}
