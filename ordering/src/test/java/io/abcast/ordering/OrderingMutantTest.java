package io.abcast.ordering;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.log.Durability;
import io.abcast.ordering.log.Consensus;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Value;
import io.abcast.ordering.paxos.Acceptor;
import io.abcast.ordering.paxos.Paxos;
import io.abcast.ordering.paxos.Picker;
import io.abcast.ordering.paxos.Quorums;
import io.abcast.ordering.paxos.Vote;
import io.abcast.sim.DiskModel;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzSettings;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that checkers find ordering engines with one broken rule, and a broken driver. In a simulation of whole
 * members, a broken rule of fast rounds rarely has an effect, so {@code InstanceSearchTest} tests such rules instead.
 */
@Execution(ExecutionMode.CONCURRENT)
class OrderingMutantTest {
    private static final int SEEDS_MAX = 1_000;

    @ParameterizedTest
    @ValueSource(strings = {"PrefixG3", "CommittedLogDurability", "AcknowledgedDurability"})
    void quorumMinusOneIsFoundBy(String checker) {
        assertFound(
                broken("PAXOS", (ports, n) -> new Paxos(ports, new Quorums(n, n / 2, 0))),
                3,
                checker);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PrefixG3"})
    void acceptorThatForgetsAtARestartIsFoundBy(String checker) {
        assertFound(
                broken(
                        "PAXOS",
                        (ports, n) -> {
                            Quorums quorums = Quorums.majority(n);
                            return new Paxos(ports, quorums, new Forgetful(), new Picker(quorums));
                        }),
                3,
                checker);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PrefixG3", "AcknowledgedDurability"})
    void proposerThatIgnoresTheHighestAcceptedValueIsFoundBy(String checker) {
        assertFound(
                broken(
                        "PAXOS",
                        (ports, n) -> {
                            Quorums quorums = Quorums.majority(n);
                            return new Paxos(ports, quorums, new Acceptor(), new Careless(quorums));
                        }),
                3,
                checker);
    }

    @Test
    void votesBeforeTheyAreDurableAreFoundByPrefixG3() {
        FuzzSettings settings =
                FuzzSettings.of(new OrderingSubject("PAXOS"), 3).with(DiskModel.Lie.SYNCED_EARLY);
        assertFound(settings, "PrefixG3");
    }

    private static OrderingSubject broken(
            String protocol, BiFunction<Ports, Integer, Consensus> engine) {
        return new OrderingSubject(protocol) {
            @Override
            Consensus.Factory engine(Membership members) {
                return ports -> engine.apply(ports, members.size());
            }
        };
    }

    private static void assertFound(OrderingSubject subject, int nodes, String checker) {
        assertFound(FuzzSettings.of(subject, nodes), checker);
    }

    private static void assertFound(FuzzSettings settings, String checker) {
        FuzzCampaign campaign = new FuzzCampaign(settings.with(Durability.FSYNC));
        assertNotNull(
                campaign.firstViolating(checker, 1, SEEDS_MAX),
                () -> checker + " found nothing in " + SEEDS_MAX + " seeds");
    }

    private static final class Forgetful extends Acceptor {
        @Override
        public void restore(WireReader in) {
            new Acceptor().restore(in);
        }

        @Override
        public void restore(Vote vote) {}
    }

    private static final class Careless extends Picker {
        Careless(Quorums quorums) {
            super(quorums);
        }

        @Override
        public Value pick(List<Vote> votes, int reporters) {
            return null;
        }
    }
}
