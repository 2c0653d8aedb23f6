package io.abcast.zab;

import static io.abcast.zab.Scenario.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.MembershipChange.Kind;
import io.abcast.kernel.Reconfiguration;
import io.abcast.kernel.Recovered;
import io.abcast.log.Durability;
import io.abcast.sim.ClusterModel;
import io.abcast.sim.Fault;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzSettings;
import io.abcast.zab.LinkMessage.Propose;
import io.abcast.zab.ZabMessage.Frame;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a checker fails if a rule about changes of the ensemble ({@link Rules}) is broken. */
@Execution(ExecutionMode.CONCURRENT)
class MembershipMutantTest {
    private static final int SEEDS_MAX = 1_500;

    private static final Set<Fault> FAULTS =
            EnumSet.of(Fault.CRASH, Fault.RESTART, Fault.PARTITION, Fault.TAIL, Fault.MEMBERSHIP);

    @ParameterizedTest
    @ValueSource(strings = {"CommittedLogDurability"})
    void observersThatCountAreFoundBy(String checker) {
        Rules broken =
                new Rules() {
                    @Override
                    boolean votes(Membership members, int rank) {
                        return rank >= 0;
                    }
                };
        assertFound(ZabSubject.ruledBy(broken), checker);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CommittedLogDurability"})
    void proposalsAfterAChangeAreFoundBy(String checker) {
        Rules broken =
                new Rules() {
                    @Override
                    boolean closesEpoch() {
                        return false;
                    }
                };
        assertFound(ZabSubject.ruledBy(broken), checker);
    }

    /**
     * With three voters and two observers, a broken rule lets one change exchange two voters at once. The quorums of
     * the old and of the new ensemble do not intersect, and each elects a leader of the next epoch.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void changesOfSeveralVotersAllowTwoLeadersOfOneEpoch(boolean broken) {
        Scenario s =
                new Scenario(
                        ClusterModel.quiet(3, Durability.FSYNC, ZabCodec.INSTANCE).withSpares(4, 5),
                        Scenario.config(1 << 20, 1 << 20),
                        ZabSubject.ruledBy(broken ? new ExchangesVoters() : Rules.SOUND),
                        List.of(Policies.ZAB));
        s.change(s.leader(), Kind.ADD_OBSERVER, 4);
        s.change(s.awaitLeader(), Kind.ADD_OBSERVER, 5);
        assertEquals(3, s.awaitLeader());
        s.write(5, 1);
        s.cluster.filter(
                (from, to, message) ->
                        from <= 2
                                || to > 2
                                || (message instanceof Frame f && f.body() instanceof Propose));
        s.ask(3, Kind.PROMOTE, 4);
        s.cluster.runFor(300 * MILLI);
        // The trace must be searched: one leader learns of the change and gives up within one
        // event, so checks between events never see two leaders.
        assertEquals(broken ? 2 : 1, s.told("leading epoch 4"));
    }

    private static final class ExchangesVoters extends Rules {
        @Override
        Reconfiguration step(Membership before, MembershipChange change) {
            Membership now = before.after(change);
            if (change.kind() != Kind.PROMOTE) return super.step(before, change);
            for (int id : before.observerIds())
                if (id != change.id()) now = now.after(new MembershipChange(Kind.PROMOTE, id));
            int[] voters = before.voterIds();
            for (int i = 0; i < before.observerIds().length; i++)
                now = now.after(new MembershipChange(Kind.DEMOTE, voters[i]));
            return new Reconfiguration(change, before, now);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"CommittedLogDurability", "AcknowledgedDurability"})
    void anEnsembleThatDiffersFromTheHistoryIsFoundBy(String checker) {
        assertFound(new ZabSubject((id, members) -> new ForgetsChanges()), checker);
    }

    private static void assertFound(ZabSubject broken, String checker) {
        FuzzSettings settings = FuzzSettings.of(broken, 3).with(Durability.FSYNC).with(FAULTS);
        assertNotNull(
                new FuzzCampaign(settings).firstViolating(checker, 1, SEEDS_MAX),
                () -> checker + " found nothing in " + SEEDS_MAX + " seeds");
    }

    private static final class ForgetsChanges extends Tap {
        @Override
        Recovered starting(Recovered r) {
            return new Recovered(
                    r.persisted(),
                    r.snapshot(),
                    new byte[0],
                    r.logAfter(),
                    r.lastZxid(),
                    r.epochEnds(),
                    List.of(),
                    r.partial(),
                    r.partialBytes(),
                    r.held(),
                    r.repaired());
        }
    }
}
