package io.abcast.load.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class ResendIntervalsTest {
    private static final String STACK =
            """
            <FD_ALL3 xmit_interval="7s"/>
            <pbcast.NAKACK2 use_mcast_xmit="false"
                            xmit_interval="100ms"/>
            <UNICAST3 xmit_interval="50ms" ack_threshold="10"/>
            """;

    @Test
    void onlyTheTwoElementsGetTheOtherIntervals() {
        assertEquals(new ResendIntervals("50ms", "100ms"), ResendIntervals.of(STACK));
        assertEquals(
                STACK.replace("100ms", "1s").replace("50ms", "500ms"),
                new ResendIntervals("500ms", "1s").in(STACK));
    }

    @Test
    void missingAttributeIsNamed() {
        assertMissing("UNICAST3", STACK.replace("UNICAST3 xmit", "UNICAST3 other_xmit"));
        assertMissing("UNICAST3", STACK.replace("UNICAST3", "UNICAST4"));
        assertMissing("pbcast.NAKACK2", STACK.replace("xmit_interval=\"100ms\"", ""));
    }

    private static void assertMissing(String element, String xml) {
        String expected = "expected a stack with " + element + " and its attribute xmit_interval";
        ResendIntervals any = new ResendIntervals("1s", "1s");
        for (Runnable each : new Runnable[] {() -> ResendIntervals.of(xml), () -> any.in(xml)}) {
            Exception e = assertThrows(IllegalArgumentException.class, each::run);
            assertEquals(expected, e.getMessage());
        }
    }
}
