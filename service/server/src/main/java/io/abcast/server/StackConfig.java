package io.abcast.server;

import io.abcast.jgroups.AbcastProtocol;
import io.abcast.jgroups.CAMU;
import io.abcast.jgroups.COOPER;
import io.abcast.jgroups.FOREST;
import io.abcast.jgroups.OMAHA;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.conf.ProtocolStackConfigurator;
import org.jgroups.conf.XmlConfigurator;
import org.jgroups.stack.Configurator;
import org.jgroups.stack.Protocol;
import org.jgroups.util.Util;

/** The configuration of a server's JGroups stack: a stack file, with the options of the command line applied. */
final class StackConfig {
    private static final String OURS = "io.abcast.jgroups.";

    private final List<ProtocolConfiguration> protocols;

    private StackConfig(List<ProtocolConfiguration> protocols) {
        this.protocols = protocols;
    }

    static StackConfig load(ServerOptions options) throws IOException {
        StackConfig stack = read(options.config());
        try {
            stack.apply(options);
            TlsKeys.check(stack.protocols);
        } catch (IOException e) {
            throw new IOException("config " + options.config() + ": " + e.getMessage(), e);
        } catch (Exception e) {
            throw new IOException("config " + options.config() + ": " + rootMessage(e), e);
        }
        return stack;
    }

    private static StackConfig read(Path config) throws IOException {
        try (InputStream in = Files.newInputStream(config)) {
            return new StackConfig(
                    new ArrayList<>(XmlConfigurator.getInstance(in).getProtocolStack()));
        } catch (NoSuchFileException e) {
            throw new IOException("config " + config + ": no such file", e);
        } catch (Exception e) {
            throw new IOException(
                    "config " + config + ": expected a JGroups stack, got " + rootMessage(e), e);
        }
    }

    /**
     * Reads the attribute {@code payload_bytes_max} without a start of the stack, which may fail in this process, for
     * example without a data directory.
     *
     * @param protocol name of the ordering protocol in the stack; {@code null} for the protocol in the file
     */
    static int payloadBytesMax(Path config, String protocol) throws IOException {
        StackConfig stack = read(config);
        try {
            ProtocolConfiguration ordering = stack.protocols.get(stack.orderingIndex());
            if (protocol != null) ordering = renamed(ordering, OURS + protocol);
            ordering.substituteVariables();
            Protocol made = Configurator.createProtocols(List.of(ordering), null).get(0);
            Configurator.initializeAttrs(made, ordering, Util.getIpStackType());
            return made instanceof CAMU camu
                    ? camu.payloadBytesMax()
                    : ((AbcastProtocol) made).payloadBytesMax();
        } catch (Exception e) {
            throw new IOException("config " + config + ": " + rootMessage(e), e);
        }
    }

    static String protocolOf(Path config) throws IOException {
        StackConfig stack = read(config);
        try {
            return stack.protocols
                    .get(stack.orderingIndex())
                    .getProtocolName()
                    .substring(OURS.length());
        } catch (IOException e) {
            throw new IOException("config " + config + ": " + e.getMessage(), e);
        }
    }

    static boolean namesDataDirectory(Path config) throws IOException {
        StackConfig stack = read(config);
        String written = stack.protocols.get(stack.orderingIndex()).getProperties().get("data_dir");
        String value = written == null ? null : Util.substituteVariable(written);
        return value != null && !value.isBlank();
    }

    private void apply(ServerOptions options) throws Exception {
        int ordering = orderingIndex();
        if (options.protocol() != null)
            protocols.set(ordering, renamed(protocols.get(ordering), OURS + options.protocol()));
        if (options.omaha() != null) ordering = omaha(options.omaha());
        Map<String, String> ours = protocols.get(ordering).getProperties();
        ours.put("server_id", Integer.toString(options.id()));
        boolean isCamu = protocols.get(ordering).getProtocolName().equals(CAMU.class.getName());
        if (options.members() != null)
            ours.put(isCamu ? "partitions" : "members", options.members());
        if (options.joining()) ours.put("joining", "true");
        if (options.durability() != null) ours.put("durability", options.durability());
        if (options.data() != null) ours.put("data_dir", options.data().toString());
        cooper(options);
        for (ProtocolConfiguration protocol : protocols)
            if (protocol.getProtocolName().equals(FOREST.class.getName()))
                protocol.getProperties().put("frame_addr", options.bindAddress().getHostAddress());
        Map<String, String> transport = protocols.get(0).getProperties();
        transport.put("bind_addr", options.bindAddress().getHostAddress());
        // The failure detector listens on a separate port, and without bind_addr at the default
        // address of the host.
        for (ProtocolConfiguration protocol : protocols)
            if (protocol.getProtocolName().equals("FD_SOCK2"))
                protocol.getProperties().put("bind_addr", options.bindAddress().getHostAddress());
        if (options.groupPort() != 0) {
            transport.put("bind_port", Integer.toString(options.groupPort()));
            // JGroups must not fall back to the next free port, because other members connect only
            // to the configured port.
            if (protocols.get(0).getProtocolName().startsWith("TCP"))
                transport.put("port_range", "0");
        }
        if (options.hosts() != null)
            find("TCPPING").getProperties().put("initial_hosts", options.hosts());
        for (Map.Entry<String, String> setting : options.settings().entrySet()) {
            int dot = setting.getKey().indexOf('.');
            if (dot < 1)
                throw new IOException(
                        "setting: expected PROTOCOL.attribute=value, got " + setting.getKey());
            ProtocolConfiguration protocol = find(setting.getKey().substring(0, dot));
            String attribute = setting.getKey().substring(dot + 1);
            Attributes.check(protocol.getProtocolName(), attribute, setting.getValue());
            protocol.getProperties().put(attribute, setting.getValue());
        }
    }

    private void cooper(ServerOptions options) {
        for (ProtocolConfiguration protocol : protocols) {
            if (!protocol.getProtocolName().equals(COOPER.class.getName())) continue;
            Map<String, String> its = protocol.getProperties();
            its.put("server_id", Integer.toString(options.id()));
            if (options.members() != null) its.put("members", options.members());
            its.put("block_addr", options.bindAddress().getHostAddress());
        }
    }

    private int omaha(boolean wanted) throws IOException {
        String name = OMAHA.class.getName();
        if (!wanted) protocols.removeIf(protocol -> protocol.getProtocolName().equals(name));
        else if (protocols.stream().noneMatch(protocol -> protocol.getProtocolName().equals(name)))
            protocols.add(orderingIndex(), new ProtocolConfiguration(name, new HashMap<>()));
        return orderingIndex();
    }

    /**
     * Whether a protocol orders requests. An unknown name counts as an ordering protocol, so that JGroups reports the
     * error.
     */
    private static boolean orders(String name) {
        try {
            return name.startsWith(OURS)
                    && (name.equals(CAMU.class.getName())
                            || AbcastProtocol.class.isAssignableFrom(Class.forName(name)));
        } catch (ClassNotFoundException e) {
            return true;
        }
    }

    private int orderingIndex() throws IOException {
        for (int i = 0; i < protocols.size(); i++)
            if (orders(protocols.get(i).getProtocolName())) return i;
        throw new IOException(
                "expected an ordering protocol of " + OURS + "* in the stack, found none");
    }

    /**
     * Returns a copy with another protocol name, without attributes that only the old protocol has. Attributes that
     * neither protocol has are kept, so that JGroups reports misspelt names.
     */
    private static ProtocolConfiguration renamed(ProtocolConfiguration from, String name)
            throws Exception {
        Map<String, String> attributes = new HashMap<>(from.getProperties());
        Set<String> gone =
                new HashSet<>(Attributes.of(Class.forName(from.getProtocolName())).keySet());
        gone.removeAll(Attributes.of(Class.forName(name)).keySet());
        attributes.keySet().removeAll(gone);
        ProtocolConfiguration to = new ProtocolConfiguration(name, attributes);
        if (from.getSubtrees() != null) from.getSubtrees().forEach(to::addSubtree);
        return to;
    }

    private ProtocolConfiguration find(String name) throws IOException {
        for (ProtocolConfiguration protocol : protocols) {
            String full = protocol.getProtocolName();
            if (full.equals(name) || full.substring(full.lastIndexOf('.') + 1).equals(name))
                return protocol;
        }
        throw new IOException("expected " + name + " in the stack, found none");
    }

    ProtocolStackConfigurator configurator() {
        return new ProtocolStackConfigurator() {
            @Override
            public String getProtocolStackString() {
                return xml();
            }

            @Override
            public List<ProtocolConfiguration> getProtocolStack() {
                return protocols;
            }
        };
    }

    String xml() {
        StringBuilder text = new StringBuilder("<config xmlns=\"urn:org:jgroups\">\n");
        for (ProtocolConfiguration protocol : protocols) {
            text.append("    <").append(protocol.getProtocolName());
            protocol.getProperties()
                    .forEach((k, v) -> text.append(' ').append(k + "=\"" + v + "\""));
            text.append("/>\n");
        }
        return text.append("</config>\n").toString();
    }

    /**
     * Returns the message of the innermost cause with a message, because JGroups wraps the exceptions of abcast's
     * protocols.
     */
    static String rootMessage(Throwable failure) {
        String message = null;
        for (Throwable t = failure; t != null; t = t.getCause())
            if (t.getMessage() != null) message = t.getMessage();
        return message == null ? failure.toString() : message;
    }
}
