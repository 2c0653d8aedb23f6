package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.zab.LinkMessage.Commit;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests that the leader piggybacks a commit without a waiting client on the next proposal, as long as the leader
 * proposes often.
 */
final class CommitPiggybackTest {
    private static final ZabConfig CONFIG = ZabConfig.defaults();

    private static final long WAIT = CONFIG.commitWaitNanos();

    private static void waitWithoutAProposal(Stage stage) {
        stage.now += WAIT;
        stage.leader().expire(Timers.COMMIT);
        stage.run();
    }

    @Test
    void commitsOfTheLeadersOwnRequestsArePiggybackedOnTheNextProposal() {
        Stage stage = Stage.formed(3, CONFIG);
        for (int request = 1; request <= 100; request++) {
            stage.leader().submit(request, "a");
            stage.run();
            assertEquals(request, stage.leader().answers.size());
            assertEquals(request - 1, stage.actor(1).delivered.size());
        }
        assertEquals(0, stage.take(Commit.class).size());
        waitWithoutAProposal(stage);
        assertEquals(2, stage.take(Commit.class).size());
        assertEquals(100, stage.actor(1).delivered.size());
        assertEquals(100, stage.actor(2).delivered.size());
    }

    @Test
    void followerThatForwardedTheRequestGetsTheCommitAtOnce() {
        Stage stage = Stage.formed(5, CONFIG);
        stage.actor(2).submit(1, "a");
        stage.run();
        assertEquals(1, stage.take(Commit.class).size());
        assertEquals(1, stage.actor(2).answers.size());
        assertEquals(0, stage.actor(1).delivered.size());
        waitWithoutAProposal(stage);
        assertEquals(3, stage.take(Commit.class).size());
    }

    @Test
    void laterCommitsWaitOnlyForTheRestOfTheTime() {
        Stage stage = Stage.formed(3, CONFIG);
        stage.leader().submit(1, "a");
        stage.run();
        stage.now += WAIT - 1;
        stage.leader().submit(2, "b");
        stage.run();
        stage.now += 1;
        stage.leader().expire(Timers.COMMIT);
        stage.run();
        assertEquals(0, stage.take(Commit.class).size(), "b, committed a moment ago");
        assertTrue(stage.leader().isSet(Timers.COMMIT));
        waitWithoutAProposal(stage);
        assertEquals(2, stage.take(Commit.class).size());
    }

    /**
     * After the first useless delay, in which no proposal comes, the leader sends one commit without delay, after the
     * second two, and so on. After ten useless delays, it has sent 1 + 2 + ... + 512 commits without delay.
     */
    @Test
    void waitsWithoutAProposalBecomeRarer() {
        Stage stage = Stage.formed(3, CONFIG);
        int waited = 0;
        for (int request = 1; request <= 1_033; request++) {
            stage.leader().submit(request, "a");
            stage.run();
            if (stage.actor(1).delivered.size() == request) continue;
            waited++;
            waitWithoutAProposal(stage);
            assertEquals(request, stage.actor(1).delivered.size());
        }
        assertEquals(10, waited);
    }

    @Test
    void aReadAtAFollowerDoesNotWaitForTheNextProposal() {
        Stage stage = Stage.formed(3, CONFIG);
        stage.leader().submit(1, "a");
        stage.run();
        assertEquals(0, stage.actor(1).delivered.size());
        stage.actor(1).event(() -> stage.actor(1).node.onRead(7));
        stage.run();
        assertEquals(List.of("read 7"), stage.actor(1).answers);
        assertEquals(1, stage.actor(1).delivered.size());
    }

    @Test
    void thePledgeOfACommitLastsAsLongAsTheCommitWaits() {
        Stage stage = Stage.formed(3, CONFIG);
        stage.leader().submit(1, "a");
        stage.run();
        assertEquals(1, stage.leader().pledges.size());
        stage.leader().submit(2, "b");
        stage.run();
        assertEquals(1, stage.leader().pledges.size());
        waitWithoutAProposal(stage);
        assertEquals(0, stage.leader().pledges.size());
        stage.actor(1).submit(3, "c");
        stage.run();
        assertEquals(
                0,
                stage.leader().pledges.size(),
                "the commit of c was sent to all members at once");
    }

    @Test
    void withoutBatchingEveryCommitIsAMessage() {
        Stage stage = Stage.formed(3, BroadcastPaperTest.unbatched());
        stage.leader().submit(1, "a");
        stage.run();
        assertEquals(2, stage.take(Commit.class).size());
        assertFalse(stage.leader().isSet(Timers.COMMIT));
    }
}
