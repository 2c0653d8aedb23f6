package io.abcast.search;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Interference;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.Node;
import io.abcast.kernel.Probe;
import io.abcast.ordering.Ordering;
import io.abcast.ordering.epaxos.Dependencies;
import io.abcast.ordering.epaxos.EpaxosConfig;
import io.abcast.ordering.epaxos.EpaxosMessage.Accept;
import io.abcast.ordering.epaxos.EpaxosMessage.AcceptProposed;
import io.abcast.ordering.epaxos.EpaxosMessage.Commit;
import io.abcast.ordering.epaxos.EpaxosMessage.CommitProposed;
import io.abcast.ordering.epaxos.EpaxosMessage.OfInstance;
import io.abcast.ordering.epaxos.EpaxosNode;
import io.abcast.ordering.epaxos.InstanceId;
import io.abcast.ordering.log.LogMessage;
import io.abcast.ordering.paxos.Ballot;
import io.abcast.sim.NodeFactory;
import io.abcast.sim.explore.FieldRules;
import java.util.List;

/**
 * EPaxos, with interference of all requests, in the form that the explorer runs. The explorer knows slots and no
 * instances, so each instance has a slot number: the first instances of all members come first.
 */
public class ExploredEpaxos extends ExploredLog {
    /**
     * Longest timeout of EPaxos in ns: the largest back-off between attempts to recover an instance, including its
     * random part.
     */
    private static final long LONGEST = 64 * RETRY;

    private final EpaxosEnsemble ensemble = new EpaxosEnsemble();
    private final EpaxosConfig config = EpaxosConfig.of(logConfig());

    @Override
    public String protocol() {
        return Ordering.EPAXOS;
    }

    @Override
    public NodeFactory.Instance node(int id, Membership members, long seed, Effects effects) {
        return new EpaxosNodes(config, Interference.ALL, ensemble, null)
                .create(id, members, seed, effects);
    }

    @Override
    public MessageCodec<?> codec() {
        return ensemble;
    }

    @Override
    public FieldRules rules() {
        return super.rules()
                .dice("EpaxosNode.dice")
                .constants(EpaxosConfig.class, Interference.class)
                .ignore(
                        "EpaxosNode.heartbeatExecuted",
                        "ProposedValues.whole",
                        "ProposedValues.brief",
                        "RoundTrips.commitNanos",
                        "RoundTrips.executionNanos",
                        "RoundTrips.fast",
                        "RoundTrips.slow",
                        "EpaxosState.delivered",
                        "EpaxosState.nops",
                        "EpaxosState.executed",
                        "Recoveries.begun")
                .durations("RoundTrips.maxNanos", "Liveness.timeoutNanos");
    }

    @Override
    public long longestNanos() {
        return LONGEST;
    }

    @Override
    public boolean hasLocalSlots() {
        return true;
    }

    /** True, because other members may have dropped the instances that a member unreachable for a long time needs. */
    @Override
    public boolean takesSnapshots() {
        return true;
    }

    @Override
    public int votersMin(int members) {
        return members - (members - 1) / 2;
    }

    /** Number of recoveries of instances that a member has begun since its start. */
    @Override
    public long campaign(Node node, Probe probe) {
        return ((EpaxosNode) node).status().recovered();
    }

    @Override
    public long slot(Message message) {
        Message body = LogMessage.unframed(message);
        if (!(body instanceof OfInstance m) || ensemble.members() == null) return 0;
        InstanceId id = m.id();
        return (id.number() - 1) * ensemble.members().size()
                + ensemble.members().rank(id.origin())
                + 1;
    }

    /**
     * Claims that a ballot of an instance has only the message's value, or that the instance has only the message's
     * decided value.
     */
    @Override
    public List<Claim> claims(Message message) {
        Message body = LogMessage.unframed(message);
        if (body instanceof Accept m)
            return inBallot(m.id(), m.ballot(), m.value().fingerprint(), m.deps());
        if (body instanceof AcceptProposed m) return inBallot(m.id(), 0, m.value(), m.deps());
        if (body instanceof Commit m) return decided(m.id(), m.value().fingerprint());
        if (body instanceof CommitProposed m) return decided(m.id(), m.value());
        return List.of();
    }

    private static List<Claim> inBallot(InstanceId id, long ballot, long value, Dependencies deps) {
        return List.of(
                new Claim(
                        "ballot " + Ballot.toString(ballot) + " of instance " + id,
                        Long.toHexString(value) + " after " + deps));
    }

    private static List<Claim> decided(InstanceId id, long value) {
        return List.of(new Claim("the decision of instance " + id, Long.toHexString(value)));
    }
}
