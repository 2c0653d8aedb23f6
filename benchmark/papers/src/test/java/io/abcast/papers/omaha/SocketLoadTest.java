package io.abcast.papers.omaha;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tests the load and the trials of the experiment on sockets; the test itself opens no sockets. */
final class SocketLoadTest {
    @Test
    void everyProcessDrawsTheSameLoad() {
        SocketLoad load = SocketLoad.drawn(2_000, 7);
        assertArrayEquals(load.beginNanos(), SocketLoad.drawn(2_000, 7).beginNanos());
        long[] sorted = load.beginNanos().clone();
        Arrays.sort(sorted);
        assertArrayEquals(sorted, load.beginNanos());
        // With ten instances of 120 ms in progress, an instance begins every 12 ms on average.
        assertEquals(12e6, load.endNanos() / 1_999.0, 1e6);
    }

    @Test
    void trialsSurviveEncodingAndDecoding() {
        SocketTrial trial = new SocketTrial(false, true, SocketTrial.Layer.CONTROLLED);
        assertEquals(trial, SocketTrial.decode(trial.encode()));
    }
}
