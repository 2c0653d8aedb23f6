package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jgroups.JChannel;
import org.jgroups.jmx.JmxConfigurator;
import org.jgroups.protocols.TCP;
import org.jgroups.stack.DiagnosticsHandler;
import org.junit.jupiter.api.Test;

/**
 * Tests that the password of the key files appears in no log line, no answer of probe, no JMX attribute and no error
 * message.
 */
final class SecretsTest {
    private static final String SECRET = ShippedStack.PASSWORD;

    private static final class Everything extends Handler implements AutoCloseable {
        private static final List<Logger> LOGGERS =
                List.of(Logger.getLogger("org.jgroups"), Logger.getLogger("io.abcast"));
        private final Queue<String> lines = new ConcurrentLinkedQueue<>();
        private final LongAdder fine = new LongAdder();

        Everything() {
            setLevel(Level.ALL);
            for (Logger logger : LOGGERS) {
                logger.addHandler(this);
                logger.setLevel(Level.ALL);
            }
        }

        @Override
        public void publish(LogRecord record) {
            if (record.getLevel().intValue() < Level.INFO.intValue()) fine.increment();
            lines.add(new SimpleFormatter().format(record));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            for (Logger logger : LOGGERS) {
                logger.removeHandler(this);
                logger.setLevel(null);
            }
        }
    }

    private static void assertSilent(String where, String text) {
        assertFalse(text.contains(SECRET), () -> where + " shows the password: " + text);
    }

    @Test
    void aRunningMemberDoesNotRevealItsPassword() throws Exception {
        int base = ShippedStack.freePorts(2);
        int probe = ShippedStack.freePorts(1);
        try (Everything log = new Everything();
                TestCluster cluster = ShippedStack.cluster("zab-tls.xml", 1, base)) {
            cluster.start(
                    1,
                    channel -> {
                        DiagnosticsHandler handler =
                                channel.getProtocolStack().getTransport().getDiagnosticsHandler();
                        handler.setEnabled(true).enableUdp(false).enableTcp(true);
                        handler.setBindAddress(InetAddress.getLoopbackAddress())
                                .setPort(probe)
                                .setPortRange(0);
                    });
            cluster.awaitActive();
            JChannel channel = cluster.channel(1);

            for (String question : List.of("jmx", "jmx=TCP", "jmx=AUTH", "props", "keys", "dump")) {
                String answer = probe(probe, question);
                assertTrue(answer.length() > 50, question + ": " + answer);
                assertSilent("probe " + question, answer);
            }
            assertTrue(
                    probe(probe, "jmx").contains("keystore_path"),
                    "the answer shows the other attributes");
            assertSilent("stack", channel.getProtocolStack().printProtocolSpec(true));
            assertSilent("stack", channel.getProtocolStack().printProtocolSpecAsXML());
            assertSilent("jmx", jmx(channel));

            assertTrue(log.fine.sum() > 0, "only what every peer may see");
            for (String line : log.lines) assertSilent("log", line);
        }
    }

    @Test
    void aFailedStartDoesNotRevealThePassword() throws Exception {
        int base = ShippedStack.freePorts(2);
        try (Everything log = new Everything();
                TestCluster cluster = ShippedStack.cluster("zab-tls.xml", 1, base)) {
            for (int wrong = 0; wrong < 3; wrong++) {
                int what = wrong;
                Exception e =
                        assertThrows(
                                Exception.class,
                                () -> cluster.start(1, channel -> breakKeys(channel, what)),
                                "start " + wrong);
                StringWriter trace = new StringWriter();
                e.printStackTrace(new PrintWriter(trace));
                assertSilent("error", trace.toString());
            }
            for (String line : log.lines) assertSilent("log", line);
        }
    }

    private static void breakKeys(JChannel channel, int what) {
        TCP tcp = (TCP) channel.getProtocolStack().getTransport();
        switch (what) {
            case 0 -> tcp.tls().setTruststorePassword(SECRET + "-wrong");
            case 1 -> tcp.tls().setTruststorePath(ShippedStack.CONFIG.resolve("zab-tls.xml") + "");
            default -> tcp.tls().setKeystorePassword(SECRET + "-wrong");
        }
    }

    private static String probe(int port, String question) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(question.getBytes(StandardCharsets.UTF_8));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String jmx(JChannel channel) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        String domain = "abcast-secrets";
        JmxConfigurator.registerChannel(channel, server, domain, channel.getClusterName(), true);
        StringBuilder all = new StringBuilder();
        try {
            for (ObjectName name : server.queryNames(new ObjectName(domain + ":*"), null))
                for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes())
                    all.append(name)
                            .append(' ')
                            .append(attribute.getName())
                            .append('=')
                            .append(server.getAttribute(name, attribute.getName()))
                            .append('\n');
        } finally {
            JmxConfigurator.unregisterChannel(channel, server, domain, channel.getClusterName());
        }
        assertTrue(all.toString().contains("keystore_path"), "the list is a list");
        return all.toString();
    }
}
