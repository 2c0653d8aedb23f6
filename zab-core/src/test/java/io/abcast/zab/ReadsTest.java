package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.zab.LinkMessage.FollowerInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadsTest {
    private final RecordingEffects effects = new RecordingEffects();

    @Test
    void aReadIsReadyOnceItsIndexIsDelivered() {
        Reads reads = new Reads(effects);
        reads.submit(10);
        reads.submit(11);
        assertEquals(11, reads.ask());
        assertFalse(reads.hasUnasked());
        reads.answer(11, 5, 4);
        assertEquals(List.of(), effects.take());
        reads.onDelivered(5);
        assertEquals(List.of("readReady 11"), effects.take());
    }

    @Test
    void readsThatAnEarlierLeaderDidNotAnswerAreAskedAgain() {
        Reads reads = new Reads(effects);
        reads.submit(1);
        reads.ask();
        reads.askAgain();
        assertTrue(reads.hasUnasked());
        assertEquals(1, reads.ask());
        reads.answer(1, 0, 0);
        reads.answer(1, 0, 0);
        assertEquals(List.of("readReady 1"), effects.take(), "answered once");
    }

    @Test
    void aLeaderServesAReadOnlyAfterAQuorumAnsweredALaterRound() {
        LeaderReads reads = new LeaderReads(new boolean[] {true, true, true});
        Progress follower =
                new Progress(
                        1, new Link(2, 1), new FollowerInfo(0, 0, true, false, 0, 2), false, 0);
        follower.upToDate = true;
        Progress[] followers = {null, follower, null};
        long earlier = reads.beginRound();
        reads.add(null, 1, 7);
        follower.round = earlier;
        assertNull(reads.poll(followers, 0, 2), "that round began before the read arrived");
        assertTrue(reads.wantsRound());
        follower.round = reads.beginRound();
        assertEquals(7, reads.poll(followers, 0, 2).zxid());
        assertNull(reads.poll(followers, 0, 2));
    }

    @Test
    void answersThatWaitForDeliveryAreBounded() {
        Reads reads = new Reads(effects);
        int last = Reads.ANSWERS_MAX + 2;
        for (int read = 1; read <= last; read++) {
            reads.submit(read);
            reads.ask();
            reads.answer(read, read, 0);
        }
        reads.visitQueues((name, size, bound) -> assertEquals(bound, size, name));
        reads.onDelivered(last - 1);
        List<String> ready = effects.take();
        assertEquals("readReady " + (Reads.ANSWERS_MAX - 1), ready.get(ready.size() - 1));
        reads.onDelivered(last);
        assertEquals(List.of("readReady " + last), effects.take());
    }

    @Test
    void aReadBeyondTheLeadersBoundReplacesThePreviousOne() {
        LeaderReads reads = new LeaderReads(new boolean[] {true, true, true});
        Progress follower =
                new Progress(
                        1, new Link(2, 1), new FollowerInfo(0, 0, true, false, 0, 2), false, 0);
        follower.upToDate = true;
        reads.add(null, 1, 1);
        for (int read = 1; read <= LeaderReads.WAITING_MAX + 5; read++)
            reads.add(follower, read, read);
        reads.add(null, 2, 2);
        reads.visitQueues((name, size, bound) -> assertEquals(LeaderReads.WAITING_MAX, size, name));
        follower.round = reads.beginRound();
        Progress[] followers = {null, follower, null};
        long own = 0;
        long forwarded = 0;
        for (LeaderReads.Waiting read; (read = reads.poll(followers, 0, 2)) != null; ) {
            if (read.from() == null) own = read.read();
            else forwarded = read.read();
        }
        assertEquals(2, own);
        assertEquals(LeaderReads.WAITING_MAX + 5, forwarded);
    }
}
