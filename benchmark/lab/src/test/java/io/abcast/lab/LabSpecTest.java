package io.abcast.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LabSpecTest {
    private final LabSpec lab = LabSpec.even("lab-7", 3, 100_000_000, "cubic");

    private List<String> lines() {
        return lab.commands().stream().map(command -> String.join(" ", command)).toList();
    }

    @Test
    void changesOnlyItsOwnNamespaces() {
        for (List<String> command : lab.commands())
            if (command.contains("netns")
                    && command.contains("add")
                    && command.get(1).equals("netns"))
                assertTrue(command.get(3).startsWith("lab-7-"), command::toString);
            else {
                assertEquals("-n", command.get(1), command::toString);
                assertTrue(command.get(2).startsWith("lab-7-"), command::toString);
            }
    }

    @Test
    void bothEndsOfACableHaveTheRateAndFiftyMillisecondsOfQueue() {
        assertTrue(
                lines().contains(
                                "tc -n lab-7-h2 qdisc replace dev eth0 root tbf rate 100000000bit burst 62500"
                                        + " limit 625000"),
                () -> lines().toString());
        assertTrue(
                lines().contains(
                                "tc -n lab-7-sw qdisc replace dev p2 root tbf rate 100000000bit burst 62500 limit"
                                        + " 625000"),
                () -> lines().toString());
    }

    @Test
    void cableMayHaveAnotherRateInEachDirection() {
        LabSpec spec = new LabSpec("x", List.of(8_000_000L), List.of(80_000_000L), "");
        List<String> lines = spec.commands().stream().map(c -> String.join(" ", c)).toList();
        assertTrue(
                lines.contains(
                        "tc -n x-h0 qdisc replace dev eth0 root tbf rate 8000000bit burst 16384 limit 131072"),
                lines::toString);
        assertTrue(
                lines.contains(
                        "tc -n x-sw qdisc replace dev p0 root tbf rate 80000000bit burst 50000 limit 500000"),
                lines::toString);
        IllegalArgumentException wrong =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> new LabSpec("x", List.of(1L, 2L), List.of(1L), ""));
        assertEquals("expected 2 downlinks, got 1", wrong.getMessage());
    }

    @Test
    void fewPacketsArePassedAtOnceAndSingleOnesOnRequest() {
        assertTrue(lines().contains("ip -n lab-7-h0 link set eth0 gso_max_segs 8"));
        assertTrue(lines().contains("ip -n lab-7-sw link set p0 gso_max_segs 8"));
        assertTrue(
                lab.singlePackets(0).stream()
                        .map(command -> String.join(" ", command))
                        .toList()
                        .contains("ip -n lab-7-h0 link set eth0 gso_max_segs 1"));
    }

    @Test
    void congestionControlIsSetOnRoutesAndMayBeTheMachinesDefault() {
        assertTrue(lines().stream().anyMatch(line -> line.endsWith("congctl cubic")));
        assertFalse(
                LabSpec.even("x", 3, 1_000_000, "").commands().stream()
                        .anyMatch(command -> command.contains("congctl")));
    }

    @Test
    void packetsAreDroppedByIptablesOrByNft() {
        assertEquals(
                "ip netns exec lab-7-h1 iptables -w -A INPUT -i eth0 -m statistic --mode random --probability"
                        + " 0.0200 -j DROP",
                String.join(" ", lab.loss(1, 0.02).get(0).get(0)));
        List<List<String>> nft = lab.loss(1, 0.02).get(1);
        assertTrue(
                String.join(" ", nft.get(nft.size() - 1))
                        .endsWith("numgen random mod 10000 < 200 drop"));
    }

    @Test
    void addressesOfHostsAndSwitchDiffer() {
        assertEquals("10.77.0.1", LabSpec.address(0));
        assertEquals("10.77.0.200", LabSpec.address(LabSpec.HOSTS_MAX - 1));
        assertEquals("10.77.0.254", LabSpec.switchAddress());
    }
}
