package io.abcast.search;

import io.abcast.kernel.Membership;
import io.abcast.log.Durability;
import io.abcast.ordering.Ordering;
import io.abcast.ordering.OrderingCodec;
import io.abcast.ordering.fbp.Fbp;
import io.abcast.ordering.fbp.FbpMessage;
import io.abcast.ordering.fbp.FbpQuorums;
import io.abcast.ordering.log.Consensus;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.LogMessage;
import io.abcast.ordering.log.LogPhase;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.paxos.PaxosMessage;
import io.abcast.sim.CoverageGoals;
import io.abcast.sim.NodeFactory;
import io.abcast.sim.Rng;
import io.abcast.sim.Subject;
import io.abcast.sim.Timeouts;
import io.abcast.sim.check.Checker;
import io.abcast.sim.check.Checkers;
import io.abcast.sim.liar.Alphabet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A protocol of the module ordering (total order by consensus) in the form that the simulator runs.
 *
 * @param protocol name of the protocol, one of {@link Ordering#names}
 */
public record OrderingFamily(String protocol) implements Subject {
    /**
     * @throws IllegalArgumentException if there is no protocol with this name, or the protocol cannot run with {@code
     *     members} members
     */
    public static OrderingFamily of(String protocol, int members) {
        Ordering.engine(protocol, members);
        return new OrderingFamily(protocol);
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

    @Override
    public CoverageGoals coverageGoals() {
        List<Class<?>> messages = new ArrayList<>();
        for (Class<?> message : LogMessage.class.getPermittedSubclasses())
            if (message != LogMessage.Framed.class) messages.add(message);
        boolean byzantine = protocol.equals(Ordering.FBP);
        messages.addAll(
                List.of(
                        (byzantine ? FbpMessage.class : PaxosMessage.class)
                                .getPermittedSubclasses()));
        List<Class<?>> lies = byzantine ? FbpAlphabet.everyKind() : List.of();
        return new CoverageGoals(List.of(LogPhase.values()), messages, lies, List.of());
    }

    @Override
    public int faultyMax(int members) {
        return protocol.equals(Ordering.FBP) ? FbpQuorums.of(members).faulty() : -1;
    }

    @Override
    public int repairMin(int members) {
        return protocol.equals(Ordering.FBP)
                ? FbpQuorums.of(members).reports()
                : votersMin(members);
    }

    @Override
    public int healthyMin(int members) {
        if (!protocol.equals(Ordering.FBP)) return 0;
        FbpQuorums quorums = FbpQuorums.of(members);
        return Math.max(quorums.accepted(), quorums.reports());
    }

    /**
     * Maximum time in ns of a fail-over step; in FBP, terms of leaders without a decision double timeouts, up to a
     * factor of 16.
     */
    private long phaseNanos(LogConfig config) {
        long doubled = protocol.equals(Ordering.FBP) ? 16 * config.electionTimeoutNanos() : 0;
        return doubled + 4 * config.retryNanos();
    }

    /** False for FBP, whose members can order requests and answer reads for some time without links to the leader. */
    @Override
    public boolean servesThroughLeader() {
        return !protocol.equals(Ordering.FBP);
    }

    @Override
    public Alphabet alphabet(Set<Integer> liars) {
        return protocol.equals(Ordering.FBP) ? new FbpAlphabet(liars) : null;
    }

    static Consensus.Factory engine(String protocol, int id, Membership members) {
        if (!protocol.equals(Ordering.FBP)) return Ordering.engine(protocol, members.size());
        FbpQuorums quorums = FbpQuorums.of(members.size());
        return ports -> new Fbp(ports, quorums, new Seal(id));
    }

    @Override
    public Prepared prepare(Rng random, Durability durability) {
        LogConfig config = LogConfig.drawn(bound -> random.between(0, bound - 1));
        NodeFactory nodes = new OrderingNodes(protocol, config);
        return new Prepared(
                nodes,
                OrderingCodec.INSTANCE,
                config.payloadBytesMax(),
                (int) Math.min(config.payloadBytesMax(), config.pendingBytesMax()),
                config.toString(),
                new Timeouts(config.electionTimeoutNanos(), phaseNanos(config)));
    }
}
