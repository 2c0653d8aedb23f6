package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.SnapshotId;
import io.abcast.log.Durability;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import io.abcast.zab.LinkMessage.SnapshotChunk;
import io.abcast.zab.LinkMessage.SnapshotRequest;
import io.abcast.zab.ZabMessage.Frame;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests transfers of snapshots to followers; some of the snapshots arrive damaged. */
@Execution(ExecutionMode.CONCURRENT)
class SnapshotTransferTest {
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
                "the snapshot to arrive",
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

    @Test
    void aFetchLongerThanFiveSnapshotsAndAChangeOfLeaderEndsWhileWritesContinue() {
        Scenario s = new Scenario(5, Durability.FSYNC, Scenario.config(500, 1, 8));
        s.cluster.equalSnapshots(true);
        int out = s.follower();
        s.cluster.crash(out);
        s.write(s.leader(), 220);
        List<SnapshotId> fetched = new ArrayList<>();
        List<Long> offsets = new ArrayList<>();
        s.cluster.filter(
                (from, to, message) -> {
                    if (message instanceof Frame frame
                            && frame.body() instanceof SnapshotRequest request) {
                        if (!fetched.contains(request.snapshot())) fetched.add(request.snapshot());
                        offsets.add(request.offset());
                    }
                    return true;
                });
        int first = s.leader();
        int writer = 0;
        for (int id : s.followers()) if (id != out) writer = id;
        Set<Long> taken = new HashSet<>();
        s.cluster.start(out);
        for (int millis = 0; !isServing(s, out); millis++) {
            assertTrue(millis < 5_000, () -> "not fetched: " + fetched + " " + offsets);
            if (s.cluster.up(first) && !offsets.isEmpty() && half(fetched, offsets))
                s.cluster.crash(first);
            if (!fetched.isEmpty()) taken.add(node(s, writer).status().snapshotZxid());
            s.submit(writer);
            s.submit(writer);
            s.run(Scenario.MILLI);
        }
        assertFalse(s.cluster.up(first));
        assertEquals(1, fetched.size(), fetched::toString);
        for (int i = 1; i < offsets.size(); i++)
            assertTrue(offsets.get(i) >= offsets.get(i - 1), offsets::toString);
        assertTrue(taken.size() > 5, () -> taken.size() + " snapshots while it was fetched");
        s.finish();
    }

    private static boolean half(List<SnapshotId> fetched, List<Long> offsets) {
        return offsets.get(offsets.size() - 1) >= fetched.get(0).bytes() / 2;
    }

    private static ZabNode node(Scenario s, int id) {
        return ((ZabProbe) s.cluster.probe(id)).node();
    }

    private static boolean isServing(Scenario s, int id) {
        if (s.leader() == 0) return false;
        SessionStatus session = session(node(s, s.leader()), id);
        return session != null && session.serving();
    }

    @Test
    void allMembersTakeTheirSnapshotsAtTheSamePoints() {
        Scenario s = Scenario.withSnapshots(3);
        s.write(s.leader(), 30);
        int old = s.leader();
        s.cluster.crash(old);
        s.awaitLeaderOtherThan(old);
        s.startAndJoin(old);
        List<Set<Long>> taken = List.of(new HashSet<>(), new HashSet<>(), new HashSet<>());
        for (int i = 0; i < 100; i++) {
            s.write(1 + i % 3, 1);
            s.run(10 * Scenario.MILLI);
            if (i >= 40)
                for (int id = 1; id <= 3; id++)
                    taken.get(id - 1).add(node(s, id).status().snapshotZxid());
        }
        assertTrue(taken.get(0).size() >= 3, taken::toString);
        assertEquals(taken.get(0), taken.get(1));
        assertEquals(taken.get(0), taken.get(2));
        s.finish();
    }

    @Test
    void unrequestedChunksDoNotDisturbATransfer() {
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
