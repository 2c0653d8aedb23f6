package io.abcast.ordering;

import io.abcast.kernel.Membership;
import io.abcast.log.Durability;
import io.abcast.ordering.log.Consensus;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.LogNode;
import io.abcast.ordering.log.LogProbe;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.sim.NodeFactory;
import io.abcast.sim.Rng;
import io.abcast.sim.Subject;
import io.abcast.sim.check.Checker;
import io.abcast.sim.check.Checkers;
import java.util.ArrayList;
import java.util.List;

/** Runs an ordering protocol of this module in the simulator, possibly with a broken engine. */
class OrderingSubject implements Subject {
    private final String protocol;

    final List<LogNode> nodes = new ArrayList<>();

    OrderingSubject(String protocol) {
        this.protocol = protocol;
    }

    @Override
    public String protocol() {
        return protocol;
    }

    @Override
    public List<Checker> checkers(Durability durability) {
        return Checkers.ofTotalOrder(durability != Durability.MEMORY);
    }

    @Override
    public boolean readmits() {
        return true;
    }

    @Override
    public int votersMin(int members) {
        return Ordering.votersMin(protocol, members);
    }

    @Override
    public void visitRequests(byte[] vote, RequestVisitor visitor) {
        for (OriginRequest request : Ordering.requests(protocol, vote))
            visitor.visit(request.origin(), request.number());
    }

    @Override
    public boolean contradict(byte[] vote, byte[] other) {
        return Ordering.contradict(protocol, vote, other);
    }

    Consensus.Factory engine(Membership members) {
        return Ordering.engine(protocol, members.size());
    }

    @Override
    public Prepared prepare(Rng random, Durability durability) {
        LogConfig config = LogConfig.drawn(bound -> random.between(0, bound - 1));
        NodeFactory factory =
                (id, members, seed, effects) -> {
                    LogNode node =
                            new LogNode(
                                    protocol, id, members, config, engine(members), seed, effects);
                    nodes.add(node);
                    return new NodeFactory.Instance(node, new LogProbe(node));
                };
        return new Prepared(
                factory, OrderingCodec.INSTANCE, config.payloadBytesMax(), config.toString());
    }
}
