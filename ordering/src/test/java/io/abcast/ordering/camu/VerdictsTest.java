package io.abcast.ordering.camu;

import static io.abcast.ordering.camu.Verdicts.Verdict.COUNTS;
import static io.abcast.ordering.camu.Verdicts.Verdict.UNKNOWN;
import static io.abcast.ordering.camu.Verdicts.Verdict.VOID;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class VerdictsTest {
    private final Verdicts verdicts = new Verdicts();

    @Test
    void anItemOfThePresentTermCountsOnceItIsConfirmed() {
        assertEquals(UNKNOWN, verdicts.of(3, 5));
        verdicts.confirm(3, 4);
        assertEquals(UNKNOWN, verdicts.of(3, 5));
        verdicts.confirm(3, 5);
        assertEquals(COUNTS, verdicts.of(3, 5));
    }

    @Test
    void theBaseOfTheFollowingTermDecidesOnAllItemsOfATerm() {
        verdicts.base(4, 5);
        assertEquals(COUNTS, verdicts.of(3, 5));
        assertEquals(VOID, verdicts.of(3, 6));
    }

    @Test
    void theBaseOfALaterTermShowsOnlyWhatIsLost() {
        verdicts.base(5, 8);
        assertEquals(UNKNOWN, verdicts.of(3, 8));
        assertEquals(VOID, verdicts.of(3, 9));
        verdicts.base(4, 7);
        assertEquals(VOID, verdicts.of(3, 8));
        assertEquals(COUNTS, verdicts.of(3, 7));
    }

    @Test
    void aConfirmationOfALaterTermConfirmsNothingOfAnEarlierOne() {
        verdicts.confirm(4, 9);
        assertEquals(UNKNOWN, verdicts.of(3, 5));
    }

    @Test
    void aConfirmationStaysWhenATermFollows() {
        verdicts.confirm(3, 5);
        verdicts.base(5, 9);
        assertEquals(COUNTS, verdicts.of(3, 5));
        assertEquals(UNKNOWN, verdicts.of(3, 6));
    }
}
