package io.abcast.uplinks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.jgroups.AbcastProtocol;
import io.abcast.jgroups.FOREST;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jgroups.JChannel;
import org.jgroups.protocols.DAISYCHAIN;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class UplinkSystemTest {
    @ParameterizedTest
    @EnumSource(UplinkSystem.class)
    void stackHasTheProtocolsOfTheSystem(UplinkSystem system) throws Exception {
        String xml = system.stack(Path.of("..", "..", "config"));
        byte[] bytes = xml.getBytes(StandardCharsets.UTF_8);
        try (JChannel channel = new JChannel(new ByteArrayInputStream(bytes))) {
            var stack = channel.getProtocolStack();
            AbcastProtocol order = stack.findProtocol(AbcastProtocol.class);
            assertEquals(system.orders(), order != null);
            if (order != null) assertEquals("30000", order.getValue("request_timeout").toString());
            assertEquals(system.planned(), stack.findProtocol(FOREST.class) != null);
            boolean chain = stack.findProtocol(DAISYCHAIN.class) != null;
            assertEquals(system == UplinkSystem.DAISYCHAIN, chain);
        }
    }
}
