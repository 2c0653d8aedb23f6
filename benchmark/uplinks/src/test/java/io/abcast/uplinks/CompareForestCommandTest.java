package io.abcast.uplinks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.CommandLines;
import io.abcast.load.contest.MeasuredSystem;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class CompareForestCommandTest {
    private final StringWriter err = new StringWriter();

    @TempDir Path libraries;

    @AfterEach
    void forgetThePeers() {
        System.clearProperty("abcast.peers");
    }

    @Test
    void peerThatIsNotBuiltIsOneLine() throws IOException {
        System.setProperty("abcast.peers", libraries.toString());
        Path peer = libraries.resolve("jgroups-raft");
        String problem =
                "--systems: jgroups-raft: its libraries are not in "
                        + peer
                        + ": they could not be fetched or built";
        assertWrong(problem, "--systems", "forest,jgroups-raft");
        Files.createDirectories(peer);
        assertWrong(problem, "--systems", "jgroups-raft");
        try (JarOutputStream jar =
                new JarOutputStream(Files.newOutputStream(peer.resolve("a.jar")))) {
            jar.putNextEntry(new JarEntry(MeasuredSystem.FILE));
            jar.write("name=jgroups-raft\ncontestant=a.B\n".getBytes(StandardCharsets.UTF_8));
        }
        assertWrong(
                "--systems: jgroups-raft: its libraries in "
                        + peer
                        + " are older than this command",
                "--systems",
                "jgroups-raft");
    }

    @Test
    void wrongOptionsAreOneLineWithWhatWasExpected() {
        assertWrong(
                "--systems: expected forest, direct, zab, paxos, jgroups-raft, ",
                "--systems",
                "etcd");
        assertWrong("--systems: expected each once, got zab twice", "--systems", "zab,zab");
        assertWrong("--hosts: expected 3 to 9, got 2", "--hosts", "2");
        assertWrong("--uplinks: expected one rate, or 5 rates, got 2", "--uplinks", "1mbit,2mbit");
        assertWrong("--downlinks: expected at least 1mbit, got 1000bit", "--downlinks", "1kbit");
        assertWrong("--load: expected 5 numbers, one per host, got 1,2", "--load", "1,2");
        assertWrong(
                "--load: expected printed:S, zipf:S or a number per host such as 40,30,10,10,10, got zipf:x",
                "--load",
                "zipf:x");
        assertWrong(
                "--load: the thesis prints no loads of 3 hosts for printed:1.5", "--hosts", "3");
        assertWrong("--load: expected a load above 0, got 0,0,0,0,0", "--load", "0,0,0,0,0");
        assertWrong(
                "--offered: expected numbers above 0, at most 100, got NaN", "--offered", "NaN");
        assertWrong("--payload: expected 20 to 60000, got 19", "--payload", "19");
        assertWrong(
                "--disturb: expected none, relay-killed, root-killed, uplink-halved, load-moves, got rain",
                "--disturb",
                "rain");
        assertWrong("--runs: expected 1 to 100, got 0", "--runs", "0");
        assertWrong("--seconds: expected 6 to 3600, got 5", "--seconds", "5");
    }

    private void assertWrong(String expected, String... options) {
        err.getBuffer().setLength(0);
        CommandLine all = CommandLines.of(new CompareForestCommand());
        all.setOut(new PrintWriter(new StringWriter())).setErr(new PrintWriter(err, true));
        String[] arguments = new String[options.length + 1];
        arguments[0] = "compare-forest";
        System.arraycopy(options, 0, arguments, 1, options.length);
        assertEquals(2, all.execute(arguments), err::toString);
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().startsWith("abcast compare-forest: " + expected), err::toString);
    }
}
