package io.abcast.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Message;
import io.abcast.log.Durability;
import io.abcast.ordering.Ordering;
import io.abcast.ordering.OrderingCodec;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.LogMessage;
import io.abcast.sim.Cluster;
import io.abcast.sim.ClusterModel;
import io.abcast.sim.ClusterModel.Hints;
import io.abcast.sim.NodeFactory;
import io.abcast.sim.Trace;
import io.abcast.sim.check.ObservedRequest;
import io.abcast.zab.Policies;
import io.abcast.zab.ZabCodec;
import io.abcast.zab.ZabConfig;
import io.abcast.zab.ZabMessage;
import io.abcast.zab.ZabNode;
import io.abcast.zab.variants.CoinSettings;
import io.abcast.zab.variants.Variants;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whichever message of a fail-over is lost, some client must get an answer within 1.5 times the duration without a
 * loss. The settings are the defaults, the time is virtual, and members detect a crash only by missing messages.
 */
@Execution(ExecutionMode.CONCURRENT)
class LostFrameTest {
    private static final double FACTOR_MAX = 1.5;
    private static final long MILLI = 1_000_000;
    private static final long PATIENCE = 60_000 * MILLI;
    private static final long SEED = 7;

    record Ensemble(String protocol, int members, int down) {
        @Override
        public String toString() {
            return protocol
                    + ", "
                    + members
                    + " members"
                    + (down > 0 ? ", " + down + " of them down" : "");
        }

        private boolean isZab() {
            return !protocol.equals(Ordering.PAXOS) && !protocol.equals(Ordering.FAST_PAXOS);
        }

        private NodeFactory nodes() {
            if (!isZab()) return new OrderingNodes(protocol, LogConfig.defaults());
            Policies policies = Variants.policies(protocol, CoinSettings.defaults(), false);
            return (id, of, seed, effects) ->
                    ZabFamily.instance(
                            new ZabNode(id, of, ZabConfig.defaults(), policies, seed, effects));
        }

        private Cluster cluster() {
            ClusterModel model =
                    ClusterModel.quiet(
                                    members,
                                    Durability.FSYNC,
                                    isZab() ? ZabCodec.INSTANCE : OrderingCodec.INSTANCE)
                            .withHints(Hints.NEVER);
            return new Cluster(
                    model,
                    isZab() ? new ZabFamily(protocol) : new OrderingFamily(protocol),
                    nodes(),
                    SEED,
                    new Trace(null));
        }
    }

    static Stream<Ensemble> ensembles() {
        List<Ensemble> ensembles = new ArrayList<>();
        List<String> protocols = new ArrayList<>(Variants.names());
        protocols.add(Ordering.PAXOS);
        protocols.add(Ordering.FAST_PAXOS);
        for (String protocol : protocols) {
            ensembles.add(new Ensemble(protocol, 3, 0));
            // The protocol ZAB_AC runs only with three members.
            if (!protocol.equals("ZAB_AC")) ensembles.add(new Ensemble(protocol, 5, 1));
        }
        return ensembles.stream();
    }

    @ParameterizedTest
    @MethodSource("ensembles")
    void oneLostFrameDelaysAFailOverByAtMostHalf(Ensemble ensemble) {
        FailOver whole = new FailOver(ensemble, -1);
        long undisturbed = whole.run();
        long worst = 0;
        String lost = "none";
        for (int frame = 0; frame < whole.sent.size(); frame++) {
            FailOver one = new FailOver(ensemble, frame);
            long nanos = one.run();
            if (nanos <= worst) continue;
            worst = nanos;
            lost = one.sent.get(frame);
        }
        double factor = (double) worst / undisturbed;
        String told =
                "%s: %d ms from the crash to an answer; %d frames; at worst %.2f times as long without frame: %s"
                        .formatted(ensemble, undisturbed / MILLI, whole.sent.size(), factor, lost);
        System.out.println("lost frame: " + told);
        assertTrue(factor <= FACTOR_MAX, told);
    }

    private static final class FailOver {
        private final Ensemble ensemble;
        private final int lost;
        final List<String> sent = new ArrayList<>();

        FailOver(Ensemble ensemble, int lost) {
            this.ensemble = ensemble;
            this.lost = lost;
        }

        long run() {
            Cluster cluster = ensemble.cluster();
            for (int id = 1; id <= ensemble.members; id++) cluster.start(id);
            await(cluster, () -> cluster.leader() != 0);
            int leader = cluster.leader();
            for (int id = 1, left = ensemble.down; left > 0; id++) {
                if (id == leader) continue;
                cluster.crash(id);
                left--;
            }
            for (int id = 1; id <= ensemble.members; id++) {
                if (!cluster.up(id)) continue;
                ObservedRequest first = cluster.submit(id, new byte[] {1, (byte) id});
                await(cluster, () -> first.state() == ObservedRequest.State.DELIVERED);
            }
            cluster.runFor(1_000 * MILLI);
            assertEquals(leader, cluster.leader());
            cluster.filter(this::passes);
            cluster.crash(leader);
            long crash = cluster.now();
            ObservedRequest[] open = new ObservedRequest[ensemble.members + 1];
            await(cluster, () -> isAnswered(cluster, open));
            return cluster.now() - crash;
        }

        private boolean passes(int from, int to, Message message) {
            sent.add(describe(message) + " from " + from + " to " + to);
            return sent.size() - 1 != lost;
        }

        private static boolean isAnswered(Cluster cluster, ObservedRequest[] open) {
            for (int id = 1; id < open.length; id++) {
                if (!cluster.up(id)) continue;
                if (open[id] != null && open[id].state() == ObservedRequest.State.DELIVERED)
                    return true;
                if (open[id] == null || open[id].state() != ObservedRequest.State.PENDING)
                    open[id] = cluster.submit(id, new byte[] {2, (byte) id});
            }
            return false;
        }

        private void await(Cluster cluster, java.util.function.BooleanSupplier condition) {
            boolean happened = cluster.runUntil(condition, PATIENCE);
            assertTrue(cluster.ok(), () -> cluster.history().violations().toString());
            assertTrue(
                    happened, () -> ensemble + ", lost " + (lost < 0 ? "nothing" : sent.get(lost)));
        }
    }

    private static String describe(Message message) {
        if (message instanceof ZabMessage.Frame frame) return frame.body().toString();
        if (message instanceof LogMessage.Framed framed) return framed.body().toString();
        return message.toString();
    }
}
