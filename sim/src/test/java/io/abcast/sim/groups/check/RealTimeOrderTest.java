package io.abcast.sim.groups.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.kernel.Refusal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the checker of real time finds violations in histories that are serializable without real time. */
class RealTimeOrderTest {
    private final HandMadeHistory made = new HandMadeHistory(4);

    @Test
    void findsTransactionBeforeAnAnsweredOneThroughOtherGroups() {
        made.submit('b', "BC", 20);
        made.submit('a', "AB", 30);
        made.deliver('A', "a");
        made.deliver('B', "ba");
        made.answer("a");
        made.submit('f', "CD", 10);
        made.deliver('C', "fb");
        made.deliver('D', "f");
        made.answer("bf");
        made.assertFoundOnlyBy(
                "RealTime",
                "the order contradicts real time: group C has f before b; group B has b before a; a"
                        + " was answered before the start of f");
    }

    @Test
    void acceptsTheSameOrderIfTheyAreConcurrent() {
        made.submit('b', "BC", 20);
        made.submit('a', "AB", 30);
        made.deliver('A', "a");
        made.deliver('B', "ba");
        made.submit('f', "CD", 10);
        made.answer("a");
        made.deliver('C', "fb");
        made.deliver('D', "f");
        made.answer("bf");
        made.assertAccepted();
    }

    @Test
    void findsSingleThatOvertakesPastOfAnAnsweredSingle() {
        made.submit('a', "AB", 10);
        made.submit('x', "B", 20);
        made.deliver('B', "ax");
        made.answer("x");
        made.submit('s', "A", 30);
        made.deliver('A', "s");
        made.assertFoundInTheMiddleOnlyBy(
                "RealTime",
                "the order contradicts real time: group A has s before a, which it still lacks;"
                        + " group B has a before x; x was answered before the start of s");
    }

    @Test
    void findsReadThatLacksThePastOfAnAnsweredTransaction() {
        made.submit('a', "AB", 10);
        made.submit('x', "B", 20);
        made.deliver('B', "ax");
        made.answer("x");
        made.history.readStarted(1, 0, 1);
        made.history.readAnswered(1, 0);
        made.deliver('A', "a");
        made.answer("a");
        made.assertFoundOnlyBy(
                "RealTime",
                "the order contradicts real time: group A has the read at A-1 of 0 us before a;"
                        + " group B has a before x; x was answered before the start of the read at"
                        + " A-1 of 0 us");
    }

    @Test
    void findsReadThatSeesTransactionTooEarly() {
        made.submit('a', "AB", 10);
        made.submit('x', "B", 20);
        made.deliver('A', 1, 'a');
        made.history.readStarted(1, 0, 1);
        made.history.readAnswered(1, 1);
        made.history.readStarted(2, 1, 1);
        made.history.readAnswered(2, 0);
        made.deliver('A', 2, 'a');
        made.deliver('B', "ax");
        made.answer("ax");
        made.assertFoundOnlyBy(
                "RealTime",
                "the order contradicts real time: group B has the read at B-1 of 0 us before a;"
                        + " group A has a before the read at A-1 of 0 us; the read at A-1 of 0 us was"
                        + " answered before the start of the read at B-1 of 0 us");
    }

    @Test
    void acceptsReadsThatSeeTheirPast() {
        made.history.readStarted(1, 1, 1);
        made.submit('a', "AB", 10);
        made.submit('x', "B", 20);
        made.deliver('A', "a");
        made.deliver('B', "ax");
        made.history.readStarted(2, 1, 1);
        made.history.readAnswered(2, 2);
        made.history.readAnswered(1, 0);
        made.answer("ax");
        made.assertAccepted();
    }

    @Test
    void ignoresAnswersWithoutSuccess() {
        made.submit('a', "AB", 10);
        made.submit('x', "B", 20);
        made.deliver('B', "ax");
        made.history.refused('x', Refusal.UNKNOWN);
        made.submit('s', "A", 30);
        made.deliver('A', "sa");
        made.answer("as");
        made.assertAccepted();
    }

    @Test
    void isSilentAboutCyclesWithoutRealTime() {
        made.submit('a', "AB", 10);
        made.submit('b', "AB", 10);
        made.deliver('A', "ab");
        made.deliver('B', "ba");
        made.history.end();
        List<String> names =
                made.history.violations().stream().map(violation -> violation.invariant()).toList();
        assertEquals(List.of("TimestampOrder", "Acyclic", "Validity"), names);
    }
}
