package io.abcast.benchmark.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.benchmark.bench.Plan;
import io.abcast.server.ProtocolNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Tests which stack file a protocol uses, and which ordering protocol a stack file contains. */
final class ProtocolNamesTest {
    private static final String ROOT = "abcast.root";
    private final String before = System.getProperty(ROOT);

    @BeforeEach
    void setRoot() {
        System.setProperty(ROOT, "../..");
    }

    @AfterEach
    void resetRoot() {
        if (before == null) System.clearProperty(ROOT);
        else System.setProperty(ROOT, before);
    }

    private static Plan plan(String... arguments) {
        LoadOptions options = new LoadOptions();
        CommandLine line = new CommandLine(options);
        line.parseArgs(arguments);
        return options.plan(line);
    }

    private static List<String> protocols(Plan plan) {
        return plan.experiments().stream().map(e -> e.protocol()).distinct().toList();
    }

    @ParameterizedTest
    @MethodSource("io.abcast.zab.variants.Variants#names")
    void everyProtocolHasAShippedStackWithIt(String protocol) {
        Path shipped = ProtocolNames.shippedConfig(protocol);
        assertEquals(
                protocol, ProtocolNames.protocolOf(new CommandLine(new LoadOptions()), shipped));
    }

    @Test
    void ordersByConsensusShareAStackAndNeedEnoughMembers() {
        Path paxos = Path.of("..", "..", "config", "paxos-tcp.xml");
        Plan plan = plan("--protocol", "PAXOS,FAST_PAXOS");
        assertEquals(Map.of("PAXOS", paxos, "FAST_PAXOS", paxos), plan.configs());
        assertThrows(ParameterException.class, () -> plan("--protocol", "FBP", "--nodes", "3"));
        assertEquals(Map.of("FBP", paxos), plan("--protocol", "FBP", "--nodes", "7").configs());
    }

    @Test
    void anOrderWithoutALeaderRunsWithAnyNumberOfMembers() {
        Plan plan = plan("--protocol", "EPAXOS,ZAB", "--nodes", "3,5");
        assertEquals(List.of("EPAXOS", "ZAB"), protocols(plan));
        Path shipped = Path.of("..", "..", "config", "epaxos-tcp.xml");
        assertEquals(shipped, plan.configs().get("EPAXOS"));
        CommandLine line = new CommandLine(new LoadOptions());
        assertEquals("EPAXOS", ProtocolNames.protocolOf(line, shipped));
        assertEquals(4, plan("--protocol", "EPAXOS", "--nodes", "1,2,4,7").experiments().size());
        assertTrue(ProtocolNames.leaderless("EPAXOS"));
        assertFalse(ProtocolNames.leaderless("PAXOS") || ProtocolNames.leaderless("ZAB"));
        assertFalse(ProtocolNames.ofZab("EPAXOS") || ProtocolNames.ofZab("PAXOS"));
        assertTrue(ProtocolNames.ofZab("ZAB_CT"));
    }

    /** OMAHA is above the ordering protocol in the stack file, but OMAHA does not order requests. */
    @Test
    void theProtocolOfAStackWithOmahaIsItsOrderingProtocol() {
        Path omaha = Path.of("..", "..", "config", "zab-omaha-tcp.xml");
        assertEquals("ZAB", ProtocolNames.protocolOf(new CommandLine(new LoadOptions()), omaha));
    }

    @Test
    void withOmahaEachProtocolRunsWithoutAndWithOmaha() {
        for (String how : List.of("on", "off,on")) {
            Plan plan = plan("--omaha", how, "--protocol", "ZAB,PAXOS");
            assertEquals(
                    List.of("ZAB", "ZAB+OMAHA", "PAXOS", "PAXOS+OMAHA"),
                    plan.experiments().stream().map(e -> e.name()).toList());
            assertEquals(
                    List.of(false, true, false, true),
                    plan.experiments().stream().map(e -> e.omaha()).toList());
        }
    }

    @Test
    void theOmahaOptionReachesTheExperiments() {
        assertNull(plan().experiments().get(0).omaha());
        assertEquals(false, plan("--omaha", "off").experiments().get(0).omaha());
        assertThrows(ParameterException.class, () -> plan("--omaha", "maybe"));
    }

    @Test
    void withoutAFileEachProtocolHasItsShippedStack() {
        Plan plan = plan("--protocol", "ZAB,ZAB_CT");
        assertEquals(List.of("ZAB", "ZAB_CT"), protocols(plan));
        Path zab = Path.of("..", "..", "config", "zab-tcp.xml");
        Path coin = Path.of("..", "..", "config", "zab-ct-tcp.xml");
        assertEquals(Map.of("ZAB", zab, "ZAB_CT", coin), plan.configs());
    }

    @Test
    void aFileAloneKeepsItsProtocol() {
        Path coin = Path.of("..", "..", "config", "zab-ct-tcp.xml");
        Plan plan = plan("--config", coin.toString());
        assertEquals(List.of("ZAB_CT"), protocols(plan));
        assertEquals(Map.of("ZAB_CT", coin), plan.configs());
    }

    @Test
    void withFileAndProtocolsTheFileIsUsedForAll() {
        Path coin = Path.of("..", "..", "config", "zab-ct-tcp.xml");
        Plan plan = plan("--config", coin.toString(), "--protocol", "ZAB,ZAB_AA");
        assertEquals(Map.of("ZAB", coin, "ZAB_AA", coin), plan.configs());
    }

    @Test
    void withoutFileAndProtocolTheProtocolIsZab() {
        assertEquals(List.of("ZAB"), protocols(plan()));
    }
}
