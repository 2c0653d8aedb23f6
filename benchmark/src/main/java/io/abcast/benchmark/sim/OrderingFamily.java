package io.abcast.benchmark.sim;

import io.abcast.kernel.log.Durability;
import io.abcast.ordering.Ordering;
import io.abcast.ordering.OrderingCodec;
import io.abcast.ordering.fbp.FbpMessage;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.LogMessage;
import io.abcast.ordering.log.LogNode;
import io.abcast.ordering.log.LogPhase;
import io.abcast.ordering.log.LogProbe;
import io.abcast.ordering.paxos.PaxosMessage;
import io.abcast.sim.Atlas;
import io.abcast.sim.NodeFactory;
import io.abcast.sim.Rng;
import io.abcast.sim.Subject;
import io.abcast.sim.check.Checker;
import io.abcast.sim.check.Checkers;
import java.util.ArrayList;
import java.util.List;

/**
 * A total order by consensus as the simulator runs it. A seed draws here what it draws in the tests of ordering.
 *
 * @param protocol one of {@link Ordering#names}
 */
public record OrderingFamily(String protocol) implements Subject {
    @Override
    public List<Checker> checkers(Durability durability) {
        return Checkers.ofTotalOrder(durability != Durability.MEMORY);
    }

    @Override
    public int votersMin(int members) {
        return Ordering.votersMin(protocol, members);
    }

    @Override
    public boolean holds(byte[] persisted, int origin, long request) {
        return Ordering.holds(protocol, persisted, origin, request);
    }

    @Override
    public Atlas atlas() {
        List<Class<?>> messages = new ArrayList<>();
        for (Class<?> message : LogMessage.class.getPermittedSubclasses())
            if (message != LogMessage.Framed.class) messages.add(message);
        boolean byzantine = protocol.equals(Ordering.FBP);
        messages.addAll(
                List.of(
                        (byzantine ? FbpMessage.class : PaxosMessage.class)
                                .getPermittedSubclasses()));
        return new Atlas(List.of(LogPhase.values()), messages, List.of());
    }

    @Override
    public Prepared prepare(Rng random, Durability durability) {
        LogConfig config = LogConfig.drawn(bound -> random.between(0, bound - 1));
        NodeFactory nodes =
                (id, members, seed, effects) -> {
                    LogNode node = Ordering.node(protocol, id, members, config, seed, effects);
                    return new NodeFactory.Instance(node, new LogProbe(node));
                };
        return new Prepared(
                nodes, OrderingCodec.INSTANCE, config.payloadBytesMax(), config.toString());
    }
}
