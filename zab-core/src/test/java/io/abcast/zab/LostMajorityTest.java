package io.abcast.zab;

import static io.abcast.zab.Scenario.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.abcast.kernel.log.Durability;
import io.abcast.sim.check.Request;
import java.util.List;
import org.junit.jupiter.api.Test;

/** DESIGN 5: when a majority has lost its memory the rest refuses to serve, instead of serving an empty state. */
class LostMajorityTest {
    /** The survivor has entered the epoch but holds no entry yet: that must not look like a first formation. */
    @Test
    void aSurvivorWithAnEmptyLogDoesNotFormAnew() {
        Scenario s = new Scenario(3, Durability.MEMORY, Scenario.config(1 << 20, 1 << 20));
        int leader = s.leader();
        int[] followers = s.followers();
        s.run(500 * MILLI);
        s.cluster.isolate(followers[1]);
        s.write(leader, 3);
        s.cluster.crash(leader);
        s.cluster.crash(followers[0]);
        s.cluster.rejoin(followers[1]);
        s.cluster.start(leader);
        s.cluster.start(followers[0]);
        s.cluster.runFor(30_000 * MILLI);
        Request request = s.submit(followers[1]);
        s.cluster.runFor(2_000 * MILLI);
        assertNotEquals(Request.State.DELIVERED, request.state());
        assertEquals(List.of(), s.cluster.history().violations());
    }
}
