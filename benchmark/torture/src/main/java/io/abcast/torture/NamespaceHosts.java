package io.abcast.torture;

import io.abcast.testkit.Hosts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs each server in a network namespace of its own. A veth pair connects the server's namespace to a bridge in the
 * namespace of this process. The process must run in a {@link Sandbox}, at whose end Linux removes the namespaces.
 *
 * <p>To cut a link, the sender's neighbour table directs frames for the receiver to a hardware address that no
 * interface has. Packets are then lost silently, as with a broken cable or switch.
 */
final class NamespaceHosts implements Hosts, ServerLinks {
    private static final String NET = "10.77.0.";
    private static final int HUB = 254;
    private static final String UNUSED_MAC = "02:00:00:00:ff:ff";
    private static final int GROUP_PORT = 7800;
    private static final int CLIENT_PORT = 7100;

    private final int servers;
    private final Disks disks;

    NamespaceHosts(int servers, Disks disks) throws IOException {
        this.servers = servers;
        this.disks = disks;
        Shell.run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", "/run");
        Shell.run("mkdir", "/run/netns");
        batch(
                List.of("ip", "-batch", "-"),
                "link set dev lo up\n"
                        + "link add name abcast type bridge\n"
                        + ("link set dev abcast address " + mac(CLIENTS) + "\n")
                        + ("address add " + ip(CLIENTS) + "/24 dev abcast\n")
                        + "link set dev abcast up\n");
        for (int id = 1; id <= servers; id++) add(id);
        for (int from = 0; from <= servers; from++)
            for (int to = 0; to <= servers; to++) if (from != to) set(from, to, true);
    }

    private void add(int id) throws IOException {
        String space = space(id);
        Shell.run("ip", "netns", "add", space);
        batch(
                List.of("ip", "-batch", "-"),
                ("link add name " + space + " type veth peer name eth0 netns " + space + "\n")
                        + ("link set dev " + space + " master abcast\n")
                        + ("link set dev " + space + " up\n"));
        batch(
                List.of("ip", "-n", space, "-batch", "-"),
                "link set dev lo up\n"
                        + ("link set dev eth0 address " + mac(id) + "\n")
                        + ("address add " + ip(id) + "/24 dev eth0\n")
                        + "link set dev eth0 up\n");
    }

    private static void batch(List<String> command, String lines) throws IOException {
        Shell.run(command, lines);
    }

    @Override
    public void set(int from, int to, boolean connected) throws IOException {
        String neighbour =
                "neigh replace "
                        + ip(to)
                        + " lladdr "
                        + (connected ? mac(to) : UNUSED_MAC)
                        + " nud permanent dev "
                        + (from == CLIENTS ? "abcast" : "eth0")
                        + "\n";
        List<String> command =
                from == CLIENTS
                        ? List.of("ip", "-batch", "-")
                        : List.of("ip", "-n", space(from), "-batch", "-");
        batch(command, neighbour);
    }

    @Override
    public void setMember(int id, boolean connected) throws IOException {
        for (int other = 1; other <= servers; other++) {
            if (other == id) continue;
            set(id, other, connected);
            set(other, id, connected);
        }
    }

    @Override
    public String means() {
        return "network namespaces, veth pairs into a bridge, packets dropped by the sender's neighbour table";
    }

    @Override
    public boolean single() {
        return true;
    }

    @Override
    public InetAddress address(int id) {
        try {
            return InetAddress.getByName(ip(id));
        } catch (UnknownHostException e) {
            throw new AssertionError(e); // Unreachable: the text is an address and not a name.
        }
    }

    @Override
    public int groupPort(int id) {
        return GROUP_PORT + id;
    }

    @Override
    public int clientPort(int id) {
        return CLIENT_PORT + id;
    }

    @Override
    public List<String> launcher(int id) {
        return List.of("ip", "netns", "exec", space(id));
    }

    @Override
    public Path data(Path directory, int id) {
        return disks.data(id);
    }

    private static String space(int id) {
        return "abcast" + id;
    }

    private static String ip(int id) {
        return NET + (id == CLIENTS ? HUB : id);
    }

    private static String mac(int id) {
        return String.format("02:00:00:00:00:%02x", id == CLIENTS ? HUB : id);
    }
}
