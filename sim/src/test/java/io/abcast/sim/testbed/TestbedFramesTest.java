package io.abcast.sim.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class TestbedFramesTest {
    /**
     * An Ethernet frame takes 8 bytes of preamble, 14 of header, at least 46 of payload, 4 of check sequence, and 12 of
     * gap to the next frame.
     */
    @Test
    void smallestFrameIs84Bytes() {
        assertEquals(84, TestbedFrames.wireBytes(1));
        assertEquals(84, TestbedFrames.wireBytes(18));
        assertEquals(85, TestbedFrames.wireBytes(19));
    }

    @Test
    void fullFrameIs1538Bytes() {
        assertEquals(1_538, TestbedFrames.wireBytes(1_472));
    }

    @Test
    void largeDatagramsTravelInFragments() {
        assertEquals(1_538 + 84, TestbedFrames.wireBytes(1_473));
        assertEquals(2 * 1_538, TestbedFrames.wireBytes(2 * 1_480 - 8));
        assertEquals(84, TestbedFrames.lastFrameBytes(1_538 + 84));
        assertEquals(1_538, TestbedFrames.lastFrameBytes(2 * 1_538));
    }
}
