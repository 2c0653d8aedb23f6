package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.Forward;
import io.abcast.zab.LinkMessage.Propose;
import io.abcast.zab.ZabMessage.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests that proposals to a follower omit the payloads of requests that this follower has forwarded and still keeps.
 */
final class KeptPayloadTest {
    private static final ZabConfig CONFIG = ZabConfig.defaults();

    private static long kept(Stage stage) {
        return stage.take(Propose.class).stream()
                .flatMap(p -> p.entries().stream())
                .filter(Propose::isKept)
                .count();
    }

    private static List<String> payloads(Stage.Actor actor) {
        return actor.log.stream()
                .map(e -> new String(e.payload(), java.nio.charset.StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void aPayloadIsSentToAllFollowersExceptTheOneThatForwardedIt() {
        Stage stage = Stage.formed(3, CONFIG);
        stage.actor(1).submit(1, "a");
        stage.actor(2).submit(2, "b");
        stage.leader().submit(3, "c");
        stage.actor(1).submit(4, "d");
        stage.settle();
        assertEquals(3, kept(stage), "a and d at member 1, b at member 2");
        for (Stage.Actor actor : stage.actors) {
            assertEquals(4, actor.delivered.size());
            assertEquals(payloads(stage.leader()), payloads(actor));
            assertTrue(payloads(actor).containsAll(List.of("a", "b", "c", "d")));
        }
        assertEquals(List.of("done 1", "done 4"), stage.actor(1).answers);
    }

    @Test
    void withoutBatchingMessagesAreThoseOfThePapers() {
        Stage stage = Stage.formed(3, BroadcastPaperTest.unbatched());
        stage.actor(1).submit(1, "a");
        stage.settle();
        assertEquals(0, kept(stage));
        assertEquals(1, stage.actor(1).delivered.size());
    }

    @Test
    void aProposalWithoutPayloadOfARequestThatWasNotForwardedEndsTheSession() {
        Stage stage = Stage.formed(3, CONFIG);
        stage.actor(1).submit(1, "a");
        stage.settle();
        stage.hold(Stage.linkMessages(Forward.class));
        stage.actor(1).submit(2, "b");
        stage.settle();
        Frame last = stage.actor(1).lastFrame;
        Entry strange = new Entry(Zxid.of(1, 2), 1, 77, Propose.KEPT);
        stage.leader()
                .send(
                        1,
                        new Frame(
                                last.session(),
                                last.sequence() + 1,
                                new Propose(1, Zxid.of(1, 1), Steering.NONE, List.of(strange))));
        stage.settle();
        assertEquals(List.of("a"), payloads(stage.actor(1)));
        stage.hold(m -> false);
        stage.settle();
        assertEquals(List.of("a", "b"), payloads(stage.actor(1)), "after the new session");
    }

    @Test
    void onTheWireAnOmittedPayloadNeedsVersion2() {
        Entry kept = new Entry(Zxid.of(1, 2), 65_535, 77, Propose.KEPT);
        Entry empty = new Entry(Zxid.of(1, 3), 1, 78, new byte[0]);
        Frame frame = new Frame(1, 2, new Propose(1, 0, Steering.NONE, List.of(kept, empty)));
        assertFalse(ZabCodec.INSTANCE.canEncode(frame, 1));
        WireWriter out = new WireWriter(64);
        ZabCodec.INSTANCE.encode(frame, 2, out);
        byte[] bytes = out.toByteArray();
        Frame read = (Frame) ZabCodec.INSTANCE.decode(new WireReader(bytes));
        List<Entry> entries = ((Propose) read.body()).entries();
        assertSame(Propose.KEPT, entries.get(0).payload());
        assertEquals(65_535, entries.get(0).origin());
        assertFalse(Propose.isKept(entries.get(1)));
        assertArrayEquals(new byte[0], entries.get(1).payload());
        bytes[0] = 1;
        assertThrows(
                MalformedFrameException.class,
                () -> ZabCodec.INSTANCE.decode(new WireReader(bytes)));
    }
}
