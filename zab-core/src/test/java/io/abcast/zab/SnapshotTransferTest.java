package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.log.Durability;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import io.abcast.zab.LinkMessage.SnapshotChunk;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Transfers of snapshots, some of which arrive damaged. */
class SnapshotTransferTest {
    /** By it a driver decides what another way for the bytes would save. */
    @Test
    void leaderKnowsWhatAFollowerStillLacksOfItsSnapshot() {
        Scenario s = Scenario.withSnapshots(3);
        int out = s.follower();
        s.cluster.crash(out);
        s.write(s.leader(), 60);
        ZabNode leader = ((ZabProbe) s.cluster.probe(s.leader())).node();
        s.await("the session to end", () -> session(leader, out) == null);
        s.cluster.start(out);
        List<Long> lacked = new ArrayList<>();
        s.await(
                "the snapshot to be there",
                () -> {
                    SessionStatus session = session(leader, out);
                    if (session == null) return false;
                    long last = lacked.isEmpty() ? 0 : lacked.get(lacked.size() - 1);
                    if (session.lacksBytes() != last) lacked.add(session.lacksBytes());
                    return session.serving();
                });
        int chunk = Scenario.config(500, 1).snapshotChunkBytes();
        assertTrue(lacked.size() >= 3, lacked::toString);
        assertEquals(0, lacked.get(lacked.size() - 1));
        assertTrue(lacked.get(lacked.size() - 2) <= chunk, lacked::toString);
        for (int i = 1; i < lacked.size() - 1; i++)
            assertEquals(0, (lacked.get(0) - lacked.get(i)) % chunk, lacked::toString);
        for (int i = 1; i < lacked.size(); i++)
            assertTrue(lacked.get(i) < lacked.get(i - 1), lacked::toString);
        s.finish();
    }

    private static SessionStatus session(ZabNode leader, int peer) {
        for (SessionStatus session : leader.status().sessions())
            if (session.peer() == peer) return session;
        return null;
    }

    /**
     * A leader may answer what an earlier session had asked for: a chunk that nobody waits for, or that comes twice. Written twice,
     * the second answer of the storage would be taken for one about the next attempt.
     */
    @Test
    void chunksThatNobodyAskedForDisturbNoTransfer() {
        ZabSubject subject =
                new ZabSubject(
                        (id, members) ->
                                new InsertingTap() {
                                    @Override
                                    LinkMessage after(LinkMessage body) {
                                        return body instanceof SnapshotChunk ? body : null;
                                    }
                                });
        FuzzCampaign campaign =
                new FuzzCampaign(FuzzSettings.of(subject, 3).with(Durability.FSYNC));
        for (long seed = 1; seed <= 100; seed++) {
            FuzzResult result = campaign.run(seed);
            assertEquals("", result.report());
        }
    }
}
