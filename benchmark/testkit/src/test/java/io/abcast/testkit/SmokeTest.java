package io.abcast.testkit;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.ClientLoops;
import io.abcast.client.StoreClient;
import io.abcast.client.wire.ReplyCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Checks that a write survives a SIGKILL of the leader, and that the killed leader rejoins the ensemble. {@code
 * SmokeTest} is the only untagged test with real servers.
 */
@Isolated
final class SmokeTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final byte[] KEY = {1};

    @Test
    void acknowledgedWriteSurvivesTheLeader(@TempDir Path directory) throws Exception {
        try (LocalEnsemble ensemble = TestClusters.prepare(3, "ZAB", "fsync", "64m", directory);
                ClientLoops loops = new ClientLoops(1)) {
            ensemble.start(PATIENCE);
            try (StoreClient client =
                    new StoreClient(loops.next(), ensemble.addresses(), PATIENCE)) {
                assertSame(ReplyCode.OK, put(client, 1));
                int leader = ensemble.leader();
                assertTrue(leader > 0);
                ensemble.server(leader).kill();
                assertSame(ReplyCode.OK, put(client, 2));
                byte[] value = client.read(KEY).get(60, TimeUnit.SECONDS).value();
                assertTrue(value.length == 1 && value[0] == 2);
                ensemble.server(leader).start();
                ensemble.awaitServing(PATIENCE);
                assertNotNull(ensemble.awaitAgreement(PATIENCE));
            }
        }
    }

    private static ReplyCode put(StoreClient client, int value) throws Exception {
        return client.put(KEY, new byte[] {(byte) value}).get(60, TimeUnit.SECONDS).code();
    }
}
