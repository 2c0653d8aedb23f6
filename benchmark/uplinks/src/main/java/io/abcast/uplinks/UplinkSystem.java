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

    private static final String INTERVALS = "epaxos-forest-tcp.xml";

    private static final Pattern FOREST_ELEMENT =
            Pattern.compile("<io\\.abcast\\.jgroups\\.FOREST\\s[^>]*/>");

    private static final String ID = "server_id=";

    private static final String REQUEST_TIMEOUT =
            "request_timeout=\"" + OrderedTraffic.REQUEST_SECONDS_MAX + "s\" ";

    private final String text;
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

    boolean orders() {
        return orders;
    }

    boolean isPeer() {
        return shipped == null;
    }

    boolean planned() {
        return planned;
    }

    static List<String> names() {
        return Arrays.stream(values()).map(UplinkSystem::text).toList();
    }

    static UplinkSystem of(String text) {
        for (UplinkSystem each : values()) if (each.text.equals(text)) return each;
        throw new IllegalArgumentException(
                "expected " + String.join(", ", names()) + ", got " + text);
    }

    static ResendIntervals intervals(Path directory) throws IOException {
        try {
            return ResendIntervals.of(Files.readString(directory.resolve(INTERVALS)));
        } catch (IllegalArgumentException e) {
            throw new IOException(directory.resolve(INTERVALS) + ": " + e.getMessage(), e);
        }
    }

    /**
     * The stack as XML, with the same {@link #intervals} in all systems that order requests; must not be called for a
     * peer.
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
