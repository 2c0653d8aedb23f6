package io.abcast.load.contest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.figures.LoopbackCounters;
import io.abcast.load.contest.ContestantServer.State;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests each check of server states with states that the check must reject. */
final class StateCheckTest {
    private static final List<List<Integer>> BOTH = List.of(List.of(1, 2));

    private static final byte[] WRITTEN = {1, 2, 3};

    @Test
    void equalStatesWithAllWritesPass() {
        List<State> states = List.of(new State(10, 5, 2), new State(11, 5, 2));
        assertEquals("", StateCheck.differing(states, BOTH, 10));
    }

    @Test
    void aServerThatLostAWriteIsFound() {
        List<State> states = List.of(new State(10, 5, 2), new State(10, 6, 2));
        assertTrue(StateCheck.differing(states, BOTH, 10).startsWith("states differ"));
        List<State> fewer = List.of(new State(10, 5, 2), new State(10, 5, 1));
        assertTrue(StateCheck.differing(fewer, BOTH, 10).startsWith("states differ"));
    }

    @Test
    void answeredWritesThatNoServerAppliedAreFound() {
        List<State> states = List.of(new State(9, 5, 2), new State(9, 5, 2));
        assertEquals(
                "server 1 has applied 9 writes, expected at least 10",
                StateCheck.differing(states, BOTH, 10));
    }

    @Test
    void serversOfDifferentPartitionsMayDiffer() {
        List<State> states = List.of(new State(4, 5, 2), new State(4, 5, 2), new State(6, 7, 3));
        List<List<Integer>> groups = List.of(List.of(1, 2), List.of(3));
        assertEquals("", StateCheck.differing(states, groups, 10));
        assertEquals(
                "servers [1, 3] have applied 10 writes, expected at least 11",
                StateCheck.differing(states, groups, 11));
        assertTrue(
                StateCheck.differing(states, List.of(List.of(1), List.of(2, 3)), 8)
                        .startsWith("states differ: server 2"));
    }

    @Test
    void valuesReadBackMustHaveBeenWritten() {
        byte[][][] right = {{null, WRITTEN.clone()}, {WRITTEN.clone(), WRITTEN.clone()}};
        assertEquals("", StateCheck.misread(right, List.of(WRITTEN)));
        byte[][][] wrong = {{WRITTEN}, {new byte[] {1, 2, 4}}};
        assertEquals(
                "server 2, key 0: a value of 3 bytes that no client wrote",
                StateCheck.misread(wrong, List.of(WRITTEN)));
        byte[][][] empty = {{WRITTEN, WRITTEN}, {null, null}};
        assertEquals(
                "server 2 has no value for any of the keys 0..1",
                StateCheck.misread(empty, List.of(WRITTEN)));
    }

    @Test
    void digestsDependOnContentsAndKeysButNotOnOrder() {
        ValueStore one = new ValueStore();
        one.put(1, new byte[] {1});
        one.put(2, new byte[] {2});
        ValueStore other = new ValueStore();
        byte[] command = ValueStore.command(2, new byte[] {2});
        other.apply(command, 0, command.length);
        other.put(1, new byte[] {1});
        assertEquals(one.state(), other.state());
        other.put(1, new byte[] {2});
        other.put(2, new byte[] {1});
        assertNotEquals(one.state().digest(), other.state().digest());
    }

    @Test
    void loopbackCountersAreReadAndUnknownOnesAreNotNumbers() {
        LoopbackCounters counters =
                LoopbackCounters.parse(
                        List.of(
                                " face |bytes packets",
                                "  eth0: 7 7",
                                "    lo: 1234 56 0 0 0 0 0 0 1234 56"));
        assertEquals(new LoopbackCounters(1234, 56), counters);
        assertEquals(new LoopbackCounters(234, 6), counters.since(new LoopbackCounters(1000, 50)));
        assertEquals(LoopbackCounters.UNKNOWN, LoopbackCounters.parse(List.of("lo: x y")));
        assertEquals(LoopbackCounters.UNKNOWN, LoopbackCounters.parse(List.of()));
    }
}
