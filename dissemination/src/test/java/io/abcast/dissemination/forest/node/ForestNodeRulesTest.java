package io.abcast.dissemination.forest.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.dissemination.forest.node.ForestMessage.Fetch;
import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.dissemination.forest.node.ForestMessage.Held;
import io.abcast.dissemination.forest.node.ForestMessage.Missing;
import io.abcast.dissemination.forest.node.ForestMessage.PlanMessage;
import io.abcast.dissemination.forest.node.ForestMessage.RelayFull;
import io.abcast.dissemination.forest.node.ForestMessage.RelayRoom;
import io.abcast.kernel.Digest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the rules of one forest node; the test records the node's effects. */
final class ForestNodeRulesTest implements ForestEffects {
    private static final long MILLI = ForestSim.MILLI;

    private final List<String> sent = new ArrayList<>();
    private final List<ForestMessage> messages = new ArrayList<>();
    private final List<Frame> frames = new ArrayList<>();
    private final List<Digest> delivered = new ArrayList<>();

    private ForestNode node = node(ForestSettings.defaults(false, 3));

    private ForestNode node(ForestSettings settings) {
        ForestNode made = new ForestNode(0, 7, settings, this);
        made.onReachable(new int[] {0, 1, 2, 3, 4}, 0);
        return made;
    }

    @Override
    public void send(int to, ForestMessage message) {
        sent.add(message.getClass().getSimpleName() + " to " + to);
        messages.add(message);
    }

    @Override
    public void transmit(int to, Frame frame) {
        sent.add((frame.relay() ? "relay" : "frame") + " to " + to);
        frames.add(frame);
    }

    @Override
    public void deliver(int source, Digest digest, byte[] payload) {
        delivered.add(digest);
    }

    @Override
    public void room() {
        sent.add("room");
    }

    @Override
    public void setTimer(long delayNanos) {}

    private static Frame frame(int source, long sequence, boolean relay, int bytes) {
        byte[] payload = new byte[bytes];
        payload[0] = (byte) sequence;
        Digest digest = Digest.of(payload);
        return new Frame(source, 1, sequence, 1, relay, digest, bytes, 0, digest, payload);
    }

    private List<String> take() {
        List<String> all = List.copyOf(sent);
        sent.clear();
        return all;
    }

    @Test
    void aRelaySendsToAllExceptTheSourceAndItselfWithTheBitCleared() {
        node.onMessage(2, frame(2, 1, true, 9), 0);
        assertEquals(List.of("frame to 1", "frame to 3", "frame to 4"), take());
        assertEquals(2, frames.get(0).source());
        assertEquals(1, delivered.size());
    }

    @Test
    void aFrameIsRelayedOnceAndOnlyForItsSource() {
        node.onMessage(2, frame(2, 1, true, 9), 0);
        take();
        node.onMessage(2, frame(2, 1, true, 9), 0);
        assertEquals(List.of(), take());
        assertEquals(1, node.figures().framesRepeated());
        node.onMessage(3, frame(2, 2, true, 9), 0);
        assertEquals(List.of(), take());
        assertEquals(1, node.figures().framesMisplaced());
        assertEquals(1, delivered.size());
    }

    @Test
    void aDamagedFrameIsNeitherHeldNorRelayedAndCountsAgainstItsSender() {
        Frame good = frame(2, 1, true, 9);
        Frame damaged =
                new Frame(2, 1, 1, 1, true, good.payload(), 9, 0, good.piece(), new byte[9]);
        node.onMessage(2, damaged, 0);
        node.onBatchEnd(0);
        assertEquals(List.of(), take());
        assertEquals(1, node.figures().framesDamagedBy(2));
        node.onMessage(2, good, 0);
        assertEquals(1, delivered.size());
    }

    @Test
    void receiversAcknowledgeToTheSourceWhatTheyHold() {
        node.onMessage(2, frame(3, 1, false, 9), 0);
        node.onMessage(2, frame(3, 4, false, 9), 0);
        assertEquals(List.of(), take());
        node.onBatchEnd(0);
        assertEquals(List.of("Held to 3"), take());
        Held held = (Held) messages.get(0);
        assertEquals(1, held.upTo());
        assertArrayEquals(new long[] {4, 4}, held.ranges());
        node.onBatchEnd(0);
        assertEquals(List.of(), take());
        node.onMessage(3, frame(3, 4, false, 9), 0);
        node.onBatchEnd(0);
        assertEquals(List.of("Held to 3"), take());
    }

    @Test
    void withVotesNoAcknowledgementIsSent() {
        node = node(ForestSettings.defaults(true, 3));
        node.onMessage(3, frame(3, 1, false, 9), 0);
        node.onBatchEnd(0);
        assertEquals(List.of(), take());
    }

    @Test
    void aNewIncarnationReplacesTheOldOne() {
        Frame first = frame(3, 1, false, 9);
        node.onMessage(3, first, 0);
        Frame again =
                new Frame(3, 2, 1, 1, false, first.payload(), 9, 0, first.piece(), first.bytes());
        node.onMessage(3, again, 0);
        assertEquals(2, delivered.size());
        node.onMessage(3, frame(3, 2, false, 9), 0);
        assertEquals(2, delivered.size());
        assertEquals(1, node.figures().framesMisplaced());
    }

    @Test
    void membersOutsideTheViewAreIgnored() {
        node.onMessage(5, frame(5, 1, true, 9), 0);
        node.onMessage(-1, frame(5, 1, true, 9), 0);
        node.onMessage(0, frame(0, 1, false, 9), 0);
        assertEquals(3, node.figures().framesMisplaced());
        assertEquals(List.of(), take());
    }

    @Test
    void aFullQueueDropsForItsDestinationOnlyAndInformsTheSource() {
        ForestSettings small =
                new ForestSettings(
                        false, 3, 1000, 0, 1000, 10_000, 1500, 10_000, 2, MILLI, MILLI, MILLI,
                        MILLI, MILLI, MILLI, MILLI);
        node = node(small);
        for (int k = 1; k <= 3; k++) node.onMessage(2, frame(2, k, true, 1000), 0);
        take();
        for (int to : new int[] {1, 1, 1, 3, 3, 3}) node.onTransmitted(to, 0);
        take();
        node.onMessage(2, frame(2, 4, true, 1000), 0);
        assertEquals(List.of("frame to 1", "frame to 3", "RelayFull to 2"), take());
        assertEquals(1L << 4, ((RelayFull) messages.get(0)).missed());
        assertEquals(4, ((RelayFull) messages.get(0)).sequence());
        node.onTransmitted(4, 0);
        assertEquals(List.of("frame to 4", "RelayRoom to 2"), take());
    }

    @Test
    void controlMessagesDoNotWaitForFrames() {
        for (int k = 1; k <= 100; k++) node.onMessage(2, frame(2, k, true, 60_000), 0);
        take();
        node.onMessage(1, new Fetch(new Digest(1, 2, 3, 4)), 0);
        node.onBatchEnd(0);
        assertEquals(List.of("Missing to 1", "Held to 2"), take());
    }

    private void plan(double... row) {
        double[][] r = new double[5][5];
        r[0] = row;
        double sum = 0;
        for (double each : row) sum += each;
        PlanMessage plan =
                new PlanMessage(1, 1, new int[] {0, 1, 2, 3, 4}, new double[] {sum, 0, 0, 0, 0}, r);
        assertNull(node.onPlan(1, plan, 0));
    }

    private void lateBehindAnotherFrame() {
        plan(0, 1, 0, 0, 0);
        node.spread(new byte[10], 0);
        for (int to = 1; to <= 4; to++) node.onTransmitted(to, 0);
        for (int to = 4; to >= 1; to--)
            node.onMessage(to, new Held(7, 1, new long[0]), (9 - to) * MILLI);
        take();
        node.spread(new byte[2000], 10 * MILLI);
        assertEquals(List.of("relay to 1"), take());
        node.onMessage(1, new Held(7, 2, new long[0]), 15 * MILLI);
        for (int k = 0; k < 3; k++) node.spread(new byte[20 + k], 16 * MILLI);
        for (int to = 1; to <= 4; to++)
            node.onMessage(to, new Held(7, 1, new long[] {3, 4}), 17 * MILLI);
        take();
        node.onTimer(1000 * MILLI);
        assertEquals(List.of(), take());
    }

    private int nextBytes(int to) {
        node.onTransmitted(to, 1000 * MILLI);
        return frames.get(frames.size() - 1).bytes().length;
    }

    @Test
    void lateFramesGoFirstToAsManyAsAQuorumNeeds() {
        node = node(ForestSettings.defaults(true, 3));
        lateBehindAnotherFrame();
        // The nearest member, 4, gets the late frame with priority, because one more holder
        // completes the quorum of 3 members.
        assertEquals(2000, nextBytes(4));
        assertEquals(22, nextBytes(3));
        assertEquals(2000, nextBytes(3));
    }

    @Test
    void lateFramesOfPlainMulticastsGoAheadOfNewOnes() {
        lateBehindAnotherFrame();
        for (int to = 2; to <= 4; to++) {
            assertEquals(2000, nextBytes(to));
            assertEquals(22, nextBytes(to));
        }
    }

    @Test
    void fetchersAskHoldersOneAfterTheOther() {
        node = node(ForestSettings.defaults(true, 3));
        Frame wanted = frame(4, 1, false, 9);
        Digest digest = wanted.payload();
        assertTrue(node.want(digest, new int[] {5, 3, 1}, 100 * MILLI, 0));
        node.onTimer(50 * MILLI);
        assertEquals(List.of(), take());
        // Member 5, which holds the payload, is not in the view.
        node.onTimer(100 * MILLI);
        assertEquals(List.of("Fetch to 3"), take());
        node.onMessage(1, new Missing(digest), 110 * MILLI);
        assertEquals(List.of(), take());
        node.onMessage(3, new Missing(digest), 110 * MILLI);
        assertEquals(List.of("Fetch to 1"), take());
        node.onTimer(1_800 * MILLI);
        assertEquals(List.of("Fetch to 3"), take());
        Frame damaged = new Frame(4, 1, 0, 0, false, digest, 9, 0, digest, new byte[9]);
        node.onMessage(3, damaged, 1_800 * MILLI);
        assertFalse(node.holds(digest));
        assertEquals(1, node.figures().framesDamagedBy(3));
        node.onMessage(3, wanted.fetched(), 1_800 * MILLI);
        assertTrue(node.holds(digest));
        assertEquals(0, node.fetching());
        assertEquals(List.of(digest), delivered);
        node.onMessage(3, frame(4, 9, false, 9).fetched(), 1_800 * MILLI);
        assertEquals(1, delivered.size());
    }

    @Test
    void aFetcherAsksNoOtherHolderWhileTheAskedOneAnswers() {
        node = node(ForestSettings.defaults(true, 3));
        Frame first = frame(4, 1, false, 9);
        Frame second = frame(4, 2, false, 9);
        for (Frame each : List.of(first, second)) node.want(each.payload(), new int[] {3, 1}, 0, 0);
        assertEquals(List.of("Fetch to 3", "Fetch to 3"), take());
        node.onMessage(3, first.fetched(), 400 * MILLI);
        node.onTimer(800 * MILLI);
        assertEquals(List.of(), take());
        node.onTimer(1_000 * MILLI);
        assertEquals(List.of("Fetch to 1"), take());
    }

    @Test
    void aHolderSendsAllFetchedPayloadsOnceHoweverManyBytesTheyHave() {
        ForestSettings all = ForestSettings.defaults(true, 3);
        node = node(withFrames(all, 10, 20));
        List<Digest> payloads = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            byte[] payload = new byte[20];
            payload[0] = (byte) i;
            payloads.add(Digest.of(payload));
            node.keep(payloads.get(i), payload);
            node.onMessage(1, new Fetch(payloads.get(i)), 0);
            node.onMessage(1, new Fetch(payloads.get(i)), 0);
        }
        node.forget(payloads.get(3), 0);
        for (int i = 0; i < 20; i++) node.onTransmitted(1, 0);
        List<String> pieces = new ArrayList<>();
        for (Frame each : frames) pieces.add(payloads.indexOf(each.payload()) + "/" + each.index());
        assertEquals(List.of("0/0", "0/1", "1/0", "1/1", "2/0", "2/1", "4/0", "4/1"), pieces);
    }

    private static ForestSettings withFrames(ForestSettings of, int frameBytes, int payloadBytes) {
        return new ForestSettings(
                of.keeps(),
                of.quorum(),
                frameBytes,
                0,
                payloadBytes,
                of.ownBytesMax(),
                of.relayQueueBytesMax(),
                of.bufferBytesMax(),
                1,
                of.tickNanos(),
                of.lateMinNanos(),
                of.lateFirstNanos(),
                of.lateMaxNanos(),
                of.probeNanos(),
                of.probeMaxNanos(),
                of.planLifetimeNanos());
    }

    @Test
    void theBufferOfUnclaimedPayloadsDoesNotLimitAFetchedPayload() {
        ForestSettings d = ForestSettings.defaults(true, 3);
        node =
                node(
                        new ForestSettings(
                                true,
                                3,
                                100,
                                40,
                                3000,
                                d.ownBytesMax(),
                                d.relayQueueBytesMax(),
                                3000,
                                d.linkFramesMax(),
                                d.tickNanos(),
                                d.lateMinNanos(),
                                d.lateFirstNanos(),
                                d.lateMaxNanos(),
                                d.probeNanos(),
                                d.probeMaxNanos(),
                                d.planLifetimeNanos()));
        byte[] payload = new byte[1800];
        Digest digest = Digest.of(payload);
        assertTrue(node.want(digest, new int[] {3}, 0, 0));
        byte[] piece = new byte[100];
        for (int i = 0; i < 18; i++) {
            Frame next = new Frame(3, 1, 0, 0, false, digest, 1800, i, Digest.of(piece), piece);
            node.onMessage(3, next, MILLI);
        }
        assertEquals(List.of(digest), delivered);
    }

    @Test
    void unclaimedPayloadsAreBoundedPerSourceAndTheOldestGoFirst() {
        ForestSettings small =
                new ForestSettings(
                        true, 3, 1000, 0, 1000, 10_000, 1500, 4_000, 2, MILLI, MILLI, MILLI, MILLI,
                        MILLI, MILLI, MILLI);
        node = node(small);
        Frame first = frame(2, 1, false, 1000);
        Frame second = frame(2, 2, false, 1000);
        node.onMessage(2, first, 0);
        node.claim(first.payload());
        node.onMessage(2, second, 0);
        for (int k = 3; k <= 5; k++) node.onMessage(2, frame(2, k, false, 1000), 0);
        assertTrue(node.holds(first.payload()));
        assertFalse(node.holds(second.payload()));
        assertTrue(node.bufferedBytes(2) <= 4_000);
        assertEquals(1, node.figures().evicted());
        node.onMessage(3, frame(3, 1, false, 1000), 0);
        assertTrue(node.holds(frame(3, 1, false, 1000).payload()));
        node.forget(first.payload(), 0);
        assertFalse(node.holds(first.payload()));
    }

    @Test
    void piecesOfAPayloadMustFitItsDigest() {
        byte[] whole = {1, 2, 3, 4};
        Digest digest = Digest.of(whole);
        byte[][] pieces = {{1, 2}, {3, 5}};
        for (int i = 0; i < 2; i++)
            node.onMessage(
                    2,
                    new Frame(2, 1, i + 1, 1, false, digest, 4, i, Digest.of(pieces[i]), pieces[i]),
                    0);
        assertEquals(List.of(), delivered);
        assertEquals(1, node.figures().framesDamagedBy(2));
        assertEquals(0, node.bufferedBytes(2));
    }

    @Test
    void acknowledgementsOfAnotherIncarnationDoNotCount() {
        node.spread(new byte[10], 0);
        for (int from = 1; from <= 4; from++) node.onMessage(from, new Held(6, 1, new long[0]), 0);
        assertEquals(10, node.ownBytes());
        for (int from = 1; from <= 4; from++)
            node.onMessage(from, new Held(7, Long.MAX_VALUE, new long[0]), 0);
        assertEquals(0, node.ownBytes());
        node.spread(new byte[10], 0);
        assertEquals(10, node.ownBytes());
    }

    private void acknowledge(int from, long upTo, long nowNanos) {
        node.onMessage(from, new Held(7, upTo, new long[0]), nowNanos);
    }

    private void freeLinks() {
        for (int to = 1; to <= 4; to++) node.onTransmitted(to, 0);
        take();
    }

    @Test
    void aFullRelayIsNotUsedUntilItHasRoomAndItsDropsAreSentAtOnce() {
        plan(0, 1, 1, 0, 0);
        node.spread(new byte[2000], 0);
        node.spread(new byte[2000], 0);
        assertEquals(List.of("relay to 1", "relay to 2"), take());
        freeLinks();
        node.onMessage(1, new RelayFull(7, 1, 1L << 4), MILLI);
        assertEquals(List.of("frame to 4"), take());
        assertEquals(1, frames.get(frames.size() - 1).sequence());
        freeLinks();
        for (int k = 0; k < 2; k++) node.spread(new byte[2000], 2 * MILLI);
        assertEquals(List.of("relay to 2", "relay to 2"), take());
        freeLinks();
        freeLinks();
        node.onMessage(1, new RelayRoom(), 3 * MILLI);
        for (int k = 0; k < 2; k++) node.spread(new byte[2000], 3 * MILLI);
        assertEquals(List.of("relay to 1", "relay to 2"), take());
        freeLinks();
        node.onMessage(1, new RelayFull(6, 5, 1L << 4), 4 * MILLI);
        assertEquals(List.of(), take());
        assertEquals(1, node.figures().relayFulls());
    }

    @Test
    void aFullRelayIsTriedAgainAfterAWhile() {
        plan(0, 1, 0, 0, 0);
        node.spread(new byte[2000], 0);
        freeLinks();
        node.onMessage(1, new RelayFull(7, 1, 0), MILLI);
        node.spread(new byte[2000], 100 * MILLI);
        assertEquals(4, take().size());
        freeLinks();
        node.spread(new byte[2000], 300 * MILLI);
        assertEquals(List.of("relay to 1"), take());
    }

    @Test
    void aFrameIsLateAtTheMembersWhoseOwnTimeIsOver() {
        plan(0, 1, 0, 0, 0);
        node.spread(new byte[2000], 0);
        freeLinks();
        // The measured delays of members 1 and 2 are short; the measured delays of members 3 and 4
        // are 400 ms.
        acknowledge(1, 1, 10 * MILLI);
        acknowledge(2, 1, 10 * MILLI);
        acknowledge(3, 1, 400 * MILLI);
        acknowledge(4, 1, 400 * MILLI);
        node.spread(new byte[2000], 1000 * MILLI);
        take();
        node.onTimer(1200 * MILLI);
        assertEquals(List.of(), take());
        node.onTimer(1250 * MILLI);
        assertEquals(2, node.figures().lateFrames());
        assertEquals(List.of("frame to 1", "frame to 2"), take());
    }

    @Test
    void framesOfARelayThatLeftAreSentDirectlyAtOnce() {
        plan(0, 1, 0, 0, 0);
        node.spread(new byte[2000], 0);
        freeLinks();
        node.onReachable(new int[] {0, 2, 3, 4}, MILLI);
        assertEquals(List.of("frame to 2", "frame to 3", "frame to 4"), take());
    }

    @Test
    void aSourceWithoutRoomGetsItWhenAQuorumHoldsItsFrames() {
        ForestSettings small =
                new ForestSettings(
                        false, 3, 1000, 0, 1000, 4_000, 1500, 10_000, 2, MILLI, MILLI, MILLI, MILLI,
                        MILLI, MILLI, MILLI);
        node = node(small);
        for (int k = 0; k < 4; k++) node.spread(new byte[1000], 0);
        assertNull(node.spread(new byte[1000], 0));
        take();
        acknowledge(1, 4, MILLI);
        assertEquals(List.of(), take());
        acknowledge(2, 4, MILLI);
        assertEquals(List.of("room"), take());
        assertEquals(2_000, node.ownBytes());
        assertEquals(2, node.figures().abandoned());
        acknowledge(1, 4, MILLI);
        assertEquals(List.of(), take());
    }

    @Test
    void aSourceSpreadsNoMoreThanItsNetworkCarriesSoon() {
        assertEquals(16, fill());
        take();
        for (int member = 1; member < 4; member++) acknowledge(member, 16, MILLI);
        assertEquals(List.of(), take());
        acknowledge(4, 1, MILLI);
        assertEquals(List.of("room"), take());
    }

    private int fill() {
        int taken = 0;
        while (node.spread(new byte[64 << 10], 0) != null) taken++;
        return taken;
    }

    @Test
    void aSilentMemberDoesNotHoldTheSource() {
        assertEquals(16, fill());
        take();
        for (int member = 1; member < 4; member++) acknowledge(member, 16, 500 * MILLI);
        node.onTimer(900 * MILLI);
        assertFalse(take().contains("room"));
        node.onTimer(1_000 * MILLI);
        assertTrue(take().contains("room"));
    }

    @Test
    void framesThatAreGivenUpAreNotInFlight() {
        int bytes = 64 << 10;
        node =
                node(
                        new ForestSettings(
                                false,
                                2,
                                bytes,
                                0,
                                bytes,
                                2L * bytes,
                                bytes,
                                2L * bytes,
                                2,
                                MILLI,
                                MILLI,
                                MILLI,
                                MILLI,
                                MILLI,
                                MILLI,
                                MILLI));
        for (int k = 1; k <= 40; k++) {
            assertNotNull(node.spread(new byte[bytes], 0), "payload " + k);
            acknowledge(1, k, 0);
        }
        assertEquals(38, node.figures().abandoned());
    }

    @Test
    void aMemberThatLeftWithoutAFrameDoesNotHoldIt() {
        ForestSettings small =
                new ForestSettings(
                        true, 3, 1000, 0, 1000, 4_000, 1500, 10_000, 2, MILLI, MILLI, MILLI, MILLI,
                        MILLI, MILLI, MILLI);
        node = node(small);
        List<Digest> digests = new ArrayList<>();
        for (int k = 1; k <= 4; k++) digests.add(node.spread(new byte[1000 - k], 0));
        node.onReachable(new int[] {0, 1, 2}, MILLI);
        byte[] next = new byte[1000];
        assertNull(node.spread(next, MILLI));
        node.onAcknowledged(1, digests.get(0), MILLI);
        assertNull(node.spread(next, MILLI));
        assertEquals(0, node.figures().abandoned());
        node.onAcknowledged(2, digests.get(0), MILLI);
        assertEquals(3_000 - 9, node.ownBytes());
    }

    @Test
    void aVoteAcknowledgesTheFramesOfItsPayloadOnly() {
        node = node(ForestSettings.defaults(true, 3));
        Digest first = node.spread(new byte[10], 0);
        Digest other = node.spread(new byte[11], 0);
        assertEquals(first, node.spread(new byte[10], 0));
        for (int from = 1; from <= 4; from++) node.onAcknowledged(from, first, 0);
        assertEquals(11, node.ownBytes());
        for (int from = 1; from <= 4; from++) node.onAcknowledged(from, other, 0);
        assertEquals(0, node.ownBytes());
    }

    @Test
    void aLateFrameGivesTheNextOnesMoreTime() {
        plan(0, 1, 0, 0, 0);
        node.spread(new byte[2000], 0);
        freeLinks();
        for (int from = 1; from <= 4; from++) acknowledge(from, 1, 10 * MILLI);
        node.spread(new byte[2000], 1000 * MILLI);
        node.onTimer(1250 * MILLI);
        assertEquals(4, node.figures().lateFrames());
        freeLinks();
        node.spread(new byte[2000], 1300 * MILLI);
        assertEquals(List.of("relay to 1"), take());
        node.onTimer(1550 * MILLI);
        assertEquals(4, node.figures().lateFrames());
        node.onTimer(1600 * MILLI);
        assertEquals(8, node.figures().lateFrames());
    }

    @Test
    void framesThatWaitForADeadRelayAreSentDirectly() {
        plan(0, 1, 1, 0, 0);
        for (int k = 0; k < 6; k++) node.spread(new byte[2000], 0);
        assertEquals(List.of("relay to 1", "relay to 2", "relay to 1", "relay to 2"), take());
        for (int from = 2; from <= 4; from++) {
            node.onMessage(from, new Held(7, 0, new long[] {2, 2}), 10 * MILLI);
            node.onMessage(from, new Held(7, 0, new long[] {4, 4}), 400 * MILLI);
        }
        node.onTimer(500 * MILLI);
        assertEquals(0b10, node.suspended());
        node.onTimer(510 * MILLI);
        for (int k = 0; k < 3; k++)
            for (int to = 2; to <= 4; to++) node.onTransmitted(to, 510 * MILLI);
        List<Long> directly =
                frames.stream().filter(each -> !each.relay()).map(Frame::sequence).toList();
        assertTrue(directly.contains(5L), () -> "directly " + directly);
        take();
        for (int k = 0; k < 4; k++) node.onTransmitted(1, 520 * MILLI);
        assertFalse(take().contains("relay to 1"));
    }
}
