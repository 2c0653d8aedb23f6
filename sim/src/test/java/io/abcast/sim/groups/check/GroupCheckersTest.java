package io.abcast.sim.groups.check;

import static io.abcast.sim.groups.check.HandMadeHistory.bytes;
import static io.abcast.sim.groups.check.HandMadeHistory.groups;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.Refusal;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Tests that each checker finds a violation in a handmade history in which no other checker finds one, and that all
 * checkers accept correct histories.
 */
class GroupCheckersTest {
    private final HandMadeHistory made = new HandMadeHistory(3);

    private void submitAndDeliver() {
        made.submit('a', "AB", 10);
        made.submit('c', "AC", 20);
        made.submit('b', "A", 30);
        made.deliver('A', "abc");
        made.deliver('B', "a");
        made.deliver('C', "c");
        made.answer("abc");
    }

    @Test
    void acceptsCorrectHistory() {
        submitAndDeliver();
        assertEquals(0, made.history.pending());
        assertEquals(3, made.history.answers());
        assertNull(made.history.laggard());
        assertNull(made.history.incomplete());
        made.assertAccepted();
    }

    @Test
    void acceptsRepeatedPlacesAfterRestart() {
        submitAndDeliver();
        made.crash('A', 2);
        made.start('A', 2, 1);
        assertEquals("A-2", made.history.laggard().toString());
        for (char txn : "abc".toCharArray()) made.deliver('A', 2, txn);
        made.assertAccepted();
    }

    @Test
    void acceptsGapBehindSnapshot() {
        made.submit('a', "A", 10);
        made.submit('b', "A", 20);
        made.submit('c', "A", 30);
        for (char txn : "abc".toCharArray()) made.deliver('A', 1, txn);
        made.restore('A', 2, 3);
        made.deliver('A', 2, 'c');
        made.answer("abc");
        made.assertAccepted();
    }

    @Test
    void acceptsLostTransactionOfCrashedReplica() {
        made.submit('a', "AB", 10);
        made.crash('A', 1);
        assertEquals(GroupTxn.State.LOST, made.history.txn('a').state());
        made.start('A', 1, 1);
        made.assertAccepted();
    }

    @Test
    void prefixFindsDifferentTransactionsAtOnePlace() {
        made.submit('a', "A", 10);
        made.submit('b', "A", 20);
        made.deliver('A', 1, 'a');
        made.deliver('A', 1, 'b');
        made.deliverWithoutResult('A', 2, 1, 'b', made.timestamp('b'), groups("A"));
        made.answer("ab");
        made.assertFoundOnlyBy(
                "Prefix", "A-2 delivered b at place 1, another replica delivered a there");
    }

    @Test
    void prefixFindsDifferentTimestampsAtOnePlace() {
        made.submit('a', "A", 10);
        made.deliver('A', 1, 'a');
        made.deliver('A', 2, 1, 'a', new GroupTimestamp(11, 7, 'a'));
        made.answer("a");
        made.assertFoundOnlyBy(
                "Prefix",
                "A-2 delivered a at place 1 with timestamp 11/7#97, another replica with 10/7#97");
    }

    @Test
    void prefixFindsSkippedPlace() {
        made.submit('a', "A", 10);
        made.submit('b', "A", 20);
        made.deliver('A', 1, 'a');
        made.deliver('A', 1, 'b');
        made.deliver('A', 2, 2, 'b', made.timestamp('b'));
        made.answer("ab");
        made.assertFoundOnlyBy("Prefix", "A-2 delivered b at place 2, expected place 1");
    }

    @Test
    void prefixFindsPlaceThatIsRepeatedWithoutRestart() {
        made.submit('a', "A", 10);
        made.deliver('A', "a");
        made.deliver('A', 2, 1, 'a', made.timestamp('a'));
        made.answer("a");
        made.assertFoundOnlyBy("Prefix", "A-2 delivered a at place 1, expected place 2");
    }

    @Test
    void prefixFindsSnapshotOfAnUnknownFuture() {
        made.submit('a', "A", 10);
        made.submit('b', "A", 20);
        made.deliver('A', "a");
        made.restore('A', 2, 3);
        made.deliver('A', 2, 'b');
        made.answer("ab");
        made.assertFoundOnlyBy(
                "Prefix", "no replica of A delivered place 2, but place 3 was delivered");
    }

    @Test
    void prefixFindsPlaceFarAhead() {
        made.submit('a', "A", 10);
        long place = 1L << 40;
        made.restore('A', 2, place);
        made.deliverWithoutResult('A', 2, place, 'a', made.timestamp('a'), groups("A"));
        made.refuse('a', Refusal.UNKNOWN);
        made.assertFoundOnlyBy(
                "Prefix",
                "A-2 delivered place 1099511627776, the highest place of the other replicas is 0");
    }

    @Test
    void prefixFindsSnapshotBehindTheState() {
        made.submit('a', "A", 10);
        made.deliver('A', "a");
        made.answer("a");
        made.restore('A', 2, 1);
        made.assertFoundOnlyBy(
                "Prefix", "a snapshot set A-2 back from place 2 to place 1 without a restart");
    }

    @Test
    void integrityFindsTransactionDeliveredTwice() {
        made.submit('a', "A", 10);
        made.deliver('A', "a");
        made.deliver('A', "a");
        made.answer("a");
        made.assertFoundOnlyBy(
                "Integrity", "A-1 delivered a at place 2, the group has delivered it at place 1");
    }

    @Test
    void integrityFindsUnsubmittedTransaction() {
        made.deliver('A', "a");
        made.assertFoundOnlyBy("Integrity", "A-1 delivered a, which was not submitted");
    }

    @Test
    void integrityFindsDeliveryOutsideTheDestinations() {
        made.submit('a', "AB", 10);
        made.deliver('A', "a");
        made.deliver('B', "a");
        made.deliver('C', "a");
        made.answer("a");
        made.assertFoundOnlyBy("Integrity", "C-1 delivered a, which is addressed to [A, B]");
    }

    @Test
    void integrityFindsOtherDestinationsThanSubmitted() {
        made.submit('a', "AB", 10);
        made.deliver('A', "a");
        made.deliver('B', 1, 1, 'a', made.timestamp('a'), groups("ABC"));
        made.answer("a");
        made.assertFoundOnlyBy(
                "Integrity",
                "B-1 delivered a as addressed to [A, B, C], the client has addressed it to [A, B]");
    }

    @Test
    void integrityFindsEffectOfRefusedTransaction() {
        made.submit('a', "A", 10);
        made.refuse('a', Refusal.BUSY);
        made.deliver('A', "a");
        made.assertFoundOnlyBy("Integrity", "A-1 delivered a, which was refused as BUSY");
    }

    @Test
    void integrityFindsRefusalAfterDelivery() {
        made.submit('a', "A", 10);
        made.deliver('A', "a");
        made.refuse('a', Refusal.WITHDRAWN);
        made.assertFoundOnlyBy("Integrity", "a was delivered, but then refused as WITHDRAWN");
    }

    @Test
    void acceptsEffectOfRefusalWithUnknownOutcome() {
        made.submit('a', "A", 10);
        made.refuse('a', Refusal.UNKNOWN);
        made.deliver('A', "a");
        assertEquals(1, made.history.refusals());
        made.assertAccepted();
    }

    @Test
    void agreementFindsDestinationWithoutDelivery() {
        made.submit('a', "AB", 10);
        made.deliver('B', "a");
        made.refuse('a', Refusal.UNKNOWN);
        made.history.audit();
        assertTrue(made.history.ok());
        assertEquals('a', made.history.incomplete().id());
        made.assertFoundOnlyBy("Agreement", "group B delivered a, group A never did");
    }

    @Test
    void agreementFindsTwoTimestamps() {
        made.submit('a', "AB", 10);
        made.deliver('A', "a");
        GroupTimestamp other = new GroupTimestamp(11, 7, 'a');
        made.deliver('B', 1, 1, 'a', other);
        made.deliver('B', 2, 1, 'a', other);
        made.answer("a");
        made.assertFoundOnlyBy(
                "Agreement",
                "B-1 delivered a with timestamp 11/7#97, its first timestamp was 10/7#97");
    }

    @Test
    void validityFindsAnswerBeforeDelivery() {
        made.submit('a', "AB", 10);
        made.deliver('A', "a");
        made.answer("a");
        made.deliver('B', "a");
        made.assertFoundOnlyBy("Validity", "a is answered, but group B has not delivered it");
    }

    @Test
    void validityFindsTransactionWithoutAnswer() {
        made.submit('a', "AB", 10);
        made.deliver('A', "a");
        made.deliver('B', "a");
        made.history.audit();
        assertTrue(made.history.ok());
        made.assertFoundOnlyBy(
                "Validity", "a, submitted at A-1 at 0 us, has neither an answer nor a refusal");
    }

    @Test
    void validityFindsSecondAnswer() {
        made.submit('a', "A", 10);
        made.deliver('A', "a");
        made.answer("aa");
        made.assertFoundOnlyBy("Validity", "a is answered twice, the first outcome was ANSWERED");
    }

    @Test
    void validityFindsAnswerWithOtherResult() {
        made.submit('a', "A", 10);
        made.deliver('A', "a");
        made.history.answered(
                'a', new GroupAnswers(made.timestamp('a'), groups("A"), new byte[][] {bytes("x")}));
        made.assertFoundOnlyBy(
                "Validity", "the answer to a has result 78 of group A, its replicas have 614030");
    }

    @Test
    void validityFindsAnswerWithOtherTimestamp() {
        made.submit('a', "A", 10);
        made.deliver('A', "a");
        GroupAnswers answers = made.answers('a');
        made.history.answered(
                'a',
                new GroupAnswers(
                        new GroupTimestamp(9, 7, 'a'), answers.groups(), answers.results()));
        made.assertFoundOnlyBy(
                "Validity", "the answer to a has timestamp 9/7#97, the replicas have 10/7#97");
    }

    @Test
    void validityFindsAnswerWithResultsOfOtherGroups() {
        made.submit('a', "AB", 10);
        made.deliver('A', "a");
        made.deliver('B', "a");
        made.history.answered(
                'a',
                new GroupAnswers(made.timestamp('a'), groups("A"), new byte[][] {bytes("a@0")}));
        made.assertFoundOnlyBy(
                "Validity", "a is addressed to [A, B], the answer has results of [A]");
    }

    @Test
    void validityFindsDifferentResultsOfReplicas() {
        made.submit('a', "A", 10);
        made.deliver('A', "a");
        made.history.result(0, 2, 1, bytes("x"));
        made.answer("a");
        made.assertFoundOnlyBy(
                "Validity", "A-2 has result 78 for place 1, another replica has 614030");
    }

    @Test
    void timestampOrderFindsDescendingMultis() {
        made.submit('a', "AB", 20);
        made.submit('b', "AB", 10);
        made.submit('c', "A", 5);
        made.deliver('A', "acb");
        // The checker of timestamps reports the violation at once, before an audit.
        assertEquals(1, made.history.violations().size());
        made.deliver('B', "ab");
        made.answer("abc");
        made.assertFoundOnlyBy(
                "TimestampOrder",
                "group A delivered a at place 1 with timestamp 20/7#97, and b at place 3 with"
                        + " 10/7#98");
    }

    @Test
    void timestampOrderFindsSessionNumberOfTwoTransactions() {
        made.submit('a', "A", 10);
        made.submit('b', "B", 10);
        made.deliver('A', "a");
        made.answer("a");
        made.deliver('B', 1, 1, 'b', made.timestamp('a'));
        made.refuse('b', Refusal.UNKNOWN);
        made.assertFoundOnlyBy(
                "TimestampOrder",
                "a and b have the same session and number in their timestamp 10/7#97");
    }

    @Test
    void acceptsReadsOfCurrentState() {
        made.history.readStarted(1, 0, 2);
        submitAndDeliver();
        made.history.readAnswered(1, 0);
        made.history.readStarted(2, 0, 2);
        made.history.readAnswered(2, 3);
        assertEquals(2, made.history.readAnswers());
        made.assertAccepted();
    }

    @Test
    void readsFindMissingAnsweredTransaction() {
        HandMadeHistory loose = new HandMadeHistory(1);
        loose.submit('a', "A", 10);
        loose.deliver('A', "a");
        loose.answer("a");
        loose.history.readStarted(1, 0, 2);
        loose.history.readAnswered(1, 0);
        loose.history.end();
        // In strict mode, a read that is not linearizable also contradicts real time.
        assertEquals(
                "LinearizableReads at 0 us: the read at A-2 of 0 us: expected at least the first 1"
                        + " deliveries, got 0",
                loose.history.violations().get(0).toString());
        assertEquals("RealTime", loose.history.violations().get(1).invariant());
    }

    @Test
    void readsFindStateThatIsOlderThanThatOfAnEarlierRead() {
        made.submit('a', "A", 10);
        made.deliver('A', "a");
        made.history.readStarted(1, 0, 1);
        made.history.readAnswered(1, 1);
        made.history.readStarted(2, 0, 2);
        made.history.readAnswered(2, 0);
        assertEquals("LinearizableReads", made.history.violations().get(0).invariant());
    }

    @Test
    void readsFindStateBeyondTheDeliveries() {
        made.history.readStarted(1, 0, 1);
        made.history.readAnswered(1, 1);
        made.assertFoundOnlyBy(
                "LinearizableReads",
                "the read at A-1 of 0 us returned 1 deliveries, the group has delivered 0");
    }

    @Test
    void acceptsMessagesAmongOriginAndDestinations() {
        made.submitAt('A', 'a', "BC", 10);
        made.submitAt('A', 'b', "C", 20);
        made.history.message(0, 2, 1, 1, "START", 'a');
        made.history.message(1, 1, 2, 2, "VOTE", 'a');
        made.history.message(0, 1, 2, 1, "REQUEST", 'b');
        made.history.message(2, 1, 0, 1, "RESULT", 'b');
        made.history.message(2, 1, 1, 1, "NEED", 7, 'a');
        made.history.message(0, 1, 1, 1, HandMadeHistory.KIND_WITHOUT_TXN);
        made.history.message(0, 1, 0, 2, "LEADER");
        made.deliver('B', "a");
        made.deliver('C', "ab");
        made.answer("ab");
        made.assertAccepted();
    }

    @Test
    void genuineFindsMessageToAnotherGroup() {
        made.submit('a', "AB", 10);
        made.history.message(0, 1, 2, 1, "START", 'a');
        made.deliver('A', "a");
        made.deliver('B', "a");
        made.answer("a");
        made.assertFoundOnlyBy(
                "Genuine",
                "START from A-1 to C-1 concerns a, which is addressed to [A, B] and was submitted"
                        + " at A-1");
    }

    @Test
    void genuineFindsMessageThatNamesTheTransactionBeforeItsDelivery() {
        made.submit('a', "AB", 10);
        made.history.message(0, 1, 2, 1, "NEED", 7, 'a');
        made.deliver('A', "a");
        made.deliver('B', "a");
        made.answer("a");
        made.assertFoundOnlyBy(
                "Genuine",
                "NEED from A-1 to C-1 concerns a, which is addressed to [A, B] and was submitted"
                        + " at A-1");
    }

    @Test
    void genuineFindsMessageThatNamesTheTransactionAfterItsDelivery() {
        made.submit('a', "A", 10);
        made.deliver('A', "a");
        made.answer("a");
        made.history.message(0, 1, 1, 1, "NEED", 7, 'a');
        made.assertFoundOnlyBy(
                "Genuine",
                "NEED from A-1 to B-1 concerns a, which is addressed to [A] and was submitted at"
                        + " A-1");
    }

    @Test
    void genuineFindsSingleAtAnotherReplicaOfTheSubmittingGroup() {
        made.submitAt('A', 'a', "B", 10);
        made.history.message(0, 1, 0, 2, "REQUEST", 'a');
        made.deliver('B', "a");
        made.answer("a");
        made.assertFoundOnlyBy(
                "Genuine",
                "REQUEST from A-1 to A-2 concerns a, which is addressed to [B] and was submitted"
                        + " at A-1");
    }

    @Test
    void genuineFindsUnexpectedKindWithoutTransaction() {
        made.history.message(0, 1, 1, 1, "GOSSIP");
        made.assertFoundOnlyBy(
                "Genuine",
                "GOSSIP from A-1 to B-1 concerns no transaction; expected one of the kinds [MARK]");
    }

    @Test
    void acceptsEqualDigests() {
        made.history.digest(0, 1, 10, 5);
        made.history.digest(0, 2, 10, 5);
        made.history.digest(1, 2, 10, 6);
        made.history.digest(0, 2, 20, 7);
        made.assertAccepted();
    }

    @Test
    void digestFindsDifferentStates() {
        made.history.digest(0, 1, 10, 5);
        made.history.digest(0, 2, 10, 6);
        made.assertFoundOnlyBy(
                "Digest",
                "A-2 has digest 0000000000000006 after place 10, A-1 has 0000000000000005");
    }

    @Test
    void noHaltFindsHalt() {
        made.history.halted(0, 1, "another digest");
        made.assertFoundOnlyBy("NoHalt", "A-1 halted: another digest");
    }

    @Test
    void contractFindsBreach() {
        made.history.breach(0, 1, "two answers");
        made.assertFoundOnlyBy("Contract", "A-1: two answers");
    }

    @Test
    void boundedQueuesFindsOverflow() {
        made.history.overflow(0, 1, "outbox", 11, 10);
        made.assertFoundOnlyBy("BoundedQueues", "A-1, outbox: 11, the bound is 10");
    }

    @Test
    void onlyReturnsTheNamedChecker() {
        assertEquals(13, GroupCheckers.names().size());
        for (String name : GroupCheckers.names())
            assertEquals(name, GroupCheckers.only(name, Set.of()).get(0).name());
        Exception e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> GroupCheckers.only("Order", Set.of()));
        assertTrue(e.getMessage().contains("RealTime"), e::getMessage);
    }
}
