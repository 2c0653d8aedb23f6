package io.abcast.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.log.Durability;
import io.abcast.sim.ToyNode.Defect;
import io.abcast.sim.check.Checkers;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A check that cannot fail is a defect: each checker, watching alone, finds a broken node or driver. */
class MutantTest {
    private static final int SEEDS_MAX = 60;

    @ParameterizedTest
    @CsvSource({
        "QUORUM_MINUS_ONE, CommittedLogDurability",
        "READS_LOCALLY, LinearizableReads",
        "ANSWERS_TWICE, ExactlyOnce",
        "ORDERS_REPEATS, ExactlyOnce",
        "TAKES_GAPS, FifoPerOrigin",
        "HALTS, NoHalt",
        "TWO_LEADERS, Leadership",
        "FORGETS_REQUESTS, Progress",
        "FOLLOWER_PROPOSES, Integrity",
        "REUSES_EPOCHS, LocalPrimaryOrder",
        "BROADCASTS_EARLY, PrimaryIntegrity",
    })
    void brokenNodeIsFoundBy(Defect defect, String checker) {
        assertFound(ToyNode.settings(ToyNode.subject(defect)), checker);
    }

    @ParameterizedTest
    @CsvSource({"SYNCED_EARLY, CommittedLogDurability", "SYNCED_EARLY, AcknowledgedDurability"})
    void lyingDriverIsFoundBy(DiskModel.Lie lie, String checker) {
        assertFound(ToyNode.settings(ToyNode.subject(Defect.NONE)).with(lie), checker);
    }

    @Test
    void alteredDeliveryIsFound() {
        assertFound(
                mutant(
                        effects ->
                                new Every3rdDelivery(effects) {
                                    @Override
                                    void third(Entry entry, boolean mine) {
                                        deliverNow(
                                                new Entry(
                                                        entry.zxid(),
                                                        entry.origin(),
                                                        entry.request(),
                                                        new byte[] {1}),
                                                mine);
                                    }
                                }),
                "IntegrityG1");
    }

    @ParameterizedTest
    @CsvSource({
        "Contract",
        "PrefixG3",
        "TotalOrder",
        "LocalPrimaryOrder",
        "AcknowledgedDurability"
    })
    void skippedDeliveryIsFoundBy(String checker) {
        assertFound(mutant(effects -> new Every3rdDelivery(effects)), checker);
    }

    @ParameterizedTest
    @CsvSource({"TotalOrderG2", "TotalOrder", "GlobalPrimaryOrder"})
    void reorderedDeliveryIsFoundBy(String checker) {
        assertFound(mutant(Swapping::new), checker);
    }

    @ParameterizedTest
    @CsvSource({"Agreement", "PrefixG3"})
    void divergingHistoriesAreFoundBy(String checker) {
        assertFound(mutant(Diverging::new), checker);
    }

    @Test
    void logThatDiffersBelowWhatWasDeliveredIsFound() {
        assertFound(
                mutant(
                        effects ->
                                new EffectsFilter(effects) {
                                    private int appends;

                                    @Override
                                    public void append(Entry entry) {
                                        boolean altered = ++appends % 5 == 0;
                                        super.append(
                                                altered
                                                        ? new Entry(
                                                                entry.zxid(),
                                                                entry.origin(),
                                                                entry.request(),
                                                                new byte[3])
                                                        : entry);
                                    }
                                }),
                "PrefixConsistency");
    }

    @Test
    void effectOutsideOfABatchIsFound() {
        Effects[] kept = new Effects[1];
        Subject.Prepared toy = ToyNode.subject(Defect.NONE).prepare(new Rng(1), Durability.FSYNC);
        NodeFactory keeping =
                (id, members, seed, effects) -> {
                    kept[0] = effects;
                    return toy.factory().create(id, members, seed, effects);
                };
        Cluster cluster =
                new Cluster(
                        ClusterModel.quiet(3, Durability.FSYNC, toy.codec()),
                        keeping,
                        1,
                        Trace.off());
        cluster.startAll();
        cluster.at(1_000_000, () -> kept[0].cancelTimer(0));
        cluster.runFor(2_000_000);
        assertEquals("Contract", cluster.history().violations().get(0).invariant());
    }

    @Test
    void unknownCheckerIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> Checkers.only("Happiness"));
    }

    private static void assertFound(FuzzSettings settings, String checker) {
        FuzzCampaign campaign = new FuzzCampaign(settings.with(Durability.FSYNC));
        assertNotNull(
                campaign.firstViolating(checker, 1, SEEDS_MAX),
                () -> checker + " found nothing in " + SEEDS_MAX + " seeds");
    }

    /** The toy with the effects of its highest member changed. */
    private static FuzzSettings mutant(UnaryOperator<Effects> change) {
        Subject toy = ToyNode.subject(Defect.NONE);
        Subject mutant =
                new Subject() {
                    @Override
                    public String protocol() {
                        return toy.protocol();
                    }

                    @Override
                    public Prepared prepare(Rng random, Durability durability) {
                        Prepared sound = toy.prepare(random, durability);
                        NodeFactory factory =
                                (id, members, seed, effects) ->
                                        sound.factory()
                                                .create(
                                                        id,
                                                        members,
                                                        seed,
                                                        members.rank(id) == members.size() - 1
                                                                ? change.apply(effects)
                                                                : effects);
                        return new Prepared(factory, sound.codec(), 0, "mutant");
                    }
                };
        return ToyNode.settings(mutant);
    }

    /** Leaves out every third delivery, or does something else instead. */
    private static class Every3rdDelivery extends EffectsFilter {
        private int deliveries;

        Every3rdDelivery(Effects effects) {
            super(effects);
        }

        @Override
        public final void deliver(Entry entry, boolean mine) {
            if (++deliveries % 3 == 0) third(entry, mine);
            else super.deliver(entry, mine);
        }

        /** What happens instead of every third delivery. */
        @SuppressWarnings("UnusedVariable")
        void third(Entry entry, boolean mine) {}

        final void deliverNow(Entry entry, boolean mine) {
            super.deliver(entry, mine);
        }
    }

    /** Delivers every other entry before its predecessor. */
    private static final class Swapping extends EffectsFilter {
        private Entry held;
        private boolean heldMine;

        Swapping(Effects effects) {
            super(effects);
        }

        @Override
        public void deliver(Entry entry, boolean mine) {
            if (held == null) {
                held = entry;
                heldMine = mine;
                return;
            }
            super.deliver(entry, mine);
            super.deliver(held, heldMine);
            held = null;
        }
    }

    /** Once delivers something of its own making instead of what was ordered. */
    private static final class Diverging extends EffectsFilter {
        private boolean diverged;

        Diverging(Effects effects) {
            super(effects);
        }

        @Override
        public void deliver(Entry entry, boolean mine) {
            super.deliver(
                    diverged
                            ? entry
                            : new Entry(entry.zxid(), entry.origin(), entry.request(), new byte[9]),
                    mine);
            diverged = true;
        }
    }
}
