package io.abcast.benchmark.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.CommandLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class CompareCommandTest {
    private static final String PEERS = "abcast.peers";
    private static final String ROOT = "abcast.root";

    private static final String SYSTEMS =
            "2pc, abcast:PROTOCOL, aeron, camu-pb, camu-to, etcd, jgroups-raft, one-zab, ratis, toa, zookeeper";

    @TempDir Path libraries;

    private String root;

    @BeforeEach
    void nameThePeers() throws IOException {
        for (String name : List.of("aeron", "etcd", "jgroups-raft", "ratis", "toa", "zookeeper"))
            Files.createDirectory(libraries.resolve(name));
        System.setProperty(PEERS, libraries.toString());
        root = System.setProperty(ROOT, Path.of("../..").toAbsolutePath().toString());
    }

    @AfterEach
    void forgetThePeers() {
        System.clearProperty(PEERS);
        if (root == null) System.clearProperty(ROOT);
        else System.setProperty(ROOT, root);
    }

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void wrongSystemsAreOneLineWithWhatWasExpected() {
        assertWrong(
                "--systems: expected " + SYSTEMS + ", got zookeper",
                "--systems",
                "abcast:ZAB,zookeper");
        assertWrong(
                "--systems: expected every system once, got aeron twice",
                "--systems",
                "aeron,abcast:ZAB,aeron");
        assertWrong("--systems: expected " + SYSTEMS + ", got aeron:ZAB", "--systems", "aeron:ZAB");
        assertWrong("--protocol: expected", "--systems", "abcast:ZOB");
    }

    @Test
    void optionsThatOnlyBenchHasAreRefused() {
        assertWrong("--protocol: expected it in --systems, got [ZAB]", "--protocol", "ZAB");
        assertWrong(
                "--client-keys: expected none: no system is compared with TLS, got keys",
                "--client-keys",
                "keys");
    }

    @Test
    void aShareOfAClosedLoopNeedsOneAndIsABoundedPercentage() {
        assertWrong(
                "--warmup: expected some for the closed loop beside a share in --rate, got 0",
                "--rate",
                "50%",
                "--warmup",
                "0");
        assertWrong("Invalid value for option '--rate': rate: expected a share", "--rate", "0%");
        assertWrong(
                "Invalid value for option '--rate': rate: expected more than 0 and at most 200%, got 250%",
                "--rate", "250%");
    }

    @Test
    void theMaximumWarmUpIsAtLeastTheMinimum() {
        assertWrong("--warmup-max: expected at least --warmup, 4, got 0", "--warmup-max", "0");
        assertWrong("--warmup-max: expected at least --warmup, 4, got NaN", "--warmup-max", "NaN");
        assertWrong(
                "--warmup-max: expected at least --warmup, 9, got 5",
                "--warmup",
                "9",
                "--warmup-max",
                "5");
    }

    @Test
    void wrongPartitionsAreOneLineWithWhatWasExpected() {
        String camu = "abcast:CAMU,2pc";
        assertWrong("--partitions: expected 1..", "--systems", camu, "--partitions", "0");
        assertWrong(
                "--partitions: expected at most 11 servers, got 12",
                "--systems",
                camu,
                "--partitions",
                "4",
                "--placement",
                "apart");
        assertWrong("--placement: expected", "--systems", camu, "--placement", "near");
        assertWrong("--multi: expected 0..100, got 101", "--systems", camu, "--multi", "101");
        assertWrong(
                "--span: expected 2, at most the number of --partitions, got 3",
                "--systems",
                camu,
                "--span",
                "3");
        assertWrong(
                "--multi: expected 0 beside a system without partitions, got abcast:ZAB",
                "--systems",
                "abcast:ZAB,one-zab",
                "--multi",
                "10");
        assertWrong(
                "--partitions: expected it beside a system with partitions, got none in --systems",
                "--systems",
                "abcast:ZAB",
                "--partitions",
                "2");
    }

    @Test
    void theTransactionalStoreRunsOnSystemsThatExecuteProcedures() {
        for (String other : List.of("toa", "abcast:ZAB", "zookeeper"))
            for (String workload : List.of("tpcc", "micro"))
                assertWrong(
                        "--systems: expected only abcast:CAMU, camu-to, camu-pb, one-zab, 2pc with --workload "
                                + workload
                                + ", because the other systems cannot execute the procedures of the transactional"
                                + " store, got "
                                + other,
                        "--systems",
                        "abcast:CAMU," + other,
                        "--workload",
                        workload);
    }

    @Test
    void wrongOptionsOfTheTransactionalStoreAreOneLineWithWhatWasExpected() {
        String[] store = {"--systems", "abcast:CAMU,2pc", "--workload", "tpcc"};
        assertWrong(
                "--workload: expected kv or micro or tpcc, got tpcd",
                "--systems",
                "abcast:CAMU,2pc",
                "--workload",
                "tpcd");
        assertWrong(
                "--warehouses: expected --workload micro or tpcc with it, got kv",
                "--systems",
                "abcast:CAMU,2pc",
                "--warehouses",
                "2");
        assertWrong("--warehouses: expected 2 to 1000, got 1", with(store, "--warehouses", "1"));
        assertWrong("--workers: expected 1 to 256, got 0", with(store, "--workers", "0"));
        assertWrong("--rate: expected none with --workload tpcc", with(store, "--rate", "100"));
        assertWrong("--dump: expected it in bench only", with(store, "--dump", "d"));
        assertWrong("--multi: expected --workload micro", with(store, "--multi", "10"));
        assertWrong("--tpcc: expected thesis or spec, got other", with(store, "--tpcc", "other"));
        assertWrong(
                "--partitions: expected it beside a system with partitions",
                "--systems",
                "abcast:ZAB",
                "--workload",
                "tpcc",
                "--partitions",
                "2");
    }

    private static String[] with(String[] options, String... more) {
        String[] all = Arrays.copyOf(options, options.length + more.length);
        System.arraycopy(more, 0, all, options.length, more.length);
        return all;
    }

    @Test
    void helpShowsTheDefaultsOfCompare() {
        assertEquals(0, execute("--help"));
        String help = out.toString().replaceAll("\\s+", " ");
        assertTrue(help.contains("give confidence intervals. Default: 3."), help);
        assertTrue(help.contains("of --rate 5; in compare 4."), help);
    }

    private void assertWrong(String expected, String... options) {
        err.getBuffer().setLength(0);
        assertEquals(2, execute(options), err::toString);
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().startsWith("abcast compare: " + expected), err::toString);
    }

    private int execute(String... options) {
        CommandLine all = CommandLines.of(new CompareCommand());
        all.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        String[] arguments = new String[options.length + 1];
        arguments[0] = "compare";
        System.arraycopy(options, 0, arguments, 1, options.length);
        return all.execute(arguments);
    }
}
