package io.abcast.ordering.fbp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Digest;
import io.abcast.ordering.fbp.FbpMessage.Accepted;
import io.abcast.ordering.fbp.FbpMessage.AdmissionAsk;
import io.abcast.ordering.fbp.FbpMessage.Claimed;
import io.abcast.ordering.fbp.FbpMessage.Given;
import io.abcast.ordering.fbp.FbpMessage.Learned;
import io.abcast.ordering.fbp.FbpMessage.Need;
import io.abcast.ordering.fbp.FbpMessage.NewRegency;
import io.abcast.ordering.fbp.FbpMessage.Propose;
import io.abcast.ordering.fbp.FbpMessage.Reported;
import io.abcast.ordering.fbp.FbpMessage.Satisfied;
import io.abcast.ordering.fbp.FbpMessage.Suspect;
import io.abcast.ordering.fbp.FbpMessage.Want;
import io.abcast.ordering.fbp.Stage.Letter;
import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.LogMessage.Entries;
import io.abcast.ordering.log.LogMessage.Forward;
import io.abcast.ordering.log.LogMessage.Reach;
import io.abcast.ordering.log.LogMessage.ReadAsk;
import io.abcast.ordering.log.LogMessage.ReadReply;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests, for each message of FBP that a lying member can send, the rule in docs/protocols/paxos.md. In each test, one
 * of six members lies and violates the rule.
 */
@Execution(ExecutionMode.CONCURRENT)
class FbpRulesTest {
    private static final FbpQuorums SIX = FbpQuorums.of(6);
    private static final int LIAR = 6;

    private final Map<Integer, Integer> verified = Collections.synchronizedMap(new TreeMap<>());

    private Stage stage(int liar) {
        return new Stage(
                6,
                Set.of(liar),
                Stage.config(8),
                id -> ports -> new Fbp(ports, SIX, new CountingSeal(id)));
    }

    private final class CountingSeal implements Signer {
        private final int id;
        private final Seal seal;

        CountingSeal(int id) {
            this.id = id;
            seal = new Seal(id);
        }

        @Override
        public byte[] sign(byte[] content) {
            return seal.sign(content);
        }

        @Override
        public boolean verify(int member, byte[] content, byte[] signature) {
            verified.merge(id, 1, Integer::sum);
            return seal.verify(member, content, signature);
        }
    }

    private static OriginRequest request(int origin, long previous, long number, char content) {
        return Lies.signed(
                new OriginRequest(origin, previous, number, new byte[] {(byte) content}));
    }

    private static void pass(Stage stage, int liar, int ticks, Predicate<Letter> arrives) {
        for (int tick = 0; tick < ticks; tick++) {
            stage.tick();
            stage.lose(arrives.negate());
            stage.deliver(letter -> letter.to() != liar && arrives.test(letter));
            for (Letter letter : stage.read(liar))
                if (letter.body() instanceof Propose p)
                    stage.tell(
                            liar, stage.honest(), Lies.accepted(p.regency(), p.slot(), p.value()));
            stage.lose(arrives.negate());
            stage.deliver(letter -> letter.to() != liar && arrives.test(letter));
        }
    }

    private static void pass(Stage stage, int liar, int ticks) {
        pass(stage, liar, ticks, letter -> true);
    }

    @Test
    void decisionsTakeEffectNearTheDurableCheckpoint() {
        Stage stage = stage(LIAR);
        Predicate<Letter> votes = letter -> !(letter.to() == 5 && letter.body() instanceof Entries);
        stage.hold(5, true, false);
        for (int i = 0; i < 40; i++) {
            stage.submit(1, 100 + i, (byte) 'A');
            pass(stage, LIAR, 1, votes);
        }
        assertEquals(40, stage.applied(1));
        assertEquals(32, stage.applied(5), "four windows of eight");
        stage.hold(5, false, false);
        pass(stage, LIAR, 40, votes);
        assertEquals(40, stage.applied(5));
    }

    @Test
    void anOriginThatSendsDifferentRequestsStallsNoSlot() {
        Stage stage = stage(LIAR);
        stage.tell(LIAR, Set.of(1, 2, 3), new Forward(List.of(request(LIAR, -1, 7, 'X'))));
        stage.tell(LIAR, Set.of(4, 5), new Forward(List.of(request(LIAR, -1, 7, 'Y'))));
        stage.submit(3, 300, (byte) 'A');
        pass(stage, LIAR, 40);
        for (int id : stage.honest()) assertEquals("A@2", stage.delivered(id).split(" ")[1]);
        assertEquals("", stage.disagreement());
        assertEquals(0, stage.regency(2), "no new regency was needed");
    }

    @Test
    void anOriginThatLeavesOutTheLeaderDeposesNoLeader() {
        Stage stage = stage(LIAR);
        stage.tell(LIAR, Set.of(2, 3, 4, 5), new Forward(List.of(request(LIAR, -1, 7, 'X'))));
        pass(stage, LIAR, 400);
        assertEquals("X@1", stage.delivered(3));
        for (int id : stage.honest()) assertEquals(0, stage.regency(id));
    }

    @Test
    void aRequestIsPassedOnOnceTheLeaderHasShownItsCertificate() {
        Stage stage = stage(LIAR);
        stage.tell(LIAR, Set.of(3, 4, 5), new Forward(List.of(request(LIAR, -1, 7, 'X'))));
        endRegency(stage);
        long passed = 0;
        for (int tick = 0; tick < 100; tick++) {
            stage.tick();
            passed += count(stage.read(2), Forward.class);
            stage.lose(letter -> true);
        }
        assertEquals(0, passed);
        pass(stage, LIAR, 400);
        assertEquals("X@1", stage.delivered(3));
    }

    @Test
    void aRequestThatItsOriginHasNotSignedIsNotOrdered() {
        Stage stage = stage(LIAR);
        OriginRequest forged = request(LIAR, -1, 7, 'X').with(request(2, -1, 7, 'Z').proof());
        OriginRequest ofTwo = new OriginRequest(2, -1, 7, new byte[] {'X'}, forged.proof());
        stage.tell(LIAR, stage.honest(), new Forward(List.of(ofTwo)));
        stage.tell(
                LIAR,
                stage.honest(),
                new Forward(List.of(new OriginRequest(2, -1, 7, new byte[] {'X'}))));
        pass(stage, LIAR, 40);
        assertEquals("", stage.delivered(1));
        assertTrue(stage.refused(1, LIAR) >= 2);
    }

    @Test
    void aRequestThatWasSignedForAnotherEraIsNotOrdered() {
        Stage stage = stage(LIAR);
        OriginRequest bare = new OriginRequest(LIAR, -1, 7, new byte[] {'X'});
        Seal seal = new Seal(LIAR);
        stage.tell(
                LIAR,
                stage.honest(),
                new Forward(SignedBatches.sign(seal, Stage.ERA + 1, LIAR, List.of(bare))));
        pass(stage, LIAR, 40);
        assertEquals("", stage.delivered(1));
        assertEquals(1, stage.refused(1, LIAR));
    }

    @Test
    void aSenderOfInvalidSignaturesIsVerifiedSeldom() {
        Stage stage = stage(LIAR);
        for (int i = 0; i < 1_000; i++) {
            OriginRequest forged =
                    new OriginRequest(2, -1, i, new byte[1], request(LIAR, -1, i, 'X').proof());
            stage.tell(LIAR, 3, new Forward(List.of(forged)));
        }
        assertEquals(1, verified.getOrDefault(3, 0));
        assertEquals(1_000, stage.refused(3, LIAR));
    }

    @Test
    void oneOriginsRequestsAreBounded() {
        Stage stage = stage(LIAR);
        Seal seal = new Seal(LIAR);
        long previous = -1;
        for (long batch = 0; batch < 20; batch++) {
            List<OriginRequest> bare = new ArrayList<>();
            for (long i = 0; i < 256; i++) {
                long number = 1 + 256 * batch + i;
                bare.add(new OriginRequest(LIAR, previous, number, new byte[1]));
                previous = number;
            }
            stage.tell(LIAR, 3, new Forward(SignedBatches.sign(seal, Stage.ERA, LIAR, bare)));
        }
        assertEquals(
                1, stage.refused(3, LIAR), "what follows a request that is not kept is not wanted");
        stage.submit(3, 300, (byte) 'A');
        pass(stage, LIAR, 3);
        assertTrue(
                stage.delivered(3).contains("A@"), "an honest origin's request is served in turn");
    }

    @Test
    void requestsOfTwoLivesOfAnOriginAreProposedOnce() {
        Stage stage = stage(LIAR);
        Forward both =
                new Forward(List.of(request(LIAR, -1, 7, 'X'), request(LIAR, -1, 1L << 50, 'Y')));
        for (int times = 0; times < 3; times++)
            for (int follower = 2; follower <= 5; follower++) stage.tell(follower, 1, both);
        assertEquals(2, count(stage.read(3), Propose.class));
    }

    @Test
    void onlyTheLeaderProposes() {
        Stage stage = stage(LIAR);
        stage.tell(LIAR, stage.honest(), new Propose(0, 1, Value.NOTHING));
        assertEquals(1, stage.refused(3, LIAR));
        pass(stage, LIAR, 3);
        assertEquals(0, stage.applied(3));
    }

    @Test
    void aLeaderThatInventsRequestsOrdersNone() {
        Stage stage = stage(1);
        OriginRequest forged =
                new OriginRequest(3, -1, 7, new byte[] {'X'}, request(1, -1, 7, 'X').proof());
        Value invented = Value.digested(List.of(forged));
        stage.tell(1, stage.honest(), new Propose(0, 1, invented));
        stage.tell(1, stage.honest(), Lies.accepted(0, 1, invented));
        pass(stage, 1, 3);
        assertEquals(0, stage.applied(3));
        assertEquals(1, stage.refused(3, 1));
    }

    @Test
    void oneVoteOfAMemberCountsInASlotAndRegency() {
        Stage stage = stage(LIAR);
        Value one = Value.digested(List.of(request(3, -1, 300, 'A')));
        stage.tell(LIAR, 2, Lies.accepted(0, 1, Value.NOTHING));
        stage.tell(LIAR, 2, Lies.accepted(0, 1, one));
        for (int id : new int[] {1, 3, 4, 5}) stage.tell(id, 2, Lies.accepted(0, 1, one));
        for (int slot : new int[] {1, 100_000}) stage.tell(LIAR, 2, Lies.accepted(0, slot, one));
        stage.tell(LIAR, 2, new Given(List.of(new Given.Named(1, one))));
        assertEquals(0, stage.applied(2), "four of five votes");
    }

    @Test
    void votesReportsAndClaimsLeaveWhenTheyAreDurable() {
        Stage stage = stage(LIAR);
        Predicate<Letter> from3 = letter -> letter.from() == 3;
        stage.hold(3, true, true);
        stage.tell(1, 3, new Propose(0, 1, Value.NOTHING));
        assertEquals(0, count(stage.read(LIAR), Accepted.class));
        stage.hold(3, false, false);
        assertEquals(1, count(stage.read(LIAR), Accepted.class));

        stage.hold(3, true, true);
        endRegency(stage);
        assertEquals(0, count(reportsTo2(stage, from3), Reported.class));
        stage.hold(3, false, false);
        assertEquals(1, count(reportsTo2(stage, from3), Reported.class));

        stage = stage(LIAR);
        stage.holdEntries(3, true);
        for (int i = 0; i < 4; i++) stage.submit(1, 100 + i, (byte) ('A' + i));
        pass(stage, LIAR, 4, from3.negate());
        assertEquals(4, stage.applied(3));
        assertEquals(0, stage.read(LIAR).stream().filter(this::isClaimOf3).count());
        stage.holdEntries(3, false);
        assertEquals(1, stage.read(LIAR).stream().filter(this::isClaimOf3).count());
    }

    private boolean isClaimOf3(Letter letter) {
        return letter.from() == 3 && letter.body() instanceof Claimed c && !c.claims().isEmpty();
    }

    private static List<Letter> reportsTo2(Stage stage, Predicate<Letter> which) {
        return stage.read(2).stream().filter(which).toList();
    }

    @Test
    void aMemberWithDigestsAndNoValueAsksForIt() {
        Stage stage = stage(LIAR);
        stage.submit(3, 300, (byte) 'A');
        Value wrong = Value.digested(List.of(request(LIAR, -1, 9, 'X')));
        Set<Letter> wants = new HashSet<>();
        Predicate<Letter> withoutValues =
                letter -> {
                    if (letter.from() == 2 && letter.body() instanceof Want) wants.add(letter);
                    return letter.to() != 2
                            || !(letter.body() instanceof Propose
                                    || letter.body() instanceof Forward);
                };
        pass(stage, LIAR, 3, withoutValues);
        stage.tell(LIAR, 2, new Given(List.of(new Given.Named(1, wrong))));
        assertEquals(0, stage.applied(2));
        pass(stage, LIAR, 40, withoutValues);
        assertEquals("A@1", stage.delivered(2));
        assertFalse(wants.isEmpty(), "it has asked");
    }

    @Test
    void anAskerGetsOneAnswerInARetry() {
        Stage stage = stage(LIAR);
        stage.submit(3, 300, (byte) 'A');
        pass(stage, LIAR, 3);
        stage.read(LIAR);
        for (int i = 0; i < 100; i++) stage.tell(LIAR, 2, new Want(List.of(1L)));
        assertEquals(1, count(stage.read(LIAR), Given.class));
        assertEquals(99, stage.refused(2, LIAR));
        stage.tell(5, 2, new Want(List.of(1L)));
        assertEquals(1, count(stage.read(5), Given.class), "another asker has its own share");
    }

    @Test
    void nothingIsVotedForOrCountedOutsideTheWindow() {
        Stage stage = stage(1);
        stage.tell(1, stage.honest(), new Propose(0, 100_000, Value.NOTHING));
        assertEquals(0, count(stage.read(1), Accepted.class));
        for (int id : new int[] {1, 3, 4, 5, 6})
            stage.tell(id, 2, Lies.accepted(0, 100_000, Value.NOTHING));
        assertEquals(0, count(stage.read(1), Learned.class));
        stage.tell(1, stage.honest(), new Propose(0, 1, Value.NOTHING));
        assertEquals(5, count(stage.read(1), Accepted.class));
    }

    @Test
    void announcementsOutsideTheWindowTakeNoMemory() {
        Stage stage = stage(LIAR);
        for (long slot = 100_000; slot < 110_000; slot++) {
            stage.tell(LIAR, 2, Lies.accepted(0, slot, Value.NOTHING));
            stage.tell(LIAR, 2, new Learned(slot));
            stage.tell(LIAR, 2, new Satisfied(slot));
        }
        stage.visitQueues(
                2,
                (name, size, bound) ->
                        assertTrue(size <= bound, () -> name + ": " + size + " of " + bound));
    }

    private static long count(List<Letter> letters, Class<?> type) {
        return letters.stream().filter(letter -> type.isInstance(letter.body())).count();
    }

    @Test
    void oneLiarEndsNoRepetition() {
        Stage stage = stage(LIAR);
        stage.submit(1, 100, (byte) 'A');
        stage.lose(letter -> true);
        for (int i = 0; i < 10; i++) {
            stage.tell(LIAR, 1, new Learned(1));
            stage.tell(LIAR, 1, new Satisfied(1));
        }
        assertEquals(0, count(stage.read(3), Satisfied.class));
        pass(stage, LIAR, 20);
        assertEquals("A@1", stage.delivered(3), "the proposal was repeated");
    }

    @Test
    void oneLiarEndsNoRegency() {
        Stage stage = stage(LIAR);
        for (long regency = 0; regency < 100; regency++)
            stage.tell(LIAR, stage.honest(), new Suspect(regency));
        pass(stage, LIAR, 20);
        for (int id : stage.honest()) assertEquals(0, stage.regency(id));
        stage.tell(LIAR, stage.honest(), new Suspect(Long.MAX_VALUE));
        pass(stage, LIAR, 20);
        for (int id : stage.honest()) assertEquals(0, stage.regency(id));
    }

    private static void endRegency(Stage stage) {
        for (int id : stage.honest())
            for (int of : stage.honest()) stage.tell(of, id, new Suspect(0));
    }

    @Test
    void oneReportOfAMemberIsVerified() {
        Stage stage = stage(LIAR);
        endRegency(stage);
        stage.lose(letter -> letter.to() != LIAR);
        int before = verified.getOrDefault(2, 0);
        for (int i = 0; i < 100; i++)
            stage.tell(
                    LIAR,
                    2,
                    new Reported(
                            new Report(
                                    LIAR, 1, Checkpoint.NONE, List.of(), new byte[] {(byte) i})));
        assertEquals(1, verified.getOrDefault(2, 0) - before);
        assertEquals(1, stage.refused(2, LIAR));
    }

    @Test
    void aReportWithVotesWhereNoHonestMemberHasAnyIsRefused() {
        Stage stage = stage(LIAR);
        endRegency(stage);
        List<Report.Vote> far = List.of(new Report.Vote(1_000_000, 0, Value.NOTHING));
        Report report = Report.signed(LIAR, 1, Checkpoint.NONE, far, Seal.inEra(LIAR, Stage.ERA));
        stage.tell(LIAR, 2, new Reported(report));
        assertEquals(1, stage.refused(2, LIAR));
    }

    @Test
    void aReportOfACheckpointThatTooFewMembersClaimIsRefused() {
        Stage stage = stage(LIAR);
        endRegency(stage);
        Digest digest = Digest.of(new byte[0]);
        EraSigner signer = Seal.inEra(LIAR, Stage.ERA);
        Claim claim = Claim.signed(LIAR, Claim.Kind.ORDER, 1_000, digest, signer);
        Checkpoint unproven = new Checkpoint(List.of(claim));
        Report report = Report.signed(LIAR, 1, unproven, List.of(), signer);
        stage.tell(LIAR, 2, new Reported(report));
        assertEquals(1, stage.refused(2, LIAR));
    }

    @Test
    void aReportCountsFromItsOwnMemberOnly() {
        Stage stage = stage(LIAR);
        endRegency(stage);
        Report own = Report.signed(3, 1, Checkpoint.NONE, List.of(), Seal.inEra(3, Stage.ERA));
        stage.tell(LIAR, 2, new Reported(own));
        assertEquals(1, stage.refused(2, LIAR));
    }

    @Test
    void aCertificateCountsFromTheLeaderOnly() {
        Stage stage = stage(LIAR);
        endRegency(stage);
        List<Report> reports = new ArrayList<>();
        for (int id = 1; id <= 5; id++)
            reports.add(
                    Report.signed(id, 1, Checkpoint.NONE, List.of(), Seal.inEra(id, Stage.ERA)));
        stage.tell(LIAR, 3, new NewRegency(1, reports));
        assertEquals(1, stage.refused(3, LIAR));
        stage.tell(2, 3, new NewRegency(1, reports));
        assertEquals(0, stage.refused(3, 2));
    }

    @Test
    void invalidCertificatesAreVerifiedSeldom() {
        Stage stage = stage(2);
        endRegency(stage);
        List<Report> forged = new ArrayList<>();
        for (int id = 1; id <= 5; id++)
            forged.add(new Report(id, 1, Checkpoint.NONE, List.of(), new byte[0]));
        for (int i = 0; i < 1_000; i++) stage.tell(2, 3, new NewRegency(1, forged));
        assertEquals(1, verified.getOrDefault(3, 0), "the first report is not signed");
        assertEquals(1_000, stage.refused(3, 2));
    }

    @Test
    void anAskerGetsOneCertificateInARetry() {
        Stage stage = stage(LIAR);
        endRegency(stage);
        stage.tell(
                LIAR,
                2,
                new Reported(
                        Report.signed(
                                LIAR, 1, Checkpoint.NONE, List.of(), Seal.inEra(LIAR, Stage.ERA))));
        stage.deliver(letter -> letter.to() != LIAR);
        stage.read(LIAR);
        for (int i = 0; i < 100; i++) stage.tell(LIAR, 2, new Need(1));
        assertEquals(1, count(stage.read(LIAR), NewRegency.class));
        assertEquals(99, stage.refused(2, LIAR));
    }

    @Test
    void oneLiarMakesTheLeaderFillNothing() {
        Stage stage = stage(LIAR);
        for (int i = 0; i < 10; i++) stage.tell(LIAR, 1, new Reach(1_000));
        List<Letter> asked = stage.read(3);
        assertEquals(1, count(asked, ReadAsk.class), "one round at a time");
        assertEquals(0, count(asked, Propose.class));
        pass(stage, LIAR, 20);
        for (int i = 0; i < 10; i++) stage.tell(LIAR, 1, new Reach(1_000));
        pass(stage, LIAR, 20);
        assertEquals(0, stage.applied(3));
    }

    @Test
    void oneLiarMovesNoReadIndex() {
        Stage stage = stage(LIAR);
        stage.submit(3, 300, (byte) 'A');
        pass(stage, LIAR, 3);
        stage.startRead(3, 5);
        for (Letter letter : stage.read(LIAR))
            if (letter.body() instanceof ReadAsk ask)
                for (int i = 0; i < 10; i++)
                    stage.tell(LIAR, 3, new ReadReply(ask.read(), 1_000_000));
        assertEquals(0, stage.lastRead(3), "one member's answers are no quorum");
        pass(stage, LIAR, 3);
        assertEquals(5, stage.lastRead(3));
    }

    @Test
    void aReadNeedsTheAnswersOfAllMembersButF() {
        Stage stage = stage(LIAR);
        stage.submit(3, 300, (byte) 'A');
        pass(stage, LIAR, 3);
        stage.startRead(3, 5);
        List<Letter> asked = stage.read(1);
        long read = 0;
        for (Letter letter : asked) if (letter.body() instanceof ReadAsk ask) read = ask.read();
        for (int id : new int[] {1, 2, 4}) stage.tell(id, 3, new ReadReply(read, 1));
        assertEquals(0, stage.lastRead(3), "with its own, four answers");
        stage.tell(5, 3, new ReadReply(read, 1));
        assertEquals(5, stage.lastRead(3));
    }

    @Test
    void anAskerGetsItsShareOfReadAnswers() {
        Stage stage = stage(LIAR);
        for (int i = 0; i < 3_000; i++) stage.tell(LIAR, 3, new ReadAsk(i));
        assertTrue(count(stage.read(LIAR), ReadReply.class) <= 1_024);
        assertTrue(stage.refused(3, LIAR) >= 3_000 - 1_024);
    }

    private static AdmissionAsk ask(int signer, long incarnation) {
        return ask(signer, new Incarnation(7, incarnation));
    }

    private static AdmissionAsk ask(int signer, Incarnation incarnation) {
        Candidate candidate = new Candidate(LIAR, incarnation);
        byte[] signature = Seal.inEra(signer, Stage.ERA).sign(candidate.content());
        return new AdmissionAsk(candidate.incarnation(), signature);
    }

    @Test
    void aLiarThatAsksForAdmissionEndsFewRegencies() {
        Stage stage = stage(LIAR);
        for (int i = 0; i < 1_000; i++) {
            stage.tell(LIAR, stage.honest(), ask(LIAR, i));
            pass(stage, LIAR, 1);
        }
        long seconds = 20;
        assertTrue(stage.regency(3) > 0, "the first question ends a regency");
        // The questions of the liar end regencies after waits of 2, 4 and 8 s. The liar also leads
        // one regency, which the other members end.
        assertTrue(stage.regency(3) <= 6, stage.regency(3) + " regencies in s: " + seconds);
    }

    @Test
    void aMemberThatAsksForLongStillEndsRegencies() {
        Stage stage = stage(LIAR);
        for (int i = 0; i < 7_000; i++) {
            stage.tell(LIAR, stage.honest(), ask(LIAR, i));
            pass(stage, LIAR, 1);
        }
        long before = stage.regency(3);
        for (int i = 7_000; i < 8_000; i++) {
            stage.tell(LIAR, stage.honest(), ask(LIAR, i));
            pass(stage, LIAR, 1);
        }
        assertTrue(stage.regency(3) > before, "16 s at most");
    }

    @Test
    void aMemberThatNoLongerAsksEndsNoRegency() {
        Stage stage = stage(LIAR);
        stage.tell(LIAR, Set.of(1, 2, 3, 4), ask(LIAR, 1));
        pass(stage, LIAR, 1_000);
        for (int id : stage.honest()) assertEquals(1, stage.regency(id));
    }

    @Test
    void aQuestionThatIsNotSignedEndsNoRegency() {
        Stage stage = stage(LIAR);
        for (int i = 0; i < 50; i++) stage.tell(LIAR, stage.honest(), ask(5, i));
        assertTrue(stage.refused(3, LIAR) >= 50);
        pass(stage, LIAR, 20);
        assertEquals(0, stage.regency(3));
    }

    @Test
    void aCertificateAdmitsThePresentStorageOnly() {
        for (Incarnation asked : List.of(new Incarnation(7, 7), new Incarnation(1, LIAR))) {
            Stage stage =
                    new Stage(
                            6,
                            Set.of(),
                            Set.of(LIAR),
                            Stage.config(8),
                            id -> ports -> new Fbp(ports, SIX, new Seal(id)));
            stage.tell(LIAR, Set.of(1, 2, 3, 4, 5), ask(LIAR, asked));
            for (int tick = 0; tick < 50; tick++) {
                stage.tick();
                stage.lose(letter -> letter.body() instanceof AdmissionAsk);
                stage.deliverAll();
            }
            assertEquals(1, stage.regency(3));
            assertEquals(asked.high() != 1, stage.recovering(LIAR));
        }
    }

    @Test
    void aReportNamesOnlyMembersThatHadAskedBefore() {
        Stage stage = stage(2);
        endRegency(stage);
        stage.read(2);
        stage.tell(LIAR, Set.of(1, 3, 4, 5), ask(LIAR, 1));
        List<Report> reports = new ArrayList<>();
        for (int tick = 0; tick < 40; tick++) {
            stage.tick();
            for (Letter letter : stage.read(2))
                if (letter.body() instanceof Reported r) reports.add(r.report());
        }
        assertFalse(reports.isEmpty(), "they report again");
        for (Report report : reports) assertEquals(List.of(), report.candidates());
    }

    @Test
    void framesOfAnotherEraAreDroppedAndCounted() {
        Stage stage = stage(LIAR);
        for (int i = 0; i < 10; i++)
            stage.tellOfEra(99, LIAR, 3, new Forward(List.of(request(LIAR, -1, 7, 'X'))));
        assertEquals(10, stage.refused(3, LIAR));
    }
}
