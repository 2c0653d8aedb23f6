package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.kernel.Entry;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests in which order an overloaded leader, which may have only one uncommitted entry, proposes its own and forwarded
 * requests.
 */
class TurnsTest {
    /** The smallest settings of a member that a simulation can draw; they allow 300 bytes of uncommitted entries. */
    private static final ZabConfig CONFIG = ZabConfig.drawn(bound -> 0);

    private static final String PAYLOAD = "a".repeat(300);

    @Test
    void leaderProposesOneOfItsOwnAfterEachRoundOfItsFollowers() {
        Stage stage = Stage.formed(3, CONFIG);
        int before = stage.leader().log.size();
        stage.hold(Stage.linkMessages(LinkMessage.Ack.class));
        for (int request = 1; request <= 8; request++) {
            stage.actor(1).submit(request, PAYLOAD);
            stage.actor(2).submit(request, PAYLOAD);
        }
        stage.settle();
        for (int request = 1; request <= 2; request++) stage.leader().submit(request, PAYLOAD);
        stage.hold(message -> false);
        stage.settle();
        List<Entry> log = stage.leader().log;
        List<Integer> origins =
                log.subList(before, log.size()).stream().map(Entry::origin).toList();
        assertEquals(18, origins.size(), origins::toString);
        assertEquals(5, origins.lastIndexOf(3), origins::toString);
    }
}
