package io.abcast.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jgroups.JChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DrawnSettingsTest {
    private static void stack(String protocol, List<String> settings) throws Exception {
        StringBuilder xml = new StringBuilder("<config><SHARED_LOOPBACK/><io.abcast.jgroups.");
        xml.append(protocol);
        for (String setting : settings)
            xml.append(' ').append(setting.replace("=", "=\"")).append('"');
        xml.append("/></config>");
        byte[] bytes = xml.toString().getBytes(StandardCharsets.UTF_8);
        new JChannel(new ByteArrayInputStream(bytes)).close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ZAB", "ZAB_AC", "ZAB_AUTO", "PAXOS", "FAST_PAXOS", "FBP", "EPAXOS", "CAMU"})
    void theProtocolHasEveryDrawnAttribute(String protocol) throws Exception {
        for (long seed = 0; seed < 8; seed++) stack(protocol, DrawnSettings.draw(protocol, seed));
        assertThrows(Exception.class, () -> stack(protocol, List.of("no_such_attribute=1")));
    }

    @Test
    void sameSeedDrawsTheSameSettings() {
        assertEquals(DrawnSettings.draw("PAXOS", 5), DrawnSettings.draw("PAXOS", 5));
    }
}
