package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jgroups.conf.ConfiguratorFactory;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.stack.Configurator;
import org.jgroups.stack.Protocol;
import org.jgroups.util.Util;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that every shipped stack sets JGroups attributes whose default values would slow down or stall abcast's
 * protocols.
 */
final class ShippedStacksTest {
    private static Map<String, ProtocolConfiguration> stack(String file) throws Exception {
        Map<String, ProtocolConfiguration> byName = new HashMap<>();
        String path = Path.of("..", "config", file).toString();
        for (ProtocolConfiguration p :
                ConfiguratorFactory.getStackConfigurator(path).getProtocolStack())
            byName.put(p.getProtocolName(), p);
        return byName;
    }

    private static long millis(ProtocolConfiguration protocol, String attribute) {
        String value = protocol.getProperties().get(attribute);
        assertNotNull(value, protocol.getProtocolName() + "." + attribute);
        return Util.readDurationInt(value, TimeUnit.MILLISECONDS);
    }

    @ParameterizedTest
    @MethodSource("io.abcast.jgroups.Family#stacks")
    void failuresAreDetectedInSecondsAndLostTailsAreResentSoon(String file) throws Exception {
        Map<String, ProtocolConfiguration> stack = stack(file);
        // JGroups' defaults of FD_ALL3 are too long: 40 s for the timeout of a silent member and 8
        // s for the heartbeat interval.
        assertTrue(millis(stack.get("FD_ALL3"), "timeout") <= 3_000);
        assertTrue(millis(stack.get("FD_ALL3"), "interval") <= 1_000);
        // JGroups' default is 500 ms, and UNICAST3 resends a lost last message of a burst only
        // after two xmit_intervals.
        assertTrue(millis(stack.get("UNICAST3"), "xmit_interval") <= 100);
        assertTrue(millis(stack.get("pbcast.NAKACK2"), "xmit_interval") <= 100);
    }

    @ParameterizedTest
    @MethodSource("io.abcast.jgroups.Family#stacks")
    void nothingStarvesOrEmulates(String file) throws Exception {
        Map<String, ProtocolConfiguration> stack = stack(file);
        for (String name : new String[] {"UFC", "MFC", "UFC_NB", "MFC_NB", "DELAY", "DISCARD"})
            assertNull(stack.get(name), name);
        // Before JDK 21, JGroups silently ignores use_vthreads="true".
        assertTrue(
                stack.values().stream()
                        .map(p -> p.getProperties().get("use_vthreads"))
                        .allMatch(wanted -> wanted == null || wanted.equals("false")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"zab-tcp.xml", "zab-tls.xml"})
    void smallMessagesDoNotWaitForAcks(String file) throws Exception {
        // JGroups' default is false: Nagle's algorithm and delayed acks of TCP then add 40 ms.
        assertEquals("true", stack(file).get("TCP").getProperties().get("tcp_nodelay"));
    }

    @ParameterizedTest
    @MethodSource("io.abcast.jgroups.Family#stacks")
    void aSilentConnectionBlocksOthersOnlyBriefly(String file) throws Exception {
        ProtocolConfiguration transport = stack(file).get("TCP");
        if (transport == null) return;
        // Without the hook GuardedPort, JGroups accepts one TCP connection at a time, and TLS
        // handshakes have no time limit.
        assertEquals(
                GuardedPort.class.getName(), transport.getProperties().get("after_creation_hook"));
        assertTrue(millis(transport, "peer_addr_read_timeout") <= 2_000);
        // With JGroups' default, two members that connect to each other at the same time cause a
        // stack trace in the log.
        assertTrue(millis(transport, "sock_conn_timeout") <= 500);
        assertEquals("pd", transport.getProperties().get("bundler_type"));
        assertEquals("false", transport.getProperties().get("bundler.use_single_sender_thread"));
        assertEquals("false", transport.getProperties().get("log_details"));
    }

    @ParameterizedTest
    @MethodSource("io.abcast.jgroups.Family#stacks")
    void theProbeIsOnLoopbackWhereverTheMembersAre(String file) throws Exception {
        String old = System.setProperty("jgroups.bind_addr", "192.0.2.1");
        try {
            Map<String, String> transport = new HashMap<>();
            for (ProtocolConfiguration protocol : stack(file).values())
                if (protocol.getProperties().containsKey("diag.enabled"))
                    transport.putAll(protocol.getProperties());
            if ("false".equals(transport.get("diag.enabled"))) return;
            assertEquals("false", transport.get("diag.enable_udp"));
            String address = Util.substituteVariable(transport.get("diag.bind_addr"));
            assertEquals("127.0.0.1", address);
        } finally {
            if (old == null) System.clearProperty("jgroups.bind_addr");
            else System.setProperty("jgroups.bind_addr", old);
        }
    }

    @ParameterizedTest
    @MethodSource("io.abcast.zab.variants.Variants#names")
    void stacksOfVariantsEqualThatOfZabBelowTheProtocol(String protocol) throws Exception {
        List<String> zab = elements("zab-tcp.xml");
        List<String> variant = elements(Family.tcpStack(protocol));
        int below = zab.size() - 1;
        assertEquals(zab.subList(0, below), variant.subList(0, below));
        assertEquals(zab.size(), variant.size());
        String own = variant.get(below);
        assertTrue(own.startsWith("io.abcast.jgroups." + protocol + " "), own);
    }

    @ParameterizedTest
    @ValueSource(classes = {PAXOS.class, EPAXOS.class, CAMU.class})
    void theStackOfAnotherProtocolEqualsThatOfZabBelowTheProtocol(Class<?> protocol)
            throws Exception {
        List<String> zab = elements("zab-tcp.xml");
        List<String> other = elements(Family.tcpStack(protocol.getSimpleName()));
        int below = zab.size() - 1;
        assertEquals(zab.subList(0, below), other.subList(0, below));
        assertTrue(other.remove(below).startsWith(protocol.getName() + " "), other::toString);
        assertEquals(below, other.size());
    }

    @ParameterizedTest
    @ValueSource(classes = {OMAHA.class, COOPER.class})
    void otherStacksEqualThatOfZabBelowTheProtocol(Class<?> between) throws Exception {
        List<String> zab = elements("zab-tcp.xml");
        String name = between.getSimpleName().toLowerCase(Locale.ROOT);
        List<String> other = elements("zab-" + name + "-tcp.xml");
        String own = other.remove(zab.size() - 1);
        assertTrue(own.startsWith(between.getName() + " "), own);
        assertEquals(zab, other);
    }

    @ParameterizedTest
    @MethodSource("io.abcast.zab.variants.Variants#names")
    void theFilesOfVariantsContainTheDefaults(String protocol) throws Exception {
        ProtocolConfiguration element =
                stack(Family.tcpStack(protocol)).get("io.abcast.jgroups." + protocol);
        Map<String, String> knobs = new TreeMap<>(element.getProperties());
        for (String key : List.of("members", "server_id", "durability", "data_dir"))
            knobs.remove(key);
        Protocol plain = Family.make(protocol);
        ProtocolConfiguration alone =
                new ProtocolConfiguration("io.abcast.jgroups." + protocol, knobs);
        Protocol made = Configurator.createProtocols(List.of(alone), null).get(0);
        Configurator.initializeAttrs(made, alone, Util.getIpStackType());
        for (String knob : element.getProperties().keySet()) {
            if (List.of("members", "server_id", "durability", "data_dir").contains(knob)) continue;
            Object expected = plain.getValue(knob);
            assertEquals(expected, made.getValue(knob), knob);
        }
    }

    private static List<String> elements(String file) throws Exception {
        String path = Path.of("..", "config", file).toString();
        List<String> elements = new ArrayList<>();
        for (ProtocolConfiguration p :
                ConfiguratorFactory.getStackConfigurator(path).getProtocolStack())
            elements.add(p.getProtocolName() + " " + new TreeMap<>(p.getProperties()));
        return elements;
    }
}
