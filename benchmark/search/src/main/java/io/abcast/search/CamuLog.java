package io.abcast.search;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Probe;
import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.camu.PartitionLog;
import io.abcast.ordering.camu.PartitionNode;
import io.abcast.sim.GroupSurroundings;
import io.abcast.sim.NodeFactory;
import java.util.Map;

/** The node that orders the log of one partition at one replica, with its probe. */
final class CamuLog {
    private final NodeFactory factory;
    private final int server;
    private final Membership members;
    private final long seed;
    private final int payloadBytesMax;
    private Probe probe;

    CamuLog(NodeFactory factory, int server, Membership members, long seed, int payloadBytesMax) {
        this.factory = factory;
        this.server = server;
        this.members = members;
        this.seed = seed;
        this.payloadBytesMax = payloadBytesMax;
    }

    /** May be called only once. */
    PartitionLog create(Effects effects) {
        NodeFactory.Instance log = factory.create(server, members, seed, effects);
        probe = log.probe();
        return new PartitionLog(log.node(), probe::leads, payloadBytesMax);
    }

    GroupSurroundings.Instance instance(PartitionNode node) {
        return new GroupSurroundings.Instance(node, new Both(probe, node));
    }

    private record Both(Probe log, PartitionNode node) implements Probe {
        @Override
        public boolean leads() {
            return log.leads();
        }

        @Override
        public boolean active() {
            return log.active();
        }

        @Override
        public int epoch() {
            return log.epoch();
        }

        @Override
        public boolean voter() {
            return log.voter();
        }

        @Override
        public int holdersMin() {
            return log.holdersMin();
        }

        @Override
        public int excludedLeader() {
            return log.excludedLeader();
        }

        @Override
        public Membership ensemble() {
            return log.ensemble();
        }

        @Override
        public Map<Integer, Long> lackedByFollowers() {
            return log.lackedByFollowers();
        }

        @Override
        public void visitQueues(QueueVisitor to) {
            log.visitQueues(to);
        }

        @Override
        public Enum<?> phase() {
            return log.phase();
        }

        @Override
        public String line() {
            return log.line() + "\n      " + node.status();
        }
    }
}
