package io.abcast.lab;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class ProcTablesTest {
    private static final String DEV =
            """
            Inter-|   Receive                                                |  Transmit
             face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
                lo:       5       1    0    0    0     0          0         0        5       1    0    0    0     0       0          0
               br0:   70000     100    0    0    0     0          0         0     7000     100    0    0    0     0       0          0
                p1:  200100     200    0    0    0     0          0         0   100200     200    0    0    0     0       0          0
                p0:     900       9    0    0    0     0          0         0     1000      10    0    0    0     0       0          0
            """;

    @Test
    void bytesReceivedByThePortWereSentByTheHost() {
        LinkBytes bytes = LinkBytes.parse(DEV, 2);
        assertArrayEquals(new long[] {900, 200_100}, bytes.sent());
        assertArrayEquals(new long[] {1000, 100_200}, bytes.received());
        assertArrayEquals(new long[] {0, 0}, bytes.since(bytes).sent());
    }

    @Test
    void timesAreFoundBehindANameWithBlanksAndBrackets() {
        String stat = "42 (a) S 7 (b)) S 1 2 3 4 5 6 7 8 9 10 100 20 3 4 20 0 1 0 500";
        assertEquals(127, ProcessTimes.ticks(stat));
    }

    @Test
    void aMachineThatWaitsForItsDiskIsIdle() {
        long[] busyAndAll =
                ProcessTimes.machine("cpu  100 1 50 800 40 3 5 1 0 0\ncpu0 1 2 3 4 5 6 7 8 9 0\n");
        assertArrayEquals(new long[] {160, 1000}, busyAndAll);
    }

    @Test
    void onlyASocketInListenStateOnThePortCounts() {
        String tables =
                """
                  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
                   0: 0100004D:1AE1 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1
                   1: 0100004D:1AE2 0200004D:1AE3 01 00000000:00000000 00:00000000 00000000     0        0 2 1
                   0: 00000000000000000000000000000000:2222 00000000000000000000000000000000:0000 0A 00000000:00000000
                """;
        assertTrue(Lab.listens(tables, 0x1AE1));
        assertTrue(Lab.listens(tables, 0x2222));
        assertFalse(Lab.listens(tables, 0x1AE2), "connected");
        assertFalse(Lab.listens(tables, 0x1AE3), "the port of the other end must not count");
    }
}
