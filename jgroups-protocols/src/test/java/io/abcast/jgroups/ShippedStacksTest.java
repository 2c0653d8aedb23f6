package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jgroups.conf.ConfiguratorFactory;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.util.Util;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings without which JGroups is too slow, or stands still, under this protocol are in every stack that we ship. */
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
    @ValueSource(strings = {"zab-tcp.xml", "zab-tls.xml", "zab-udp.xml"})
    void failureIsNoticedInSecondsAndTailsAreResentSoon(String file) throws Exception {
        Map<String, ProtocolConfiguration> stack = stack(file);
        // Defaults: 40 s and 8 s.
        assertTrue(millis(stack.get("FD_ALL3"), "timeout") <= 3_000);
        assertTrue(millis(stack.get("FD_ALL3"), "interval") <= 1_000);
        // Default: 500 ms, and the tail of a burst needs two of them.
        assertTrue(millis(stack.get("UNICAST3"), "xmit_interval") <= 100);
        assertTrue(millis(stack.get("pbcast.NAKACK2"), "xmit_interval") <= 100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"zab-tcp.xml", "zab-tls.xml", "zab-udp.xml"})
    void nothingStarvesOrEmulates(String file) throws Exception {
        Map<String, ProtocolConfiguration> stack = stack(file);
        for (String name : new String[] {"UFC", "MFC", "UFC_NB", "MFC_NB", "DELAY", "DISCARD"})
            assertNull(stack.get(name), name);
        assertFalse(
                stack.values().stream()
                        .anyMatch(p -> p.getProperties().containsKey("use_vthreads")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"zab-tcp.xml", "zab-tls.xml"})
    void smallMessagesDoNotWaitForAcks(String file) throws Exception {
        // Default: false; Nagle and delayed acks then add 40 ms.
        assertEquals("true", stack(file).get("TCP").getProperties().get("tcp_nodelay"));
    }
}
