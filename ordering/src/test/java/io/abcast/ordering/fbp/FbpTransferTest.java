package io.abcast.ordering.fbp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;
import io.abcast.ordering.fbp.FbpMessage.Claimed;
import io.abcast.ordering.fbp.FbpMessage.Heartbeat;
import io.abcast.ordering.fbp.FbpMessage.Propose;
import io.abcast.ordering.fbp.Stage.Letter;
import io.abcast.ordering.log.LogMessage;
import io.abcast.ordering.log.LogMessage.Applied;
import io.abcast.ordering.log.LogMessage.Chunk;
import io.abcast.ordering.log.LogMessage.Entries;
import io.abcast.ordering.log.LogMessage.Fetch;
import io.abcast.ordering.log.LogMessage.Learn;
import io.abcast.ordering.log.LogMessage.Offer;
import io.abcast.ordering.log.LogMessage.ReadAsk;
import io.abcast.ordering.log.LogMessage.ReadReply;
import io.abcast.ordering.log.OriginRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Tests the transfer of FBP's state among six members, of which member 6 lies. Member 6 votes honestly, because a
 * decision needs five votes; the tests send its other messages.
 */
class FbpTransferTest {
    private static final int LIAR = 6;

    /** The id of the late member, which in some tests is disconnected and returns later. */
    private static final int LATE = 5;

    private static final FbpQuorums SIX = FbpQuorums.of(6);

    private static Stage stage(long snapshotEveryBytes) {
        return new Stage(
                6,
                Set.of(LIAR),
                Stage.config(4, snapshotEveryBytes),
                id -> ports -> new Fbp(ports, SIX, new Seal(id)));
    }

    private static byte[] note(long slot) {
        WireWriter out = new WireWriter(64).u8(3);
        out.varint(slot).varint(Zxid.of(1, (int) slot)).varint(slot).varint(slot);
        out.varint(1_000).u8(1);
        return new Digest(1, 2, 3, 4).write(out).varint(0).toByteArray();
    }

    private static void settleWithout(Stage stage, int late) {
        for (int round = 0; round < 50; round++) {
            stage.lose(letter -> letter.to() == late || letter.from() == late);
            List<Letter> toLiar = stage.read(LIAR);
            for (Letter letter : toLiar)
                if (letter.body() instanceof Propose p)
                    for (int id : stage.honest())
                        if (id != late)
                            stage.tell(LIAR, id, Lies.accepted(p.regency(), p.slot(), p.value()));
            stage.deliver(
                    letter -> letter.to() != LIAR && letter.to() != late && letter.from() != late);
        }
    }

    private static Stage withALateMember(int requests) {
        return withALateMember(stage(60), requests);
    }

    private static Stage withALateMember(Stage stage, int requests) {
        int before = stage.delivered(1).split(" ").length;
        if (stage.delivered(1).isEmpty()) before = 0;
        for (int i = 0; i < requests; i++) {
            stage.submit(1 + i % 4, 100 + i / 4, (byte) ('A' + i % 26));
            settleWithout(stage, LATE);
        }
        for (int tick = 0; tick < 30; tick++) {
            stage.tick();
            settleWithout(stage, LATE);
        }
        assertEquals(before + requests, stage.delivered(1).split(" ").length);
        assertEquals(0, stage.applied(LATE));
        return stage;
    }

    private static void pass(Stage stage, int ticks) {
        for (int tick = 0; tick < ticks; tick++) {
            stage.tick();
            stage.lose(letter -> letter.to() == LIAR);
            stage.deliverAll();
        }
    }

    private static Letter awaitQuestion(Stage stage) {
        for (int tick = 0; tick < 200; tick++) {
            stage.tick();
            stage.deliver(
                    letter ->
                            letter.to() != LIAR
                                    && !(letter.from() == LATE && letter.body() instanceof Learn));
            for (Letter letter : stage.read(LIAR))
                if (letter.from() == LATE && letter.body() instanceof Learn) return letter;
        }
        throw new AssertionError("the late member does not ask");
    }

    @Test
    void anUnaskedOfferAndChunkReplaceNothing() {
        Stage stage = stage(1 << 20);
        for (int id : stage.honest()) stage.submit(id, 100L * id, (byte) ('A' + id));
        stage.deliverAll();
        byte[] forged = {1, 2, 3};
        SnapshotId snapshot = new SnapshotId(Zxid.of(1, 1_000), forged.length, 7);
        Offer offer = new Offer(snapshot, note(1_000), Digest.of(forged), new byte[0]);
        stage.tell(LIAR, stage.honest(), offer);
        stage.tell(LIAR, stage.honest(), new Chunk(snapshot, 0, forged));
        stage.deliverAll();
        for (int id : stage.honest()) assertEquals(0, stage.installed(id), "member " + id);
        assertEquals("", stage.disagreement());
    }

    @Test
    void aMemberBehindAllLogsFetchesTheProvenSnapshot() {
        Stage stage = withALateMember(20);
        pass(stage, 60);
        assertEquals(1, stage.installed(LATE));
        assertCaughtUp(stage);
    }

    private static void assertCaughtUp(Stage stage) {
        assertEquals(stage.applied(1), stage.applied(LATE));
        assertEquals(stage.delivered(1), stage.delivered(LATE));
        assertEquals("", stage.disagreement());
    }

    @Test
    void snapshotsOfAllMembersAreEqual() {
        Stage stage = withALateMember(20);
        Offer first = stage.newestSnapshot(1);
        assertNotNull(first);
        for (int id = 2; id <= 4; id++) {
            Offer other = stage.newestSnapshot(id);
            assertEquals(first.snapshot(), other.snapshot());
            assertArrayEquals(first.note(), other.note());
            assertEquals(first.content(), other.content());
        }
    }

    @Test
    void anOfferWithoutAProofIsRefusedThoughItWasAskedFor() {
        Stage stage = withALateMember(20);
        awaitQuestion(stage);
        byte[] forged = {1, 2, 3};
        SnapshotId snapshot = new SnapshotId(Zxid.of(1, 1_000), forged.length, 7);
        stage.tell(
                LIAR, LATE, new Offer(snapshot, note(1_000), Digest.of(forged), new byte[] {0, 0}));
        assertTrue(stage.read(LIAR).stream().noneMatch(l -> l.body() instanceof Fetch));
        Offer honest = stage.newestSnapshot(1);
        awaitQuestion(stage);
        stage.tell(LIAR, LATE, honest);
        assertTrue(stage.read(LIAR).stream().noneMatch(l -> l.body() instanceof Fetch));
        pass(stage, 60);
        assertEquals(stage.delivered(1), stage.delivered(LATE));
    }

    @Test
    void aQuestionAllowsOneAnswer() {
        Stage stage = withALateMember(20);
        Offer honest = provenOffer(stage);
        awaitQuestion(stage);
        stage.tell(LIAR, LATE, stage.newestSnapshot(1));
        long refused = stage.refused(LATE, LIAR);
        stage.tell(LIAR, LATE, honest);
        assertNull(fetch(stage));
        assertEquals(refused + 1, stage.refused(LATE, LIAR));
        awaitQuestion(stage);
        stage.tell(LIAR, LATE, honest);
        assertNotNull(fetch(stage));
    }

    @Test
    void aProofWithoutACheckpointThatCoversTheSnapshotProvesNothing() {
        for (long covered : new long[] {999, 1_000}) {
            Stage stage = withALateMember(20);
            awaitQuestion(stage);
            byte[] content = {1, 2, 3};
            SnapshotId id = new SnapshotId(Zxid.of(1, 1_000), content.length, 7);
            byte[] note = note(1_000);
            WireWriter digested = new WireWriter(64).i64(id.zxid()).i64(id.bytes()).i32(id.crc());
            Digest held = Digest.of(Digest.of(content).write(digested).bytes(note).toByteArray());
            WireWriter proof = new WireWriter(64);
            claims(Claim.Kind.SNAPSHOT, 1_000, held).write(proof);
            claims(Claim.Kind.ORDER, covered, held).write(proof);
            stage.tell(LIAR, LATE, new Offer(id, note, Digest.of(content), proof.toByteArray()));
            assertEquals(covered == 1_000, fetch(stage) != null);
        }
    }

    private static Checkpoint claims(Claim.Kind kind, long slot, Digest digest) {
        List<Claim> claims = new ArrayList<>();
        for (int member = 1; member <= 3; member++)
            claims.add(Claim.signed(member, kind, slot, digest, Seal.onStage(member)));
        return new Checkpoint(claims);
    }

    @Test
    void aClaimCountsFromItsOwnMemberOnly() {
        Stage stage = stage(1 << 20);
        stage.tell(LIAR, 1, Lies.claim(2, 7));
        assertEquals(1, stage.refused(1, LIAR));
    }

    @Test
    void aProofOfAnotherEraProvesNothing() {
        for (boolean present : new boolean[] {false, true}) {
            Stage stage = withALateMember(20);
            awaitQuestion(stage);
            byte[] content = {1, 2, 3};
            SnapshotId id = new SnapshotId(Zxid.of(1, 1_000), content.length, 7);
            byte[] note = note(1_000);
            WireWriter digested = new WireWriter(64).i64(id.zxid()).i64(id.bytes()).i32(id.crc());
            Digest held = Digest.of(Digest.of(content).write(digested).bytes(note).toByteArray());
            WireWriter proof = new WireWriter(64);
            for (Claim.Kind kind : new Claim.Kind[] {Claim.Kind.SNAPSHOT, Claim.Kind.ORDER}) {
                List<Claim> claims = new ArrayList<>();
                for (int member = 1; member <= 3; member++) {
                    EraSigner signer = Seal.inEra(member, present ? Stage.ERA : Stage.ERA + 1);
                    claims.add(Claim.signed(member, kind, 1_000, held, signer));
                }
                new Checkpoint(claims).write(proof);
            }
            stage.tell(LIAR, LATE, new Offer(id, note, Digest.of(content), proof.toByteArray()));
            assertEquals(present, fetch(stage) != null);
        }
    }

    @Test
    void aProofOfAnotherSnapshotProvesNothing() {
        for (int change = 0; change < 4; change++) {
            Stage stage = withALateMember(20);
            Offer o = provenOffer(stage);
            SnapshotId id = o.snapshot();
            byte[] note = o.note().clone();
            note[note.length - 1] ^= 1;
            Offer lie =
                    switch (change) {
                        case 0 ->
                                new Offer(
                                        new SnapshotId(id.zxid(), id.bytes() + 1, id.crc()),
                                        o.note(),
                                        o.content(),
                                        o.proof());
                        case 1 -> new Offer(id, note, o.content(), o.proof());
                        case 2 -> new Offer(id, o.note(), new Digest(1, 2, 3, 4), o.proof());
                        default ->
                                new Offer(
                                        new SnapshotId(id.zxid(), id.bytes(), id.crc() + 1),
                                        o.note(),
                                        o.content(),
                                        o.proof());
                    };
            awaitQuestion(stage);
            stage.tell(LIAR, LATE, lie);
            assertNull(fetch(stage), "change " + change);
            awaitQuestion(stage);
            stage.tell(LIAR, LATE, o);
            assertNotNull(fetch(stage), "the honest offer");
        }
    }

    private static Offer provenOffer(Stage stage) {
        stage.read(LIAR);
        stage.tell(LIAR, 1, new Learn(0, 0));
        for (Letter letter : stage.read(LIAR))
            if (letter.from() == 1 && letter.body() instanceof Offer o) return o;
        throw new AssertionError("member 1 offers nothing");
    }

    private static Fetch fetch(Stage stage) {
        for (Letter letter : stage.read(LIAR))
            if (letter.from() == LATE && letter.body() instanceof Fetch f) return f;
        return null;
    }

    @Test
    void wrongBytesOfAProvenSnapshotAreNotInstalledAndTheirSourceIsNotAskedAgain() {
        Stage stage = withALateMember(20);
        Offer offer = provenOffer(stage);
        awaitQuestion(stage);
        stage.tell(LIAR, LATE, offer);
        assertNotNull(fetch(stage));
        stage.tell(LIAR, LATE, new Chunk(offer.snapshot(), 0, new byte[1]));
        byte[] rest = new byte[(int) offer.snapshot().bytes() - 1];
        stage.tell(LIAR, LATE, new Chunk(offer.snapshot(), 1, rest));
        assertEquals(0, stage.installed(LATE));
        assertEquals("", stage.delivered(LATE));
        awaitQuestion(stage);
        stage.tell(LIAR, LATE, offer);
        assertNull(fetch(stage), "the liar is not asked again");
        pass(stage, 60);
        assertEquals(1, stage.installed(LATE));
        assertEquals(stage.delivered(1), stage.delivered(LATE));
    }

    @Test
    void aRequestThatTheSnapshotHoldsIsAnsweredBesideLaterOnesOfAnEarlierRun() {
        Stage stage = stage(60);
        stage.submit(LATE, 7, (byte) 'x');
        stage.deliver(l -> l.body() instanceof LogMessage.Forward && l.to() != LIAR);
        settleWithout(stage, LATE);
        assertEquals("x@1", stage.delivered(1));
        long earlier = 1L << 50;
        byte[] payload = {(byte) 'y'};
        OriginRequest late = new OriginRequest(LATE, OriginRequest.FIRST, earlier, payload);
        stage.tell(LATE, Set.of(1, 2, 3, 4), new LogMessage.Forward(List.of(Lies.signed(late))));
        settleWithout(stage, LATE);
        assertEquals("x@1 y@2", stage.delivered(1));
        withALateMember(stage, 20);
        pass(stage, 60);
        assertEquals(1, stage.installed(LATE));
        assertEquals(List.of("7 UNKNOWN"), stage.refusals(LATE));
    }

    @Test
    void aReadWaitsUntilTheSnapshotIsInstalledOrRejected() {
        for (boolean good : new boolean[] {true, false}) {
            Stage stage = withALateMember(20);
            Offer offer = provenOffer(stage);
            byte[] content = stage.content(1, offer.snapshot());
            if (!good) content[0]++;
            awaitQuestion(stage);
            stage.tell(1, LATE, offer);
            stage.startRead(LATE, 1);
            long asked = 0;
            for (Letter letter : stage.read(LIAR))
                if (letter.from() == LATE && letter.body() instanceof ReadAsk ask)
                    asked = ask.read();
            stage.holdInstalls(LATE, true);
            stage.tell(1, LATE, new Chunk(offer.snapshot(), 0, content));
            for (int id = 1; id <= 6; id++)
                if (id != LATE) stage.tell(id, LATE, new ReadReply(asked, 0));
            assertEquals(0, stage.lastRead(LATE));
            stage.holdInstalls(LATE, false);
            assertEquals(good ? 1 : 0, stage.installed(LATE));
            assertEquals(1, stage.lastRead(LATE));
        }
    }

    @Test
    void aMemberThatAsksAgainAndAgainHasOneReadInProgressAndFewOffers() {
        Stage stage = withALateMember(20);
        stage.read(LIAR);
        for (int i = 0; i < 50; i++) stage.tell(LIAR, 1, new Learn(0, 0));
        assertEquals(2, stage.read(LIAR).stream().filter(l -> l.body() instanceof Offer).count());
        SnapshotId snapshot = stage.newestSnapshot(1).snapshot();
        stage.slow(1, true);
        long slot = stage.applied(1) - 1;
        for (int i = 0; i < 50; i++) {
            stage.tell(LIAR, 1, new Fetch(snapshot, i));
            stage.tell(LIAR, 1, new Learn(slot, stage.zxidOf(1, slot)));
        }
        assertEquals(2, stage.readsWaiting(1), "one of the log, one of a snapshot");
        stage.slow(1, false);
        List<Letter> answers = stage.read(LIAR);
        assertEquals(1, answers.stream().filter(l -> l.body() instanceof Chunk).count());
        assertEquals(1, answers.stream().filter(l -> l.body() instanceof Entries).count());
    }

    @Test
    void questionsForBytesThatNoSnapshotHasChangeNothing() {
        Stage stage = withALateMember(20);
        Offer offer = provenOffer(stage);
        SnapshotId id = offer.snapshot();
        SnapshotId unknown = new SnapshotId(id.zxid(), id.bytes(), id.crc() + 1);
        for (long offset : new long[] {-1, id.bytes() + 1, Long.MAX_VALUE, Long.MIN_VALUE})
            stage.tell(LIAR, 1, new Fetch(id, offset));
        for (int i = 0; i < 10; i++) stage.tell(LIAR, 1, new Fetch(unknown, 0));
        assertTrue(stage.read(LIAR).stream().noneMatch(l -> l.body() instanceof Chunk));
        for (int tick = 0; tick < 10; tick++) stage.tick();
        assertEquals(offer.snapshot(), provenOffer(stage).snapshot());
    }

    @Test
    void chunksOfOtherMembersAndBeyondTheEndAreRefused() {
        Stage stage = withALateMember(20);
        Offer offer = provenOffer(stage);
        byte[] content = stage.content(1, offer.snapshot());
        awaitQuestion(stage);
        stage.tell(1, LATE, offer);
        stage.tell(LIAR, LATE, new Chunk(offer.snapshot(), 0, content));
        stage.tell(1, LATE, new Chunk(offer.snapshot(), 0, new byte[content.length + 1]));
        stage.tell(1, LATE, new Chunk(offer.snapshot(), 0, new byte[0]));
        assertEquals(0, stage.installed(LATE));
        stage.tell(1, LATE, new Chunk(offer.snapshot(), 0, content));
        assertEquals(1, stage.installed(LATE));
        assertEquals("", stage.disagreement());
    }

    @Test
    void entriesThatOneMemberAloneAnswersAreNotLearned() {
        Stage stage = withALateMember(1);
        byte[] forged = {66};
        Entry entry = Entry.tagged(Zxid.of(1, 1), 1, Entry.placeOf(1, true), 100, forged);
        stage.tell(LIAR, LATE, new Entries(0, 0, 1, List.of(entry)));
        stage.tell(LIAR, LATE, new Entries(0, 0, 1, List.of(entry)));
        awaitQuestion(stage);
        stage.tell(LIAR, LATE, new Entries(0, 0, 1, List.of(entry)));
        assertEquals(0, stage.applied(LATE));
        pass(stage, 60);
        assertEquals(stage.delivered(1), stage.delivered(LATE));
    }

    private static Stage withoutSnapshots(int requests) {
        Stage stage = stage(1 << 20);
        for (int i = 0; i < requests; i++) {
            stage.submit(1 + i % 4, 100 + i / 4, (byte) ('A' + i % 26));
            settleWithout(stage, LATE);
        }
        for (int tick = 0; tick < 30; tick++) {
            stage.tick();
            settleWithout(stage, LATE);
        }
        assertEquals(0, stage.applied(LATE));
        return stage;
    }

    @Test
    void entriesOfOneMemberThatLeadToAProvenCheckpointAreLearned() {
        Stage stage = withoutSnapshots(20);
        for (int tick = 0; tick < 60; tick++) {
            stage.tick();
            stage.lose(letter -> letter.to() == LIAR);
            stage.deliver(letter -> !(letter.body() instanceof Entries) || letter.from() == 1);
            stage.lose(letter -> letter.body() instanceof Entries);
        }
        assertCaughtUp(stage);
    }

    @Test
    void entriesOfOneMemberThatDoNotLeadToTheCheckpointAreNotLearned() {
        Stage stage = withoutSnapshots(20);
        for (int tick = 0; tick < 60; tick++) {
            stage.tick();
            for (Letter letter : stage.read(LIAR)) {
                if (letter.from() != LATE || !(letter.body() instanceof Learn learn)) continue;
                Entry entry =
                        Entry.tagged(
                                Zxid.of(1, 1), 1, Entry.placeOf(1, true), 100, new byte[] {66});
                stage.tell(
                        LIAR,
                        LATE,
                        new Entries(learn.slot(), learn.zxid(), stage.applied(1), List.of(entry)));
            }
            stage.deliver(letter -> !(letter.body() instanceof Entries) || letter.from() == LIAR);
            stage.lose(letter -> letter.body() instanceof Entries);
        }
        assertEquals(0, stage.applied(LATE));
    }

    @Test
    void entriesThatTwoMembersAnswerAreLearnedBesideAProofOfOtherEntries() {
        Stage stage = withoutSnapshots(20);
        long slot = stage.applied(1);
        Checkpoint lost = claims(Claim.Kind.ORDER, slot, new Digest(1, 2, 3, 4));
        for (Claim claim : lost.claims())
            stage.tell(claim.member(), LATE, new Claimed(List.of(claim), false));
        pass(stage, 60);
        assertCaughtUp(stage);
    }

    @Test
    void oneMemberThatNamesAFarSlotMakesNobodyAsk() {
        Stage stage = stage(1 << 20);
        stage.submit(1, 100, (byte) 'A');
        pass(stage, 20);
        stage.tell(LIAR, stage.honest(), new Applied(1_000_000));
        stage.tell(LIAR, stage.honest(), new Heartbeat(LIAR - 1, 1_000_000));
        stage.tell(LIAR, stage.honest(), Lies.claim(LIAR, 1_000_000));
        for (int tick = 0; tick < 100; tick++) {
            stage.tick();
            assertTrue(stage.read(LIAR).stream().noneMatch(l -> l.body() instanceof Learn));
            stage.deliverAll();
        }
    }

    @Test
    void differentDigestsAtOneSlotAreReportedWithBothGroups() {
        Stage stage = withALateMember(4);
        long slot = stage.applied(1);
        stage.tell(LIAR, 1, Lies.claim(LIAR, slot));
        pass(stage, 600);
        List<String> lines =
                stage.reports(1).stream().filter(line -> line.contains("differ")).toList();
        assertEquals(1, lines.size(), lines.toString());
        assertTrue(
                lines.get(0)
                        .startsWith("digests of the order differ at slot " + slot + ": members ["),
                lines.get(0));
        assertTrue(lines.get(0).contains("members [6] have "), lines.get(0));
        assertTrue(lines.get(0).contains("members [1, 2, 3, 4"), lines.get(0));
    }

    @Test
    void claimsThatAskAreAnsweredOncePerRetry() {
        Stage stage = withALateMember(8);
        stage.read(LIAR);
        for (int i = 0; i < 10; i++) stage.tell(LIAR, 1, new Claimed(List.of(), true));
        assertEquals(1, answersOf(stage));
        for (int tick = 0; tick < 10; tick++) stage.tick();
        stage.read(LIAR);
        for (int i = 0; i < 10; i++) stage.tell(LIAR, 1, new Claimed(List.of(), true));
        assertEquals(1, answersOf(stage));
    }

    private static long answersOf(Stage stage) {
        return stage.read(LIAR).stream()
                .filter(l -> l.from() == 1 && l.body() instanceof Claimed)
                .count();
    }

    @Test
    void eachClaimIsVerifiedOnce() {
        List<Integer> verified = new ArrayList<>();
        Signer counting =
                new Signer() {
                    @Override
                    public byte[] sign(byte[] content) {
                        return new Seal(1).sign(content);
                    }

                    @Override
                    public boolean verify(int member, byte[] content, byte[] signature) {
                        verified.add(member);
                        return new Seal(1).verify(member, content, signature);
                    }
                };
        Stage stage =
                new Stage(
                        6,
                        Set.of(2, 3, 4, 5, 6),
                        Stage.config(4),
                        id -> ports -> new Fbp(ports, SIX, counting));
        for (int i = 0; i < 20; i++) stage.tell(2, 1, Lies.claim(2, 7));
        assertEquals(List.of(2), verified);
        verified.clear();
        Claim forged = new Claim(3, Claim.Kind.ORDER, 7, new Digest(1, 2, 3, 4), new byte[] {1, 2});
        for (int i = 0; i < 20; i++) stage.tell(3, 1, new Claimed(List.of(forged, forged), false));
        assertEquals(List.of(3), verified);
        verified.clear();
        for (int slot = 100; slot < 200; slot++) stage.tell(4, 1, Lies.claim(4, slot));
        for (int slot = 100; slot < 192; slot++) stage.tell(4, 1, Lies.claim(4, slot));
        assertEquals(100, verified.size(), "old ones are not kept, and not verified");
        verified.clear();
        for (int slot = 1_000; slot < 2_000; slot++) stage.tell(5, 1, Lies.claim(5, slot));
        assertEquals(Checkpoints.VERIFIED_MAX, verified.size(), "a bound for one sender");
    }
}
