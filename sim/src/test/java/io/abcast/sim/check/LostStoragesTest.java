package io.abcast.sim.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Zxid;
import io.abcast.log.Durability;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the checkers with handmade histories of runs in which a majority loses its storages. */
class LostStoragesTest {
    private static final long OLD = 0xA1;
    private static final long NEW = 0xB2;

    /**
     * For each member, by rank: the zxids in the durable log, and the slots with a durable vote for the decided value.
     */
    private final List<Set<Long>> logged = new ArrayList<>();

    private final List<Set<Long>> voted = new ArrayList<>();
    private final Set<Long> contested = new HashSet<>();

    /** Slots in which the value of the surviving votes has request 7 before the decided request. */
    private final Set<Long> afterRequest7 = new HashSet<>();

    private final RunHistory history;

    LostStoragesTest() {
        for (int rank = 0; rank < 3; rank++) {
            logged.add(new HashSet<>());
            voted.add(new HashSet<>());
        }
        history =
                new RunHistory(
                        Membership.of(1, 2, 3),
                        Durability.FSYNC,
                        () -> 0,
                        new Storages(),
                        List.of(new PrefixG3(), new OneEra()));
        for (int rank = 0; rank < 3; rank++) history.era(rank, OLD);
    }

    private final class Storages implements RunHistory.Disks {
        @Override
        public boolean holdsDurably(int rank, Txn txn) {
            return holdsLogged(rank, txn) || voted.get(rank).contains(txn.slot());
        }

        @Override
        public boolean holdsLogged(int rank, Txn txn) {
            return logged.get(rank).contains(txn.zxid());
        }

        @Override
        public boolean isContested(Txn txn) {
            return contested.contains(txn.slot());
        }

        @Override
        public boolean isVotedInPlace(Txn txn, RunHistory.Before before) {
            return voted.stream().anyMatch(slots -> slots.contains(txn.slot()))
                    && (before.has(1, 7) || !afterRequest7.contains(txn.slot()));
        }

        @Override
        public boolean hasLost(int rank) {
            return false;
        }

        @Override
        public boolean hadVotedFor(int rank, Txn txn) {
            return false;
        }

        @Override
        public List<Entry> log(int rank) {
            return List.of();
        }
    }

    private static Entry entry(int counter, long slot, int request) {
        return new Entry(
                Zxid.of(1, counter),
                1,
                request,
                new byte[0],
                Entry.Kind.REQUEST,
                Entry.placeOf(slot, true));
    }

    private void deliver(int rank, Entry entry) {
        history.delivered(rank, entry, false, null);
    }

    private void lose(int rank) {
        logged.get(rank).clear();
        voted.get(rank).clear();
        history.crashed(rank);
        history.storageLost(rank);
        history.restored(rank, new Sequence());
    }

    private void assertViolated(String... names) {
        List<String> found = history.violations().stream().map(Violation::invariant).toList();
        assertEquals(List.of(names), found, history.violations()::toString);
    }

    @Test
    void entryInTheLogOfASurvivorMustStay() {
        deliver(0, entry(1, 1, 7));
        logged.get(2).add(Zxid.of(1, 1));
        lose(0);
        lose(1);
        deliver(1, entry(1, 1, 8));
        assertViolated("PrefixG3");
    }

    @Test
    void valueOfAContestedSlotMayChange() {
        deliver(0, entry(1, 1, 7));
        voted.get(2).add(1L);
        contested.add(1L);
        lose(0);
        lose(1);
        deliver(1, entry(1, 1, 8));
        assertViolated();
    }

    @Test
    void loggedEntryOfAContestedSlotMustStay() {
        deliver(0, entry(1, 1, 7));
        logged.get(2).add(Zxid.of(1, 1));
        contested.add(1L);
        lose(0);
        lose(1);
        deliver(1, entry(1, 1, 8));
        assertViolated("PrefixG3");
    }

    @Test
    void valueOfASurvivingVoteMustStay() {
        deliver(0, entry(1, 1, 7));
        voted.get(2).add(1L);
        lose(0);
        lose(1);
        deliver(1, entry(1, 1, 8));
        assertViolated("PrefixG3");
    }

    @Test
    void voteForAnotherValueWithTheSameRequestDoesNotCount() {
        deliver(0, entry(1, 1, 8));
        voted.get(2).add(1L);
        afterRequest7.add(1L);
        lose(0);
        lose(1);
        deliver(1, entry(1, 1, 7));
        deliver(1, entry(2, 1, 8));
        assertViolated();
    }

    @Test
    void voteThatRepeatsAnEarlierRequestCounts() {
        deliver(0, entry(1, 1, 7));
        deliver(0, entry(2, 2, 8));
        logged.get(2).add(Zxid.of(1, 1));
        voted.get(2).add(2L);
        afterRequest7.add(2L);
        lose(0);
        lose(1);
        deliver(1, entry(1, 1, 7));
        deliver(1, entry(2, 2, 9));
        assertViolated("PrefixG3");
    }

    @Test
    void entryThatARunningSurvivorDeliveredMustStay() {
        deliver(0, entry(1, 1, 7));
        deliver(2, entry(1, 1, 7));
        lose(0);
        lose(1);
        deliver(1, entry(1, 1, 8));
        assertViolated("PrefixG3");
    }

    @Test
    void entryThatOnlyLostStoragesHeldIsLost() {
        deliver(0, entry(1, 1, 7));
        logged.get(0).add(Zxid.of(1, 1));
        lose(0);
        lose(1);
        deliver(1, entry(1, 1, 8));
        deliver(2, entry(1, 1, 8));
        assertViolated();
        assertEquals(1, history.entriesLost());
    }

    @Test
    void voteAfterALostEmptySlotDoesNotCount() {
        deliver(0, entry(1, 2, 7));
        voted.get(2).add(2L);
        lose(0);
        lose(1);
        deliver(1, entry(1, 1, 8));
        assertViolated();
    }

    @Test
    void entryThatBecameDurableAfterTheLossMustStay() {
        deliver(0, entry(1, 1, 7));
        deliver(2, entry(1, 1, 7));
        lose(0);
        lose(1);
        logged.get(2).add(Zxid.of(1, 1));
        history.durable(2, entry(1, 1, 7));
        history.crashed(2);
        history.restored(2, new Sequence());
        deliver(1, entry(1, 1, 8));
        assertViolated("PrefixG3");
    }

    @Test
    void detectsTwoEnsemblesAtOneTime() {
        deliver(2, entry(1, 1, 7));
        logged.get(2).add(Zxid.of(1, 1));
        history.era(0, NEW);
        history.era(1, NEW);
        deliver(0, entry(1, 1, 7));
        assertViolated();
        deliver(2, entry(2, 2, 8));
        assertViolated("OneEra");
    }

    @Test
    void detectsDeliveriesOfTheOldEnsembleBeforeTheNewOneOrders() {
        history.era(0, NEW);
        history.era(1, NEW);
        deliver(2, entry(1, 1, 7));
        assertViolated();
        deliver(0, entry(1, 1, 7));
        assertViolated("OneEra");
    }

    @Test
    void detectsAMemberOfAnotherEraAtTheEnd() {
        history.era(0, NEW);
        history.era(1, NEW);
        history.end();
        assertViolated("OneEra");
    }

    @Test
    void acceptsAnEnsembleThatSucceedsAnother() {
        deliver(2, entry(1, 1, 7));
        for (int rank = 0; rank < 3; rank++) lose(rank);
        for (int rank = 0; rank < 3; rank++) history.era(rank, NEW);
        for (int rank = 0; rank < 3; rank++) deliver(rank, entry(1, 1, 8));
        history.end();
        assertViolated();
    }
}
