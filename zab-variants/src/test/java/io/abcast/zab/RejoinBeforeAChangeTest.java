package io.abcast.zab;

import static io.abcast.zab.Scenario.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.abcast.kernel.MembershipChange.Kind;
import io.abcast.log.Durability;
import io.abcast.sim.ClusterModel;
import io.abcast.sim.check.ObservedRequest;
import io.abcast.zab.variants.CoinSettings;
import io.abcast.zab.variants.Variants;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests a follower that returns with an uncommitted change of the ensemble in its log. The returning follower must wait
 * until the leader reports that the change is committed.
 */
class RejoinBeforeAChangeTest {
    @ParameterizedTest
    @ValueSource(strings = {"ZAB_AC", "ZAB_AA_LITE", "ZAB_CT_LITE"})
    void aFollowerThatReturnsWaitsForTheLeadersCommit(String protocol) {
        Scenario s =
                new Scenario(
                        ClusterModel.quiet(3, Durability.FSYNC, ZabCodec.INSTANCE).withSpares(4),
                        Scenario.config(1 << 20, 1 << 20),
                        VariantSubject.broken(protocol, (id, all) -> new Tap()),
                        List.of(Variants.policies(protocol, CoinSettings.fair(), false)));
        int leader = s.leader();
        int ahead = s.followers()[0];
        int behind = s.followers()[1];
        s.write(leader, 3);
        s.run(1_000 * MILLI);
        int epoch = s.cluster.probe(leader).epoch();
        s.cluster.holdDisk(leader, true);
        s.cluster.holdDisk(behind, true);
        ObservedRequest change = s.ask(leader, Kind.ADD_OBSERVER, 4);
        s.await("the change in a log", () -> s.lastLogged(ahead) == s.lastLogged(leader));
        s.run(10 * MILLI);
        s.cluster.cut(leader, ahead);
        s.cluster.cut(ahead, leader);
        s.run(100 * MILLI);
        s.cluster.join(leader, ahead);
        s.cluster.join(ahead, leader);
        long before = s.told("up to date with leader " + leader + " in epoch " + epoch);
        s.await(
                "the follower to be up to date again",
                () -> s.told("up to date with leader " + leader + " in epoch " + epoch) > before);
        s.run(50 * MILLI);
        assertFalse(
                s.cluster.probe(ahead).ensemble().contains(4), "a change that is not committed");
        assertEquals(epoch, s.cluster.probe(leader).epoch());
        s.cluster.holdDisk(leader, false);
        s.cluster.holdDisk(behind, false);
        s.await("an answer", () -> change.state() == ObservedRequest.State.DELIVERED);
        s.finish();
    }
}
