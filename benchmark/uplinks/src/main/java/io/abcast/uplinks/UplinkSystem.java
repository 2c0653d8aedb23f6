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
 * A system of the comparison: a stack of JGroups protocols on each host. A peer has libraries of its own, which include
 * its stack.
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

    /** The shipped stack from which all ordered systems get the intervals of retransmissions. */
    private static final String INTERVALS = "epaxos-forest-tcp.xml";

    private static final Pattern FOREST_ELEMENT =
            Pattern.compile("<io\\.abcast\\.jgroups\\.FOREST\\s[^>]*/>");

    /** The attribute after which the attribute for the time limit of requests is inserted. */
    private static final String ID = "server_id=";

    /**
     * Attribute with the time limit of requests, for overloaded hosts. With the default of 10 s, requests at an
     * overloaded host would fail.
     */
    private static final String REQUEST_TIMEOUT =
            "request_timeout=\"" + OrderedTraffic.REQUEST_SECONDS_MAX + "s\" ";

    private final String text;

    /** File of the shipped stack; {@code null} for a peer. */
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

    /** Whether the system orders requests. The other systems deliver multicasts in the order of each sender only. */
    boolean orders() {
        return orders;
    }

    /** Whether the system has libraries and a stack of its own, which the launcher builds on demand. */
    boolean isPeer() {
        return shipped == null;
    }

    /** Whether FOREST distributes the payloads, over planned trees. */
    boolean planned() {
        return planned;
    }

    static List<String> names() {
        return Arrays.stream(values()).map(UplinkSystem::text).toList();
    }

    /** @throws IllegalArgumentException if there is no system with that name; the message lists the names */
    static UplinkSystem of(String text) {
        for (UplinkSystem each : values()) if (each.text.equals(text)) return each;
        throw new IllegalArgumentException(
                "expected " + String.join(", ", names()) + ", got " + text);
    }

    /**
     * The intervals after which ordered systems resend messages: those of the stack with EPAXOS and FOREST.
     *
     * @param directory directory of the shipped stacks
     * @throws IOException if the stack with EPAXOS and FOREST does not have these intervals
     */
    static ResendIntervals intervals(Path directory) throws IOException {
        try {
            return ResendIntervals.of(Files.readString(directory.resolve(INTERVALS)));
        } catch (IllegalArgumentException e) {
            throw new IOException(directory.resolve(INTERVALS) + ": " + e.getMessage(), e);
        }
    }

    /**
     * The stack as XML: the stack that abcast ships, with the same {@link #intervals} in all ordered systems. The
     * systems that only multicast, without FOREST, have the stack of FOREST, but without the element FOREST or with
     * JGroups' DAISYCHAIN in its place. This method must not be called for peers.
     *
     * @param directory directory of the shipped stacks
     * @throws IOException if the stack lacks an attribute that gets another value; the message names the file
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
