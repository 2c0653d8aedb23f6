package io.abcast.ordering.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionMapTest {
    @Test
    void partitionsAreNumberedInTheOrderOfTheirNames() {
        PartitionMap map = PartitionMap.parse("orders=4,5,6; accounts=1,2,3");
        assertEquals(List.of("accounts", "orders"), map.names());
        assertEquals(1, map.number("orders"));
        assertEquals(List.of(1), map.heldBy(5));
        assertEquals(map, PartitionMap.parse(map.toString()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "A", "A=", "A=1;A=2", "A=1,1", "A=0", "A=x", "A=1;", "=1", "A B=1", "A=1;B",
                "A=70000"
            })
    void aTextThatIsNoMapIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> PartitionMap.parse(text));
    }

    @Test
    void anUnknownNameIsRefusedWithTheKnownOnes() {
        PartitionMap map = PartitionMap.parse("A=1;B=1");
        IllegalArgumentException error =
                assertThrows(IllegalArgumentException.class, () -> map.number("C"));
        assertTrue(error.getMessage().contains("[A, B]"), error.getMessage());
    }
}
