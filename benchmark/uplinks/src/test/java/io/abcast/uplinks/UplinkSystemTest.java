package io.abcast.uplinks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.abcast.jgroups.AbcastProtocol;
import io.abcast.jgroups.FOREST;
import io.abcast.load.hosts.ResendIntervals;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jgroups.JChannel;
import org.jgroups.protocols.DAISYCHAIN;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.stack.ProtocolStack;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class UplinkSystemTest {
    private static final Path CONFIG = Path.of("..", "..", "config");

    @TempDir Path other;

    @ParameterizedTest
    @EnumSource(value = UplinkSystem.class, names = "JGROUPS_RAFT", mode = EnumSource.Mode.EXCLUDE)
    void stackHasTheProtocolsOfTheSystem(UplinkSystem system) throws Exception {
        String xml = system.stack(CONFIG);
        byte[] bytes = xml.getBytes(StandardCharsets.UTF_8);
        try (JChannel channel = new JChannel(new ByteArrayInputStream(bytes))) {
            var stack = channel.getProtocolStack();
            AbcastProtocol order = stack.findProtocol(AbcastProtocol.class);
            assertEquals(system.orders(), order != null);
            if (order != null) assertEquals("30000", order.getValue("request_timeout").toString());
            assertEquals(system.planned(), stack.findProtocol(FOREST.class) != null);
            if (system.orders()) assertEquals(resends(), resends(stack));
            boolean chain = stack.findProtocol(DAISYCHAIN.class) != null;
            assertEquals(system == UplinkSystem.DAISYCHAIN, chain);
        }
    }

    private static List<Long> resends() throws Exception {
        Path file = CONFIG.resolve("epaxos-forest-tcp.xml");
        try (JChannel channel = new JChannel(file.toString())) {
            return resends(channel.getProtocolStack());
        }
    }

    private static List<Long> resends(ProtocolStack stack) {
        UNICAST3 unicast = stack.findProtocol(UNICAST3.class);
        NAKACK2 multicast = stack.findProtocol(NAKACK2.class);
        return List.of(unicast.getXmitInterval(), multicast.getXmitInterval());
    }

    @Test
    void intervalOfASlowNetworkReplacesTheShippedOne() throws IOException {
        assertFalse(
                ResendIntervals.of(Files.readString(CONFIG.resolve("zab-tcp.xml")))
                        .equals(UplinkSystem.intervals(CONFIG)));
        assertEquals(
                UplinkSystem.intervals(CONFIG), ResendIntervals.of(UplinkSystem.ZAB.stack(CONFIG)));
    }

    @Test
    void stackWithoutAnAttributeIsRefusedWithItsFile() throws IOException {
        String forest = Files.readString(CONFIG.resolve("epaxos-forest-tcp.xml"));
        Files.writeString(other.resolve("epaxos-forest-tcp.xml"), forest);
        Path zab = other.resolve("zab-tcp.xml");
        String xml = Files.readString(CONFIG.resolve("zab-tcp.xml"));
        Files.writeString(zab, xml.replace("<UNICAST3", "<UNICAST4"));
        assertEquals(
                zab + ": expected a stack with UNICAST3 and its attribute xmit_interval",
                assertThrows(IOException.class, () -> UplinkSystem.ZAB.stack(other)).getMessage());
        Files.writeString(zab, xml.replace("server_id=", "id="));
        assertEquals(
                zab + ": expected an attribute server_id=",
                assertThrows(IOException.class, () -> UplinkSystem.ZAB.stack(other)).getMessage());
    }
}
