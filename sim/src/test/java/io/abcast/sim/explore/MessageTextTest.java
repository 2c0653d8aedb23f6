package io.abcast.sim.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class MessageTextTest {
    private record Inner(long[] ends, byte[] bytes) {}

    private record Outer(int number, List<Inner> inners) {}

    @Test
    void writesArraysByTheirContent() {
        Outer outer = new Outer(7, List.of(new Inner(new long[] {1, 2}, new byte[] {3})));
        assertEquals(
                "Outer[number=7, inners=[Inner[ends=[1, 2], bytes=1B:03]]]",
                MessageText.of(outer, (name, value) -> null));
    }
}
