package io.abcast.ordering.paxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.ordering.Script;
import io.abcast.ordering.Script.Letter;
import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.LogMessage.Forward;
import io.abcast.ordering.log.LogMessage.Framed;
import io.abcast.ordering.log.LogMessage.ReadAsk;
import io.abcast.ordering.log.LogPhase;
import io.abcast.ordering.paxos.PaxosMessage.Ack;
import io.abcast.ordering.paxos.PaxosMessage.Prepare;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that repeated messages do not overload a slow network, and that a candidate waits for slow promises. */
class SlowNetworkTest {
    private static final long SECOND = 1_000_000_000;
    private static final int SERVE_SECONDS = 60;
    private static final LogConfig CONFIG = LogConfig.defaults();

    private record Late(Letter letter, long nanos) {}

    private Script script;
    private int leader;
    private int follower;
    private int third;

    private void serving(String protocol) {
        script = Script.serving(protocol, 3, SERVE_SECONDS);
        leader = script.status(1).leader();
        follower = leader == 1 ? 2 : 1;
        third = 6 - leader - follower;
    }

    private int sent(long nanos, Predicate<Letter> which) {
        int[] count = new int[1];
        script.run(
                nanos,
                letter -> {
                    if (!which.test(letter)) return true;
                    count[0]++;
                    script.lose(letter::equals);
                    return false;
                });
        return count[0];
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void promisesThatTakeFourElectionTimeoutsElectALeader(String protocol) {
        serving(protocol);
        script.crash(leader);
        script.lose(letter -> true);
        Deque<Late> late = new ArrayDeque<>();
        long now = 0;
        while (now < 120 * SECOND && !leads(follower) && !leads(third)) {
            now += CONFIG.tickNanos();
            script.pass(follower, CONFIG.tickNanos());
            script.pass(third, CONFIG.tickNanos());
            for (boolean more = true; more; ) {
                for (Letter ack : script.inFlight(letter -> letter.is(Ack.class)))
                    late.addLast(new Late(ack, now + 4 * CONFIG.electionTimeoutNanos()));
                script.lose(letter -> letter.is(Ack.class) || letter.to() == leader);
                script.deliver(letter -> !letter.is(Ack.class));
                more = !script.inFlight(letter -> letter.is(Ack.class)).isEmpty();
            }
            while (!late.isEmpty() && late.peekFirst().nanos() <= now)
                script.arrive(late.removeFirst().letter());
        }
        assertTrue(leads(follower) || leads(third), "no leader after " + now / SECOND + " s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void memberWaitsAsLongAsTheCandidateThatItHasPromised(String protocol) {
        serving(protocol);
        script.crash(leader);
        script.lose(letter -> true);
        script.missLeader(third);
        long ballot = Ballot.of(100, follower);
        Prepare prepare =
                new Prepare(ballot, 1, new Incarnation(5, 5), BallotTimeout.DOUBLINGS_MAX);
        long era = script.status(third).era();
        script.arrive(new Letter(follower, third, new Framed(era, prepare)));
        assertEquals(100, script.status(third).round());
        script.pass(
                third,
                (CONFIG.electionTimeoutNanos() << BallotTimeout.DOUBLINGS_MAX) - SECOND / 10);
        assertEquals(LogPhase.FOLLOWING, script.status(third).role());
        script.pass(
                third, (CONFIG.electionTimeoutNanos() << BallotTimeout.DOUBLINGS_MAX) + SECOND / 5);
        assertEquals(LogPhase.CAMPAIGNING, script.status(third).role());
    }

    private boolean leads(int id) {
        return script.status(id).role() == LogPhase.LEADING;
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void readsThatWaitAreRepeatedTogether(String protocol) {
        serving(protocol);
        Predicate<Letter> asks = letter -> letter.is(ReadAsk.class) && letter.to() == leader;
        for (int i = 0; i < 40; i++) script.read(third);
        assertEquals(
                40, script.inFlight(asks).size(), "each batch of reads sends a question at once");
        script.lose(letter -> letter.is(ReadAsk.class));
        Predicate<Letter> none = letter -> letter.is(ReadAsk.class);
        script.run(CONFIG.tickNanos(), none.negate());
        int repeated = sent(10 * CONFIG.retryNanos(), none) / 2;
        assertTrue(repeated >= 5 && repeated <= 11, repeated + " questions to each member");
        script.run(SECOND);
        assertEquals(0, script.status(third).pending(), "one answer completes all reads");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void prepareWithoutAnswersIsRepeatedOnceInAnElectionTimeoutAtMost(String protocol) {
        serving(protocol);
        script.crash(leader);
        Predicate<Letter> prepare = letter -> letter.is(Prepare.class) && letter.to() == third;
        script.crash(third);
        script.run(10 * SECOND);
        long ballot = script.status(follower).round();
        int count = sent(60 * SECOND, prepare);
        long silences = 60 * SECOND / CONFIG.electionTimeoutNanos();
        assertTrue(count >= silences / 4 && count <= silences, count + " messages");
        assertEquals(ballot, script.status(follower).round());
    }

    @Test
    void requestsAreForwardedAtGrowingIntervals() {
        serving("PAXOS");
        script.submit(third, 1);
        int count = sent(20 * CONFIG.retryNanos(), letter -> letter.is(Forward.class));
        assertTrue(count <= 6, count + " messages");
    }
}
