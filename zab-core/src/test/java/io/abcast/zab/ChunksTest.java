package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.zab.LinkMessage.Propose;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the maximum size in bytes of a leader's proposals. */
class ChunksTest {
    /** The smallest settings that a simulation can draw: 100 bytes of entries per proposal, and no cache. */
    private static final ZabConfig CONFIG = ZabConfig.drawn(bound -> 0);

    @Test
    void entriesReadFromTheLogAreProposedInChunks() {
        Stage stage = Stage.formed(3, CONFIG);
        stage.actor(1).diskStopped = true;
        for (int request = 1; request <= 40; request++) {
            stage.leader().submit(request, "0123456789");
            stage.settle();
        }
        stage.forgetSent();
        stage.actor(1).diskStopped = false;
        stage.settle();
        List<Propose> proposals = stage.take(Propose.class);
        assertTrue(proposals.size() > 10, proposals::toString);
        for (Propose proposal : proposals) {
            int bytes = proposal.entries().stream().mapToInt(Entry::bytes).sum();
            assertTrue(bytes <= CONFIG.proposalBytesMax(), proposal::toString);
        }
        assertEquals(stage.leader().log, stage.actor(1).log);
    }
}
