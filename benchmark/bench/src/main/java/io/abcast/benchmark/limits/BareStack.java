package io.abcast.benchmark.limits;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jgroups.JChannel;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.conf.ProtocolStackConfigurator;
import org.jgroups.conf.XmlConfigurator;

/** A JGroups stack file from which this class removes the ordering protocol; all other protocols stay as shipped. */
final class BareStack {
    private static final String OURS = "io.abcast.jgroups.";

    private BareStack() {}

    /**
     * The channel is not connected yet.
     *
     * @param hosts addresses at which the members listen, as {@code host[port],...}
     * @throws IOException if the file {@code config} is not a JGroups stack on TCP
     */
    static JChannel channel(Path config, int port, String hosts) throws Exception {
        List<ProtocolConfiguration> protocols;
        try (InputStream in = Files.newInputStream(config)) {
            protocols = new ArrayList<>(XmlConfigurator.getInstance(in).getProtocolStack());
        }
        protocols.removeIf(p -> p.getProtocolName().startsWith(OURS));
        find(protocols, "TCP", config)
                .putAll(
                        Map.of(
                                "bind_addr", "127.0.0.1",
                                "bind_port", Integer.toString(port),
                                "port_range", "0",
                                "diag.enabled", "false"));
        find(protocols, "TCPPING", config).put("initial_hosts", hosts);
        return new JChannel(
                new ProtocolStackConfigurator() {
                    @Override
                    public String getProtocolStackString() {
                        return protocols.toString();
                    }

                    @Override
                    public List<ProtocolConfiguration> getProtocolStack() {
                        return protocols;
                    }
                });
    }

    private static Map<String, String> find(
            List<ProtocolConfiguration> protocols, String name, Path config) throws IOException {
        for (ProtocolConfiguration protocol : protocols)
            if (protocol.getProtocolName().equals(name)) return protocol.getProperties();
        throw new IOException("config " + config + ": expected " + name + ", found none");
    }
}
