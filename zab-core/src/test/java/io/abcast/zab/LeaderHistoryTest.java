package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Tests that a new leader enters its epoch only after its own history is durable. */
class LeaderHistoryTest {
    private static final long SILENCE = 60 * Scenario.MILLI;

    @Test
    void leaderEntersItsEpochOnceItsHistoryIsDurable() {
        Stage stage = Stage.formed(3, Scenario.config(1 << 20, 1 << 20));
        Stage.Actor leader = stage.leader();
        leader.diskStopped = true;
        stage.hold(m -> true);
        leader.submit(1, "last");
        stage.run();
        stage.now += 10 * SILENCE;
        for (Stage.Actor actor : stage.actors) actor.expire(Timers.HEARTBEAT);
        stage.run();
        for (Stage.Actor actor : stage.actors)
            assertEquals(Role.LOOKING, actor.node.status().role());
        stage.hold(m -> false);
        for (int turn = 0; turn < 10; turn++) {
            for (Stage.Actor actor : stage.actors)
                for (int timer : new int[] {Timers.VOTE, Timers.SETTLE})
                    if (actor.isSet(timer)) actor.expire(timer);
            stage.run();
        }
        assertEquals(Role.LEADING, leader.node.status().role());
        assertEquals(1, leader.log.size());
        assertFalse(leader.node.status().active(), "its last entry is not durable");
        leader.diskStopped = false;
        stage.settle();
        assertTrue(leader.node.status().active());
        for (Stage.Actor actor : stage.actors) assertEquals(1, actor.delivered.size());
    }
}
