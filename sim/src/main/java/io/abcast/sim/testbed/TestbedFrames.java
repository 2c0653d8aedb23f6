package io.abcast.sim.testbed;

/**
 * Computes the sizes of messages on the wire, for JGroups 3.6 over UDP, IPv4 and Ethernet. The sizes that JGroups adds
 * follow its marshalling ({@code TP.writeMessageList}, {@code Message.writeToNoAddrs}, {@code UnicastHeader3}).
 */
public final class TestbedFrames {
    /**
     * Overhead of JGroups in bytes for each message in a bundle. The fixed fields of a message have 9 bytes: 1 for the
     * leading byte, 2 for flags, 2 for the number of headers, and 4 for the length of the payload. The ids and magic
     * numbers of a message's two headers have 8 bytes. The type, connection id, first flag and compressed sequence
     * number of UNICAST3 have 8 bytes.
     */
    public static final int MESSAGE_BYTES = 25;

    /**
     * Overhead of JGroups in bytes for each bundle: 2 for the version, 1 for flags, 34 for two UUID addresses, 16 for
     * the transport's header with a cluster name, and 4 for the length.
     */
    public static final int BUNDLE_BYTES = 57;

    /** Maximum size in bytes of a bundle of messages (JGroups' {@code max_bundle_size} for UDP). */
    public static final int BUNDLE_BYTES_MAX = 64_000;

    private static final int UDP_HEADER_BYTES = 8;
    private static final int IP_HEADER_BYTES = 20;

    /**
     * Overhead in bytes of an Ethernet frame: 8 for preamble and start, 14 for the header, 4 for the check sequence,
     * and 12 for the gap between frames.
     */
    private static final int ETHERNET_BYTES = 38;

    private static final int ETHERNET_PAYLOAD_BYTES_MIN = 46;
    private static final int ETHERNET_PAYLOAD_BYTES_MAX = 1_500;
    private static final int FRAGMENT_BYTES_MAX = ETHERNET_PAYLOAD_BYTES_MAX - IP_HEADER_BYTES;

    private TestbedFrames() {}

    /** Number of bytes, including gaps between frames, that a UDP datagram of the given size takes on a link. */
    public static int wireBytes(int datagramBytes) {
        int ip = datagramBytes + UDP_HEADER_BYTES;
        int full = ip / FRAGMENT_BYTES_MAX;
        int rest = ip % FRAGMENT_BYTES_MAX;
        int bytes = full * (ETHERNET_BYTES + ETHERNET_PAYLOAD_BYTES_MAX);
        if (rest == 0) return bytes;
        return bytes
                + ETHERNET_BYTES
                + Math.max(ETHERNET_PAYLOAD_BYTES_MIN, rest + IP_HEADER_BYTES);
    }

    /**
     * Number of bytes of the last Ethernet frame of a datagram, which a switch must receive completely before it
     * forwards the frame.
     */
    static int lastFrameBytes(int wireBytes) {
        int full = ETHERNET_BYTES + ETHERNET_PAYLOAD_BYTES_MAX;
        int rest = wireBytes % full;
        return rest == 0 ? full : rest;
    }
}
