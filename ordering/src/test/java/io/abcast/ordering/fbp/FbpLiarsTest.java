package io.abcast.ordering.fbp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Digest;
import io.abcast.ordering.fbp.FbpMessage.NewRegency;
import io.abcast.ordering.fbp.FbpMessage.Propose;
import io.abcast.ordering.fbp.FbpMessage.Reported;
import io.abcast.ordering.fbp.FbpMessage.Suspect;
import io.abcast.ordering.fbp.Stage.Letter;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests attacks by two lying members on an FBP ensemble of eleven members; the two liars lead the first two regencies
 * (terms of leaders). The liars are the f faulty members of Martin and Alvisi 2006, and attack a log whose members
 * forget votes after a checkpoint.
 */
@Execution(ExecutionMode.CONCURRENT)
class FbpLiarsTest {
    private interface Engine {
        Fbp create(Ports ports, FbpQuorums quorums, Signer signer);
    }

    private static final FbpQuorums ELEVEN = FbpQuorums.of(11);
    private static final Set<Integer> LIARS = Set.of(1, 2);
    private static final int TICKS_MAX = 3_000;

    /** Number of random seeds that the test searches; {@code -Dabcast.liars.seeds} sets another number. */
    private static final int SEEDS = Integer.getInteger("abcast.liars.seeds", 60);

    private static Value request(int member) {
        byte[] payload = {(byte) ('A' + member)};
        OriginRequest bare = new OriginRequest(member, OriginRequest.FIRST, 100L * member, payload);
        return Value.digested(List.of(Lies.signed(bare)));
    }

    private static Stage stage(int window, Engine engine) {
        Stage stage =
                new Stage(
                        11,
                        LIARS,
                        Stage.config(window),
                        id -> ports -> engine.create(ports, ELEVEN, new Seal(id)));
        for (int id : stage.honest()) stage.submit(id, 100L * id, (byte) ('A' + id));
        stage.deliverAll();
        return stage;
    }

    private static void passTo(Stage stage, long regency) {
        for (int tick = 0; tick < TICKS_MAX; tick++) {
            if (stage.honest().stream().allMatch(id -> stage.regency(id) >= regency)) return;
            stage.tick();
            stage.deliver(letter -> letter.body() instanceof Suspect);
        }
        throw new AssertionError("regency " + regency + " does not begin");
    }

    private static List<Report> reports(Stage stage, int leader, Set<Integer> of) {
        List<Report> reports = new ArrayList<>();
        Set<Integer> missing = new TreeSet<>(of);
        for (Letter letter : stage.read(leader))
            if (letter.body() instanceof Reported r && missing.remove(letter.from()))
                reports.add(r.report());
        for (int liar : LIARS)
            reports.add(
                    Report.signed(
                            liar, leader - 1L, Checkpoint.NONE, List.of(), Seal.onStage(liar)));
        return reports;
    }

    private static void letOneDecide(Stage stage, int slots, Set<Integer> voters) {
        for (long slot = 1; slot <= slots; slot++) {
            Value value = slot == 1 ? request(3) : Value.NOTHING;
            stage.tell(1, voters, new Propose(0, slot, value));
            for (int liar : LIARS) stage.tell(liar, 3, Lies.accepted(0, slot, value));
            stage.deliverAll();
        }
    }

    private static void letTheOthersDecide(Stage stage, List<Report> shown) {
        stage.tell(2, stage.honest(), new NewRegency(1, shown));
        stage.tell(2, stage.honest(), new Propose(1, 1, request(4)));
        for (int liar : LIARS) stage.tell(liar, stage.honest(), Lies.accepted(1, 1, request(4)));
        stage.deliverAll();
    }

    private static Stage overtake(Engine engine) {
        Stage stage = stage(2, engine);
        letOneDecide(stage, 3, Set.of(3, 4, 5, 6, 7, 8, 9));
        assertEquals(3, stage.applied(3));
        assertEquals("D@1", stage.delivered(3));
        assertEquals(0, stage.applied(10));
        passTo(stage, 1);
        letTheOthersDecide(stage, reports(stage, 2, Set.of(3, 6, 7, 8, 9, 10, 11)));
        return stage;
    }

    @Test
    void whatOneHasDecidedStaysDecidedHoweverFarItIsAhead() {
        Stage stage = overtake(Fbp::new);
        assertEquals("", stage.disagreement());
        comeToAnEnd(stage);
    }

    @Test
    void reportsThatLeaveOutVotesBreakAgreement() {
        assertNotEquals("", overtake(BrokenFbp::forgetful).disagreement());
    }

    @Test
    void acceptorsThatDoNotLookAtTheCertificateBreakAgreement() {
        assertNotEquals("", overtake(BrokenFbp::credulous).disagreement());
    }

    private static Stage forge(Engine engine) {
        Stage stage = stage(2, engine);
        letOneDecide(stage, 1, Set.of(3, 4, 5, 6, 7, 8, 9));
        passTo(stage, 1);
        List<Report> forged = new ArrayList<>();
        for (int member = 1; member <= 9; member++)
            forged.add(new Report(member, 1, Checkpoint.NONE, List.of(), new byte[0]));
        letTheOthersDecide(stage, forged);
        return stage;
    }

    @Test
    void whoForgesReportsIsNotBelieved() {
        Stage stage = forge(Fbp::new);
        assertEquals("", stage.disagreement());
        comeToAnEnd(stage);
    }

    @Test
    void certificatesThatNobodyVerifiesBreakAgreement() {
        assertNotEquals("", forge(BrokenFbp::unverifying).disagreement());
    }

    private static Stage oneVoteLess(Engine engine) {
        Stage stage = stage(2, engine);
        letOneDecide(stage, 1, Set.of(3, 4, 5, 6, 7, 8));
        passTo(stage, 1);
        letTheOthersDecide(stage, reports(stage, 2, Set.of(3, 6, 7, 8, 9, 10, 11)));
        return stage;
    }

    @Test
    void aQuorumLessOneIsNone() {
        Stage stage = oneVoteLess(Fbp::new);
        assertEquals("", stage.disagreement());
        comeToAnEnd(stage);
    }

    @Test
    void aQuorumLessOneBreaksAgreement() {
        assertNotEquals("", oneVoteLess(BrokenFbp::hasty).disagreement());
    }

    @Test
    void checkpointsThatAreNoneAreNotBelieved() {
        Stage stage = stage(2, Fbp::new);
        for (int liar : LIARS) stage.tell(liar, stage.honest(), Lies.claim(liar, 1_000));
        letOneDecide(stage, 3, Set.of(3, 4, 5, 6, 7, 8, 9));
        passTo(stage, 1);
        List<Report> shown = reports(stage, 2, Set.of(3, 6, 7, 8, 9, 10, 11));
        List<Claim> claims = new ArrayList<>();
        for (int member = 1; member <= 5; member++)
            claims.add(
                    Claim.signed(
                            member > 2 ? 1 : member,
                            Claim.Kind.ORDER,
                            1_000,
                            Digest.of(new byte[0]),
                            Seal.onStage(1)));
        shown.removeIf(report -> report.member() == 1);
        shown.add(Report.signed(1, 1, new Checkpoint(claims), List.of(), Seal.onStage(1)));
        letTheOthersDecide(stage, shown);
        assertEquals(0, stage.applied(10));
        assertEquals("", stage.disagreement());
        comeToAnEnd(stage);
    }

    @Test
    void emptySlotsAloneDoNotStopIt() {
        Stage stage = stage(2, Fbp::new);
        for (long slot = 1; slot <= 20; slot++) {
            stage.tell(1, stage.honest(), new Propose(0, slot, Value.NOTHING));
            for (int liar : LIARS)
                stage.tell(liar, stage.honest(), Lies.accepted(0, slot, Value.NOTHING));
            stage.deliverAll();
        }
        assertEquals(20, stage.applied(11));
        comeToAnEnd(stage);
    }

    private static void comeToAnEnd(Stage stage) {
        stage.deliverAll();
        for (int tick = 0; tick < TICKS_MAX && !isAtItsEnd(stage); tick++) {
            stage.tick();
            stage.lose(letter -> LIARS.contains(letter.to()));
            stage.deliverAll();
        }
        assertEquals("", stage.disagreement());
        assertTrue(isAtItsEnd(stage), () -> stage.delivered(3) + ", " + stage.delivered(11));
    }

    private static boolean isAtItsEnd(Stage stage) {
        String first = stage.delivered(3);
        if (first.split(" ").length < stage.honest().size()) return false;
        return stage.honest().stream().allMatch(id -> stage.delivered(id).equals(first));
    }

    @Test
    void seededLiarsBreakNothing() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Stage stage = attack(seed, Fbp::new);
            assertEquals("", stage.disagreement(), "seed " + seed);
            comeToAnEnd(stage);
        }
    }

    @Test
    void seededLiarsFindReportsThatLeaveOutVotes() {
        assertFound(BrokenFbp::forgetful);
    }

    @Test
    void seededLiarsFindAcceptorsThatDoNotLookAtTheCertificate() {
        assertFound(BrokenFbp::credulous);
    }

    @Test
    void seededLiarsFindAQuorumLessOne() {
        assertFound(BrokenFbp::hasty);
    }

    private static void assertFound(Engine engine) {
        for (long seed = 1; seed <= SEEDS; seed++)
            if (!attack(seed, engine).disagreement().isEmpty()) return;
        throw new AssertionError("nothing found in " + SEEDS + " seeds");
    }

    private static Stage attack(long seed, Engine engine) {
        Random random = new Random(seed);
        Stage stage = stage(1 + random.nextInt(3), engine);
        List<Integer> honest = new ArrayList<>(stage.honest());
        Collections.shuffle(honest, random);
        int favourite = honest.get(0);
        for (int leader : new int[] {1, 2}) {
            long regency = leader - 1L;
            if (regency > 0) {
                passTo(stage, regency);
                Collections.shuffle(honest, random);
                Set<Integer> shown = new HashSet<>(honest.subList(0, 7));
                if (random.nextInt(4) > 0 && !shown.contains(favourite)) {
                    shown.remove(honest.get(0));
                    shown.add(favourite);
                }
                stage.tell(
                        leader,
                        stage.honest(),
                        new NewRegency(regency, reports(stage, leader, shown)));
            }
            int slots = 1 + random.nextInt(8);
            for (long slot = 1; slot <= slots; slot++)
                propose(stage, random, leader, favourite, slot, honest);
            if (random.nextBoolean())
                for (int liar : LIARS)
                    stage.tell(liar, stage.honest(), Lies.claim(liar, random.nextInt(50)));
            stage.deliverAll();
        }
        return stage;
    }

    private static void propose(
            Stage stage,
            Random random,
            int leader,
            int favourite,
            long slot,
            List<Integer> honest) {
        long regency = leader - 1L;
        Value one = random.nextInt(3) == 0 ? Value.NOTHING : request(3 + random.nextInt(9));
        Value other = random.nextInt(3) == 0 ? Value.NOTHING : request(3 + random.nextInt(9));
        Collections.shuffle(honest, random);
        Collections.swap(honest, 0, honest.indexOf(favourite));
        int asked = leader == 1 ? 6 + random.nextInt(2) : 9;
        stage.tell(leader, honest.subList(0, asked), new Propose(regency, slot, one));
        stage.tell(leader, honest.subList(asked, 9), new Propose(regency, slot, other));
        boolean all = leader > 1 || random.nextInt(8) == 0;
        for (int liar : LIARS)
            stage.tell(
                    liar,
                    all ? stage.honest() : Set.of(favourite),
                    Lies.accepted(regency, slot, one));
        stage.deliverAll();
    }
}
