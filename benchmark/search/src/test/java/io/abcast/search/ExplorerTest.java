package io.abcast.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.ordering.log.LogMessage.Framed;
import io.abcast.ordering.paxos.Ballot;
import io.abcast.ordering.paxos.PaxosMessage;
import io.abcast.sim.NodeFactory;
import io.abcast.sim.explore.Bounds;
import io.abcast.sim.explore.ExplorationWatch;
import io.abcast.sim.explore.ExploreResult;
import io.abcast.sim.explore.Explorer;
import io.abcast.sim.explore.FieldRules;
import io.abcast.sim.explore.NotEnabledException;
import io.abcast.sim.explore.UnknownFieldException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Execution(ExecutionMode.CONCURRENT)
class ExplorerTest {
    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS", "EPAXOS", "ZAB"})
    void boundedExplorationFindsNoViolation(String protocol) {
        Bounds bounds = Bounds.of(3, 1, 1).deviations(0);
        ExploreResult result =
                new Explorer(ExploredProtocols.of(protocol), bounds)
                        .explore(ExplorationWatch.NONE, false);
        assertTrue(result.passed(), () -> result.violations().toString());
        assertTrue(result.states() > 50, () -> result.states() + " states");
    }

    @Tag("search")
    @ParameterizedTest
    @ValueSource(strings = {"PAXOS", "FAST_PAXOS"})
    void everyScheduleWithOneCampaignIsSound(String protocol) {
        Bounds bounds = Bounds.of(3, 1, 0).events(1, 1, 0);
        ExploreResult result =
                new Explorer(ExploredProtocols.of(protocol), bounds)
                        .auditEvery(100)
                        .explore(ExplorationWatch.NONE, false);
        assertTrue(result.passed(), () -> result.incomplete() + result.violations());
    }

    @Tag("search")
    @Test
    void interferingInstancesOfEpaxosAreSound() {
        FieldRules rules = new ExploredEpaxos().rules();
        ExploredEpaxos subject =
                new ExploredEpaxos() {
                    @Override
                    public FieldRules rules() {
                        return rules;
                    }
                };
        Bounds bounds = Bounds.of(3, 2, 1).events(2, 1, 0).deviations(1);
        ExploreResult result =
                new Explorer(subject, bounds)
                        .auditEvery(2_000)
                        .explore(ExplorationWatch.NONE, false);
        assertTrue(result.passed(), () -> result.incomplete() + result.violations());
        assertTrue(result.states() > 10_000, () -> result.states() + " states");
        assertEquals(Set.of(), rules.unused());
    }

    @Test
    void errorNamesTheFirstEventThatIsNotEnabled() {
        List<String> schedule =
                List.of(
                        "schedule protocol=PAXOS members=3 slots=1 requests=1 liars=0 durability=fsync",
                        "member 1 waits for an election",
                        "member 2 has written to its log");
        NotEnabledException e =
                assertThrows(
                        NotEnabledException.class,
                        () -> Explorer.replay(ExploredProtocols.of("PAXOS"), schedule, line -> {}));
        assertEquals(
                "event 2 is not enabled in this build: member 2 has written to its log",
                e.getMessage());
    }

    private static final class OneBallot extends ExploredOrdering {
        OneBallot() {
            super("PAXOS");
        }

        @Override
        public List<Claim> claims(Message message) {
            Message body = message instanceof Framed framed ? framed.body() : message;
            if (!(body instanceof PaxosMessage.Prepare m)) return List.of();
            return List.of(new Claim("the only ballot", Ballot.toString(m.ballot())));
        }
    }

    @Tag("search")
    @ParameterizedTest
    @ValueSource(ints = {Bounds.ANY, 1})
    void messageOfAHealingMustNotContradictItsSchedule(int deviations) {
        Bounds bounds = Bounds.of(3, 1, 1).events(1, 1, 0).deviations(deviations);
        ExploreResult result =
                new Explorer(new OneBallot(), bounds).explore(ExplorationWatch.NONE, true);
        assertEquals(1, result.violations().size());
        assertEquals("OneValue", result.violations().get(0).invariant());
        List<String> schedule = result.violations().get(0).schedule();
        assertEquals(
                result.violations().get(0).what(),
                Explorer.replay(new OneBallot(), schedule, line -> {}));
    }

    private static Explorer with(FieldRules rules) {
        ExploredOrdering subject =
                new ExploredOrdering("PAXOS") {
                    @Override
                    public FieldRules rules() {
                        return rules;
                    }
                };
        return new Explorer(subject, Bounds.of(3, 1, 0).events(1, 1, 0));
    }

    @Tag("search")
    @Test
    void auditDetectsAFieldThatTheFingerprintIgnores() {
        FieldRules forgetful = new ExploredOrdering("PAXOS").rules().ignore("Tally.ranks");
        assertThrows(
                UnknownFieldException.class,
                () -> with(forgetful).auditEvery(3).explore(ExplorationWatch.NONE, false));
    }

    @Tag("search")
    @Test
    void rulesNameFieldsThatExist() {
        FieldRules rules = new ExploredOrdering("PAXOS").rules();
        with(rules).explore(ExplorationWatch.NONE, false);
        assertFalse(rules.unused().contains("LogNode.dice"), () -> rules.unused().toString());
    }

    private static final class Odd {
        @SuppressWarnings("unused")
        private final Thread thread = Thread.currentThread();
    }

    @Test
    void fieldOfAnUnknownTypeFails() {
        ExploredOrdering subject =
                new ExploredOrdering("PAXOS") {
                    @Override
                    public NodeFactory.Instance node(
                            int id,
                            Membership members,
                            long seed,
                            io.abcast.kernel.Effects effects) {
                        return new NodeFactory.Instance(
                                new WithField(super.node(id, members, seed, effects).node()), null);
                    }

                    @Override
                    public boolean isFounded(io.abcast.kernel.Probe probe) {
                        return true;
                    }

                    @Override
                    public FieldRules rules() {
                        return new FieldRules();
                    }
                };
        UnknownFieldException e =
                assertThrows(
                        UnknownFieldException.class,
                        () ->
                                new Explorer(subject, Bounds.of(3, 1, 0))
                                        .explore(ExplorationWatch.NONE, false));
        assertTrue(e.getMessage().contains("Thread"), e::getMessage);
    }

    private static final class WithField extends io.abcast.kernel.NodeFilter {
        @SuppressWarnings("unused")
        private final Odd odd = new Odd();

        WithField(io.abcast.kernel.Node node) {
            super(node);
        }
    }
}
