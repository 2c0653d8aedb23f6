package io.abcast.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class ConnectionSpreadTest {
    @Test
    void totalIsAsAskedForAndServersDifferLittle() {
        for (int servers = 1; servers <= 9; servers++)
            for (int shards = 1; shards <= 4; shards++)
                for (int connections = shards; connections <= 60; connections++) {
                    ConnectionSpread spread = new ConnectionSpread(connections, shards, servers);
                    int[] all = new int[servers];
                    for (int shard = 0; shard < shards; shard++) {
                        int[] toServers = spread.toServers(shard);
                        assertEquals(spread.of(shard), Arrays.stream(toServers).sum());
                        assertTrue(spread.of(shard) > 0, spread::toString);
                        for (int i = 0; i < servers; i++) all[i] += toServers[i];
                    }
                    assertEquals(connections, Arrays.stream(all).sum(), spread::toString);
                    int most = Arrays.stream(all).max().getAsInt();
                    int least = Arrays.stream(all).min().getAsInt();
                    assertTrue(most - least <= shards, spread + ": " + Arrays.toString(all));
                }
    }

    @Test
    void theRemainderIsSpread() {
        assertArrayEquals(new int[] {9, 8, 8}, new ConnectionSpread(25, 1, 3).toServers(0));
        assertArrayEquals(new int[] {1, 0, 0}, new ConnectionSpread(2, 2, 3).toServers(0));
        assertArrayEquals(new int[] {0, 1, 0}, new ConnectionSpread(2, 2, 3).toServers(1));
    }

    @Test
    void everyShardHasAConnectionAndAClient() {
        assertEquals(2, ConnectionSpread.shards(4, 250, 2));
        assertEquals(1, ConnectionSpread.shards(4, 1, 25));
        assertEquals(4, ConnectionSpread.shards(4, 250, 25));
        assertThrows(IllegalArgumentException.class, () -> new ConnectionSpread(1, 2, 3));
    }
}
