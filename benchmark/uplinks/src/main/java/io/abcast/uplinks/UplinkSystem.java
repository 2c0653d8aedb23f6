package io.abcast.uplinks;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A system of the comparison: a stack of JGroups protocols on each host. */
enum UplinkSystem {
    FOREST("forest", true, true, "EPAXOS"),
    DIRECT("direct", true, false, "EPAXOS"),
    ZAB("zab", true, false, "ZAB"),
    PAXOS("paxos", true, false, "PAXOS"),
    DAISYCHAIN("daisychain", false, false, ""),
    MULTICAST_FOREST("multicast-forest", false, true, ""),
    MULTICAST_TCP("multicast-tcp", false, false, "");

    private static final String ORDERS =
            " members=\"%s\" server_id=\"%d\" durability=\"memory\" request_timeout=\"30000\"/>\n";

    private final String text;
    private final boolean orders;
    private final boolean planned;
    private final String element;

    UplinkSystem(String text, boolean orders, boolean planned, String element) {
        this.text = text;
        this.orders = orders;
        this.planned = planned;
        this.element = element;
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
     * The stack of a host as XML.
     *
     * @param host number of the host, from 0
     * @param addresses addresses of all hosts
     */
    String stack(int host, List<String> addresses, int port) {
        String own = addresses.get(host);
        String others =
                addresses.stream()
                        .map(address -> address + "[" + port + "]")
                        .collect(Collectors.joining(","));
        StringBuilder xml = new StringBuilder("<config xmlns=\"urn:org:jgroups\">\n");
        xml.append(
                """
                <TCP after_creation_hook="io.abcast.jgroups.GuardedPort" bind_addr="%s" bind_port="%d" port_range="0"
                     tcp_nodelay="true" sock_conn_timeout="300ms" peer_addr_read_timeout="1s" log_details="false"
                     use_vthreads="false" %s bundler_type="pd" bundler.use_single_sender_thread="false"
                     bundler.max_size="64000" diag.enabled="false"/>
                <TCPPING initial_hosts="%s" port_range="0" num_discovery_runs="4"/>
                """
                        .formatted(
                                own,
                                port,
                                orders ? "message_processing_policy=\"direct\"" : "",
                                others));
        if (planned)
            xml.append(
                    "<io.abcast.jgroups.FOREST frame_addr=\"%s\" frame_port=\"%d\"/>\n"
                            .formatted(own, port + 1));
        if (this == DAISYCHAIN) xml.append("<DAISYCHAIN/>\n");
        xml.append(
                """
                <MERGE3 min_interval="300ms" max_interval="1s"/>
                <FD_SOCK2 bind_addr="%s"/>
                <FD_ALL3 timeout="5s" interval="1s"/>
                <VERIFY_SUSPECT2 timeout="500ms"/>
                <pbcast.NAKACK2 use_mcast_xmit="false" xmit_interval="%s"/>
                <UNICAST3 xmit_interval="50ms" ack_threshold="10" conn_close_timeout="10s"/>
                <pbcast.STABLE desired_avg_gossip="30s" max_bytes="16M"/>
                <pbcast.GMS join_timeout="800ms" view_ack_collection_timeout="1s" print_local_addr="false"/>
                """
                        .formatted(own, planned ? "1s" : "100ms"));
        if (orders) {
            String members =
                    IntStream.rangeClosed(1, addresses.size())
                            .mapToObj(Integer::toString)
                            .collect(Collectors.joining(","));
            xml.append("<io.abcast.jgroups.").append(element);
            xml.append(ORDERS.formatted(members, host + 1));
        } else {
            xml.append("<MFC max_credits=\"16M\" min_threshold=\"0.4\"/>\n");
            xml.append("<FRAG4 frag_size=\"60000\"/>\n");
        }
        return xml.append("</config>\n").toString();
    }
}
