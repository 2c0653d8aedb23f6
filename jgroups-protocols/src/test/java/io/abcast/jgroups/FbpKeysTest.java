package io.abcast.jgroups;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.jgroups.blocks.Codec;
import io.abcast.jgroups.blocks.ReplicatedMap;
import io.abcast.kernel.Membership;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jgroups.JChannel;
import org.jgroups.conf.ConfiguratorFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that FBP starts only if its keys match, or if the operator has set {@code unsigned="true"}. */
class FbpKeysTest {
    private static final List<Integer> IDS = List.of(1, 2, 3, 4, 5, 6, 7);

    @TempDir private Path dir;
    private Path keys;

    @BeforeEach
    void make() throws Exception {
        keys = dir.resolve("keys");
        FbpKeys.make(keys, IDS);
    }

    private JChannel channel(String attributes) throws Exception {
        try (InputStream in = ConfiguratorFactory.getConfigStream("test-stack.xml")) {
            String xml = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            String element = "<io.abcast.jgroups.FBP members=\"%s\" server_id=\"1\" %s ";
            xml =
                    xml.replace(
                            "<io.abcast.jgroups.ZAB ",
                            element.formatted("1,2,3,4,5,6,7", attributes));
            return new JChannel(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        }
    }

    private String refusal(String attributes) throws Exception {
        try (JChannel channel = channel(attributes)) {
            ReplicatedMap.on(channel, Codec.STRING, Codec.STRING);
            Exception e = assertThrows(Exception.class, () -> channel.connect("refused"));
            assertFalse(e.getMessage().contains("\n"), "one line: " + e.getMessage());
            return e.getMessage();
        }
    }

    private String refusal() throws Exception {
        return refusal("keys_dir=\"" + keys + "\"");
    }

    private static void contains(String message, Object... parts) {
        for (Object part : parts)
            assertTrue(message.contains(part.toString()), () -> part + " in: " + message);
    }

    @Test
    void withoutKeysTheErrorNamesTheScriptThatMakesThem() throws Exception {
        contains(refusal(""), "FBP: keys_dir: expected", "1.key", "config/make-fbp-keys.sh");
    }

    @Test
    void keysAndUnsignedTogetherAreRefused() throws Exception {
        contains(refusal("unsigned=\"true\" keys_dir=\"" + keys + "\""), "got both", keys);
    }

    @Test
    void aMissingKeyIsNamedByItsFile() throws Exception {
        Files.delete(keys.resolve("5.pub"));
        contains(refusal(), "FBP: expected", keys.resolve("5.pub"), "found no such file");
    }

    @Test
    void aKeyThatDoesNotFitIsNamedByItsFile() throws Exception {
        Files.copy(keys.resolve("2.key"), keys.resolve("1.key"), REPLACE_EXISTING);
        contains(refusal(), "belong together", keys.resolve("1.key"), keys.resolve("1.pub"));
    }

    @Test
    void aKeyOfTwoMembersIsNamedByItsFiles() throws Exception {
        Files.copy(keys.resolve("2.pub"), keys.resolve("3.pub"), REPLACE_EXISTING);
        contains(refusal(), "different keys", keys.resolve("2.pub"), keys.resolve("3.pub"));
    }

    @Test
    void aMalformedKeyIsNamedByItsFile() throws Exception {
        Files.writeString(keys.resolve("4.pub"), "not a key");
        contains(refusal(), "Ed25519 key as PEM", keys.resolve("4.pub"));
    }

    @Test
    void keysMakeAnEnsembleByzantineAndUnsignedDoesNot() throws Exception {
        for (String attributes : List.of("keys_dir=\"%s\"".formatted(keys), "unsigned=\"true\"")) {
            try (JChannel channel = channel(attributes)) {
                FBP fbp = channel.getProtocolStack().findProtocol(FBP.class);
                assertFalse(fbp.isByzantine(), "before its start");
                ReplicatedMap.on(channel, Codec.STRING, Codec.STRING);
                channel.connect("byzantine");
                assertEquals(attributes.startsWith("keys"), fbp.isByzantine(), attributes);
            }
        }
    }

    @Test
    void aKeySignsOnlyForItsMember() {
        Membership members = Membership.of(1, 2, 3);
        KeySigner one = new KeySigner(keys, 1, members);
        KeySigner two = new KeySigner(keys, 2, members);
        byte[] content = {1, 2, 3};
        byte[] signature = one.sign(content);
        assertTrue(two.verify(1, content, signature));
        assertFalse(two.verify(2, content, signature), "of another member");
        assertFalse(two.verify(1, new byte[] {1, 2, 4}, signature), "of other content");
        assertFalse(two.verify(1, content, new byte[3]), "no signature");
        assertFalse(two.verify(4, content, signature), "not a member");
    }

    @Test
    void privateKeysAreForTheirOwnerAndNoKeyIsOverwritten() throws Exception {
        assertEquals(
                "rw-------",
                PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(keys.resolve("3.key"))));
        byte[] before = Files.readAllBytes(keys.resolve("7.key"));
        FileAlreadyExistsException e =
                assertThrows(
                        FileAlreadyExistsException.class, () -> FbpKeys.make(keys, List.of(8, 7)));
        contains(e.getMessage(), keys.resolve("7.key"));
        assertFalse(Files.exists(keys.resolve("8.key")), "no file is written");
        assertEquals(
                List.of(keys.resolve("8.key"), keys.resolve("8.pub")),
                FbpKeys.make(keys, List.of(8)));
        assertArrayEquals(before, Files.readAllBytes(keys.resolve("7.key")));
    }

    @Test
    void theScriptMakesKeysThatAMemberAccepts() throws Exception {
        Path made = dir.resolve("by script");
        String script = Path.of("..", "config", "make-fbp-keys.sh").toString();
        ProcessBuilder builder = new ProcessBuilder("sh", script, made.toString(), "1", "2", "3");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        assertEquals(
                "rw-------",
                PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(made.resolve("1.key"))));
        KeySigner two = new KeySigner(made, 2, Membership.of(1, 2, 3));
        byte[] content = {7};
        assertTrue(two.verify(2, content, two.sign(content)));
    }
}
