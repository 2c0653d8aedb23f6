package io.abcast.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jgroups.JChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the option {@code --protocol} replaces the ordering protocol of the stack file, and keeps the attributes
 * that both protocols have.
 */
final class StackConfigTest {
    private static final String ELEMENT =
            "<io.abcast.jgroups.ZAB_CT choice=\"u\" counts_leader=\"false\" batching=\"false\"";

    @TempDir private Path directory;

    private Path stack(String element) throws IOException {
        String shipped = Files.readString(Path.of("..", "..", "config", "zab-tcp.xml"));
        return Files.writeString(
                directory.resolve("own.xml"),
                shipped.replace("<io.abcast.jgroups.ZAB ", element + " "));
    }

    private static String ours(Path config, String protocol) throws IOException {
        return load(config, protocol)
                .xml()
                .lines()
                .filter(line -> line.contains("<io.abcast.jgroups."))
                .findFirst()
                .orElseThrow()
                .strip();
    }

    private static StackConfig load(Path config, String protocol) throws IOException {
        return load(config, protocol, null);
    }

    @Test
    void cooperHasTheIdsAndTheAddressOfTheServer() throws IOException {
        Path shipped = Path.of("..", "..", "config", "zab-cooper-tcp.xml");
        String element = ours(shipped, null);
        assertTrue(element.startsWith("<io.abcast.jgroups.COOPER "), element);
        assertTrue(element.contains("members=\"1,2,3\""), element);
        assertTrue(element.contains(" server_id=\"1\""), element);
        assertTrue(element.contains("block_addr=\"127.0.0.1\""), element);
        assertFalse(element.contains("${abcast.members"), element);
    }

    @Test
    void forestAcceptsFramesAtTheAddressOfTheServer() throws IOException {
        Path file = directory.resolve("forest.xml");
        String stack = Files.readString(Path.of("..", "..", "config", "paxos-tcp.xml"));
        String forest = "<io.abcast.jgroups.FOREST frame_addr=\"127.0.0.9\"/>";
        Files.writeString(file, stack.replaceFirst("<FD_SOCK2 ", forest + "<FD_SOCK2 "));
        String element = ours(file, "EPAXOS");
        assertTrue(element.startsWith("<io.abcast.jgroups.FOREST "), element);
        assertTrue(element.contains("frame_addr=\"127.0.0.1\""), element);
    }

    @Test
    void failureDetectorListensAtTheAddressOfTheServer() throws IOException {
        String detector =
                load(Path.of("..", "..", "config", "zab-tcp.xml"), null)
                        .xml()
                        .lines()
                        .filter(line -> line.contains("<FD_SOCK2 "))
                        .findFirst()
                        .orElseThrow();
        assertTrue(detector.contains("bind_addr=\"127.0.0.1\""), detector);
    }

    private static StackConfig load(Path config, String protocol, Boolean omaha)
            throws IOException {
        return StackConfig.load(
                new ServerOptions(
                        1,
                        "1,2,3",
                        false,
                        protocol,
                        config,
                        InetAddress.getLoopbackAddress(),
                        0,
                        0,
                        null,
                        "test",
                        null,
                        "memory",
                        omaha,
                        Map.of(),
                        1,
                        1,
                        1,
                        ConnectionLimits.defaults(),
                        null,
                        null));
    }

    @Test
    void withoutAProtocolTheFilesElementStays() throws IOException {
        Path config = stack(ELEMENT);
        assertEquals("ZAB_CT", StackConfig.protocolOf(config));
        String element = ours(config, null);
        assertTrue(element.startsWith("<io.abcast.jgroups.ZAB_CT "), element);
        assertTrue(element.contains("choice=\"u\""), element);
    }

    @Test
    void anotherProtocolKeepsOnlyTheAttributesThatItHasToo() throws IOException {
        Path config = stack(ELEMENT);
        String zab = ours(config, "ZAB");
        assertTrue(zab.startsWith("<io.abcast.jgroups.ZAB "), zab);
        assertTrue(zab.contains("batching=\"false\""), zab);
        assertFalse(zab.contains("choice") || zab.contains("counts_leader"), zab);
        String aa = ours(config, "ZAB_AA");
        assertTrue(aa.contains("counts_leader=\"false\"") && !aa.contains("choice"), aa);
        assertTrue(ours(config, "ZAB_CT_LITE").contains("choice=\"u\""));
    }

    @Test
    void aReplacedElementMakesAChannel() throws Exception {
        new JChannel(load(stack(ELEMENT), "ZAB").configurator()).close();
    }

    @Test
    void omahaIsBelowTheOrderingProtocolOrNotInTheStack() throws Exception {
        Path without = Path.of("..", "..", "config", "paxos-tcp.xml");
        Path with = Path.of("..", "..", "config", "zab-omaha-tcp.xml");
        assertEquals(List.of("PAXOS"), ofOurs(without, null));
        assertEquals(List.of("PAXOS"), ofOurs(without, false));
        assertEquals(List.of("OMAHA", "PAXOS"), ofOurs(without, true));
        assertEquals(List.of("OMAHA", "ZAB"), ofOurs(with, null));
        assertEquals(List.of("OMAHA", "ZAB"), ofOurs(with, true));
        assertEquals(List.of("ZAB"), ofOurs(with, false));
        assertTrue(load(with, null, true).xml().contains("grace=\"200\""));
        new JChannel(load(without, null, true).configurator()).close();
    }

    private static List<String> ofOurs(Path config, Boolean omaha) throws IOException {
        return Pattern.compile("<io\\.abcast\\.jgroups\\.(\\w+)")
                .matcher(load(config, null, omaha).xml())
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @Test
    void aTypingErrorIsReportedWithEveryProtocol() throws Exception {
        Path config = stack("<io.abcast.jgroups.ZAB_CT coice=\"u\"");
        for (String protocol : new String[] {"ZAB_CT", "ZAB"}) {
            StackConfig stack = load(config, protocol);
            Exception e =
                    assertThrows(Exception.class, () -> new JChannel(stack.configurator()).close());
            assertTrue(e.getMessage().contains("coice"), e::getMessage);
        }
    }

    @Test
    void aStackWithoutAnAbcastProtocolIsRefused() throws IOException {
        Path config = Files.writeString(directory.resolve("bare.xml"), "<config><TCP/></config>");
        IOException e = assertThrows(IOException.class, () -> StackConfig.protocolOf(config));
        assertTrue(
                e.getMessage().contains("expected an ordering protocol of io.abcast.jgroups."),
                e::getMessage);
    }
}
