package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.zab.LinkMessage.Ack;
import io.abcast.zab.LinkMessage.RequestsRefused;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Tests a follower whose bounds on waiting requests are higher than the leader's bounds, so that the follower sends
 * more requests than the leader accepts.
 */
class ForwardedBoundTest {
    private static final int KEPT = 4;
    private static final int SENT = 20;

    /**
     * A payload larger than {@code outstandingBytesMax}, the bound on uncommitted bytes, so that the leader proposes
     * one request at a time.
     */
    private static final String PAYLOAD = "a".repeat(400);

    private static Stage formed(int pendingMax, long pendingBytesMax) {
        return formed(pendingMax, pendingBytesMax, ZabCodec.VERSION_2);
    }

    private static Stage formed(int pendingMax, long pendingBytesMax, int version) {
        ZabConfig many = ZabConfig.drawn(bound -> 0);
        ZabConfig few =
                new ZabConfig(
                        true,
                        false,
                        false,
                        many.payloadBytesMax(),
                        pendingMax,
                        pendingBytesMax,
                        many.outstandingBytesMax(),
                        many.windowBytesMax(),
                        many.proposalBytesMax(),
                        many.cacheBytesMax(),
                        many.snapshotEveryBytes(),
                        many.snapshotChunkBytes(),
                        many.voteIntervalNanos(),
                        many.finalizeWaitNanos(),
                        many.heartbeatNanos(),
                        many.electionTimeoutNanos(),
                        many.phaseNanos(),
                        many.commitWaitNanos());
        return Stage.formed(3, id -> id == 3 ? few : Scenario.config(1 << 20, 1 << 20), version);
    }

    private static List<Long> ofFollower(Stage stage) {
        return stage.leader().log.stream()
                .filter(entry -> entry.origin() == 1)
                .map(Entry::request)
                .toList();
    }

    private static void submit(Stage stage, long from, long to) {
        for (long request = from; request <= to; request++) stage.actor(1).submit(request, PAYLOAD);
    }

    private static void assertAnswered(Stage stage, List<Long> done) {
        List<String> expected = new ArrayList<>();
        for (long request = 1; request <= SENT; request++)
            expected.add(
                    done.contains(request) ? "done " + request : "refused " + request + " BUSY");
        assertEquals(
                expected.stream().sorted().toList(),
                stage.actor(1).answers.stream().sorted().toList());
        assertEquals(done, ofFollower(stage));
        for (Stage.Actor actor : stage.actors) assertEquals(stage.leader().log, actor.log);
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    private static void assertWithinBounds(Stage stage) {
        new ZabProbe(stage.leader().node)
                .visitQueues(
                        (name, size, bound) ->
                                assertTrue(
                                        size <= bound,
                                        () -> name + ": " + size + ", bound " + bound));
    }

    @Test
    void requestsBeyondTheLeadersBoundAreAnsweredBusyAndNeverOrdered() {
        Stage stage = formed(KEPT, 1 << 20);
        stage.hold(Stage.linkMessages(Ack.class));
        submit(stage, 1, SENT);
        stage.settle();
        assertWithinBounds(stage);
        assertEquals(SENT - KEPT, stage.actor(1).answers.size(), stage.actor(1).answers::toString);
        stage.hold(message -> false);
        stage.settle();
        assertAnswered(stage, upTo(KEPT));
    }

    @Test
    void bytesOfWaitingRequestsAreBoundedToo() {
        Stage stage = formed(1_000, 3L * PAYLOAD.length());
        stage.hold(Stage.linkMessages(Ack.class));
        submit(stage, 1, SENT);
        stage.settle();
        stage.hold(message -> false);
        stage.settle();
        assertAnswered(stage, upTo(3));
    }

    @Test
    void whatWaitsNoLongerMakesRoom() {
        Stage stage = formed(KEPT, 1 << 20);
        for (long from = 1; from <= SENT; from += KEPT) {
            submit(stage, from, from + KEPT - 1);
            stage.settle();
        }
        assertAnswered(stage, upTo(SENT));
    }

    @Test
    void othersAreServedMeanwhile() {
        Stage stage = formed(KEPT, 1 << 20);
        stage.hold(Stage.linkMessages(Ack.class));
        submit(stage, 1, SENT);
        stage.settle();
        stage.actor(2).submit(100, PAYLOAD);
        stage.leader().submit(200, PAYLOAD);
        stage.settle();
        stage.hold(message -> false);
        stage.settle();
        assertEquals(List.of("done 100"), stage.actor(2).answers);
        assertEquals(List.of("done 200"), stage.leader().answers);
    }

    @Test
    void nothingIsTakenUntilTheFollowerHasSeenTheRefusal() {
        Stage stage = formed(KEPT, 1 << 20);
        stage.hold(Stage.linkMessages(RequestsRefused.class).or(Stage.linkMessages(Ack.class)));
        submit(stage, 1, SENT - 1);
        stage.run();
        // The other follower acks entries, so that the leader proposes waiting requests and accepts
        // new requests again.
        stage.hold(Stage.linkMessages(RequestsRefused.class));
        stage.settle();
        submit(stage, SENT, SENT);
        stage.settle();
        assertEquals(upTo(KEPT), ofFollower(stage));
        stage.hold(message -> false);
        stage.settle();
        assertAnswered(stage, upTo(KEPT));
        stage.actor(1).submit(SENT + 1, PAYLOAD);
        stage.settle();
        assertTrue(stage.actor(1).answers.contains("done " + (SENT + 1)));
    }

    @Test
    void aFollowerOfTheFirstReleaseKeepsItsOwnBound() {
        Stage stage = formed(KEPT, 1 << 20, ZabCodec.VERSION_1);
        stage.hold(Stage.linkMessages(Ack.class));
        submit(stage, 1, SENT);
        stage.settle();
        stage.hold(message -> false);
        stage.settle();
        assertEquals(List.of(), stage.take(RequestsRefused.class));
        assertAnswered(stage, upTo(SENT));
    }
}
