package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Recovered;
import io.abcast.zab.LinkMessage.NewLeader;
import org.junit.jupiter.api.Test;

/**
 * Tests that a leader leaves its role when another member could serve the ensemble better. The election timeout is 60
 * ms, and the phase timeout (for one phase of Zab) is 200 ms.
 */
class LeaderWithoutUseTest {
    private static final long SILENCE = 60 * Scenario.MILLI;

    @Test
    void leaderWhoseDiskStallsLeavesItsRole() {
        Scenario s = Scenario.of(3);
        int leader = s.leader();
        s.write(s.follower(), 3);
        s.cluster.holdDisk(leader, true);
        s.write(s.follower(), 3);
        assertEquals(leader, s.leader());
        s.awaitLeaderOtherThan(leader);
        assertTrue(s.told("the disk has synced nothing while others have committed") > 0);
        s.finish();
    }

    @Test
    void leaderWhoseDiskHasNothingToDoKeepsItsRole() {
        Scenario s = Scenario.of(3);
        int leader = s.leader();
        s.write(s.follower(), 3);
        s.run(SILENCE);
        s.cluster.holdDisk(leader, true);
        s.run(20 * SILENCE);
        assertEquals(leader, s.leader());
        s.finish();
    }

    @Test
    void newLeaderHasTimeForItsFirstSync() {
        Stage stage = new Stage(3, Scenario.config(1 << 20, 1 << 20));
        stage.now = 10 * SILENCE;
        for (Stage.Actor actor : stage.actors)
            actor.event(() -> actor.node.onStart(Recovered.fresh()));
        stage.run();
        Stage.Actor leader = stage.leader();
        assertTrue(leader.node.status().active());
        leader.diskStopped = true;
        stage.actor(1).submit(1, "first");
        stage.run();
        leader.expire(Timers.HEARTBEAT);
        stage.run();
        assertEquals(1, leader.delivered.size(), "committed by the others");
        assertTrue(leader.node.status().active());
    }

    @Test
    void leaderThatLosesItsFollowersWhileTheySynchroniseLeavesItsRole() {
        Scenario s = Scenario.of(3);
        int first = s.leader();
        s.write(s.follower(), 3);
        int[] synchronising = new int[1];
        s.lose(
                (from, to, body) -> {
                    if (body instanceof NewLeader) synchronising[0] = from;
                    return from == synchronising[0] || to == synchronising[0];
                });
        s.cluster.crash(first);
        s.await("a candidate that synchronises", () -> synchronising[0] != 0);
        assertNotEquals(first, synchronising[0]);
        s.run(2 * SILENCE + SILENCE / 2);
        assertEquals(1, s.told("looking for a leader: only 1 of 3 members heard, a quorum is 2"));
        s.lose((from, to, body) -> false);
        s.finish();
    }
}
