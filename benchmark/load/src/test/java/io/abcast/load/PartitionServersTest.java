package io.abcast.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PartitionServersTest {
    @Test
    void readsAMapInTheOrderOfTheNames() {
        PartitionServers map = PartitionServers.parse("B=2,3; A=1,2");
        assertEquals(List.of("A", "B"), map.names());
        assertEquals(List.of(List.of(1, 2), List.of(2, 3)), map.ids());
        assertEquals(3, map.servers());
        assertEquals(List.of(0, 1), map.heldBy(2));
        assertEquals("A=1,2;B=2,3", map.toString());
        assertEquals(map, PartitionServers.parse(map.toString()));
    }

    @Test
    void serversWithTheSamePartitionsFormAGroup() {
        assertEquals(
                List.of(List.of(1, 2, 3)),
                PartitionServers.parse("A=1,2,3;B=1,2,3").ofEqualState());
        assertEquals(
                List.of(List.of(1, 2), List.of(3, 4)),
                PartitionServers.parse("A=1,2;B=3,4").ofEqualState());
        assertEquals(
                List.of(List.of(1), List.of(2), List.of(3)),
                PartitionServers.parse("A=1,2;B=2,3").ofEqualState());
    }

    @Test
    void refusesOtherTexts() {
        for (String wrong : List.of("", "A", "A=", "A=x", "A=1;A=2", "A=1;;B=2"))
            assertThrows(IllegalArgumentException.class, () -> PartitionServers.parse(wrong));
    }
}
