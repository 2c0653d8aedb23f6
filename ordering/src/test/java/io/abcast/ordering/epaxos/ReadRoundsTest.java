package io.abcast.ordering.epaxos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadRoundsTest {
    private final List<String> asked = new ArrayList<>();
    private final List<Long> forgotten = new ArrayList<>();
    private final List<String> served = new ArrayList<>();
    private final ReadRounds rounds =
            new ReadRounds(
                    new ReadRounds.Asking() {
                        @Override
                        public void ask(long number, Keys keys) {
                            asked.add(number + keys.toString());
                        }

                        @Override
                        public void forgetRead(long number) {
                            forgotten.add(number);
                        }

                        @Override
                        public void await(Dependencies set, long ticket) {}
                    },
                    0,
                    read -> served.add("through " + read),
                    read -> served.add("only " + read));

    private void read(long number, String... keys) {
        rounds.onRead(number, keys.length == 0 ? Keys.ALL_READ : Keys.reading(keys));
        rounds.onBatchEnd();
    }

    private void reach(long round) {
        rounds.onAnswered(round, Dependencies.none(Membership.of(1, 2, 3)));
        rounds.reached(round);
    }

    @Test
    void theReadsOfABatchShareAQuestionForTheirKeys() {
        rounds.onRead(10, Keys.reading("a"));
        rounds.onRead(11, Keys.reading("b"));
        rounds.onBatchEnd();
        rounds.onBatchEnd();
        assertEquals(List.of("1{a=r, b=r}"), asked);
        reach(1);
        assertEquals(List.of("only 10", "only 11"), served);
    }

    @Test
    void aRoundServesEarlierReadsOfItsOwnKeysOnly() {
        read(10, "a");
        read(11, "b");
        read(12, "a");
        reach(3);
        assertEquals(List.of("only 10", "only 12"), served);
        assertEquals(List.of(1L, 3L), forgotten);
        assertEquals(1, rounds.pending());
    }

    @Test
    void aRoundOfAllKeysServesAllEarlierReads() {
        read(10, "a");
        read(11);
        read(12);
        reach(2);
        assertEquals(List.of("through 11"), served);
        reach(3);
        assertEquals(List.of("through 11", "through 12"), served);
        assertEquals(0, rounds.pending());
    }

    @Test
    void theRoundBeyondTheBoundAsksForTheKeysOfTheOldestToo() {
        for (int i = 1; i <= 64; i++) read(i, "k" + i);
        read(65, "k65");
        assertEquals(64, rounds.pending());
        assertEquals(List.of(1L), forgotten);
        assertEquals("65{k1=r, k65=r}", asked.get(64));
        reach(65);
        assertEquals(List.of("only 1", "only 65"), served);
    }

    @Test
    void tooManyKeysAreAskedAsAllKeys() {
        String[] keys = new String[ReadRounds.KEYS_MAX];
        for (int i = 0; i < keys.length; i++) keys[i] = "k" + i;
        read(1, keys);
        rounds.onRead(2, Keys.reading(keys));
        rounds.onRead(3, Keys.reading("another"));
        rounds.onBatchEnd();
        assertEquals("1" + Keys.reading(keys), asked.get(0));
        assertEquals("2{*=r}", asked.get(1));
    }
}
