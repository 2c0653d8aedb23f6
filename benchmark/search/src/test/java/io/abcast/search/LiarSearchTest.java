package io.abcast.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Message;
import io.abcast.log.Durability;
import io.abcast.ordering.Ordering;
import io.abcast.ordering.log.LogMessage;
import io.abcast.ordering.log.LogMessage.Framed;
import io.abcast.sim.CommonGoal;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import io.abcast.sim.liar.Alphabet;
import io.abcast.sim.liar.LiarMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs FBP with members that lie in every kind of message; the honest members must agree and make progress. */
@Execution(ExecutionMode.CONCURRENT)
class LiarSearchTest {
    @Tag("search")
    @ParameterizedTest
    @CsvSource({"6, 1, 12", "7, 1, 12", "11, 2, 6"})
    void honestMembersAgreeAndMakeProgress(int nodes, int liars, long last) {
        List<FuzzResult> failed = new ArrayList<>();
        int[] ordered = new int[1];
        FuzzCampaign campaign =
                new FuzzCampaign(
                        FuzzSettings.of(new OrderingFamily(Ordering.FBP), nodes).withLiars(liars));
        long first = 1;
        for (long until = last; first == 1 || (!isCovered(campaign) && until <= 4 * last); ) {
            campaign.run(
                    first,
                    until,
                    result -> {
                        ordered[0] += result.cluster().history().ordered();
                        if (!result.passed()) failed.add(result);
                    });
            first = until + 1;
            until = first;
        }
        assertEquals("", failed.isEmpty() ? "" : failed.get(0).report());
        assertTrue(ordered[0] > 10 * last, "entries ordered: " + ordered[0]);
        for (Class<?> kind : FbpAlphabet.everyKind())
            assertTrue(campaign.coverage().lies(kind) > 0, kind.toString());
    }

    private static boolean isCovered(FuzzCampaign campaign) {
        for (Class<?> kind : FbpAlphabet.everyKind())
            if (campaign.coverage().lies(kind) == 0) return false;
        return true;
    }

    /** A silent member prevents the founding of the ensemble, so the operator founds it without that member. */
    @Tag("search")
    @ParameterizedTest
    @ValueSource(longs = {400_953, 400_963, 400_982})
    void operatorFoundsTheEnsembleWithoutASilentMember(long seed) {
        FuzzCampaign campaign =
                new FuzzCampaign(FuzzSettings.of(new OrderingFamily(Ordering.FBP), 7).withLiars(1));
        FuzzResult result = campaign.run(seed);
        assertEquals("", result.report());
        assertFalse(result.blocked());
        assertTrue(result.cluster().history().ordered() > 0);
        assertEquals(1, campaign.coverage().sight(CommonGoal.FOUNDINGS_BY_HAND));
    }

    @Test
    void moreLiarsThanTheProtocolToleratesAreRefused() {
        FuzzSettings seven = FuzzSettings.of(new OrderingFamily(Ordering.FBP), 7);
        assertThrows(IllegalArgumentException.class, () -> seven.withLiars(2));
        FuzzSettings paxos = FuzzSettings.of(new OrderingFamily(Ordering.PAXOS), 3);
        assertThrows(IllegalArgumentException.class, () -> paxos.withLiars(1));
    }

    @Test
    void sameSeedGivesTheSameRun() {
        FuzzSettings settings =
                FuzzSettings.of(new OrderingFamily(Ordering.FBP), 6)
                        .with(Durability.FSYNC)
                        .withLiars(1);
        long first = new FuzzCampaign(settings).run(3).traceHash();
        assertEquals(first, new FuzzCampaign(settings).run(3).traceHash());
    }

    @Test
    void alphabetEnumeratesLiesFromReceivedMessages() {
        Alphabet alphabet = new FbpAlphabet(Set.of(1));
        LiarMemory known = new LiarMemory();
        known.heard(new LogMessage.Learn(3, 7));
        known.heard(new LogMessage.Learn(5, 9));
        List<Message> lies = alphabet.all(LogMessage.Learn.class, 1, 2, known, 100);
        assertFalse(lies.contains(new Framed(1, new LogMessage.Learn(5, 9))));
        assertTrue(lies.contains(new Framed(1, new LogMessage.Learn(3, 9))));
        assertTrue(lies.contains(new Framed(1, new LogMessage.Learn(6, 9))));
        assertEquals(2, alphabet.all(LogMessage.Learn.class, 1, 2, known, 2).size());
    }
}
