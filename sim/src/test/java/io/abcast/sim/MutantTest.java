package io.abcast.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.abcast.kernel.Effects;
import io.abcast.kernel.EffectsFilter;
import io.abcast.kernel.Entry;
import io.abcast.log.Durability;
import io.abcast.sim.ToyNode.Defect;
import io.abcast.sim.check.Checkers;
import java.util.EnumSet;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that each checker, without the other checkers, detects a broken node or driver. A checker that can never report
 * a violation is a defect.
 */
@Execution(ExecutionMode.CONCURRENT)
class MutantTest {
    private static final int SEEDS_MAX = 60;

    private static final FuzzSettings SOUND = ToyNode.settings(ToyNode.subject(Defect.NONE));

    private record Mutant(String what, String checker, FuzzSettings settings) {
        @Override
        public String toString() {
            return what + " is found by " + checker;
        }
    }

    static Stream<Mutant> mutants() {
        return Stream.of(
                        node(Defect.QUORUM_MINUS_ONE, "CommittedLogDurability"),
                        node(Defect.READS_LOCALLY, "LinearizableReads"),
                        node(Defect.ANSWERS_TWICE, "ExactlyOnce"),
                        node(Defect.ORDERS_REPEATS, "ExactlyOnce"),
                        node(Defect.TAKES_GAPS, "FifoPerOrigin"),
                        node(Defect.HALTS, "NoHalt"),
                        node(Defect.TWO_LEADERS, "Leadership"),
                        node(Defect.FORGETS_REQUESTS, Checkers.PROGRESS),
                        node(Defect.FOLLOWER_PROPOSES, "Integrity"),
                        node(Defect.REUSES_EPOCHS, "LocalPrimaryOrder"),
                        node(Defect.BROADCASTS_EARLY, "PrimaryIntegrity"),
                        node(Defect.FOUNDS_ALONE, "OneEra"),
                        node(Defect.HOARDS, "BoundedQueues"),
                        driver(DiskModel.Lie.SYNCED_EARLY, "CommittedLogDurability"),
                        driver(DiskModel.Lie.SYNCED_EARLY, "AcknowledgedDurability"),
                        driver(DiskModel.Lie.SYNCED_EARLY, "LeaderCompleteness"),
                        List.of(
                                new Mutant(
                                        "a node that FORGETS",
                                        "LostMajority",
                                        ToyNode.settings(ToyNode.subject(Defect.FORGETS))
                                                .with(EnumSet.of(Fault.CRASH, Fault.FORGET))
                                                .with(Durability.MEMORY)),
                                new Mutant(
                                        "a node that waits for a leader that is down",
                                        Checkers.PROGRESS_UNDER_FAULTS,
                                        ToyNode.settings(
                                                        ToyNode.subject(
                                                                Defect.NONE,
                                                                new Timeouts(
                                                                        400_000_000, 100_000_000)))
                                                .with(Durability.FSYNC))),
                        effects("alters a delivery", Altering::new, "IntegrityG1"),
                        effects(
                                "skips a delivery",
                                Every3rdDelivery::new,
                                "Contract",
                                "PrefixG3",
                                "TotalOrder",
                                "LocalPrimaryOrder",
                                "AcknowledgedDurability"),
                        effects(
                                "reorders deliveries",
                                Swapping::new,
                                "TotalOrderG2",
                                "TotalOrder",
                                "GlobalPrimaryOrder"),
                        effects("diverges", Diverging::new, "Agreement", "PrefixG3"),
                        effects(
                                "logs other entries than it delivers",
                                LoggingOther::new,
                                "PrefixConsistency"))
                .flatMap(List::stream);
    }

    private static List<Mutant> node(Defect defect, String checker) {
        return List.of(
                new Mutant(
                        "a node that " + defect,
                        checker,
                        ToyNode.settings(ToyNode.subject(defect)).with(Durability.FSYNC)));
    }

    private static List<Mutant> driver(DiskModel.Lie lie, String checker) {
        return List.of(
                new Mutant(
                        "a driver with " + lie, checker, SOUND.with(lie).with(Durability.FSYNC)));
    }

    private static List<Mutant> effects(
            String what, UnaryOperator<Effects> change, String... checkers) {
        return Stream.of(checkers)
                .map(
                        checker ->
                                new Mutant(
                                        "a node that " + what,
                                        checker,
                                        mutant(change).with(Durability.FSYNC)))
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutants")
    void mutantIsFound(Mutant mutant) {
        FuzzCampaign campaign = new FuzzCampaign(mutant.settings);
        assertNotNull(
                campaign.firstViolating(mutant.checker, 1, SEEDS_MAX),
                () -> "nothing in " + SEEDS_MAX + " seeds");
    }

    @Test
    void everyCheckerHasAMutantThatItFindsAlone() {
        assertEquals(
                Checkers.names(),
                mutants().map(Mutant::checker).collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void soundNodeViolatesNoInvariant() {
        FuzzCampaign campaign = new FuzzCampaign(SOUND.with(Durability.FSYNC));
        for (long seed = 1; seed <= SEEDS_MAX; seed++)
            assertEquals(List.of(), campaign.run(seed).violations());
    }

    @Test
    void detectsAnEffectOutsideOfABatch() {
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

        @SuppressWarnings("UnusedVariable")
        void third(Entry entry, boolean mine) {}

        final void deliverNow(Entry entry, boolean mine) {
            super.deliver(entry, mine);
        }
    }

    private static final class Altering extends Every3rdDelivery {
        Altering(Effects effects) {
            super(effects);
        }

        @Override
        void third(Entry entry, boolean mine) {
            deliverNow(
                    new Entry(entry.zxid(), entry.origin(), entry.request(), new byte[] {1}), mine);
        }
    }

    private static final class LoggingOther extends EffectsFilter {
        private int appends;

        LoggingOther(Effects effects) {
            super(effects);
        }

        @Override
        public void append(Entry entry) {
            boolean altered = ++appends % 5 == 0;
            super.append(
                    altered
                            ? new Entry(entry.zxid(), entry.origin(), entry.request(), new byte[3])
                            : entry);
        }
    }

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
