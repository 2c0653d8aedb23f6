package io.abcast.uplinks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.jgroups.AbcastProtocol;
import io.abcast.jgroups.FOREST;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jgroups.JChannel;
import org.jgroups.protocols.DAISYCHAIN;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class UplinkSystemTest {
    @ParameterizedTest
    @EnumSource(UplinkSystem.class)
    void stackHasTheProtocolsOfTheSystem(UplinkSystem system) throws Exception {
        String xml = system.stack(1, List.of("127.0.0.1", "127.0.0.2", "127.0.0.3"), 7800);
        byte[] bytes = xml.getBytes(StandardCharsets.UTF_8);
        try (JChannel channel = new JChannel(new ByteArrayInputStream(bytes))) {
            var stack = channel.getProtocolStack();
            assertEquals(system.orders(), stack.findProtocol(AbcastProtocol.class) != null);
            assertEquals(system.planned(), stack.findProtocol(FOREST.class) != null);
            boolean chain = stack.findProtocol(DAISYCHAIN.class) != null;
            assertEquals(system == UplinkSystem.DAISYCHAIN, chain);
        }
    }
}
