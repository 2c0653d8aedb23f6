package io.abcast.torture;

import io.abcast.command.process.JvmCommand;
import io.abcast.testkit.Hosts;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Cuts off servers on the loopback interface: JGroups' protocol DISCARD, above the transport, drops every message. TCP
 * connections stay open, so this fault is milder than a broken network.
 */
final class DiscardHosts implements Hosts, ServerLinks {
    private static final String ABOVE_TRANSPORT = "<TCPPING";

    private static final int PROBE_OFFSET = 400;

    /** A probe request to one port also queries the next ports. */
    private static final int PROBE_STEP = 10;

    private static final String DONE = "DISCARD.discardAll=DISCARD";
    private static final String PROBE = "org.jgroups.tests.Probe";
    private static final String TIMEOUT_MILLIS = "1000";
    private static final int TRIES = 3;

    private final Hosts ports;
    private final Disks disks;

    DiscardHosts(Hosts ports, Disks disks) {
        this.ports = ports;
        this.disks = disks;
    }

    /**
     * @return path of a copy of the stack file with DISCARD
     * @throws IOException if the stack has no TCPPING; DISCARD is inserted directly above TCPPING
     */
    static Path stack(Path original, Path directory) throws IOException {
        String text = Files.readString(original);
        if (!text.contains(ABOVE_TRANSPORT))
            throw new IOException(original + ": expected TCPPING above the transport");
        Path with = directory.resolve("discard-" + original.getFileName());
        Files.writeString(
                with, text.replace(ABOVE_TRANSPORT, "<DISCARD/>\n\n    " + ABOVE_TRANSPORT));
        return with;
    }

    private int probePort(int id) {
        return ports.groupPort(id) + PROBE_OFFSET + PROBE_STEP * id;
    }

    @Override
    public List<String> arguments(int id) {
        return List.of("--set", "TCP.diag.port=" + probePort(id), "--set", "TCP.diag.enabled=true");
    }

    @Override
    public void setMember(int id, boolean connected) throws IOException {
        String told = "op=DISCARD.discardAll[" + !connected + "]";
        List<String> probe =
                JvmCommand.of(
                        List.of("-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"),
                        PROBE,
                        "-addr",
                        ports.address(id).getHostAddress(),
                        "-port",
                        Integer.toString(probePort(id)),
                        "-tcp",
                        "true",
                        "-udp",
                        "false",
                        "-timeout",
                        TIMEOUT_MILLIS,
                        told);
        String answer = "";
        for (int i = 0; i < TRIES; i++) {
            answer = Shell.run(probe, "");
            if (answer.contains(DONE)) return;
        }
        throw new IOException(
                "server " + id + " did not confirm the probe " + told + ": " + answer.strip());
    }

    @Override
    public void set(int from, int to, boolean connected) {
        throw new UnsupportedOperationException("single links");
    }

    @Override
    public String means() {
        return "JGroups' DISCARD at one member at a time (no network namespaces here)";
    }

    @Override
    public boolean single() {
        return false;
    }

    @Override
    public InetAddress address(int id) {
        return ports.address(id);
    }

    @Override
    public int groupPort(int id) {
        return ports.groupPort(id);
    }

    @Override
    public int clientPort(int id) {
        return ports.clientPort(id);
    }

    @Override
    public Path data(Path directory, int id) {
        return disks.data(id);
    }
}
