package io.abcast.uplinks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** A system of the comparison: a stack of JGroups protocols on each host. */
enum UplinkSystem {
    FOREST("forest", "epaxos-forest-tcp.xml", true, true),
    DIRECT("direct", "epaxos-tcp.xml", true, false),
    ZAB("zab", "zab-tcp.xml", true, false),
    PAXOS("paxos", "paxos-tcp.xml", true, false),
    DAISYCHAIN("daisychain", "forest-tcp.xml", false, false),
    MULTICAST_FOREST("multicast-forest", "forest-tcp.xml", false, true),
    MULTICAST_TCP("multicast-tcp", "forest-tcp.xml", false, false);

    private static final Pattern FOREST_ELEMENT =
            Pattern.compile("<io\\.abcast\\.jgroups\\.FOREST\\s[^>]*/>");

    /** The attribute to which the time limit of requests is added. */
    private static final String ID = "server_id=";

    /** Time limit of requests. With the default of 10 s, requests at an overloaded host would fail. */
    private static final String REQUEST_TIMEOUT = "request_timeout=\"30s\" ";

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

    /** Whether the system orders requests; otherwise it multicasts messages in the order of their senders. */
    boolean orders() {
        return orders;
    }

    /** Whether FOREST carries the bytes. */
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
     * The stack as XML: the stack that abcast ships. Systems without FOREST and without an order have the stack of
     * FOREST without this element, or with JGroups' DAISYCHAIN in its place.
     *
     * @param directory directory of the shipped stacks
     */
    String stack(Path directory) throws IOException {
        String xml = Files.readString(directory.resolve(shipped));
        if (orders) return xml.replace(ID, REQUEST_TIMEOUT + ID);
        if (planned) return xml;
        String instead = this == DAISYCHAIN ? "<DAISYCHAIN/>" : "";
        return FOREST_ELEMENT.matcher(xml).replaceFirst(instead);
    }
}
