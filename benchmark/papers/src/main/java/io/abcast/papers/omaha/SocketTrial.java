package io.abcast.papers.omaha;

import io.abcast.kernel.Hold;
import io.abcast.papers.omaha.Instance.Signal;
import java.nio.file.Path;
import java.util.List;

/**
 * One experiment on real sockets. All trials on sockets run Paxos with high load, and the nodes lead in turn.
 *
 * @param bundling whether the transport of JGroups bundles messages
 * @param noDelay whether Nagle's algorithm is off (TCP_NODELAY)
 * @param layer layer of the JGroups stack that holds messages
 */
record SocketTrial(boolean bundling, boolean noDelay, Layer layer) {
    enum Layer {
        NONE("none", ""),
        PAPER(
                "paper's, 100 %",
                "<io.abcast.jgroups.OMAHA aggregation=\"algorithm_1\" hold_max=\"60000\"/>"),
        PLEDGES("pledges, 8 ms", "<io.abcast.jgroups.OMAHA hold_max=\"8000\" grace=\"1000\"/>"),
        CONTROLLED(
                "controller, 3 %",
                "<io.abcast.jgroups.OMAHA hold_max=\"60000\" grace=\"1000\" latency_bound=\"3\"/>"),
        TIME("time, 15 ms", "<io.abcast.jgroups.OMAHA aggregation=\"time\" period=\"15000\"/>"),
        BATCH2("BATCH2", "<BATCH2/>");

        final String title;
        private final String element;

        Layer(String title, String element) {
            this.title = title;
            this.element = element;
        }
    }

    String xml(Path meeting) {
        return """
                <config xmlns="urn:org:jgroups">
                    <TCP bind_addr="127.0.0.1" bind_port="0" tcp_nodelay="%s" bundler_type="%s"
                         bundler.max_size="64000" use_vthreads="false" message_processing_policy="direct"
                         diag.enabled="false" log_details="false" thread_pool.max_threads="60"/>
                    <FILE_PING location="%s"/>
                    <FD_ALL3 timeout="40s" interval="8s"/>
                    <pbcast.NAKACK2 use_mcast_xmit="false"/>
                    <UNICAST3 xmit_interval="200ms"/>
                    <pbcast.STABLE desired_avg_gossip="50s"/>
                    <pbcast.GMS join_timeout="2s" print_local_addr="false" print_physical_addrs="false"/>
                    %s
                </config>
                """
                .formatted(
                        noDelay,
                        bundling ? "transfer-queue" : "no-bundler",
                        meeting,
                        layer.element);
    }

    boolean acceptorsPledge() {
        return layer == Layer.PLEDGES || layer == Layer.CONTROLLED;
    }

    Hold hold(Signal signal) {
        long rttNanos = AggregationArena.RTT_MILLIS * 1_000_000L;
        return acceptorsPledge() && signal.critical() ? Hold.NEVER : Hold.upTo(rttNanos);
    }

    List<String> encode() {
        return List.of(Boolean.toString(bundling), Boolean.toString(noDelay), layer.name());
    }

    static SocketTrial decode(List<String> words) {
        return new SocketTrial(
                Boolean.parseBoolean(words.get(0)),
                Boolean.parseBoolean(words.get(1)),
                Layer.valueOf(words.get(2)));
    }

    String mix() {
        return "bundling "
                + (bundling ? "on" : "off")
                + ", TCP_NODELAY "
                + (noDelay ? "on" : "off");
    }

    @Override
    public String toString() {
        return mix() + ", " + layer.title;
    }
}
