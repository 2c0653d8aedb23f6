package io.abcast.lab;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Makes the commands that create a network of hosts (network namespaces) on this machine. A cable connects each host to
 * the switch, which is a namespace with a bridge; token buckets enforce its rate in each direction.
 *
 * <p>A host passes up to {@value #SEGMENTS} packets of 1,500 bytes at once to the cable, as network cards do. With
 * {@link #singlePackets} a host passes packets separately, so that single packets are queued and lost, which needs much
 * more processor time.
 *
 * @param prefix prefix of the names of all namespaces of the network
 * @param uplinks for each of 1 to 200 hosts, by number from 0: rate of its cable to the switch in bit/s, including
 *     Ethernet headers
 * @param downlinks for each host, the rate of its cable from the switch in bit/s
 * @param congestionControl congestion control of TCP on the hosts; empty for the default of this machine
 */
public record LabSpec(
        String prefix, List<Long> uplinks, List<Long> downlinks, String congestionControl) {
    public static final int HOSTS_MAX = 200;

    public static final int SEGMENTS = 8;

    private static final String NET = "10.77.0.";

    /** A queue holds as many bytes as the cable carries in this number of seconds. */
    private static final double QUEUE_SECONDS = 0.05;

    private static final double BURST_SECONDS = 0.005;
    private static final long BURST_LEAST_BYTES = 16 << 10;
    private static final long QUEUE_LEAST_BYTES = 128 << 10;

    public LabSpec {
        if (uplinks.size() != downlinks.size())
            throw new IllegalArgumentException(
                    "expected " + uplinks.size() + " downlinks, got " + downlinks.size());
        uplinks = List.copyOf(uplinks);
        downlinks = List.copyOf(downlinks);
    }

    /** Describes a network in which each cable has the same rate in both directions. */
    public static LabSpec even(
            String prefix, int hosts, long bitsPerSecond, String congestionControl) {
        List<Long> rates = Collections.nCopies(hosts, bitsPerSecond);
        return new LabSpec(prefix, rates, rates, congestionControl);
    }

    /** Number of hosts in the network. */
    public int hosts() {
        return uplinks.size();
    }

    String switchName() {
        return prefix + "-sw";
    }

    String hostName(int host) {
        return prefix + "-h" + host;
    }

    static String port(int host) {
        return "p" + host;
    }

    public static String address(int host) {
        return NET + (host + 1);
    }

    /** Address of the switch, at which hosts reach programs that run on the switch. */
    public static String switchAddress() {
        return NET + "254";
    }

    List<List<String>> commands() {
        List<List<String>> all = new ArrayList<>();
        String sw = switchName();
        add(all, "ip netns add " + sw);
        add(all, ip(sw) + "link add name br0 type bridge mcast_snooping 0 forward_delay 0");
        add(all, ip(sw) + "addr add " + switchAddress() + "/24 dev br0");
        add(all, ip(sw) + "link set br0 up");
        add(all, ip(sw) + "link set lo up");
        for (int host = 0; host < hosts(); host++) host(all, host);
        return all;
    }

    private void host(List<List<String>> all, int host) {
        String sw = switchName();
        String name = hostName(host);
        String port = port(host);
        add(all, "ip netns add " + name);
        add(all, ip(sw) + "link add " + port + " type veth peer name eth0 netns " + name);
        add(all, ip(sw) + "link set " + port + " master br0 up");
        add(all, ip(name) + "link set eth0 up");
        all.addAll(segments(host, SEGMENTS));
        add(all, ip(name) + "link set lo up");
        add(all, ip(name) + "addr add " + address(host) + "/24 brd + dev eth0");
        if (!congestionControl.isEmpty())
            add(
                    all,
                    ip(name)
                            + "route replace "
                            + NET
                            + "0/24 dev eth0 proto kernel scope link src "
                            + address(host)
                            + " congctl "
                            + congestionControl);
        add(all, ip(name) + "route add 224.0.0.0/4 dev eth0");
        all.addAll(rate(host, uplinks.get(host), downlinks.get(host)));
    }

    private List<List<String>> segments(int host, int most) {
        List<List<String>> all = new ArrayList<>();
        add(all, ip(switchName()) + "link set " + port(host) + " gso_max_segs " + most);
        add(all, ip(hostName(host)) + "link set eth0 gso_max_segs " + most);
        return all;
    }

    List<List<String>> singlePackets(int host) {
        return segments(host, 1);
    }

    /** Limits in bit/s: {@code up} towards the switch, and {@code down} from the switch. */
    List<List<String>> rate(int host, long up, long down) {
        List<List<String>> all = new ArrayList<>();
        add(all, tbf(hostName(host), "eth0", up));
        add(all, tbf(switchName(), port(host), down));
        return all;
    }

    private static String tbf(String name, String device, long rate) {
        return String.format(
                Locale.ROOT,
                "tc -n %s qdisc replace dev %s root tbf rate %dbit burst %d limit %d",
                name,
                device,
                rate,
                Math.max(BURST_LEAST_BYTES, (long) (rate / 8.0 * BURST_SECONDS)),
                Math.max(QUEUE_LEAST_BYTES, (long) (rate / 8.0 * QUEUE_SECONDS)));
    }

    List<String> unplug(int host) {
        return words(ip(switchName()) + "link set " + port(host) + " down");
    }

    /** Two alternative lists of commands, because a machine may support only one of them. */
    List<List<List<String>>> loss(int host, double share) {
        String in = "ip netns exec " + hostName(host) + " ";
        String iptables =
                String.format(
                        Locale.ROOT,
                        "iptables -w -A INPUT -i eth0 -m statistic --mode random --probability %.4f -j DROP",
                        share);
        String nft =
                String.format(
                        Locale.ROOT,
                        "nft add rule inet abcast in iifname eth0 numgen random mod 10000 < %d drop",
                        Math.round(share * 10_000));
        return List.of(
                List.of(words(in + iptables)),
                List.of(
                        words(in + "nft add table inet abcast"),
                        words(
                                in
                                        + "nft add chain inet abcast in {type filter hook input priority 0;}"),
                        words(in + nft)));
    }

    /** Words before a command that make it run on a host, or on the switch if {@code host} is {@link #hosts}. */
    public List<String> on(int host) {
        return List.of("ip", "netns", "exec", host == hosts() ? switchName() : hostName(host));
    }

    private static String ip(String namespace) {
        return "ip -n " + namespace + " ";
    }

    private static void add(List<List<String>> all, String command) {
        all.add(words(command));
    }

    /** Braces in a command for nft may become separate arguments, which nft accepts. */
    private static List<String> words(String command) {
        return List.of(command.split(" ", -1));
    }
}
