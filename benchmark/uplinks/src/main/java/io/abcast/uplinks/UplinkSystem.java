package io.abcast.uplinks;

import io.abcast.load.hosts.OrderedTraffic;
import io.abcast.load.hosts.ResendIntervals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A system that {@code compare-forest} compares: a stack of JGroups protocols on each host. A peer (a system other than
 * abcast) has libraries of its own, which include the stack of the peer.
 */
enum UplinkSystem {
    FOREST("forest", "epaxos-forest-tcp.xml", true, true),
    DIRECT("direct", "epaxos-tcp.xml", true, false),
    ZAB("zab", "zab-tcp.xml", true, false),
    PAXOS("paxos", "paxos-tcp.xml", true, false),
    JGROUPS_RAFT("jgroups-raft", null, true, false),
    DAISYCHAIN("daisychain", "forest-tcp.xml", false, false),
    MULTICAST_FOREST("multicast-forest", "forest-tcp.xml", false, true),
    MULTICAST_TCP("multicast-tcp", "forest-tcp.xml", false, false);

    /** The shipped stack file from which all systems that order requests get their retransmission intervals. */
    private static final String INTERVALS = "epaxos-forest-tcp.xml";

    private static final Pattern FOREST_ELEMENT =
            Pattern.compile("<io\\.abcast\\.jgroups\\.FOREST\\s[^>]*/>");

    /** Place in a stack file at which {@link #REQUEST_TIMEOUT} is inserted: before this text. */
    private static final String ID = "server_id=";

    /**
     * Attribute that sets a longer time limit of requests. With the default time limit of 10 s, requests at an
     * overloaded host would fail.
     */
    private static final String REQUEST_TIMEOUT =
            "request_timeout=\"" + OrderedTraffic.REQUEST_SECONDS_MAX + "s\" ";

    private final String text;

    /** Name of the shipped stack file of the system; {@code null} for a peer. */
    private final String shipped;

    private final boolean orders;
    private final boolean planned;

    UplinkSystem(String text, String shipped, boolean orders, boolean planned) {
        this.text = text;
        this.shipped = shipped;
        this.orders = orders;
        this.planned = planned;
    }

    String text() {
        return text;
    }

    /**
     * Whether the system orders requests. A system that does not order requests only multicasts, and delivers the
     * messages of each sender in order.
     */
    boolean orders() {
        return orders;
    }

    /**
     * Whether the system is a peer, with its own libraries and stack, which the launcher builds when a run needs them.
     */
    boolean isPeer() {
        return shipped == null;
    }

    /** Whether FOREST distributes the payloads of the system over planned trees. */
    boolean planned() {
        return planned;
    }

    static List<String> names() {
        return Arrays.stream(values()).map(UplinkSystem::text).toList();
    }

    /**
     * @throws IllegalArgumentException if there is no system with the name {@code text}; the message lists the names
     */
    static UplinkSystem of(String text) {
        for (UplinkSystem each : values()) if (each.text.equals(text)) return each;
        throw new IllegalArgumentException(
                "expected " + String.join(", ", names()) + ", got " + text);
    }

    /**
     * The resend intervals of all systems that order requests, taken from the shipped stack with EPAXOS and FOREST.
     *
     * @param directory directory of the shipped stack files
     * @throws IOException if the stack with EPAXOS and FOREST does not have the resend intervals
     */
    static ResendIntervals intervals(Path directory) throws IOException {
        try {
            return ResendIntervals.of(Files.readString(directory.resolve(INTERVALS)));
        } catch (IllegalArgumentException e) {
            throw new IOException(directory.resolve(INTERVALS) + ": " + e.getMessage(), e);
        }
    }

    /**
     * The stack of a system as XML: the stack that abcast ships, with the same {@link #intervals} in all systems that
     * order requests. The systems that only multicast, without FOREST, have the stack of FOREST without the protocol
     * FOREST, or with DAISYCHAIN of JGroups in its place. Callers must not call this method for a peer.
     *
     * @param directory directory of the shipped stack files
     * @throws IOException if the stack file lacks an attribute whose value this method replaces; the message names the
     *     file
     */
    String stack(Path directory) throws IOException {
        Path file = directory.resolve(shipped);
        String xml = Files.readString(file);
        if (orders) {
            if (!xml.contains(ID)) throw new IOException(file + ": expected an attribute " + ID);
            try {
                return intervals(directory).in(xml.replace(ID, REQUEST_TIMEOUT + ID));
            } catch (IllegalArgumentException e) {
                throw new IOException(file + ": " + e.getMessage(), e);
            }
        }
        if (planned) return xml;
        String instead = this == DAISYCHAIN ? "<DAISYCHAIN/>" : "";
        return FOREST_ELEMENT.matcher(xml).replaceFirst(instead);
    }
}
